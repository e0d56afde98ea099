import DaymarkModel

/// The sessions of Progression for Android, `fws.json`, which states no unit.
enum ProgressionFormat: InputFormat {
  static let id: FormatID = "progression"
  static let fileExtensions = ["json"]

  static func recognise(_ head: DocumentHead) -> Recognition {
    JSONOutline(head).recognition {
      $0.has("[].startTime", "[].activities") && $0.has("[].activities[].performance")
    }
  }

  static func read(_ document: inout ArchiveReader, into sink: inout InputSink) throws {
    var sets = try LogSets(.log("progression", named: "Progression"), &sink)
    try JSONElements("[]").read(&document, into: &sink) { element, sink in
      var entry = LogEntry(line: element.line, byte: element.byte)
      entry.session = element.item["startTime"]?.integer.map {
        .at(Instant(milliseconds: Int64($0)))
      }
      for activity in element.item["activities"]?.elements ?? [] {
        entry.put(activity["name"], as: .exercise)
        for set in activity["performance"]?["completedSets"]?.elements ?? [] {
          var row = entry
          row.put(set["reps"], as: .repetitions)
          row.put(set["weight"], as: .load)
          try sets.add(row, &sink)
        }
      }
    }
    try sets.finish(&sink)
  }
}
