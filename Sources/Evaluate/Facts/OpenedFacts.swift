import DaymarkModel

/// What rejected records leave open of a metric's days.
struct OpenedFacts {
  /// The bounds of days, by day.
  let byDay: [CivilDay: DayBounds]
  /// Whether so many of them have no time that every day counts as damaged.
  let isDamaged: Bool
  /// How many of them have no time.
  private let undatedRecords: Int
  /// The most that those without a time add up to; `nil` where that is not known.
  private let most: Int128?
  private let step: Int128
  private let metric: Metric
  /// What was not understood and may hold some of the metric.
  private let openings: [Opening]

  /// - Parameter isIgnored: What is recorded is taken for all there is.
  init(
    of metric: Metric, _ aggregates: SubjectAggregates, _ openings: [Opening], isIgnored: Bool
  ) {
    self.metric = metric
    self.openings = openings.filter { $0.metrics.contains(metric) }
    let bounds = isIgnored ? [] : aggregates.bounds.filter { $0.metric == metric }
    byDay = Dictionary(uniqueKeysWithValues: bounds.map { ($0.day, $0) })
    let records = isIgnored ? nil : aggregates.undated.first { $0.metric == metric }
    isDamaged = records?.areDamage ?? false
    undatedRecords = records?.count ?? 0
    step = Int128(metric.dailyStep)
    // A day is rounded once, with what is added.
    most =
      records.map { $0.most.map { roundedUp(Int128($0.microUnits), to: Int128(metric.dailyStep)) } }
      ?? 0
  }

  /// The most that a rate of those without a time is; `nil` where that is not known.
  var highestRate: Int128? { most }

  /// Whether any of them has no time.
  var hasUndated: Bool { undatedRecords > 0 }

  /// What those without a time leave open of a day.
  ///
  /// - Parameters:
  ///   - range: What the day can be without them.
  ///   - doubt: What is in doubt of it.
  ///   - amount: What they may add to the day; where that is not given, all of them.
  func undated(
    without range: ValueRange, _ doubt: DayFact.Doubt?, amount: Int128? = nil
  ) -> DayFact.Undated? {
    guard hasUndated, doubt == .rejected else { return nil }
    return DayFact.Undated(amount: amount ?? most ?? 0, records: undatedRecords, range: range)
  }

  /// The minutes that rates without a time may add above any rate: each may be of up to four hours, and hold what is
  /// before it and after it.
  var undatedMinutes: Int128 {
    let each = Quantity.minutes(ofMilliseconds: Record.shortestLong + 2 * HeartRate.longestHold)
    return Int128(undatedRecords) * Int128(each.microUnits)
  }

  /// Whether something that was not understood may hold any amount of the metric on a day.
  func mayHoldMore(on day: CivilDay) -> Bool {
    openings.contains { $0.mayHold(day) && $0.most(of: metric) != .zero }
  }

  /// The values that a day of a metric that adds up can have, where nothing else is in doubt.
  func bounds(
    of day: CivilDay, _ recorded: Quantity?, withUndated: Bool = true
  ) -> ValueInterval {
    let figure = Int128(recorded?.microUnits ?? 0)
    let bounds = byDay[day]
    var high = bounds.map { $0.most.map { Int128($0.microUnits) } } ?? figure
    for opening in openings where opening.mayHold(day) {
      let more = opening.most(of: metric)
      high = high.flatMap { high in
        more.map { high + roundedUp(Int128($0.microUnits), to: step) }
      }
    }
    return ValueInterval(
      low: bounds.map { Int128($0.least.microUnits) } ?? figure,
      high: high.flatMap { high in (withUndated ? most : 0).map { high + $0 } }, step: step)
  }
}

func roundedUp(_ value: Int128, to step: Int128) -> Int128 {
  (value + step - 1) / step * step
}
