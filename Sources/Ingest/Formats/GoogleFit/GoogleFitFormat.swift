import DaymarkModel

/// The days of Google Fit in Takeout: `Daily activity metrics.csv`, and for each day a table by
/// quarters of an hour, which repeats it.
///
/// Calories include those burned at rest, and are not read.
enum GoogleFitFormat: InputFormat {
  static let id: FormatID = "google-fit-export"
  static let fileExtensions = ["csv"]

  static func recognise(_ head: DocumentHead) -> Recognition {
    let names = head.heading.names
    guard names.contains("step count"), names.contains("move minutes count") else { return .other }
    let isDays = names.first == "date"
    let isDay =
      names.starts(with: ["start time", "end time"]) && CivilDay(head.name.prefix(10)) != nil
    return isDays || isDay ? .recognised : .other
  }

  static func read(_ document: inout ArchiveReader, into sink: inout InputSink) throws {
    guard var rows = try NamedRows(of: &document, &sink) else { return }
    let source = try sink.source(.googleFit)
    var day = GoogleFitDay(CivilDay(document.fileName.prefix(10)), by: source)
    let areDays = rows.names.first == "date"
    while let row = try rows.next(&document, &sink) {
      if areDays { day = GoogleFitDay(row["date"].flatMap { CivilDay($0) }, by: source) }
      day.add(row, withAverage: areDays)
      if areDays { try sink.send(RecordBatch(totals: day.totals)) }
    }
    if !areDays { try sink.send(RecordBatch(totals: day.totals)) }
  }
}

/// A day from one or several rows.
private struct GoogleFitDay {
  private let day: CivilDay?
  private let source: UInt16
  private var sums: [(metric: Metric, amount: WrittenAmount)] = []
  private var rates: [(lowest: WrittenAmount?, highest: WrittenAmount?, average: WrittenAmount?)] =
    []
  private var place = (line: 1, byte: 0)

  init(_ day: CivilDay?, by source: UInt16) { (self.day, self.source) = (day, source) }

  mutating func add(_ row: NamedRow, withAverage: Bool) {
    if sums.isEmpty, rates.isEmpty { place = (row.line, row.byte) }
    add(.steps, row.amount("step count", .count))
    add(.distanceWalkingRunning, row.amount("distance (m)", .meter))
    func rate(_ name: String) -> WrittenAmount? { row.measured(name, .beatsPerMinute) }
    let (low, high) = (rate("min heart rate (bpm)"), rate("max heart rate (bpm)"))
    let average = withAverage ? rate("average heart rate (bpm)") : nil
    if low != nil || high != nil || average != nil { rates.append((low, high, average)) }
  }

  private mutating func add(_ metric: Metric, _ amount: WrittenAmount?) {
    guard let amount else { return }
    if let index = sums.firstIndex(where: { $0.metric == metric }) {
      sums[index].amount = sums[index].amount + amount
    } else {
      sums.append((metric, amount))
    }
  }

  var totals: [DayTotalRecord] {
    let figures: [(metric: Metric, figure: DayFigure<WrittenAmount>)] =
      sums.map { ($0.metric, .sum($0.amount)) }
      + rates.map { rate in
        (
          .heartRate,
          .heartRate(minimum: rate.lowest, maximum: rate.highest, average: rate.average)
        )
      }
    return figures.map {
      DayTotalRecord(
        source: source, day: day, metric: $0.metric, figure: $0.figure,
        // The distance includes that of rides.
        isOfAnyMode: $0.metric == .distanceWalkingRunning, line: place.line, byte: place.byte)
    }
  }
}
