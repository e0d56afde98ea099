import DaymarkModel

/// The file `Activities.csv`, the list that the web page of Garmin Connect saves.
///
/// It is the least precise copy of a session: times are those of a wall clock, numbers are
/// formatted for people, and their units are not stated. Its class is therefore `app`, last in
/// order, although a tracker recorded the sessions. Headings are in the account's language. The
/// first nine columns have the same order in all languages, and others are found by their English
/// names.
enum GarminActivitiesCSVFormat: InputFormat {
  static let id: FormatID = "garmin-activities-csv"
  static let fileExtensions = ["csv"]
  static let turn = DocumentTurn.second

  /// The number of bytes of rows that are kept to determine the format of numbers.
  private static let heldBytes = 4 << 20

  static func recognise(_ head: DocumentHead) -> Recognition {
    guard let first = head.bytes.first, first != UInt8(ascii: "["), first != UInt8(ascii: "{"),
      first != UInt8(ascii: "<")
    else { return .other }
    let rows = CSVReader.rows(of: head, atMost: 2)
    guard let header = rows.first, header.count >= 9 else { return .other }
    let names = [header.text(0), header.text(1), header.text(2)]
    if names == ["Activity Type", "Date", "Favorite"] { return .recognised }
    guard rows.count > 1 else { return .other }
    let isActivity =
      Instant(wallClock: rows[1].text(1)) != nil && ["true", "false"].contains(rows[1].text(2))
      && DecimalNumber(secondsOfClock: rows[1].text(6)) != nil
    return isActivity && rows[1].count == header.count ? .recognised : .other
  }

  static func read(_ document: inout ArchiveReader, into sink: inout InputSink) throws {
    var reader = CSVReader()
    guard try reader.next(&document, &sink) else { return }
    let header = reader.row
    reader.checkHeader(for: GarminRows.columns, &sink)
    let source = try sink.source(.garminConnectList)
    var held: [CSVRow] = []
    var rows: GarminRows?
    func sendHeld(_ sink: inout InputSink) throws -> GarminRows {
      let rows = GarminRows(header, learningFrom: held, by: source)
      for row in held { try sink.send(rows.activity(of: row, &sink), clock: .wall) }
      held = []
      return rows
    }
    var joining = GarminRows.joining(header, separator: reader.separator)
    while try reader.next(&document, &sink) {
      let isWhole = reader.row.count == header.count
      guard let row = isWhole ? reader.row : joining.joined(reader.row) else {
        sink.skip(brokenRow: reader.row)
        continue
      }
      if let rows {
        try sink.send(rows.activity(of: row, &sink), clock: .wall)
        continue
      }
      held.append(row)
      if row.byte - held[0].byte > heldBytes { rows = try sendHeld(&sink) }
    }
    guard rows != nil || !held.isEmpty else { return }
    sink.find(.distanceUnitAssumed, line: header.line, byte: header.byte)
    if rows == nil { _ = try sendHeld(&sink) }
  }
}

extension InputSink {
  /// Leaves out a row with more or fewer fields than the header.
  ///
  /// Only its day is affected if its date is complete.
  fileprivate mutating func skip(brokenRow row: CSVRow) {
    guard row.count > 2, let start = Instant(wallClock: row.text(1)) else {
      return find(.csvMalformed, line: row.line, byte: row.byte)
    }
    find(.logRowUnread, line: row.line, byte: row.byte) { $0.skip = .malformed }
    addDamage(at: .wall(start))
  }
}

/// A converter of rows to activities.
private struct GarminRows {
  /// The columns that are found by name.
  ///
  /// Others, and all in another language, are found by position.
  static let columns = [
    "Time", "Elapsed Time", "Distance", "Calories", "Steps", "Avg HR", "Max HR", "Total Ascent",
  ]

  private let header: CSVRow
  private let source: UInt16
  private let hasDecimalComma: Bool

  /// Learns from the first rows whether numbers have decimal commas.
  init(_ header: CSVRow, learningFrom rows: [CSVRow], by source: UInt16) {
    (self.header, self.source) = (header, source)
    hasDecimalComma = GarminNumber.hasDecimalComma(header, rows)
  }

  /// Returns the way to repair a row whose title has commas without quotes.
  static func joining(_ header: CSVRow, separator: UInt8) -> RowJoining {
    func isNumber(_ text: String) -> Bool {
      text.isEmpty || text == "--" || GarminNumber.read(text, false) != nil
    }
    return RowJoining(
      count: header.count, separator: separator, name: 3, read: Set(0..<header.count),
      figures: Set(0..<header.count).subtracting([3])
    ) { column, text in
      switch column {
      case 0: !text.isEmpty && !text.contains(",")
      case 1: Instant(wallClock: text) != nil
      case 2: text == "true" || text == "false"
      case 3: true
      case 6: DecimalNumber(secondsOfClock: text) != nil
      default: column > 8 || isNumber(text)
      }
    }
  }

  func activity(of row: CSVRow, _ sink: inout InputSink) -> ActivityRecord {
    let sport = Sport(named: row.text(0))
    let start: RecordTime =
      row.text(1).isEmpty ? .missing : Instant(wallClock: row.text(1)).map { .at($0) } ?? .malformed
    let duration = time(row, "Time", at: 6)
    let elapsed = time(row, "Elapsed Time") ?? duration
    return ActivityRecord(
      kind: sport.kind, sportGap: sport.gap, isIndoor: sport.isIndoor, source: source, start: start,
      end: start.endOfSession(lasting: elapsed?.value), duration: duration,
      distance: amount(row, "Distance", at: 4, sport.kind == .swim ? .meter : .kilometer),
      energy: amount(row, "Calories", at: 5, .kilocalorie),
      steps: amount(row, "Steps", .count),
      averageHeartRate: amount(row, "Avg HR", at: 7, .beatsPerMinute),
      maximumHeartRate: amount(row, "Max HR", at: 8, .beatsPerMinute),
      elevationGain: amount(row, "Total Ascent", .meter), contribution: .samples,
      line: row.line, byte: row.byte)
  }

  /// Returns a cell with a value.
  ///
  /// `--` means none.
  private func cell(_ row: CSVRow, _ name: String, at position: Int?) -> String? {
    guard let column = header.column(of: name) ?? position else { return nil }
    let text = row.text(column)
    return text.isEmpty || text == "--" ? nil : text
  }

  private func amount(
    _ row: CSVRow, _ name: String, at position: Int? = nil, _ unit: Unit
  ) -> WrittenAmount? {
    cell(row, name, at: position).map {
      WrittenAmount(GarminNumber.read($0, hasDecimalComma), .known(unit))
    }
  }

  private func time(_ row: CSVRow, _ name: String, at position: Int? = nil) -> WrittenAmount? {
    cell(row, name, at: position).map {
      WrittenAmount(DecimalNumber(secondsOfClock: $0), .known(.second))
    }
  }
}
