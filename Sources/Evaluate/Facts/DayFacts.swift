import DaymarkModel

/// The knowledge of one value on one day at the instant of evaluation; see Rules, "Three answers".
struct DayFact {
  /// The reason why a value is not settled.
  enum Doubt {
    /// The day is not over.
    case notOver
    /// The data ends before the day does, or an input is damaged, and proof can still come.
    case incomplete
    /// Past, complete and without data: it may have been anything.
    case missing
    /// A session of the day lacks what is asked about.
    case unknown
  }

  let day: CivilDay
  /// What is recorded; `nil` without data, or where only other figures of the day are known.
  let recorded: Quantity?
  let range: ValueRange
  let doubt: Doubt?
  /// What recorded sessions each add beyond the least, if anything.
  var doubtfulSessions: [AmountBounds] = []
  /// What each of any number of sessions would add that are not known.
  var furtherSession: AmountBounds?
  /// Whether a recorded session surely is one of those asked for.
  var hasSession = false
  /// How many sessions of a fitting kind are not as each requirement asks.
  var missed: [ActivityQuantity: Int] = [:]
}

/// The facts of the period's days, made once for each value that leaves look at.
struct DayFacts {
  let days: [(day: CivilDay, interval: Interval)]
  let aggregates: SubjectAggregates
  let readsMissingAsZero: Bool
  private let asOf: Instant
  /// Incomplete days no longer wait for data.
  private let isClosed: Bool
  private var known: [(value: DayValue, facts: [DayFact])] = []
  /// Whether any metric or session has anything on the day.
  private(set) lazy var hasAnything = daysWithAnything()

  init(
    of aggregates: SubjectAggregates, period: Period, deadline: Instant, calendar: DayCalendar,
    asOf: Instant, readsMissingAsZero: Bool
  ) {
    let end = period.interval(in: calendar).end
    // A clipped day is over when its part of the period is.
    days = period.days(in: calendar).map { day in
      let interval = calendar.interval(of: day)
      return (day, Interval(interval.start, min(interval.end, end)))
    }
    self.aggregates = aggregates
    self.asOf = asOf
    isClosed = asOf >= deadline
    self.readsMissingAsZero = readsMissingAsZero
  }

  /// The facts of the days that are looked at, ascending.
  mutating func facts(of value: DayValue, on selection: DaySelection) -> [DayFact] {
    let all = facts(of: value)
    return selection == DaySelection() ? all : all.filter { selection.contains($0.day) }
  }

  /// Gives a day another value, as if it were recorded and certain.
  mutating func replaceValue(_ amount: Int128, of value: DayValue, on day: CivilDay) {
    _ = facts(of: value)
    guard let index = index(of: day), let place = known.firstIndex(where: { $0.value == value })
    else { return }
    known[place].facts[index] = DayFact(
      day: day, recorded: Quantity(exactly: amount), range: ValueRange(amount), doubt: nil)
  }

  /// The first and last day that may be looked at, whatever weekdays are.
  func bounds(of selection: DaySelection) -> ClosedRange<CivilDay>? {
    guard let first = days.first?.day, let last = days.last?.day else { return nil }
    let (from, to) = (max(first, selection.from ?? first), min(last, selection.to ?? last))
    return from <= to ? from...to : nil
  }

  private mutating func facts(of value: DayValue) -> [DayFact] {
    if let facts = known.first(where: { $0.value == value })?.facts { return facts }
    let facts: [DayFact] =
      switch value {
      case .metric(.heartRate): heartRateFacts(.average)
      case .metric(let metric): metricFacts(metric)
      case .heartRate(let statistic): heartRateFacts(statistic)
      case .activities(let sum, let test): activityFacts(sum, of: test)
      }
    known.append((value, facts))
    return facts
  }

  /// The doubt of a day that waits for time or data, if it does.
  ///
  /// - Parameter isComplete: What is known of it for the value's own metric.
  func openDoubt(of interval: Interval, isComplete: Bool? = nil) -> DayFact.Doubt? {
    if interval.end > asOf { return .notOver }
    if isClosed || (isComplete ?? aggregates.hasAllData(of: interval)) { return nil }
    return .incomplete
  }

  /// The place of a day in `days`.
  func index(of day: CivilDay) -> Int? {
    guard let first = days.first?.day else { return nil }
    let index = first.distance(to: day)
    return days.indices.contains(index) ? index : nil
  }

  /// For each day the place of a metric's aggregate.
  private func places(of metric: Metric) -> [Int?] {
    var places = [Int?](repeating: nil, count: days.count)
    for place in aggregates.days.indices where aggregates.days[place].metric == metric {
      if let index = index(of: aggregates.days[place].day) { places[index] = place }
    }
    return places
  }

  private func metricFacts(_ metric: Metric) -> [DayFact] {
    zip(days, places(of: metric)).map { day, place in
      let recorded = place.flatMap { aggregates.days[$0].value }
      let least = Int128(recorded?.microUnits ?? 0)
      let isComplete = place.map { aggregates.days[$0].isComplete }
      let (range, doubt): (ValueRange, DayFact.Doubt?) =
        if let open = openDoubt(of: day.interval, isComplete: isComplete) {
          (ValueRange(open: least, nil), open)
        } else if recorded == nil, !readsMissingAsZero {
          (ValueRange(unsettled: 0, nil), .missing)
        } else {
          (ValueRange(least), nil)
        }
      return DayFact(day: day.day, recorded: recorded, range: range, doubt: doubt)
    }
  }

  /// A missing heart rate is never read as zero: nobody's is.
  private func heartRateFacts(_ statistic: HeartRateStatistic) -> [DayFact] {
    let possible = DayValue.heartRate(statistic).possible
    return zip(days, places(of: .heartRate)).map { day, place in
      let recorded = place.flatMap { statistic.figure(in: aggregates.days[$0]) }
      let isComplete = place.map { aggregates.days[$0].isComplete }
      let open = openDoubt(of: day.interval, isComplete: isComplete)
      let range: ValueRange =
        if open != nil {
          statistic.openRange(within: possible, from: recorded)
        } else if let recorded {
          ValueRange(Int128(recorded.microUnits))
        } else {
          ValueRange(unsettled: possible.low, possible.high)
        }
      return DayFact(
        day: day.day, recorded: recorded, range: range,
        doubt: open ?? (recorded == nil ? .missing : nil))
    }
  }

  private func daysWithAnything() -> [Bool] {
    var hasAnything = [Bool](repeating: false, count: days.count)
    for place in aggregates.days.indices {
      if let index = index(of: aggregates.days[place].day) { hasAnything[index] = true }
    }
    for place in aggregates.sessions.indices {
      if let index = index(of: aggregates.sessions[place].day) { hasAnything[index] = true }
    }
    return hasAnything
  }
}

extension HeartRateStatistic {
  fileprivate func figure(in aggregate: DailyAggregate) -> Quantity? {
    switch self {
    case .average: aggregate.value
    case .min: aggregate.heartRate?.minimum
    case .max: aggregate.heartRate?.maximum
    }
  }

  /// The values that the figure can become on a day of which more data may come.
  fileprivate func openRange(
    within possible: ValueInterval, from recorded: Quantity?
  ) -> ValueRange {
    let all = ValueRange(open: possible.low, possible.high)
    guard let recorded = recorded.map({ Int128($0.microUnits) }) else { return all }
    return switch self {
    case .average: all
    case .min: ValueRange(open: Swift.min(possible.low, recorded), recorded)
    case .max: ValueRange(open: recorded, possible.high.map { Swift.max($0, recorded) })
    }
  }
}
