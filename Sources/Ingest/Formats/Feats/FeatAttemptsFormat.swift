import DaymarkModel

/// A table of attempts at feats, one in each row with the id of the feat; see Feats, "Attempts".
///
/// The feat is stored as the exercise of a set.
enum FeatAttemptsFormat: WorkoutTableFormat {
  static let id: FormatID = .featAttempts

  static let table = WorkoutTable(
    app: "Attempts", of: .featTable, signatures: [["feat", "at"]],
    columns: [
      .init("feat", is: .exercise), .init("at", is: .setTime), .init("person", is: .person),
      .init("repetitions", is: .repetitions), .init("seconds", is: .duration),
      .init("load", is: .load), .init("distance", is: .distance),
      .init("body_weight", is: .bodyWeight),
    ], saysLoads: false, liftsOnce: true)
}

/// The attempts in exports of the application Ladder, whose times are those of the whole attempt.
enum LadderAttemptsFormat: InputFormat {
  static let id: FormatID = .ladderAttempts
  static let fileExtensions = ["json"]

  static func recognise(_ head: DocumentHead) -> Recognition {
    JSONOutline(head).recognition {
      $0.has("[].featId", "[].completedAt", "[].repCount")
    }
  }

  static func read(_ document: inout ArchiveReader, into sink: inout InputSink) throws {
    var sets = try LogSets(.log(.featLadder, named: "Ladder"), &sink)
    try JSONElements("[]").read(&document, into: &sink) { element, sink in
      let item = element.item
      var entry = LogEntry(line: element.line, byte: element.byte)
      entry.put(item["featId"], as: .exercise)
      entry.put(item["userId"], as: .person)
      entry.put(item["completedAt"], as: .setTime)
      entry.put(item["repCount"], as: .repetitions)
      entry.put(item["duration"], as: .duration)
      try sets.add(entry, &sink)
    }
    try sets.finish(&sink)
  }
}
