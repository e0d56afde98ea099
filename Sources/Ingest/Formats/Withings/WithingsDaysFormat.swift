import DaymarkModel

/// The days of a Withings export, `aggregates_steps.csv` and similar files, and their raw figures,
/// `raw_tracker_steps.csv`.
///
/// Only the name of a file states its metric. The raw figures are also summed to days, and the
/// larger figure of a day counts.
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
    // This is the account API's name for floors.
    "elevation": (.flightsClimbed, .count),
    // This is the energy above rest, while `calories_passive` is that at rest.
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
    func total(_ day: CivilDay?, _ amount: DecimalNumber?, _ line: Int, _ byte: Int)
      -> DayTotalRecord
    {
      DayTotalRecord(
        source: source, day: day, metric: metric,
        figure: .sum(WrittenAmount(amount, .known(unit))),
        isOfAnyMode: metric == .distanceWalkingRunning, line: line, byte: byte)
    }
    var totals: [DayTotalRecord] = []
    var moments = WithingsMoments()
    while let row = try rows.next(&document, &sink) {
      if rows.names[0] == "date" {
        // Rows of one day come from several devices or repeat each other, so the largest counts.
        totals += withingsNumbers(row["value"]).map {
          total(row["date"].flatMap { CivilDay($0) }, $0, row.line, row.byte)
        }
        continue
      }
      for moment in withingsMoments(row, &sink) {
        if moment.at == nil {
          totals.append(total(nil, moment.value, row.line, row.byte))
        } else {
          try moments.add(moment, &sink)
        }
      }
    }
    for day in moments.days(unit) {
      var record = total(day.day, nil, day.line, day.byte)
      record.figure = .sum(day.amount)
      totals.append(record)
    }
    try sink.send(RecordBatch(totals: totals))
  }

  /// Reads heart rates, several of which may be in a row with their times.
  private static func readRates(
    _ rows: inout NamedRows, _ document: inout ArchiveReader, by source: UInt16,
    _ sink: inout InputSink
  ) throws {
    while let row = try rows.next(&document, &sink) {
      let records = withingsMoments(row, &sink).map { moment in
        Record(
          metric: .heartRate, source: source, unit: .known(.beatsPerMinute), value: moment.value,
          start: moment.at.map { .at($0) } ?? (row["start"] == nil ? .missing : .malformed),
          line: row.line, byte: row.byte)
      }
      try sink.send(RecordBatch(records: records))
    }
  }
}

/// A raw figure with its time.
private struct WithingsMoment {
  /// The time; `nil` where the row has none.
  var at: Instant?
  var end: Instant?
  /// The day that a local clock showed at the figure's time.
  var day: CivilDay?
  var value: DecimalNumber?
  let line: Int
  let byte: Int
}

/// Returns the figures in a raw row, one after another.
private func withingsMoments(_ row: NamedRow, _ sink: inout InputSink) -> [WithingsMoment] {
  let start = row["start"].flatMap(WithingsTime.init)
  if let start { sink.addOffset(of: start) }
  let lengths = withingsNumbers(row["duration"])
  var at = start?.instant
  return withingsNumbers(row["value"]).enumerated().map { index, value in
    let length = lengths.indices.contains(index) ? lengths[index] : nil
    let seconds = (try? length?.quantity(times: UnitRatio(1)))?.microUnits ?? 0
    // A figure covers at most a day.
    let end = at?.advanced(byMilliseconds: min(seconds / 1000, 86_400_000))
    defer { at = end }
    return WithingsMoment(
      at: at, end: end, day: at.flatMap { start?.day(at: $0) }, value: value, line: row.line,
      byte: row.byte)
  }
}

/// The raw figures of a document, which are summed to days.
private struct WithingsMoments {
  private var moments: [WithingsMoment] = []

  mutating func add(_ moment: WithingsMoment, _ sink: inout InputSink) throws {
    if moment.value?.coefficient == 0 { return }
    try sink.budget.spend(
      MemoryLayout<WithingsMoment>.stride, of: .memoryBytes, at: sink.place(line: moment.line))
    moments.append(moment)
  }

  /// Returns the sums of days, in which each time counts once, because two devices may have
  /// recorded it.
  func days(_ unit: Unit) -> [(day: CivilDay, amount: WrittenAmount, line: Int, byte: Int)] {
    var days: [(day: CivilDay, amount: WrittenAmount, line: Int, byte: Int)] = []
    var places: [CivilDay: Int] = [:]
    var last: WithingsMoment?
    for moment in moments.sorted(by: { $0.order < $1.order }) {
      guard let at = moment.at, let day = moment.day else { continue }
      if let known = last, known.at == at || known.end.map({ at < $0 }) ?? false { continue }
      last = moment
      let amount = WrittenAmount(moment.value, .known(unit))
      if let place = places[day] {
        days[place].amount = days[place].amount + amount
      } else {
        places[day] = days.count
        days.append((day, amount, moment.line, moment.byte))
      }
    }
    return days
  }
}

extension WithingsMoment {
  /// The order by time.
  ///
  /// Of two figures with the same start, the one with the later end comes first.
  fileprivate var order: (Int64, Int64, Int) {
    (at?.milliseconds ?? 0, -(end?.milliseconds ?? 0), byte)
  }
}

extension Source {
  /// The devices of a Withings account, as one source.
  static let withings = Source(provider: "withings", name: "Withings", deviceClass: .tracker)
}

/// Returns the numbers in a cell: one, or a list such as `[44,38]`.
///
/// An invalid number is `nil`.
private func withingsNumbers(_ cell: String?) -> [DecimalNumber?] {
  guard let cell else { return [] }
  let list = cell.hasPrefix("[") && cell.hasSuffix("]") ? cell.dropFirst().dropLast() : cell[...]
  return list.split(separator: ",").map { DecimalNumber(String($0).trimmed) }
}

/// An ISO 8601 time with its offset from UTC.
struct WithingsTime {
  let instant: Instant
  /// The offset; `nil` where it is zero, which programs write anywhere.
  let offsetSeconds: Int?

  init?(_ text: String) {
    var text = text
    guard let time = text.withUTF8({ XMLTime($0) }), !time.isZoneless else { return nil }
    (instant, offsetSeconds) = (time.instant, time.offsetSeconds)
  }

  /// Returns the day on which a clock with this offset shows an instant.
  func day(at instant: Instant) -> CivilDay {
    let wall = instant.advanced(byMilliseconds: Int64(offsetSeconds ?? 0) * 1000)
    return CivilDay(ordinal: Int32(clamping: wall.utcDay))
  }
}

extension InputSink {
  /// Adds the offset that a time states.
  mutating func addOffset(of time: WithingsTime) {
    if let offset = time.offsetSeconds { addOffset(seconds: offset, at: time.instant) }
  }
}
