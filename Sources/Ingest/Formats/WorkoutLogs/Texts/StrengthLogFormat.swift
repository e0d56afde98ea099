import DaymarkModel

/// The export of StrengthLog: a profile, which is skipped, and workouts, whose sets are alternating
/// names and values.
enum StrengthLogFormat: InputFormat {
  static let id: FormatID = "strengthlog"
  static let fileExtensions = ["csv"]

  static func recognise(_ head: DocumentHead) -> Recognition {
    guard head.heading.names.first == "name", head.heading.separator == UInt8(ascii: ",") else {
      return .other
    }
    let rows = CSVReader.rows(of: head, atMost: 6)
    return rows.contains { $0.count == 1 && $0.text(0) == "Workouts" } ? .recognised : .other
  }

  static func read(_ document: inout ArchiveReader, into sink: inout InputSink) throws {
    var rows = CSVReader()
    var sets = try LogSets(.log("strengthlog", named: "StrengthLog"), &sink)
    var header: [String]?
    var areWorkouts = false
    var workout = LogEntry(line: 1, byte: 0)
    while try rows.next(&document, &sink) {
      let texts = (0..<rows.row.count).map { rows.row.text($0).trimmed }
      if texts == ["Workouts"] {
        areWorkouts = true
      } else if !areWorkouts {
        continue
      } else if let header {
        let place = (line: rows.row.line, byte: rows.row.byte)
        if let name = exercise(texts[0]), texts.count > 1 {
          try sets.add(entry(texts, name, of: workout, at: place), &sink)
        } else {
          workout = LogEntry(line: place.line, byte: place.byte)
          workout[.date] = value("date", texts, header)
          workout[.bodyWeight] = value("body weight", texts, header)
        }
      } else {
        header = texts.map(headingName)
      }
    }
    sets.skip(malformed: rows, &sink)
    try sets.finish(&sink)
  }

  private static func value(_ name: String, _ texts: [String], _ header: [String]) -> String {
    header.firstIndex(of: name).flatMap { texts.indices.contains($0) ? texts[$0] : nil } ?? ""
  }

  /// Returns the name of an exercise, as in `Exercise, Squat`.
  private static func exercise(_ text: String) -> String? {
    let mark = "Exercise, "
    return text.hasPrefix(mark) ? String(text.dropFirst(mark.count)) : nil
  }

  private static func entry(
    _ texts: [String], _ name: String, of workout: LogEntry, at place: (line: Int, byte: Int)
  ) -> LogEntry {
    var entry = LogEntry(line: place.line, byte: place.byte)
    entry[.date] = workout[.date]
    entry[.bodyWeight] = workout[.bodyWeight]
    entry[.exercise] = name
    for index in stride(from: 1, to: texts.count - 1, by: 2) {
      let value = texts[index + 1]
      switch texts[index] {
      case "reps": entry[.repetitions] = value
      case "weight": entry[.load] = value
      case "extraWeight":
        entry[.load] = value
        entry.meaning = .added
      case "rpe": entry[.perceivedEffort] = value
      case "rir": entry[.reserve] = value
      case "time": entry[.duration] = value
      case "distanceKm": entry.put(value, as: .distance, in: .kilometer)
      case "distanceMeter": entry.put(value, as: .distance, in: .meter)
      case "warmup": entry[.isWarmUp] = value
      default: break
      }
    }
    return entry
  }
}
