import DaymarkModel

/// The sets from BulkTrack's API, which states no unit.
///
/// Exercises are identifiers.
enum BulkTrackFormat: InputFormat {
  static let id: FormatID = "bulktrack"
  static let fileExtensions = ["json"]

  static func recognise(_ head: DocumentHead) -> Recognition {
    JSONOutline(head).recognition {
      $0.has("[].exerciseId", "[].setNumber", "[].performedAt", "[].reps")
    }
  }

  static func read(_ document: inout ArchiveReader, into sink: inout InputSink) throws {
    var sets = try LogSets(.log("bulktrack", named: "BulkTrack"), &sink)
    try JSONElements("[]").read(&document, into: &sink) { element, sink in
      let item = element.item
      var entry = LogEntry(line: element.line, byte: element.byte)
      entry.put(item["exerciseName"] ?? item["exerciseId"], as: .exercise)
      entry.put(item["performedAt"], as: .setTime)
      entry.put(item["weight"], as: .load)
      entry.put(item["reps"], as: .repetitions)
      entry.put(item["rpe"], as: .perceivedEffort)
      entry.put(item["restSec"], as: .rest)
      try sets.add(entry, &sink)
    }
    try sets.finish(&sink)
  }
}
