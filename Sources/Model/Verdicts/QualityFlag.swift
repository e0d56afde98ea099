/// A mark on data that a person may want to look at.
///
/// It never decides alone.
package struct QualityFlag: Hashable, Sendable {
  /// The levels of a flag.
  package enum Level: String, CaseIterable, Hashable, Sendable {
    /// Unusual.
    case noted
    /// Past what people or devices do.
    case flagged
  }

  /// The kind of the flag.
  package var code: FlagCode
  /// The level that the figure reaches.
  package var level: Level
  /// `nil` of what is about the whole period.
  package var day: CivilDay?
  /// The metric that it is about, if it is about one.
  package var metric: Metric?
  /// The kind of the session that it is about, if it is about one.
  package var kind: ActivityKind?
  /// The figure, in the flag's unit.
  package var measured: Quantity
  /// The bound that the figure is beyond, in the flag's unit.
  package var limit: Quantity
  /// Who says so: where the limit comes from.
  package var source: String?

  package init(
    _ code: FlagCode, _ level: Level, day: CivilDay? = nil, metric: Metric? = nil,
    kind: ActivityKind? = nil, measured: Quantity, limit: Quantity, source: String? = nil
  ) {
    self.code = code
    self.level = level
    self.day = day
    self.metric = metric
    self.kind = kind
    self.measured = measured
    self.limit = limit
    self.source = source
  }
}

/// The stable names of flags.
package enum FlagCode: String, CaseIterable, Hashable, Sendable {
  case manualShare = "manual.share"
  case stepsPerMinute = "steps.per_minute"
  case strideLength = "steps.stride"
  case runningSpeed = "run.speed"
  case cyclingSpeed = "cycle.speed"
  case swimmingSpeed = "swim.speed"
  case constantHeartRate = "heart_rate.constant"
  case flightsPerHour = "flights.per_hour"
  case energyPerMinute = "energy.per_minute"
  case overlappingSessions = "sessions.overlap"
  case liftLoad = "lift.load"
  case liftJump = "lift.jump"
  case repeatedLifting = "lifting.repeated"
  case lateShare = "created.late"
  /// One watch, phone or app has records that overlap others of its own.
  case ownOverlaps = "source.overlaps"
  /// An export says more of a day than an earlier one of the same person, and nothing explains it.
  case raisedInExport = "export.raised"
  /// An export lacks something of a day that an earlier one has, or says less or the same otherwise.
  case changedInExport = "export.changed"
  /// Two exports differ in what a day counts, for a reason that honest exports have.
  case explainedInExport = "export.explained"
  /// The same archive was handed in for another subject.
  case sharedArchive = "archive.shared"
  /// Ten days or more have the same values as another subject's.
  case sharedDays = "days.shared"

  /// Whether a gate counts it only where its `codes` name it.
  package var isCountedByNameAlone: Bool { self == .ownOverlaps }

  /// Whether only a look at other subjects gives it.
  package var isOfSharing: Bool { self == .sharedArchive || self == .sharedDays }

  /// The unit of what is measured and of its limit.
  package var unit: String {
    switch self {
    case .manualShare, .lateShare, .liftJump, .ownOverlaps: "%"
    case .stepsPerMinute: "count/min"
    case .strideLength: "m"
    case .runningSpeed, .cyclingSpeed, .swimmingSpeed: "m/s"
    case .constantHeartRate, .overlappingSessions: "min"
    case .flightsPerHour: "count/hr"
    case .energyPerMinute: "kcal/min"
    case .sharedArchive: "archive"
    case .liftLoad: "kg"
    case .sharedDays, .repeatedLifting: "day"
    case .raisedInExport, .changedInExport, .explainedInExport: "record"
    }
  }
}

/// The flags of one subject's data, with the limits that they were compared with.
package struct QualityFlags: Hashable, Sendable {
  /// The flags by day, those of the whole period last; then in the order of ``FlagCode``.
  package var flags: [QualityFlag]
  /// The limits that figures were compared with.
  package var limits: LimitsIdentity
  /// Whether the flags of sharing are still to come, because not all subjects have been looked at.
  package var isSharingPending: Bool

  package init(_ flags: [QualityFlag], limits: LimitsIdentity, isSharingPending: Bool = false) {
    self.flags = flags
    self.limits = limits
    self.isSharingPending = isSharingPending
  }
}

/// The identity of the limits that were used.
package struct LimitsIdentity: Hashable, Sendable {
  /// The name of the limits, of a-z, 0-9 and -.
  package var name: String
  /// Semantic version text.
  package var version: String
  /// The digest of the canonical JSON of the limits.
  package var digest: Digest

  package init(name: String, version: String, digest: Digest) {
    self.name = name
    self.version = version
    self.digest = digest
  }
}

extension LimitsIdentity {
  /// The name and version, which a verdict states.
  package var versionedName: VersionedName { VersionedName(name: name, version: version) }
}
