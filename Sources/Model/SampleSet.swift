/// One subject's normalised data: what `Normalize` hands to `Aggregate`.
public struct SampleSet: Sendable {
  public var zone: ResolvedZone
  /// Sources by rank, best first; samples and activities refer to them by index.
  public var sources: [Source]
  /// Accepted samples by metric, any order.
  public var samples: [Metric: SampleList]
  /// Samples that the policy set aside because a user entered them, by metric.
  public var manual: [Metric: SampleList]
  public var activities: [Activity]
  /// Where the data ends: days that end later are incomplete. `nil` when there is no data.
  public var dataEnd: Instant?
  /// An input is truncated, fails its checksum or is partly unreadable, so every day is incomplete.
  public var isDamaged: Bool
  /// By index of input: how many records each code rejected.
  public var rejected: [[FindingCode: Int]]
  public var findings: [Finding]

  public init(
    zone: ResolvedZone, sources: [Source] = [], samples: [Metric: SampleList] = [:],
    manual: [Metric: SampleList] = [:], activities: [Activity] = [], dataEnd: Instant? = nil,
    isDamaged: Bool = false, rejected: [[FindingCode: Int]] = [], findings: [Finding] = []
  ) {
    self.zone = zone
    self.sources = sources
    self.samples = samples
    self.manual = manual
    self.activities = activities
    self.dataEnd = dataEnd
    self.isDamaged = isDamaged
    self.rejected = rejected
    self.findings = findings
  }
}

/// What to do with values that a person typed in.
public enum ManualEntryPolicy: String, CaseIterable, Hashable, Sendable {
  case exclude, include
}

/// How data is chosen; part of the evidence.
public struct Policies: Hashable, Sendable {
  public var manualEntries: ManualEntryPolicy
  public var sourceOrder: SourceOrder

  public init(
    manualEntries: ManualEntryPolicy = .exclude, sourceOrder: SourceOrder = SourceOrder()
  ) {
    self.manualEntries = manualEntries
    self.sourceOrder = sourceOrder
  }
}
