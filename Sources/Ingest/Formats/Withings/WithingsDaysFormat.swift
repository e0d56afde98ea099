import DaymarkModel

/// The days of a Withings export, `aggregates_steps.csv` and its like, and their raw figures, `raw_tracker_steps.csv`.
///
/// Only the name of a file says what it is about. The raw figures add up to days, too, and the larger figure of a day counts.
enum WithingsDaysFormat: InputFormat {
  static let id: FormatID = "withings-export"
  static let fileExtensions = ["csv"]

  static func recognise(_ head: DocumentHead) -> Recognition {
    let names = head.heading.names
    guard metric(of: head.name) != nil || rates.contains(head.name) else { return .other }
    return names == ["date", "value"] || names == ["start", "duration", "value"]
      ? .recognised : .other
  }

  private static let rates = ["raw_hr_hr.csv", "raw_tracker_hr.csv"]

  private static let metrics: [String: (metric: Metric, unit: Unit)] = [
    "steps": (.steps, .count), "distance": (.distanceWalkingRunning, .meter),
    // Floors, as the account's API calls them.
    "elevation": (.flightsClimbed, .count),
    // What is above rest; `calories_passive` is the rest.
    "calories_earned": (.activeEnergy, .kilocalorie),
    "calories-earned": (.activeEnergy, .kilocalorie),
  ]

  private static func metric(of name: String) -> (metric: Metric, unit: Unit)? {
    for prefix in ["aggregates_", "raw_tracker_"] where name.hasPrefix(prefix) {
      return metrics[String(name.dropFirst(prefix.count).prefix { $0 != "." })]
    }
    return nil
  }

  static func read(_ document: inout ArchiveReader, into sink: inout InputSink) throws {
    let name = document.fileName.lowercased()
    guard var rows = try NamedRows(of: &document, &sink) else { return }
    let source = try sink.source(.withings)
    guard let (metric, unit) = metric(of: name) else {
      return try readRates(&rows, &document, by: source, &sink)
    }
    var days: [CivilDay?: (amount: WrittenAmount, line: Int, byte: Int)] = [:]
    while let row = try rows.next(&document, &sink) {
      let start = row["start"].flatMap(WithingsTime.init)
      if let start { sink.addOffset(of: start) }
      let day = row["date"].flatMap { CivilDay($0) } ?? start?.day
      for value in withingsNumbers(row["value"]) {
        let amount = WrittenAmount(value, .known(unit))
        if let known = days[day] {
          days[day]?.amount = known.amount + amount
        } else {
          days[day] = (amount, row.line, row.byte)
        }
      }
    }
    let totals = days.map { day, figure in
      DayTotalRecord(
        source: source, day: day, metric: metric, figure: .sum(figure.amount),
        isOfAnyMode: metric == .distanceWalkingRunning, line: figure.line, byte: figure.byte)
    }
    try sink.send(RecordBatch(totals: totals.sorted { $0.byte < $1.byte }))
  }

  /// Heart rates, several of which may stand in a row, each with its time.
  private static func readRates(
    _ rows: inout NamedRows, _ document: inout ArchiveReader, by source: UInt16,
    _ sink: inout InputSink
  ) throws {
    while let row = try rows.next(&document, &sink) {
      let start = row["start"].flatMap(WithingsTime.init)
      if let start { sink.addOffset(of: start) }
      var at = start?.instant
      let lengths = withingsNumbers(row["duration"])
      let records = withingsNumbers(row["value"]).enumerated().map { index, value in
        let length = lengths.indices.contains(index) ? lengths[index] : nil
        let seconds = (try? length?.quantity(times: UnitRatio(1)))?.microUnits ?? 0
        defer { at = at?.advanced(byMilliseconds: seconds / 1000) }
        return Record(
          metric: .heartRate, source: source, unit: .known(.beatsPerMinute), value: value,
          start: at.map { .at($0) } ?? (row["start"] == nil ? .missing : .malformed),
          line: row.line, byte: row.byte)
      }
      try sink.send(RecordBatch(records: records))
    }
  }
}

extension Source {
  /// The devices of a Withings account, together.
  static let withings = Source(provider: "withings", name: "Withings", deviceClass: .tracker)
}

/// The numbers of a cell: one, or a list such as `[44,38]`; one that is none is `nil`.
private func withingsNumbers(_ cell: String?) -> [DecimalNumber?] {
  guard let cell else { return [] }
  let list = cell.hasPrefix("[") && cell.hasSuffix("]") ? cell.dropFirst().dropLast() : cell[...]
  return list.split(separator: ",").map { DecimalNumber(String($0).trimmed) }
}

/// A time of ISO 8601 with its offset from UTC.
struct WithingsTime {
  let instant: Instant
  /// The offset; `nil` where it is zero, which programs write wherever they run.
  let offsetSeconds: Int?
  /// The day on which a clock there showed it.
  let day: CivilDay

  init?(_ text: String) {
    var text = text
    guard let time = text.withUTF8({ XMLTime($0) }), !time.isZoneless else { return nil }
    (instant, offsetSeconds) = (time.instant, time.offsetSeconds)
    let wall = time.instant.advanced(byMilliseconds: Int64(time.offsetSeconds ?? 0) * 1000)
    day = CivilDay(ordinal: Int32(clamping: wall.utcDay))
  }
}

extension InputSink {
  /// Adds the offset that a time states.
  mutating func addOffset(of time: WithingsTime) {
    if let offset = time.offsetSeconds { addOffset(seconds: offset, at: time.instant) }
  }
}
