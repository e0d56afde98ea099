/// One question about the days of a period: a value that each day has, how the days' values become one
/// answer, and what they are compared with.
package struct Leaf: Hashable, Sendable {
  /// The way in which days become one answer.
  package var measure: Measure
  /// The value that each day has.
  package var value: DayValue
  /// The comparison with what `measure` gives; for `days` and `streak`, in weeks too, with each
  /// day's value.
  package var comparison: Comparison
  /// The days that are looked at.
  package var days: DaySelection
  /// What makes the target another for each subject; `comparison` then has the least that it can be.
  package var baseline: Baseline?

  /// Makes a leaf without the checks that a rule's file must pass.
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

  /// Makes a leaf without the checks that a rule's file must pass.
  package init(
    _ measure: Measure, of metric: Metric, _ comparison: Comparison,
    on days: DaySelection = DaySelection(), against baseline: Baseline? = nil
  ) {
    self.init(measure, of: .metric(metric), comparison, on: days, against: baseline)
  }
}

/// The value that a leaf looks at on each day.
package indirect enum DayValue: Hashable, Sendable {
  /// The amount of a cumulative metric.
  case metric(Metric)
  case heartRate(HeartRateStatistic)
  /// The minutes in which the heart rate is above a whole one, in bpm.
  case heartMinutes(above: Int)
  /// Something of the sessions that start on the day, summed.
  case activities(ActivitySum, of: ActivityTest)
  /// Something of the day's strength training, summed.
  case strength(StrengthMeasure)
  /// The best set of an exercise of the table, by its id.
  case lift(LiftQuantity, of: String)
  /// The best attempt at a feat, by its id.
  case feat(FeatFigure, of: String)
  /// Several of the day's amounts, each times a number, added up.
  case weighted(WeightedSum)

  /// The unit of values and thresholds.
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

  /// How many parts a micro-unit is divided into, in which bounds and sums of the value are counted.
  package var partsOfMicroUnit: Int64 {
    if case .weighted(let sum) = self { sum.partsOfMicroUnit } else { 1 }
  }

  /// The step that values are rounded to, see ``Metric/dailyStep``; what one set or attempt gives is not.
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

/// One figure of a day's heart rate.
package enum HeartRateStatistic: String, CaseIterable, Hashable, Sendable {
  /// The time-weighted average.
  case average
  case min, max
}

/// Which days of the period a leaf looks at.
package struct DaySelection: Hashable, Sendable {
  /// All when `nil`.
  package var weekdays: Set<CivilDay.Weekday>?
  /// The first day; the period's own when `nil`.
  package var from: CivilDay?
  /// The last day, included; the period's own when `nil`.
  package var to: CivilDay?

  /// Selects days; all of the period without arguments.
  package init(weekdays: Set<CivilDay.Weekday>? = nil, from: CivilDay? = nil, to: CivilDay? = nil) {
    self.weekdays = weekdays
    self.from = from
    self.to = to
  }

  /// Whether a day of the period is selected.
  package func contains(_ day: CivilDay) -> Bool {
    if let from, day < from { return false }
    if let to, day > to { return false }
    return weekdays?.contains(day.weekday) ?? true
  }
}

extension Leaf {
  /// The ways in which days become one answer.
  package indirect enum Measure: Hashable, Sendable {
    /// The sum over the period.
    case total
    /// How many days each satisfy the comparison.
    case days(DayCount)
    /// The longest run of such days, with up to `misses` other days inside it that do not count.
    case streak(days: Int, misses: Int)
    /// The mean over calendar days, or over the days that have data.
    case average(overRecordedDays: Bool)
    /// The best single day.
    case best
    /// The best sum of so many consecutive days.
    case window(days: Int)
    /// How many weeks, or other stretches of days, each have what is asked of one.
    case recurring(Recurrence, of: Measure)
  }

  /// The number of days that must compare.
  package enum DayCount: Hashable, Sendable {
    case atLeast(Int)
    case every
  }
}

extension Leaf.Measure {
  /// The thing that a measure gives a number of.
  package enum Figure: Hashable, Sendable {
    case days, stretches
    /// An amount, in the unit of what is looked at.
    case amount
  }

  /// The thing that the measure gives a number of.
  package var figure: Figure {
    switch self {
    case .days, .streak: .days
    case .recurring: .stretches
    case .total, .average, .best, .window: .amount
    }
  }
}

extension Leaf.Measure {
  /// Weeks from Monday of which each has what `goal` asks for.
  package static func weekly(_ weeks: Int, _ goal: Leaf.Measure) -> Leaf.Measure {
    .recurring(Recurrence(weeks), of: goal)
  }

  /// How the days of one stretch become an answer; of the whole period where there are no stretches.
  package var goal: Leaf.Measure {
    if case .recurring(_, let goal) = self { goal } else { self }
  }

  /// The stretches that are counted, if any are.
  package var recurrence: Recurrence? {
    if case .recurring(let recurrence, _) = self { recurrence } else { nil }
  }
}

extension Leaf {
  /// Whether the comparison is with each day's value, and not with what they sum up to.
  package var asksEachDay: Bool {
    let goal = measure.goal
    return goal == .best || goal.figure == .days
  }
}
