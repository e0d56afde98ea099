/// One metric, one subject, one civil day: the figure that evidence, store and rules share.
///
/// Values are rounded once, see ``Metric/dailyStep``. A day without data has no aggregate.
public struct DailyAggregate: Hashable, Sendable {
  public var metric: Metric
  public var day: CivilDay
  /// The day's sum; for heart rate the time-weighted average, `nil` where only a summary tells of the
  /// day and does not give one.
  public var value: Quantity?
  /// Present for heart rate alone.
  public var heartRate: HeartRateFigures?
  public var isComplete: Bool
  public var measure: QualityMeasure

  public init(
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
/// With samples all of them are there; of a day without any only what a daily summary gives.
public struct HeartRateFigures: Hashable, Sendable {
  public var minimum: Quantity?
  public var maximum: Quantity?
  public var mean: Quantity?
  /// `0` for figures of a summary.
  public var count: Int

  public init(
    minimum: Quantity? = nil, maximum: Quantity? = nil, mean: Quantity? = nil, count: Int
  ) {
    self.minimum = minimum
    self.maximum = maximum
    self.mean = mean
    self.count = count
  }
}

/// What was measured of a day while its samples were at hand: numbers, no judgement.
///
/// Amounts are rounded like the day's value. What lies beyond ``Quantity/limit`` is that limit.
public struct QualityMeasure: Hashable, Sendable {
  /// Accepted samples that overlap the day.
  public var samples: Int
  /// User-entered samples of the day, counted or set aside.
  public var manualSamples: Int
  /// Their amount before merging.
  public var manualAmount: Quantity
  /// The sum over all sources before merging, user-entered values that were set aside left out.
  /// For heart rate the sum of the samples, which only the manual share uses.
  public var naive: Quantity
  /// User-entered part of all values before merging, or `nil` when their sum is zero.
  ///
  /// - Units: ten-thousandths.
  public var manualShare: Int?
  /// What each source gave, best first; sources without anything on the day are absent.
  public var contributions: [SourceContribution]
  /// The figure that was not used: the sweep's where a day total stands, or the total where not.
  public var alternate: Quantity?
  /// The part of `manualAmount` that the policy set aside, which `naive` does not hold.
  public var setAside: Quantity
  /// The part of `naive` that was written more than 48 hours after it happened.
  public var late: Quantity
  /// What limits are compared with, each in its flag's unit, rounded to 0.01 of it; absent where
  /// nothing could be measured, or nothing but zero.
  public var figures: [FlagCode: Quantity]

  public init(
    samples: Int = 0, manualSamples: Int = 0, manualAmount: Quantity = .zero,
    naive: Quantity = .zero, manualShare: Int? = nil, contributions: [SourceContribution] = [],
    alternate: Quantity? = nil, setAside: Quantity = .zero, late: Quantity = .zero,
    figures: [FlagCode: Quantity] = [:]
  ) {
    self.samples = samples
    self.manualSamples = manualSamples
    self.manualAmount = manualAmount
    self.naive = naive
    self.manualShare = manualShare
    self.contributions = contributions
    self.alternate = alternate
    self.setAside = setAside
    self.late = late
    self.figures = figures
  }
}

/// What one source gave to one day.
public struct SourceContribution: Hashable, Sendable {
  /// Rank of the source.
  public var source: Int
  public var contributed: Quantity
  /// The part of its samples that better sources covered.
  public var covered: Quantity

  public init(source: Int, contributed: Quantity, covered: Quantity = .zero) {
    self.source = source
    self.contributed = contributed
    self.covered = covered
  }
}

/// The sessions of one kind on one day, summed.
public struct DailyActivities: Hashable, Sendable {
  public var day: CivilDay
  public var kind: ActivityKind
  public var sessions: Int
  /// - Units: minutes, rounded to 0.01.
  public var minutes: Quantity
  public var distance: Quantity?
  public var energy: Quantity?
  public var elevationGain: Quantity?

  public init(
    day: CivilDay, kind: ActivityKind, sessions: Int, minutes: Quantity,
    distance: Quantity? = nil, energy: Quantity? = nil, elevationGain: Quantity? = nil
  ) {
    self.day = day
    self.kind = kind
    self.sessions = sessions
    self.minutes = minutes
    self.distance = distance
    self.energy = energy
    self.elevationGain = elevationGain
  }
}

/// One subject aggregated: what `Aggregate` hands on, what the store keeps, what rules see.
public struct SubjectAggregates: Hashable, Sendable {
  public var zone: ResolvedZone
  /// Best first.
  public var sources: [Source]
  /// Ascending by metric, then day.
  public var days: [DailyAggregate]
  /// Ascending by start.
  public var sessions: [Session]
  /// Ascending by day, then kind in the order of its name.
  public var activities: [DailyActivities]
  public var dataEnd: Instant?
  /// Every day may lack data.
  public var isDamaged: Bool
  /// Times in which data may be lacking: disjoint, ascending, none empty.
  public private(set) var damagedSpans: [Interval]
  public var findings: [Finding]

  public init(
    zone: ResolvedZone, sources: [Source] = [], days: [DailyAggregate] = [],
    sessions: [Session] = [], activities: [DailyActivities] = [], dataEnd: Instant? = nil,
    isDamaged: Bool = false, damagedSpans: [Interval] = [], findings: [Finding] = []
  ) {
    self.zone = zone
    self.sources = sources
    self.days = days
    self.sessions = sessions
    self.activities = activities
    self.dataEnd = dataEnd
    self.isDamaged = isDamaged
    self.damagedSpans = union(of: damagedSpans)
    self.findings = findings
  }

  /// Whether the data reaches the end of a day, or of its part in a period, and nothing of it may
  /// be missing; see Semantics, "Incomplete days".
  public func hasAllData(of day: Interval) -> Bool {
    guard !isDamaged, let dataEnd, day.end <= dataEnd else { return false }
    var (low, high) = (0, damagedSpans.count)
    while low < high {
      let middle = (low + high) / 2
      if damagedSpans[middle].end <= day.start { low = middle + 1 } else { high = middle }
    }
    return low == damagedSpans.count || damagedSpans[low].start >= day.end
  }
}

/// The same time as disjoint intervals, ascending; an instant stands for its millisecond.
private func union(of intervals: [Interval]) -> [Interval] {
  var union: [Interval] = []
  for interval in intervals.sorted(by: { $0.start < $1.start }) {
    let end = max(interval.end, Instant(milliseconds: interval.start.milliseconds &+ 1))
    if let last = union.last, interval.start <= last.end {
      union[union.count - 1].end = max(last.end, end)
    } else {
      union.append(Interval(interval.start, end))
    }
  }
  return union
}
