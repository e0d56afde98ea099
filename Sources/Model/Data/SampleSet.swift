/// One subject's normalised data: what `Normalize` hands to `Aggregate`.
public struct SampleSet: Sendable {
  /// The zone that decides days, and how it was found.
  public var zone: ResolvedZone
  /// Sources by rank, best first; samples and activities refer to them by index.
  public var sources: [Source]
  /// Accepted samples by metric, any order.
  public var samples: [Metric: SampleList]
  /// Samples that the policy set aside because a user entered them, by metric.
  public var manual: [Metric: SampleList]
  /// The sessions of all inputs.
  public var activities: [Activity]
  /// The sessions of workout logs, each once, ascending by day, then start; one without a start first.
  public var strength: [StrengthSession]
  /// The sessions of workout logs that are only counted, of each input for itself; none of them is in `strength`.
  public var countedSessions = SessionTally()
  /// The weights of the body, in any order; none where nothing was lifted.
  public var bodyWeights: [BodyWeight] = []
  /// Whether typed-in values count, and with them logged sessions that no device recorded.
  public var includesManualEntries = false
  /// Trackers' own figures for days, any order.
  public var totals: [DayTotal]
  /// The end of the data: days that end later are incomplete.
  ///
  /// `nil` when there is no data.
  public var dataEnd: Instant?
  /// An input is truncated, fails its checksum or is partly unreadable, so every day is incomplete.
  public var isDamaged: Bool
  /// Times that damaged activity or monitoring files touch: their days are incomplete.
  public var damagedSpans: [Interval]
  /// The number of records and activities that each code rejected, by index of input.
  public var rejected: [[FindingCode: Int]]
  /// The same numbers by metric and source, in any order, by index of input.
  public var rejectedSeries: [[RejectedSeries]] = []
  /// The findings of converting records.
  public var findings: [Finding]
  /// The times of samples that were not kept, for they ended long before the period, by index of input.
  public var passedSpans: [Int: Interval] = [:]
  /// Whether one of those may be a duplicate, so that the samples are to be read again and all kept.
  public var isUncertain = false

  /// Makes the data of one subject.
  public init(
    zone: ResolvedZone, sources: [Source] = [], samples: [Metric: SampleList] = [:],
    manual: [Metric: SampleList] = [:], activities: [Activity] = [],
    strength: [StrengthSession] = [], totals: [DayTotal] = [], dataEnd: Instant? = nil,
    isDamaged: Bool = false,
    damagedSpans: [Interval] = [], rejected: [[FindingCode: Int]] = [], findings: [Finding] = []
  ) {
    self.zone = zone
    self.sources = sources
    self.samples = samples
    self.manual = manual
    self.activities = activities
    self.strength = strength
    self.totals = totals
    self.dataEnd = dataEnd
    self.isDamaged = isDamaged
    self.damagedSpans = damagedSpans
    self.rejected = rejected
    self.findings = findings
  }
}

/// The weight of a body at an instant.
public struct BodyWeight: Hashable, Comparable, Sendable {
  /// The instant at which it was measured.
  public var at: Instant
  /// - Units: kilograms, in micro-units.
  public var mass: Quantity

  /// Makes a weight.
  public init(at: Instant, mass: Quantity) {
    (self.at, self.mass) = (at, mass)
  }

  /// Orders weights by time, of one instant the lighter first.
  public static func < (a: BodyWeight, b: BodyWeight) -> Bool { (a.at, a.mass) < (b.at, b.mass) }
}

/// The count of what one code rejected of one metric of one source.
public struct RejectedSeries: Hashable, Sendable {
  /// `nil` for activities.
  public var metric: Metric?
  /// The source of the rejected records.
  public var source: Source
  /// The reason for which they were rejected.
  public var code: FindingCode
  /// The number of rejected records.
  public var count: Int

  /// Makes the count of one source's rejected records.
  public init(metric: Metric?, source: Source, code: FindingCode, count: Int) {
    self.metric = metric
    self.source = source
    self.code = code
    self.count = count
  }
}
