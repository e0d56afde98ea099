import DaymarkModel

/// A month of minutes, or a day of heart rates, in CSV: `Physical Activity_GoogleData/steps_….csv`
/// and similar files.
///
/// Times are UTC, and minutes of zero are left out. `altitude_….csv` is not read, because it
/// contains the floors again, in millimeters.
enum FitbitMinutesFormat: InputFormat {
  static let id = FormatID.accountExport(of: .fitbit)
  static let fileExtensions = ["csv"]
  static let accountProvider: Provider? = .fitbit

  static func recognise(_ head: DocumentHead) -> Recognition {
    FitbitMinutes.series(of: head).map { $0 != .calories } ?? false ? .recognised : .other
  }

  static func read(_ document: inout ArchiveReader, into sink: inout InputSink) throws {
    try FitbitMinutes.read(&document, into: &sink)
  }
}

/// A month of calories by the minute, which include those burned at rest.
///
/// They are used where no file of the first turn has the active energy.
enum FitbitCaloriesFormat: InputFormat {
  static let id = FormatID.accountExport(of: .fitbit)
  static let fileExtensions = ["csv"]
  static let accountProvider: Provider? = .fitbit
  static let turn = DocumentTurn.second

  static func recognise(_ head: DocumentHead) -> Recognition {
    FitbitMinutes.series(of: head) == .calories ? .recognised : .other
  }

  static func read(_ document: inout ArchiveReader, into sink: inout InputSink) throws {
    try FitbitMinutes.read(&document, into: &sink)
  }
}

/// The reader of tables with a time, a figure and a source.
private enum FitbitMinutes {
  /// Returns the series of a table; `nil` for any other document.
  static func series(of head: DocumentHead) -> FitbitSeries? {
    guard head.bytes.first == UInt8(ascii: "t") || head.bytes.first == 0xEF else { return nil }
    let rows = CSVReader.rows(of: head, atMost: 2)
    guard let header = rows.first, let series = series(of: header) else { return nil }
    return rows.count < 2 || time(rows[1]).instant != nil ? series : nil
  }

  static func read(_ document: inout ArchiveReader, into sink: inout InputSink) throws {
    var reader = CSVReader()
    guard try reader.next(&document, &sink), let series = series(of: reader.row) else { return }
    let count = reader.row.count
    var records = FitbitRecords(series)
    var sources = FitbitSources()
    let twins = sink.fitbitTwins
    while try reader.next(&document, &sink) {
      let row = reader.row
      guard row.count == count else {
        sink.find(.csvMalformed, line: row.line, byte: row.byte)
        continue
      }
      if isMissing(row[1]) { continue }
      let (source, isEcho) = try sources.source(row[2], &sink)
      let figure = FitbitFigure(
        start: time(row), value: row.number(1), line: row.line, byte: row.byte)
      if !isEcho { twins.add(figure, of: series) }
      // The calories of another app may or may not be active energy.
      if !isEcho || series != .calories { try records.add(figure, by: source, to: &sink) }
    }
    try records.finish(&sink)
  }

  private static func series(of header: CSVRow) -> FitbitSeries? {
    guard header.count == 2 || header.count == 3 && header.text(2) == "data source",
      header.text(0) == "timestamp"
    else { return nil }
    switch header.text(1) {
    case "beats per minute": return .heartRate
    case "active energy burned kcal": return .activeEnergy
    case let name: return FitbitSeries(rawValue: name).flatMap { $0.isHeading ? $0 : nil }
    }
  }

  private static func time(_ row: CSVRow) -> RecordTime {
    let text = row[0]
    if text.isEmpty { return .missing }
    guard text.last == UInt8(ascii: "Z") else { return .malformed }
    return text.withUnsafeBufferPointer { XMLTime($0) }.map { .at($0.instant) } ?? .malformed
  }

  private static func isMissing(_ cell: ArraySlice<UInt8>) -> Bool {
    cell.isEmpty || cell.elementsEqual("NaN".utf8)
  }
}

extension FitbitSeries {
  /// Whether the heading of a table is only the name of the series.
  fileprivate var isHeading: Bool { self != .heartRate && self != .activeEnergy }
}

/// The sources of the rows in a document.
private struct FitbitSources {
  /// The last cell, which the next row usually repeats.
  private var last: (cell: [UInt8], source: UInt16, isEcho: Bool)?

  /// Returns the source that a cell names, and adds it to the sink where it is new.
  ///
  /// - Returns: The source's number, and whether it is an echo: data that Fitbit copied from
  ///   another store.
  mutating func source(
    _ cell: ArraySlice<UInt8>, _ sink: inout InputSink
  ) throws -> (number: UInt16, isEcho: Bool) {
    if let last, last.cell.elementsEqual(cell) { return (last.source, last.isEcho) }
    let isNamed = !cell.isEmpty && cell.count <= sink.options.limits.nameBytes
    let name = isNamed ? String(decoding: cell, as: UTF8.self) : Source.fitbit.name
    var source = Source(
      provider: Source.fitbit.provider, name: name, deviceClass: Source.fitbit.deviceClass)
    if source.isEcho { source.deviceClass = .app }
    let number = try sink.source(source)
    last = (Array(cell), number, source.isEcho)
    return (number, source.isEcho)
  }
}
