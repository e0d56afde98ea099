import DaymarkModel

/// The effect of rejected records and unread data on the days of one metric.
struct OpenedFacts {
  /// The bounds of the days that rejected records touch.
  let byDay: [CivilDay: DayBounds]
  /// Whether so many rejected records lack a time that every day counts as damaged.
  let isDamaged: Bool
  /// The number of rejected records without a time.
  private let undatedRecords: Int
  /// The sum of the rejected records without a time; `nil` where an amount is not known.
  private let most: Int128?
  private let step: Int128
  private let metric: Metric
  /// The unread data that may hold amounts of the metric.
  private let openings: [Opening]

  /// Collects what makes days uncertain.
  ///
  /// - Parameters:
  ///   - metric: The metric.
  ///   - aggregates: The subject's days.
  ///   - openings: The data that was not understood.
  ///   - isIgnored: Whether the recorded figures are taken as certain.
  init(
    of metric: Metric, _ aggregates: SubjectAggregates, _ openings: [Opening], isIgnored: Bool
  ) {
    self.metric = metric
    self.openings = openings.filter { $0.mayHave(metric) }
    let bounds = isIgnored ? [] : aggregates.bounds.filter { $0.metric == metric }
    byDay = Dictionary(uniqueKeysWithValues: bounds.map { ($0.day, $0) })
    let records = isIgnored ? nil : aggregates.undated.first { $0.metric == metric }
    isDamaged = records?.areDamage ?? false
    undatedRecords = records?.count ?? 0
    step = Int128(metric.dailyStep)
    // A day is rounded once, with what is added to it.
    most =
      records.map {
        $0.mostOnADay.map { roundedUp(Int128($0.microUnits), to: Int128(metric.dailyStep)) }
      } ?? 0
  }

  /// The highest rate of the rejected records without a time; `nil` where it is not known.
  var highestRate: Int128? { most }

  /// Whether any rejected record has no time.
  var hasUndated: Bool { undatedRecords > 0 }

  /// Returns the amount that rejected records without a time may add to a day; `nil` where there
  /// are none.
  ///
  /// - Parameters:
  ///   - range: The possible values without them.
  ///   - doubt: Why the day is uncertain.
  ///   - amount: What they may add to the day; `nil` for the sum of all.
  func undated(
    without range: ValueRange, _ doubt: DayFact.Doubt?, amount: Int128? = nil
  ) -> DayFact.Undated? {
    guard hasUndated, doubt == .rejected else { return nil }
    return DayFact.Undated(amount: amount ?? most ?? 0, records: undatedRecords, range: range)
  }

  /// The minutes that rejected rates without a time may add above any rate: each lasts at most four
  /// hours, and its neighbours may have been held before and after it.
  var undatedMinutes: Int128 {
    let each = Quantity.minutes(ofMilliseconds: Record.shortestLong + 2 * HeartRate.longestHold)
    return Int128(undatedRecords) * Int128(each.microUnits)
  }

  /// Whether unread data may hold any amount of the metric on a day.
  func mayHoldMore(on day: CivilDay) -> Bool {
    openings.contains { $0.mayHold(day, of: metric) && $0.most(of: metric) != .zero }
  }

  /// The values that a day of a cumulative metric can have, where nothing but rejected records is
  /// uncertain.
  func bounds(
    of day: CivilDay, _ recorded: Quantity?, withUndated: Bool = true
  ) -> ValueInterval {
    let figure = Int128(recorded?.microUnits ?? 0)
    let bounds = byDay[day]
    var high = bounds.map { $0.most.map { Int128($0.microUnits) } } ?? figure
    for opening in openings where opening.mayHold(day, of: metric) {
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
