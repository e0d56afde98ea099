/// One metric, one subject, one civil day: the figure that evidence, store and rules share.
///
/// Values are rounded once, see ``Metric/dailyStep``. A day without data has no aggregate.
public struct DailyAggregate: Hashable, Sendable {
  /// The metric of the value.
  public var metric: Metric
  /// The civil day.
  public var day: CivilDay
  /// The day's sum; for heart rate the time-weighted average, `nil` where only a summary tells of the
  /// day and does not give one.
  public var value: Quantity?
  /// Present for heart rate alone.
  public var heartRate: HeartRateFigures?
  /// Whether the data reaches the day's end undamaged.
  public var isComplete: Bool
  /// The measures of the data's quality.
  package var measure: QualityMeasure

  /// Makes the value of a day; complete unless it is said not to be.
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

/// Heart rate of a day beside its time-weighted average; see Semantics, "A heart-rate day".
///
/// All of them are there on a day with samples; on a day without any, only what a daily summary
/// gives.
public struct HeartRateFigures: Hashable, Sendable {
  /// The lowest rate in bpm; `nil` where a summary lacks it.
  public var minimum: Quantity?
  /// The highest rate in bpm; `nil` where a summary lacks it.
  public var maximum: Quantity?
  /// The plain mean in bpm; `nil` where a summary lacks it.
  public var mean: Quantity?
  /// `0` for figures of a summary.
  public var count: Int
  /// The time at each rate.
  package var times = HeartRateTimes()
  /// The minutes of the day of which rejected records leave open what the rate was.
  package var openMinutes = Quantity.zero
  /// The minutes above each rate that a rule asks for, as evidence states them in place of ``times``.
  package var minutesAbove: [Int: Quantity] = [:]

  /// Makes the figures of a day of heart rate.
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
  /// The minutes above a whole rate in bpm; `nil` where only a summary tells of the day, or evidence does not state
  /// them.
  package func minutes(above rate: Int) -> Quantity? {
    if count == 0 { return nil }
    return minutesAbove.isEmpty ? times.minutes(above: rate) : minutesAbove[rate]
  }

  /// The figures as evidence states them for a rule that asks for minutes above some rates, or above none.
  package func stating(minutesAbove rates: Set<Int>) -> HeartRateFigures {
    var stated = self
    stated.times = HeartRateTimes()
    stated.minutesAbove = [:]
    for rate in rates { stated.minutesAbove[rate] = minutes(above: rate) }
    if stated.minutesAbove.isEmpty { stated.openMinutes = .zero }
    return stated
  }
}
