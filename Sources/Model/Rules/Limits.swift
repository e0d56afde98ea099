/// What is still usual or possible, from a versioned file that says where each limit comes from.
public struct Limits: Hashable, Sendable {
  public var identity: LimitsIdentity
  public var limits: [FlagCode: Limit]
  /// Ascending by distance.
  public var runningRecords: [RunningRecord]
  /// How far above the record for its distance a run is flagged.
  ///
  /// - Units: percent.
  public var recordMargin: Quantity

  public init(
    identity: LimitsIdentity, limits: [FlagCode: Limit], runningRecords: [RunningRecord],
    recordMargin: Quantity = .zero
  ) {
    self.identity = identity
    self.limits = limits
    self.runningRecords = runningRecords
    self.recordMargin = recordMargin
  }
}

/// The bounds of one flag, each a level of its own, in the flag's unit; none for running speed, whose
/// bound is the record of the distance.
public struct Limit: Hashable, Sendable {
  public var notedAbove: Quantity?
  public var flaggedAbove: Quantity?
  public var flaggedBelow: Quantity?
  /// Who says so: a publication, a record, or that it is Daymark's own choice.
  public var source: String

  public init(
    notedAbove: Quantity? = nil, flaggedAbove: Quantity? = nil, flaggedBelow: Quantity? = nil,
    source: String
  ) {
    self.notedAbove = notedAbove
    self.flaggedAbove = flaggedAbove
    self.flaggedBelow = flaggedBelow
    self.source = source
  }
}

/// The fastest that a distance was ever run.
public struct RunningRecord: Hashable, Sendable {
  public var distanceMeters: Quantity
  public var seconds: Quantity

  public init(distanceMeters: Quantity, seconds: Quantity) {
    self.distanceMeters = distanceMeters
    self.seconds = seconds
  }
}
