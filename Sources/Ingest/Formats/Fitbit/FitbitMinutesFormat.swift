import DaymarkModel

/// A month of minutes, or a day of heart rates, in CSV: `Physical Activity_GoogleData/steps_….csv` and
/// its like.
///
/// Times are true UTC, and minutes of zero are left out. `altitude_….csv` is not read: it holds the
/// floors once more, in millimeters climbed.
enum FitbitMinutesFormat: InputFormat {
  static let id = FormatID.accountExport(of: .fitbit)
  static let fileExtensions = ["csv"]
  static let accountProvider: Provider? = .fitbit

  static func recognise(_ head: DocumentHead) -> Recognition {
    guard head.bytes.first == UInt8(ascii: "t") || head.bytes.first == 0xEF else { return .other }
    let rows = CSVReader.rows(of: head, atMost: 2)
    guard let header = rows.first, series(of: header) != nil else { return .other }
    return rows.count < 2 || time(rows[1]).instant != nil ? .recognised : .other
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
      guard !isMissing(row[1]), let source = try sources.source(row[2], &sink) else { continue }
      let figure = FitbitFigure(
        start: time(row), value: row.number(1), line: row.line, byte: row.byte)
      twins.add(figure, of: series)
      try records.add(figure, by: source, to: &sink)
    }
    try records.finish(&sink)
  }

  private static func series(of header: CSVRow) -> FitbitSeries? {
    guard header.count == 2 || header.count == 3 && header.text(2) == "data source",
      header.text(0) == "timestamp"
    else { return nil }
    let name = header.text(1)
    return name == "beats per minute"
      ? .heartRate : FitbitSeries(rawValue: name).flatMap { $0 == .heartRate ? nil : $0 }
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

/// The sources of a document's rows.
private struct FitbitSources {
  /// The last cell, which is nearly always the next, too.
  private var last: (cell: [UInt8], source: UInt16?)?

  /// - Returns: `nil` for an echo: what Fitbit has read from Health Connect, which another wrote there.
  mutating func source(
    _ cell: ArraySlice<UInt8>, _ sink: inout InputSink
  ) throws -> UInt16? {
    if let last, last.cell.elementsEqual(cell) { return last.source }
    let isNamed = !cell.isEmpty && cell.count <= sink.options.limits.nameBytes
    let name = isNamed ? String(decoding: cell, as: UTF8.self) : Source.fitbit.name
    let source =
      name.hasSuffix("Health Connect")
      ? nil
      : try sink.source(
        Source(
          provider: Source.fitbit.provider, name: name, deviceClass: Source.fitbit.deviceClass))
    last = (Array(cell), source)
    return source
  }
}
