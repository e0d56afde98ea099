import DaymarkModel

/// The figures that an app has summed over days, hours or minutes, collected until a document is
/// complete.
///
/// They become totals of days, because they repeat the phone's own records. As hours or minutes
/// they would fill the gaps between those records, and count twice. See Formats, "Health Auto
/// Export".
struct SummedTotals {
  /// The place of a figure.
  typealias Place = (line: Int, byte: Int)

  private struct Day {
    /// The day's amount as written, or the sum of several.
    var amount: WrittenAmount
    var place: Place
  }

  private struct HeartDay {
    var lowest: WrittenAmount?
    var highest: WrittenAmount?
    /// The average; `nil` unless the day has exactly one figure.
    var average: WrittenAmount?
    var place: Place
  }

  /// The times of a metric's figures, in document order.
  private struct Times {
    private var last: HealthAutoExportTime
    private var isAscending: Bool?
    /// The last day on which a clock was set back.
    private var setBack: CivilDay?
    /// Whether the times are at full minutes and in ascending or descending order.
    ///
    /// Otherwise they are single records of several devices, whose sum would count twice.
    private(set) var areSums: Bool

    init(_ first: HealthAutoExportTime) {
      (last, areSums) = (first, first.secondOfDay % 60 == 0)
    }

    mutating func add(_ time: HealthAutoExportTime) {
      defer { last = time }
      areSums = areSums && time.secondOfDay % 60 == 0
      // A time without an offset is that of a wall clock.
      let (before, at) = (last.instant ?? last.wall, time.instant ?? time.wall)
      let isLater = before < at
      if before != at, isLater == isAscending ?? isLater {
        isAscending = isLater
      } else if time.instant != nil || !mayBeSetBack(from: last, to: time) {
        areSums = false
      }
    }

    /// Whether a wall clock may have been set back by an hour, at most once in half a year, so that
    /// an hour occurs twice.
    private mutating func mayBeSetBack(
      from last: HealthAutoExportTime, to time: HealthAutoExportTime
    ) -> Bool {
      let step = abs(time.wall.secondsSince1970 - last.wall.secondsSince1970)
      guard step < 3600, time.secondOfDay < 4 * 3600, last.secondOfDay < 4 * 3600,
        setBack.map({ abs($0.distance(to: time.day)) > 100 }) ?? true
      else { return false }
      setBack = time.day
      return true
    }
  }

  private var sums: [Metric: [CivilDay: Day]] = [:]
  private var times: [Metric: Times] = [:]
  private var hearts: [CivilDay: HeartDay] = [:]
  private var undated: [DayTotalRecord] = []
  /// The day of the last midnight for each metric, and under `nil` for the rows of a table.
  private var lastMidnight: [Metric?: CivilDay] = [:]
  /// Whether some figures cover less than a day, or two are of successive days.
  private var areOfDays = false
  private var firstPlace: Place?
  /// The first and the last day; `nil` where none is known.
  private(set) var span: ClosedRange<CivilDay>?

  // MARK: Adding

  /// Adds an amount at a time.
  ///
  /// The time is `nil` where it is invalid.
  mutating func add(
    _ metric: Metric, _ amount: WrittenAmount, at time: HealthAutoExportTime?, _ place: Place
  ) {
    guard let time else {
      undated.append(total(metric, of: nil, .sum(amount), place))
      return
    }
    note(time, of: metric, place)
    if times[metric] == nil {
      times[metric] = Times(time)
    } else {
      times[metric]?.add(time)
    }
    guard let known = sums[metric]?[time.day] else {
      sums[metric, default: [:]][time.day] = Day(amount: amount, place: place)
      return
    }
    sums[metric]?[time.day]?.amount = known.amount + amount
  }

  /// Adds heart rates at a time.
  mutating func add(
    heartRates lowest: WrittenAmount?, _ highest: WrittenAmount?, _ average: WrittenAmount?,
    at time: HealthAutoExportTime?, _ place: Place
  ) {
    guard lowest != nil || highest != nil || average != nil else { return }
    guard let time else {
      undated.append(
        total(
          .heartRate, of: nil,
          .heartRate(minimum: lowest, maximum: highest, average: average), place))
      return
    }
    note(time, of: .heartRate, place)
    guard var day = hearts[time.day] else {
      let isOfDay = time.secondOfDay == 0
      hearts[time.day] = HeartDay(
        lowest: lowest, highest: highest, average: isOfDay ? average : nil, place: place)
      return
    }
    day.lowest = extreme(day.lowest, lowest, <)
    day.highest = extreme(day.highest, highest, >)
    day.average = nil
    hearts[time.day] = day
  }

  /// Records the time of a row, whatever it contains.
  mutating func noteRow(at time: HealthAutoExportTime) { note(time, of: nil, nil) }

  private mutating func note(_ time: HealthAutoExportTime, of metric: Metric?, _ place: Place?) {
    firstPlace = firstPlace ?? place
    span =
      span.map { min($0.lowerBound, time.day)...max($0.upperBound, time.day) } ?? time
      .day...time.day
    guard time.secondOfDay == 0 else {
      areOfDays = true
      return
    }
    if let last = lastMidnight[metric], abs(last.distance(to: time.day)) == 1 { areOfDays = true }
    lastMidnight[metric] = time.day
  }

  // MARK: Sending

  /// Sends the figures that certainly belong to days, and reports the others.
  ///
  /// - Parameter name: The document's name, which may contain its only day.
  mutating func send(fromDocument name: String, by source: UInt16, _ sink: inout InputSink) throws {
    let days = span.map { name.namesOneDay($0) } ?? true
    for index in undated.indices { undated[index].source = source }
    guard areOfDays || days else {
      try sink.send(RecordBatch(totals: undated))
      return open(Array(sums.keys) + (hearts.isEmpty ? [] : [.heartRate]), &sink)
    }
    let single = times.filter { !$0.value.areSums }.map(\.key)
    open(single, &sink)
    var totals = undated
    for (metric, days) in sums where !single.contains(metric) {
      totals += days.map { total(metric, of: $0, .sum($1.amount), $1.place) }
    }
    totals += hearts.map { day, heart in
      total(
        .heartRate, of: day,
        .heartRate(minimum: heart.lowest, maximum: heart.highest, average: heart.average),
        heart.place)
    }
    for index in totals.indices { totals[index].source = source }
    totals.sort { a, b in
      (a.metric, a.day?.ordinal ?? .min, a.byte) < (b.metric, b.day?.ordinal ?? .min, b.byte)
    }
    try sink.send(RecordBatch(totals: totals))
  }

  /// Adds openings for metrics whose figures have an unknown length.
  private func open(_ metrics: [Metric], _ sink: inout InputSink) {
    guard let span, !metrics.isEmpty else { return }
    sink.find(.totalUnread, line: firstPlace?.line, byte: firstPlace?.byte)
    sink.facts.unread.append(Opening(.totalUnread, days: span, metrics: metrics.sorted()))
  }

  private func total(
    _ metric: Metric, of day: CivilDay?, _ figure: DayFigure<WrittenAmount>, _ place: Place
  ) -> DayTotalRecord {
    DayTotalRecord(
      source: 0, day: day, metric: metric, figure: figure, line: place.line, byte: place.byte)
  }
}

extension String {
  /// Whether the name contains one date, which is the only day: `HealthAutoExport-2026-03-02.json`.
  fileprivate func namesOneDay(_ span: ClosedRange<CivilDay>) -> Bool {
    let dates = matches(of: /[0-9]{4}-[0-9]{2}-[0-9]{2}/).compactMap { CivilDay($0.output) }
    return Set(dates).count == 1 && span.lowerBound == span.upperBound
      && dates[0] == span.lowerBound
  }
}

extension WrittenAmount {
  /// Returns the exact sum.
  ///
  /// If one amount is invalid, it is returned instead.
  static func + (a: WrittenAmount, b: WrittenAmount) -> WrittenAmount {
    guard let first = a.microUnits else { return a }
    guard let second = b.microUnits, a.unit == b.unit else {
      return b.microUnits == nil ? b : WrittenAmount(nil, a.unit)
    }
    return WrittenAmount(
      DecimalNumber(coefficient: UInt128(first) + UInt128(second), exponent: -6), a.unit)
  }

  /// The amount in millionths of its own unit; `nil` for an invalid one.
  fileprivate var microUnits: Int64? {
    guard let quantity = try? value?.quantity(times: UnitRatio(1)), quantity >= .zero else {
      return nil
    }
    return quantity.microUnits
  }
}

/// Returns the more extreme of two heart rates.
///
/// An invalid one is returned, so that it is rejected.
private func extreme(
  _ a: WrittenAmount?, _ b: WrittenAmount?, _ isFurther: (Int64, Int64) -> Bool
) -> WrittenAmount? {
  guard let a, let b else { return a ?? b }
  guard let first = a.microUnits else { return a }
  guard let second = b.microUnits else { return b }
  return isFurther(second, first) ? b : a
}
