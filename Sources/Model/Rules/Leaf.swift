/// One question about the days of a period: a value that each day has, how the days' values become one
/// answer, and what they are compared with.
public struct Leaf: Hashable, Sendable {
  /// The ways in which days become one answer.
  public enum Measure: Hashable, Sendable {
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
    /// How many weeks each have what is asked of a week.
    case weekly(Weekly)
  }

  /// The number of days that must compare.
  public enum DayCount: Hashable, Sendable {
    case atLeast(Int)
    case every
  }

  /// The way in which days become one answer.
  public var measure: Measure
  /// The value that each day has.
  public var value: DayValue
  /// Of what `measure` gives, or for `days`, `streak` and weeks of days with each day's value.
  public var comparison: Comparison
  /// The days that are looked at.
  public var days: DaySelection

  /// Makes a leaf without the checks that a rule's file must pass.
  public init(
    _ measure: Measure, of value: DayValue, _ comparison: Comparison,
    on days: DaySelection = DaySelection()
  ) {
    self.measure = measure
    self.value = value
    self.comparison = comparison
    self.days = days
  }

  /// Makes a leaf without the checks that a rule's file must pass.
  public init(
    _ measure: Measure, of metric: Metric, _ comparison: Comparison,
    on days: DaySelection = DaySelection()
  ) {
    self.init(measure, of: .metric(metric), comparison, on: days)
  }

  /// The key that a rule file writes: `total`, `days`, `streak`, `average`, `best`, `window`, `weekly`,
  /// `activities`, `activityTotal`, `heartRate`.
  public var key: String {
    switch (measure, value) {
    case (.weekly, _): "weekly"
    case (_, .heartRate): "heartRate"
    case (_, .activities(.sessions, _)) where comparison.key == "atLeast": "activities"
    case (_, .activities): "activityTotal"
    case (.total, .metric): "total"
    case (.days, .metric): "days"
    case (.streak, .metric): "streak"
    case (.average, .metric): "average"
    case (.best, .metric): "best"
    case (.window, .metric): "window"
    }
  }

  /// Whether the comparison is with each day's value, and not with what they sum up to.
  public var asksEachDay: Bool {
    switch measure {
    case .days, .streak, .best: true
    case .weekly(let weekly): weekly.goal != .total
    case .total, .average, .window: false
    }
  }
}

/// The ISO weeks (or those that start on another day) that a `weekly` leaf counts.
public struct Weekly: Hashable, Sendable {
  /// What a week must have.
  public enum Goal: Hashable, Sendable {
    /// Days that each satisfy the leaf's comparison.
    case days(Leaf.DayCount)
    /// A sum of the days' values that satisfies it.
    case total
  }

  /// At least so many weeks.
  public var weeks: Int
  /// The thing that each week must have.
  public var goal: Goal
  /// The first day of a week.
  public var startsOn: CivilDay.Weekday
  /// Weeks count of which some days lie outside the leaf's days from first to last.
  public var countsPartialWeeks: Bool

  /// Makes the requirement of a number of weeks.
  public init(
    weeks: Int, goal: Goal, startsOn: CivilDay.Weekday = .monday, countsPartialWeeks: Bool = false
  ) {
    self.weeks = weeks
    self.goal = goal
    self.startsOn = startsOn
    self.countsPartialWeeks = countsPartialWeeks
  }
}

/// What a leaf looks at on each day.
public enum DayValue: Hashable, Sendable {
  /// The amount of a cumulative metric.
  case metric(Metric)
  case heartRate(HeartRateStatistic)
  /// Something of the sessions that start on the day, summed.
  case activities(ActivitySum, of: ActivityTest)

  /// The unit of values and thresholds.
  public var unit: Unit {
    switch self {
    case .metric(let metric): metric.canonicalUnit
    case .heartRate: .beatsPerMinute
    case .activities(let sum, _): sum.unit
    }
  }

  /// The step that values are rounded to, see ``Metric/dailyStep``.
  ///
  /// - Units: micro-units.
  public var step: Int64 { unit.dailyStep }
}

/// One figure of a day's heart rate.
public enum HeartRateStatistic: String, CaseIterable, Hashable, Sendable {
  /// The time-weighted average.
  case average
  case min, max
}

/// Which days of the period a leaf looks at.
public struct DaySelection: Hashable, Sendable {
  /// All when `nil`.
  public var weekdays: Set<CivilDay.Weekday>?
  /// The first day; the period's own when `nil`.
  public var from: CivilDay?
  /// The last day, included; the period's own when `nil`.
  public var to: CivilDay?

  /// Selects days; all of the period without arguments.
  public init(weekdays: Set<CivilDay.Weekday>? = nil, from: CivilDay? = nil, to: CivilDay? = nil) {
    self.weekdays = weekdays
    self.from = from
    self.to = to
  }

  /// Whether a day of the period is selected.
  public func contains(_ day: CivilDay) -> Bool {
    if let from, day < from { return false }
    if let to, day > to { return false }
    return weekdays?.contains(day.weekday) ?? true
  }
}

extension CivilDay.Weekday {
  /// `mon` to `sun`.
  public var key: String { String(String(describing: self).prefix(3)) }
}
