import DaymarkModel

/// A person's log of sessions; see Formats, "Session logs".
///
/// Each row has a start, an end or a duration, and an activity.
enum SessionLogFormat: InputFormat {
  static let id: FormatID = "session-log"
  static let fileExtensions = ["csv"]

  static func recognise(_ head: DocumentHead) -> Recognition {
    let tables = head.sessionTables + [.plain]
    return tables.contains { $0.hasSignature(head.heading.names) } ? .recognised : .other
  }

  static func read(_ document: inout ArchiveReader, into sink: inout InputSink) throws {
    var reader = try CSVReader(detectingIn: &document)
    guard try reader.next(&document, &sink) else { return }
    let heading = reader.row
    let names = (0..<heading.count).map { headingName(heading.text($0)) }
    let tables = sink.options.sessionTables + [.plain]
    guard let table = tables.first(where: { $0.hasSignature(names) }) else { return }
    reader.checkHeader(for: Array(table.headings.values), &sink)
    let source = try sink.source(
      Source(provider: .sessionLog, name: table.name, deviceClass: .app))
    let rows = SessionLogRows(
      table, names, source: source, dateOrder: table.dateOrder ?? sink.options.logs.dateOrder,
      commaIsDecimal: reader.separator != UInt8(ascii: ","))
    while try reader.next(&document, &sink) {
      let row = reader.row
      switch rows.session(of: row) {
      case .session(let session, let clock): try sink.send(session, clock: clock)
      case .unread(let reason, let start):
        sink.find(.logRowUnread, line: row.line, byte: row.byte) { $0.skip = reason }
        // The malformed row affects only its own day.
        if let start { sink.addDamage(at: start) }
      }
    }
  }
}

extension SessionTable {
  /// Daymark's own form of a session log, whose headings are the raw values of ``SessionColumn``.
  fileprivate static let plain = SessionTable(
    name: "Session log",
    headings: Dictionary(
      uniqueKeysWithValues: SessionColumn.allCases.map { ($0, $0.rawValue) }))

  /// Whether a table with some headings is a log of this form.
  ///
  /// An operator's log needs all named headings. The plain log needs a start, an end or a duration,
  /// and an activity.
  fileprivate func hasSignature(_ names: [String]) -> Bool {
    func has(_ column: SessionColumn) -> Bool {
      headings[column].map { names.contains(headingName($0)) } ?? false
    }
    guard self == .plain else { return headings.keys.allSatisfy(has) }
    return has(.start) && (has(.end) || has(.duration))
      && SessionColumn.describing.contains(where: has)
  }
}

/// A converter of the rows in a session log to sessions.
private struct SessionLogRows {
  enum Row {
    case session(ActivityRecord, clock: RecordClock)
    /// A row that cannot be interpreted, with its start where known.
    case unread(LogRows.Skip, start: LoggedTime?)
  }

  private let table: SessionTable
  private let positions: [SessionColumn: Int]
  private let count: Int
  private let source: UInt16
  private let dateOrder: DateOrder?
  private let commaIsDecimal: Bool

  init(
    _ table: SessionTable, _ names: [String], source: UInt16, dateOrder: DateOrder?,
    commaIsDecimal: Bool
  ) {
    self.table = table
    (self.source, self.dateOrder, self.commaIsDecimal) = (source, dateOrder, commaIsDecimal)
    count = names.count
    positions = table.headings.compactMapValues { names.firstIndex(of: headingName($0)) }
  }

  func session(of row: CSVRow) -> Row {
    guard let start = cell(.start, of: row).flatMap(time) else {
      return .unread(row.count == count ? .badDate : .malformed, start: nil)
    }
    guard row.count == count else { return .unread(.malformed, start: start.logged) }
    guard let length = length(of: row, from: start) else {
      return .unread(.badNumber, start: start.logged)
    }
    guard let kind = kind(of: row) else { return .unread(.unknownKind, start: start.logged) }
    return .session(
      ActivityRecord(
        kind: kind, name: cell(.name, of: row), source: source, start: .at(start.instant),
        end: .at(start.instant.advanced(byMilliseconds: length)), isUserEntered: true,
        line: row.line, byte: row.byte), clock: start.clock)
  }

  private func cell(_ column: SessionColumn, of row: CSVRow) -> String? {
    guard let position = positions[column], position < row.count else { return nil }
    let text = row.text(position).trimmed
    return text.isEmpty ? nil : text
  }

  private func time(_ text: String) -> LogInstant? {
    switch LogDate(text) {
    case .time(.at(let instant)): LogInstant(instant: instant, clock: .absolute)
    case .time(.wall(let instant)): LogInstant(instant: instant, clock: .wall)
    case .either(let dayFirst, let monthFirst):
      switch dateOrder == .dayMonth ? dayFirst : dateOrder == .monthDay ? monthFirst : nil {
      case .at(let instant)?: LogInstant(instant: instant, clock: .absolute)
      case .wall(let instant)?: LogInstant(instant: instant, clock: .wall)
      default: nil
      }
    // A day without a time is not the start of a session.
    default: nil
    }
  }

  /// Returns the length of a row in milliseconds; `nil` where it is not stated or invalid.
  private func length(of row: CSVRow, from start: LogInstant) -> Int64? {
    if let text = cell(.end, of: row) {
      guard let end = time(text), end.clock == start.clock, end.instant >= start.instant else {
        return nil
      }
      return end.instant.milliseconds - start.instant.milliseconds
    }
    let unit = table.durationUnit ?? .minute
    guard let text = cell(.duration, of: row),
      let seconds = DecimalNumber(logTime: text, in: unit, commaIsDecimal: commaIsDecimal),
      let quantity = try? seconds.quantity(times: UnitRatio(1)), quantity >= .zero,
      quantity <= Quantity(ActivityRecord.longestDays * 86_400)
    else { return nil }
    return quantity.microUnits / 1000
  }

  /// Returns the kind in a row: the stated one, or that of the operator's statement about its
  /// words, or `other`.
  private func kind(of row: CSVRow) -> ActivityKind? {
    let words = SessionColumn.describing.compactMap { cell($0, of: row) }
    if let mapped = words.lazy.compactMap(table.kind(of:)).first { return mapped }
    if let written = cell(.kind, of: row) {
      return ActivityKind(rawValue: written.lowercased()) ?? table.kind
    }
    return table.kind ?? .other
  }
}

/// The instant in a cell of a log, with its clock.
private struct LogInstant {
  let instant: Instant
  let clock: RecordClock

  var logged: LoggedTime { clock == .wall ? .wall(instant) : .at(instant) }
}
