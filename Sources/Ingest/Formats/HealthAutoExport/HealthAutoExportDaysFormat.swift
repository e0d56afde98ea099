import DaymarkModel

/// A table of metrics by Health Auto Export: a row for each day, hour or minute, and a column for
/// each metric.
///
/// Headings are in the language of the phone, and those of metrics are known in some languages.
/// Times are those of a wall clock.
enum HealthAutoExportDaysFormat: InputFormat {
  static let id = FormatID.healthAutoExport
  static let fileExtensions = ["csv"]

  /// The English headings of the first column.
  private static let english: Set = ["date/time", "date"]
  private static let firstHeadings = english.union([
    "fecha/hora", "data/hora", "datum/uhrzeit", "datum/zeit", "date/heure", "data/ora",
    "datum/tijd",
  ])

  static func recognise(_ head: DocumentHead) -> Recognition {
    let names = head.heading.names
    guard names.count > 1, let first = names.first,
      firstHeadings.contains(first) || head.name.hasPrefix("healthautoexport")
    else { return .other }
    let columns = names.dropFirst().map { QuantityHeading($0) }
    // Other tables of days also have a date and steps. Units in brackets are typical of this app.
    let isOwn = columns.contains { DayColumn($0.name) != nil && $0.unit != nil }
    let isDated = head.heading.rows.first.map { HealthAutoExportTime($0.text(0)) != nil } ?? true
    return isOwn && isDated ? .recognised : .other
  }

  static func read(_ document: inout ArchiveReader, into sink: inout InputSink) throws {
    guard var rows = try NamedRows(of: &document, &sink) else { return }
    let source = try sink.source(.healthAutoExport)
    let headings = (0..<rows.heading.count).map { QuantityHeading(rows.heading.text($0)) }
    let columns = try KnownDayColumns(headings, &sink)
    var days = SummedTotals()
    while let row = try rows.next(&document, &sink) {
      let time = HealthAutoExportTime(row.row.text(0))
      let place = (row.line, row.byte)
      if let time { days.noteRow(at: time) }
      for column in columns.sums {
        guard let amount = column.amount(in: row.row) else { continue }
        days.add(column.metric, amount, at: time, place)
      }
      func rate(_ kind: DayColumn) -> WrittenAmount? { columns.rates[kind]?.amount(in: row.row) }
      days.add(
        heartRates: rate(.lowestHeartRate), rate(.highestHeartRate), rate(.averageHeartRate),
        at: time, place)
    }
    let span = days.span
    try days.send(fromDocument: document.fileName, by: source, &sink)
    guard !english.contains(rows.names[0]), let span else { return }
    columns.openUnknown(headings.dropFirst(), span, rows.heading, &sink)
  }
}

/// The known columns of a table.
private struct KnownDayColumns {
  struct Column {
    let metric: Metric
    let position: Int
    let unit: RecordUnit

    func amount(in row: CSVRow) -> WrittenAmount? {
      row[position].isEmpty ? nil : WrittenAmount(row.number(position), unit)
    }
  }

  private(set) var sums: [Column] = []
  private(set) var rates: [DayColumn: Column] = [:]

  init(_ headings: [QuantityHeading], _ sink: inout InputSink) throws {
    for (position, heading) in headings.enumerated().dropFirst() {
      guard let kind = DayColumn(heading.name) else { continue }
      let column = Column(
        metric: kind.metric, position: position,
        unit: try heading.unit(of: kind.metric, &sink))
      if kind.metric == .heartRate {
        rates[kind] = rates[kind] ?? column
      } else if !sums.contains(where: { $0.metric == kind.metric }) {
        sums.append(column)
      }
    }
  }

  /// Adds openings for metrics without a column that may be under a heading in another language,
  /// according to its unit.
  func openUnknown(
    _ headings: ArraySlice<QuantityHeading>, _ days: ClosedRange<CivilDay>, _ row: CSVRow,
    _ sink: inout InputSink
  ) {
    let known = Set(sums.map(\.metric) + (rates.isEmpty ? [] : [.heartRate]))
    var open: Set<Metric> = []
    for heading in headings where DayColumn(heading.name) == nil {
      let unit = heading.unit.map { Unit(rawValue: $0) } ?? .count
      let metrics = Metric.alwaysRead.filter { metric in
        !known.contains(metric) && unit.map { metric.ratio(of: $0) != nil } ?? false
      }
      guard !metrics.isEmpty else { continue }
      open.formUnion(metrics)
      sink.find(.totalUnread, line: row.line, byte: row.byte) { $0.key = heading.name }
    }
    if open.isEmpty { return }
    sink.facts.unread.append(Opening(.totalUnread, days: days, metrics: open.sorted()))
  }
}
