import DaymarkModel

/// The export of Alpha Progression: blocks of a workout and its exercises, each with a small table
/// of sets.
///
/// A load with a sign is added to the body weight.
enum AlphaProgressionFormat: InputFormat {
  static let id: FormatID = "alpha-progression"
  static let fileExtensions = ["csv"]

  static func recognise(_ head: DocumentHead) -> Recognition {
    guard head.heading.separator == UInt8(ascii: ";") else { return .other }
    let rows = CSVReader.rows(of: head, separator: UInt8(ascii: ";"), atMost: 2)
    guard rows.count == 2, rows[0].count == 3, date(rows[0].text(1)) != nil,
      exercise(rows[1].text(0)) != nil
    else { return .other }
    return .recognised
  }

  static func read(_ document: inout ArchiveReader, into sink: inout InputSink) throws {
    var rows = CSVReader(separator: UInt8(ascii: ";"))
    let source = Source.log("alpha-progression", named: "Alpha Progression")
    var sets = try LogSets(source, commaIsDecimal: true, &sink)
    var workout = LogEntry(line: 1, byte: 0)
    var header: [String] = []
    while try rows.next(&document, &sink) {
      let row = rows.row
      let texts = (0..<row.count).map { comparableName(row.text($0)).trimmed }
      var entry = LogEntry(line: row.line, byte: row.byte)
      if texts.count == 3, let date = date(texts[1]) {
        workout = entry
        workout.session = date
        workout[.sessionDuration] = texts[2]
      } else if let name = exercise(texts[0]) {
        workout[.exercise] = name
        for warmUp in texts.dropFirst().flatMap({ $0.split(separator: "<br>") }) {
          entry.begin(workout)
          entry.readWarmUp(warmUp.split(separator: "·").map(\.trimmed))
          try sets.add(entry, &sink)
        }
      } else if texts[0] == "#" {
        header = texts.map { $0.lowercased() }
        if !header.hasLoads { sink.find(.logLoadMissing, line: row.line, byte: row.byte) }
      } else {
        entry.begin(workout)
        entry.read(texts, header)
        guard entry.session != nil else {
          sets.skip(.noSession, entry, &sink)
          continue
        }
        try sets.add(entry, &sink)
      }
    }
    sets.skip(malformed: rows, &sink)
    try sets.finish(&sink)
  }

  /// Reads a date such as `2026-02-19 4:54 h`.
  private static func date(_ text: String) -> LoggedTime? {
    guard text.hasSuffix(" h"), case .time(let time)? = LogDate(String(text.dropLast(2))) else {
      return nil
    }
    return time
  }

  /// Returns the name of an exercise, with the equipment in parentheses.
  ///
  /// For `1. Hack Squats · Machine · 8 reps` it is `Hack Squats (Machine)`.
  private static func exercise(_ text: String) -> String? {
    let number = text.prefix { $0.isASCII && $0.isNumber }
    guard !number.isEmpty, text[number.endIndex...].hasPrefix(". ") else { return nil }
    let parts = text[number.endIndex...].dropFirst(2).split(separator: "·").map(\.trimmed)
    guard let name = parts.first else { return nil }
    let equipment = parts.count > 2 ? " (\(parts[1]))" : ""
    return name + equipment
  }
}

extension LogEntry {
  fileprivate mutating func begin(_ workout: LogEntry) {
    session = workout.session
    self[.sessionDuration] = workout[.sessionDuration]
    self[.exercise] = workout[.exercise]
  }

  /// Reads a warm-up set: `WU1`, `37,5 kg`, `9 reps`.
  fileprivate mutating func readWarmUp(_ parts: [String]) {
    self[.isWarmUp] = "1"
    for part in parts.dropFirst() {
      let words = part.split(separator: " ")
      if words.last == "reps" { self[.repetitions] = String(words[0]) } else { putLoad(part) }
    }
  }

  fileprivate mutating func read(_ texts: [String], _ header: [String]) {
    for (name, text) in zip(header, texts) {
      switch name {
      case "reps": self[.repetitions] = text
      case "rir": self[.reserve] = text
      case "rpe": self[.perceivedEffort] = text
      case "time", "sec": self[.duration] = text
      default:
        if let unit = UnitHeading(name).unit(of: .load) { putLoad(text, in: unit) }
      }
    }
    hasUnknownLoad = !header.hasLoads
  }

  private mutating func putLoad(_ text: String, in unit: Unit? = nil) {
    put(text, as: .load, in: unit)
    if text.hasPrefix("+") { meaning = .added }
  }
}

extension [String] {
  /// Whether a heading is the unit of loads, as in each of the app's tables.
  fileprivate var hasLoads: Bool { contains { UnitHeading($0).unit(of: .load) != nil } }
}
