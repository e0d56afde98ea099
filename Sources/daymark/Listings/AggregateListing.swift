import DaymarkDocuments
import DaymarkEmit
import DaymarkModel

/// Daily aggregates as a table, CSV and JSON.
struct AggregateListing {
  private let aggregates: SubjectAggregates
  private let metrics: [Metric]
  private let days: [DailyAggregate]

  init(_ aggregates: SubjectAggregates, metrics: [Metric]) {
    self.aggregates = aggregates
    self.metrics = metrics
    days = aggregates.days.filter { metrics.contains($0.metric) }
  }

  /// One figure of one day.
  private struct Row {
    var day: CivilDay
    var metric: Metric
    var statistic: String
    var value: Quantity
    var unit: String
    var isComplete: Bool
  }

  /// The rows, sorted by date, metric and statistic as text.
  private var rows: [Row] {
    let ids = Metric.allCases.map(\.id)
    return days.sorted { a, b in
      if a.day != b.day { return a.day < b.day }
      return ids[Int(a.metric.rawValue)] < ids[Int(b.metric.rawValue)]
    }.flatMap(rows)
  }

  /// Returns the rows of a day by statistic.
  private func rows(of day: DailyAggregate) -> [Row] {
    func row(_ statistic: String, _ value: Quantity?, _ unit: Unit) -> Row? {
      value.map {
        Row(
          day: day.day, metric: day.metric, statistic: statistic, value: $0,
          unit: unit.rawValue, isComplete: day.isComplete)
      }
    }
    let unit = day.metric.canonicalUnit
    guard let figures = day.heartRate else {
      return [row("sum", day.value, unit)].compactMap { $0 }
    }
    return [
      row("average", day.value, unit), row("count", Quantity(figures.count), .count),
      row("max", figures.maximum, unit), row("mean", figures.mean, unit),
      row("min", figures.minimum, unit),
    ].compactMap { $0 }
  }

  var csv: String {
    var text = "date,metric,statistic,value,unit\n"
    var last: (day: CivilDay, date: String)?
    for row in rows {
      // Rows of one day follow one another, and there may be many, so the text of the date is
      // reused.
      let date = last?.day == row.day ? last?.date ?? "" : "\(row.day)"
      last = (row.day, date)
      let figure = row.value.description
      text += "\(date),\(row.metric.id),\(row.statistic),\(figure),\(row.unit)\n"
    }
    return text
  }

  /// The bytes of an Apache Parquet file with one row per figure.
  var parquet: [UInt8] {
    var writer = DataTableWriter(
      [
        DataColumn("date", .day), DataColumn("metric", .text), DataColumn("statistic", .text),
        DataColumn("value", .amount), DataColumn("unit", .text), DataColumn("complete", .flag),
      ], as: .parquet)
    var bytes = writer.begin()
    for row in rows {
      bytes += writer.add([
        .day(row.day), .text(row.metric.id), .text(row.statistic), .amount(row.value),
        .text(row.unit), .flag(row.isComplete),
      ])
    }
    return bytes + writer.finish()
  }

  var json: JSONValue {
    .object([
      "zone": aggregates.zone.json,
      "aggregates": .array(
        rows.map {
          .object([
            "date": .string("\($0.day)"), "metric": .string($0.metric.id),
            "statistic": .string($0.statistic), "value": .number($0.value),
            "unit": .string($0.unit), "complete": .bool($0.isComplete),
          ])
        }),
      "findings": FindingListing.json(aggregates.findings),
    ])
  }

  /// The table with one line per day and one column per metric.
  ///
  /// Incomplete figures are marked.
  var table: String {
    guard !days.isEmpty else { return "No data of the metrics in this period." }
    let shown = metrics.filter { metric in days.contains { $0.metric == metric } }
    var table = Table([.init(heading: "date")] + shown.map(column))
    for (day, figures) in Dictionary(grouping: days, by: \.day).sorted(by: { $0.key < $1.key }) {
      table.rows.append(
        ["\(day)"]
          + shown.map { metric in
            figures.first { $0.metric == metric }.map(cell) ?? "-"
          })
    }
    var note = "Days in \(aggregates.zone.words)."
    if days.contains(where: { !$0.isComplete }) {
      note += " * The data ends before the day does, or an archive is damaged."
    }
    return table.text() + "\n\n" + note.wrapped(to: Terminal.width).joined(separator: "\n")
  }

  private func column(_ metric: Metric) -> Table.Column {
    let unit = metric.canonicalUnit
    let heading = unit == .count ? metric.id : "\(metric.id) \(unit.rawValue)"
    return .init(heading: heading, isNumeric: true)
  }

  private func cell(_ day: DailyAggregate) -> String {
    func text(_ value: Quantity?) -> String { value.map { "\($0)" } ?? "-" }
    let range = day.heartRate.map { " (\(text($0.minimum))–\(text($0.maximum)))" } ?? ""
    return "\(text(day.value))\(range)\(day.isComplete ? " " : "*")"
  }
}
