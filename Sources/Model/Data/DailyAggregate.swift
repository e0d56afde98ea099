/// The figure of one metric on one civil day of one subject, as evidence, store and rules share it.
///
/// Values are rounded once; see ``Metric/dailyStep``. A day without data has no aggregate.
public struct DailyAggregate: Hashable, Sendable {
  public var metric: Metric
  public var day: CivilDay
  /// The sum of the day; for heart rate the time-weighted average, `nil` where the day is known
  /// from a summary alone and the summary gives no average.
  public var value: Quantity?
  /// The other figures of a day of heart rate; `nil` for every other metric.
  public var heartRate: HeartRateFigures?
  /// Whether the data reaches the end of the day and no damage touches it.
  public var isComplete: Bool
  /// The measures of the data's quality.
  package var measure: QualityMeasure

  package init(
    metric: Metric, day: CivilDay, value: Quantity?, heartRate: HeartRateFigures? = nil,
    isComplete: Bool = true, measure: QualityMeasure = QualityMeasure()
  ) {
    self.metric = metric
    self.day = day
    self.value = value
    self.heartRate = heartRate
    self.isComplete = isComplete
    self.measure = measure
  }
}

/// The heart rate of a day beside its time-weighted average; see Semantics, "A heart-rate day".
///
/// A day with samples has all figures. A day without samples has only those that a daily summary
/// gives.
public struct HeartRateFigures: Hashable, Sendable {
  /// The lowest rate in bpm; `nil` where a summary lacks it.
  public var minimum: Quantity?
  /// The highest rate in bpm; `nil` where a summary lacks it.
  public var maximum: Quantity?
  /// The plain mean in bpm; `nil` where a summary lacks it.
  public var mean: Quantity?
  /// The number of samples; 0 where the figures are those of a summary.
  public var count: Int
  /// The time that the heart rate spent at each whole rate.
  package var times = HeartRateTimes()
  /// The minutes of the day in which the rate is not known, because records were rejected.
  package var openMinutes = Quantity.zero
  /// The minutes above each rate that a rule asks for; evidence states these in place of ``times``.
  package var minutesAbove: [Int: Quantity] = [:]

  package init(
    minimum: Quantity? = nil, maximum: Quantity? = nil, mean: Quantity? = nil, count: Int
  ) {
    self.minimum = minimum
    self.maximum = maximum
    self.mean = mean
    self.count = count
  }
}

extension HeartRateFigures {
  /// The minutes above a whole rate in bpm; `nil` where the day is known from a summary alone, or
  /// evidence does not state them.
  package func minutes(above rate: Int) -> Quantity? {
    if count == 0 { return nil }
    return minutesAbove.isEmpty ? times.minutes(above: rate) : minutesAbove[rate]
  }

  /// The figures as evidence states them: with the minutes above the rates that the rule asks for,
  /// and without ``times``.
  package func stating(minutesAbove rates: Set<Int>) -> HeartRateFigures {
    var stated = self
    stated.times = HeartRateTimes()
    stated.minutesAbove = [:]
    for rate in rates { stated.minutesAbove[rate] = minutes(above: rate) }
    if stated.minutesAbove.isEmpty { stated.openMinutes = .zero }
    return stated
  }
}
