/// The limits of what is still usual or possible, from a versioned file that says where each limit
/// comes from.
package struct Limits: Hashable, Sendable {
  /// The name, version and digest that a verdict states.
  package var identity: LimitsIdentity
  /// The limit of each flag; a flag without one is not raised.
  package var limits: [FlagCode: Limit]
  /// The records, ascending by distance.
  package var runningRecords: [RunningRecord]
  /// How far above the record for its distance a run is flagged.
  ///
  /// - Units: percent.
  package var recordMargin: Quantity

  /// The most that is known of lifts.
  package var liftRecords: [LiftRecord]
  /// How far above the record a lift is flagged.
  ///
  /// - Units: percent.
  package var liftMargin: Quantity

  /// Makes limits without the checks that a file of limits must pass.
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

/// The bounds of one flag, each a level of its own, in the flag's unit; none for running speed and
/// loads of lifts, whose bounds are records.
package struct Limit: Hashable, Sendable {
  /// The bound above which a figure is noted, in the flag's unit.
  package var notedAbove: Quantity?
  /// The bound above which a figure is flagged, in the flag's unit.
  package var flaggedAbove: Quantity?
  /// The bound below which a figure is flagged, in the flag's unit.
  package var flaggedBelow: Quantity?
  /// Who says so: a publication, a record, or that it is Daymark's own choice.
  package var source: String

  /// Makes the limit of one flag; a bound that is left out does not exist.
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

/// The fastest that a distance was ever run.
package struct RunningRecord: Hashable, Sendable {
  /// The distance of the record.
  package var distanceMeters: Quantity
  /// The time of the record.
  package var seconds: Quantity

  /// Makes a world record.
  package init(distanceMeters: Quantity, seconds: Quantity) {
    self.distanceMeters = distanceMeters
    self.seconds = seconds
  }
}
