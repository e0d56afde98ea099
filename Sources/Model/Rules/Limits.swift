/// The limits of what is still usual or possible, from a versioned file that says where each limit
/// comes from.
package struct Limits: Hashable, Sendable {
  /// The name, version and digest that a verdict states.
  package var identity: LimitsIdentity
  /// The limit of each flag; a flag without one is not raised.
  package var limits: [FlagCode: Limit]
  /// The running records, ascending by distance.
  package var runningRecords: [RunningRecord]
  /// The margin above the sport's record speed from which a run is flagged.
  ///
  /// - Units: percent.
  package var recordMargin: Quantity

  /// The greatest known loads of lifts.
  package var liftRecords: [LiftRecord]
  /// The margin above the sport's greatest load from which a lift is flagged.
  ///
  /// - Units: percent.
  package var liftMargin: Quantity

  /// Makes limits without the checks that the file of limits must pass.
  package init(
    identity: LimitsIdentity, limits: [FlagCode: Limit], runningRecords: [RunningRecord],
    recordMargin: Quantity = .zero, liftRecords: [LiftRecord] = [], liftMargin: Quantity = .zero
  ) {
    self.identity = identity
    self.limits = limits
    self.runningRecords = runningRecords
    self.recordMargin = recordMargin
    (self.liftRecords, self.liftMargin) = (liftRecords, liftMargin)
  }
}

/// The bounds of one flag, each of which is a level, in the flag's unit; running speed and lifted
/// loads have no bounds here, because records bound them.
package struct Limit: Hashable, Sendable {
  /// The bound above which a figure is noted, in the flag's unit.
  package var notedAbove: Quantity?
  /// The bound above which a figure is flagged, in the flag's unit.
  package var flaggedAbove: Quantity?
  /// The bound below which a figure is flagged, in the flag's unit.
  package var flaggedBelow: Quantity?
  /// The source of the limit: a publication, a record, or Daymark's own choice.
  package var source: String

  package init(
    notedAbove: Quantity? = nil, flaggedAbove: Quantity? = nil, flaggedBelow: Quantity? = nil,
    source: String
  ) {
    self.notedAbove = notedAbove
    self.flaggedAbove = flaggedAbove
    self.flaggedBelow = flaggedBelow
    self.source = source
  }
}

/// The world record over one running distance.
package struct RunningRecord: Hashable, Sendable {
  package var distanceMeters: Quantity
  /// The time of the record in seconds.
  package var seconds: Quantity

  package init(distanceMeters: Quantity, seconds: Quantity) {
    self.distanceMeters = distanceMeters
    self.seconds = seconds
  }
}
