import DaymarkModel

/// The export of JEFIT: tables one after another, each below a line of number signs.
///
/// The sets of an exercise are in one field, `60x10,65x8`, as load and repetitions. The table of
/// single sets repeats them and is skipped. Sessions precede the exercises that refer to them,
/// while the table with the unit may follow.
enum JEFITFormat: InputFormat {
  static let id: FormatID = "jefit"
  static let fileExtensions = ["csv"]

  static func recognise(_ head: DocumentHead) -> Recognition {
    guard let first = head.heading.names.first, first.hasPrefix("### "),
      let name = Section(heading: first)
    else { return .other }
    return name == .other ? .other : .recognised
  }

  enum Section {
    case settings, sessions, exercises, other

    /// Reads the row with which a table begins; `nil` for any other row.
    ///
    /// A row of number signs alone ends a table.
    init?(heading: String) {
      guard heading.hasPrefix("###") else { return nil }
      let name = heading.filter { $0 != "#" }.trimmed.lowercased()
      switch name {
      case "setting", "settings": self = .settings
      case "workout sessions": self = .sessions
      case "exercise logs": self = .exercises
      default: self = .other
      }
    }
  }

  static func read(_ document: inout ArchiveReader, into sink: inout InputSink) throws {
    var rows = CSVReader()
    var log = JEFITLog(try LogSets(.log("jefit", named: "JEFIT"), &sink))
    while try rows.next(&document, &sink) { try log.add(rows.row, &sink) }
    try log.addWaiting(&sink)
    log.sets.skip(malformed: rows, &sink)
    try log.sets.finish(&sink)
  }
}

/// The tables of a JEFIT export read so far.
private struct JEFITLog {
  private struct Session {
    var start: LoggedTime?
    var seconds: String
  }

  var sets: LogSets
  private var section = JEFITFormat.Section.other
  private var header: [String]?
  private var sessions: [String: Session] = [:]
  private var loadUnit: Unit?
  /// The sets that wait for the table with the unit.
  private var waiting: [LogEntry] = []

  /// The maximum number of waiting sets, more than anybody does in twenty years.
  private static let mostWaiting = 100_000

  init(_ sets: LogSets) { self.sets = sets }

  mutating func add(_ row: CSVRow, _ sink: inout InputSink) throws {
    let texts = (0..<row.count).map { row.text($0).trimmed }
    if let section = JEFITFormat.Section(heading: texts[0]) {
      (self.section, header) = (section, nil)
      return
    }
    guard let header else {
      header = texts.map(headingName)
      return
    }
    func field(_ name: String) -> String {
      header.firstIndex(of: name).flatMap { texts.indices.contains($0) ? texts[$0] : nil } ?? ""
    }
    switch section {
    case .settings:
      loadUnit = Unit(logWord: field("mass").lowercased()) ?? loadUnit
      if loadUnit != nil { try addWaiting(&sink) }
    case .sessions:
      let start = [field("starttime"), field("starttimie")].first { !$0.isEmpty } ?? ""
      guard sessions.count < sink.options.limits.entries else { return }
      let session = Session(
        start: time(start) ?? day(field("mydate")), seconds: field("total_time"))
      // If two sessions have the same number, the first one counts.
      sessions[field("_id")] = sessions[field("_id")] ?? session
    case .exercises:
      try add(
        row, name: field("ename"), session: field("belongsession"), date: field("mydate"),
        field("logs"), &sink)
    case .other: break
    }
  }

  private mutating func add(
    _ row: CSVRow, name: String, session number: String, date: String, _ packed: String,
    _ sink: inout InputSink
  ) throws {
    let session = sessions[number]
    var entry = LogEntry(line: row.line, byte: row.byte)
    entry[.exercise] = name
    entry[.sessionDuration] = session?.seconds ?? ""
    entry.session = session?.start ?? day(date)
    for text in packed.split(separator: ",", omittingEmptySubsequences: false) {
      guard !text.isEmpty else {
        sets.skip(.nothingDone, line: row.line, byte: row.byte, &sink)
        continue
      }
      guard entry.session != nil else {
        let reason = session == nil ? LogRows.Skip.noSession : .badDate
        sets.skip(reason, entry, &sink)
        continue
      }
      let parts = text.lowercased().split(separator: "x", omittingEmptySubsequences: false)
      guard parts.count == 2, !parts[0].isEmpty, !parts[1].isEmpty else {
        sets.skip(.badNumber, entry, &sink)
        continue
      }
      entry[.load] = parts[0].trimmed
      entry[.repetitions] = parts[1].trimmed
      waiting.append(entry)
    }
    if loadUnit != nil || waiting.count > Self.mostWaiting { try addWaiting(&sink) }
  }

  /// Adds the waiting sets, in the unit that is now known.
  mutating func addWaiting(_ sink: inout InputSink) throws {
    let entries = waiting
    waiting = []
    for var entry in entries {
      entry.put(entry[.load], as: .load, in: loadUnit)
      try sets.add(entry, &sink)
    }
  }

  /// Reads a time in seconds since 1970; `nil` for text that is none.
  private func time(_ text: String) -> LoggedTime? {
    guard let seconds = Int64(text), (1...99_999_999_999).contains(seconds) else { return nil }
    return .at(Instant(seconds: seconds))
  }

  private func day(_ text: String) -> LoggedTime? { CivilDay(text).map { .day($0) } }
}
