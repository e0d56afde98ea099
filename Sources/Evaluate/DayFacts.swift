import DaymarkModel

/// What is known at the instant of evaluation of one metric on one day; see rules, "The answer has
/// three values".
struct DayFact {
  /// Why a value is not settled.
  enum Doubt {
    /// The day is not over.
    case notOver
    /// The data ends before the day does, or an input is damaged, and proof can still come.
    case incomplete
    /// Past, complete and without data: it may have been anything.
    case missing

    /// Whether time or more data settles it.
    var isOpen: Bool { self != .missing }
  }

  let day: CivilDay
  /// What is recorded; `nil` without data, or where only other figures of the day are known.
  let recorded: Quantity?
  /// The value, or where there is doubt its lower bound.
  let least: Int128
  let doubt: Doubt?
}

/// Gives the facts of each metric's days, once per metric.
struct DayFacts {
  private let days: [(day: CivilDay, interval: Interval)]
  private let aggregates: SubjectAggregates
  private let asOf: Instant
  /// Incomplete days no longer wait for data.
  private let isClosed: Bool
  private let readsMissingAsZero: Bool
  private var known: [Metric: [DayFact]] = [:]

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

  /// The facts of the days that a leaf looks at, ascending.
  mutating func facts(for leaf: Leaf) -> [DayFact] {
    guard case .metric(let metric) = leaf.value else { return [] }
    let all = facts(of: metric)
    return leaf.days == DaySelection() ? all : all.filter { leaf.days.contains($0.day) }
  }

  private mutating func facts(of metric: Metric) -> [DayFact] {
    if let facts = known[metric] { return facts }
    var recorded: [CivilDay: DailyAggregate] = [:]
    for aggregate in aggregates.days where aggregate.metric == metric {
      recorded[aggregate.day] = aggregate
    }
    let facts = days.map { fact(of: $0.day, $0.interval, recorded[$0.day]) }
    known[metric] = facts
    return facts
  }

  private func fact(
    of day: CivilDay, _ interval: Interval, _ aggregate: DailyAggregate?
  ) -> DayFact {
    let doubt: DayFact.Doubt? =
      if interval.end > asOf {
        .notOver
      } else if !isClosed, !(aggregate?.isComplete ?? aggregates.hasAllData(of: interval)) {
        .incomplete
      } else if aggregate?.value == nil, !readsMissingAsZero {
        .missing
      } else {
        nil
      }
    return DayFact(
      day: day, recorded: aggregate?.value, least: Int128(aggregate?.value?.microUnits ?? 0),
      doubt: doubt)
  }
}
