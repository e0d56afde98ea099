/// One question about the days of a period, such as whether the steps of all days add up to
/// 100,000.
///
/// It has a value that each day has, a way in which the values become one answer, and a comparison.
package struct Leaf: Hashable, Sendable {
  /// The way in which the days' values become one answer.
  package var measure: Measure
  /// The value of each day.
  package var value: DayValue
  /// The comparison with the result of ``measure``; for `days` and `streak`, also within weeks, it
  /// is the comparison with each day's value.
  package var comparison: Comparison
  /// The days of the period that count.
  package var days: DaySelection
  /// The subject's earlier days from which the target follows, which makes the threshold of
  /// ``comparison`` the least target; `nil` for a fixed target.
  package var baseline: Baseline?

  /// Makes a leaf without the checks that the rule file applies.
  package init(
    _ measure: Measure, of value: DayValue, _ comparison: Comparison,
    on days: DaySelection = DaySelection(), against baseline: Baseline? = nil
  ) {
    self.measure = measure
    self.value = value
    self.comparison = comparison
    self.days = days
    self.baseline = baseline
  }

  /// Makes a leaf on a metric without the checks that the rule file applies.
  package init(
    _ measure: Measure, of metric: Metric, _ comparison: Comparison,
    on days: DaySelection = DaySelection(), against baseline: Baseline? = nil
  ) {
    self.init(measure, of: .metric(metric), comparison, on: days, against: baseline)
  }
}

/// The value that a leaf takes from each day.
package indirect enum DayValue: Hashable, Sendable {
  /// The amount of a cumulative metric.
  case metric(Metric)
  case heartRate(HeartRateStatistic)
  /// The minutes in which the heart rate is above a whole rate in bpm.
  case heartMinutes(above: Int)
  /// A sum over the sessions that start on the day.
  case activities(ActivitySum, of: ActivityTest)
  /// A figure of the day's strength training.
  case strength(StrengthMeasure)
  /// A figure of the day's best set of an exercise, which is named by its id in the table of
  /// exercises.
  case lift(LiftQuantity, of: String)
  /// A figure of the day's best attempt at a feat.
  case feat(FeatFigure, of: FeatReference)
  /// A sum of several of the day's amounts, each times a number.
  case weighted(WeightedSum)

  /// The unit of the value and of thresholds for it.
  package var unit: Unit {
    switch self {
    case .metric(let metric): metric.canonicalUnit
    case .heartRate: .beatsPerMinute
    case .heartMinutes: .minute
    case .activities(let sum, _): sum.unit
    case .strength(let measure): measure.unit
    case .lift(let quantity, _): quantity.unit
    case .feat(let figure, _): figure.unit
    case .weighted(let sum): sum.unit
    }
  }

  /// The parts of a micro-unit in which bounds and sums of the value are counted; 1 except for
  /// weighted sums.
  package var partsOfMicroUnit: Int64 {
    if case .weighted(let sum) = self { sum.partsOfMicroUnit } else { 1 }
  }

  /// The step that the value is rounded to, see ``Metric/dailyStep``; figures of one set or attempt
  /// are not rounded.
  ///
  /// - Units: micro-units, or ``partsOfMicroUnit`` of them.
  package var step: Int64 {
    switch self {
    case .weighted(let sum): sum.step
    case .lift, .feat: unit == .count ? unit.dailyStep : 1
    case .metric, .heartRate, .heartMinutes, .activities, .strength: unit.dailyStep
    }
  }
}

/// A figure of a day's heart rate.
package enum HeartRateStatistic: String, CaseIterable, Hashable, Sendable {
  /// The time-weighted average.
  case average
  case min, max
}

/// The days of the period that a leaf counts.
package struct DaySelection: Hashable, Sendable {
  /// The weekdays that count; `nil` for all.
  package var weekdays: Set<CivilDay.Weekday>?
  /// The first day that counts; `nil` for that of the period.
  package var from: CivilDay?
  /// The last day that counts, included; `nil` for that of the period.
  package var to: CivilDay?

  /// Selects days; without arguments every day of the period.
  package init(weekdays: Set<CivilDay.Weekday>? = nil, from: CivilDay? = nil, to: CivilDay? = nil) {
    self.weekdays = weekdays
    self.from = from
    self.to = to
  }

  /// Whether a day of the period counts.
  package func contains(_ day: CivilDay) -> Bool {
    if let from, day < from { return false }
    if let to, day > to { return false }
    return weekdays?.contains(day.weekday) ?? true
  }
}

extension Leaf {
  /// The way in which the values of days become one answer.
  package indirect enum Measure: Hashable, Sendable {
    /// The sum over the period.
    case total
    /// The number of days that each satisfy the comparison.
    case days(DayCount)
    /// The longest run of days that satisfy the comparison, with up to `misses` other days inside
    /// it that do not count.
    case streak(days: Int, misses: Int)
    /// The mean over all calendar days, or only over the days with data.
    case average(overRecordedDays: Bool)
    /// The value of the best day.
    case best
    /// The greatest sum over this many consecutive days.
    case window(days: Int)
    /// The number of weeks, or other stretches of days, that each satisfy a measure.
    case recurring(Recurrence, of: Measure)
  }

  /// The number of days that must satisfy the comparison.
  package enum DayCount: Hashable, Sendable {
    case atLeast(Int)
    case every
  }
}

extension Leaf.Measure {
  /// The things that the result of a measure counts.
  package enum Figure: Hashable, Sendable {
    case days, stretches
    /// An amount, in the unit of the leaf's value.
    case amount
  }

  /// The things that the result of the measure counts.
  package var figure: Figure {
    switch self {
    case .days, .streak: .days
    case .recurring: .stretches
    case .total, .average, .best, .window: .amount
    }
  }
}

extension Leaf.Measure {
  /// The measure that asks for a number of weeks, each from Monday, that satisfy `goal`.
  package static func weekly(_ weeks: Int, _ goal: Leaf.Measure) -> Leaf.Measure {
    .recurring(Recurrence(weeks), of: goal)
  }

  /// The measure within one stretch, or over the whole period where stretches are not counted.
  package var goal: Leaf.Measure {
    if case .recurring(_, let goal) = self { goal } else { self }
  }

  /// The stretches that are counted; `nil` where the measure counts none.
  package var recurrence: Recurrence? {
    if case .recurring(let recurrence, _) = self { recurrence } else { nil }
  }
}

extension Leaf {
  /// Whether each day's value is compared, and not a sum or mean of days.
  package var asksEachDay: Bool {
    let goal = measure.goal
    return goal == .best || goal.figure == .days
  }
}
