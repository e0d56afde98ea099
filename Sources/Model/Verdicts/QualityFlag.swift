/// A mark on data that a person may want to look at.
///
/// By itself it never decides a verdict.
package struct QualityFlag: Hashable, Sendable {
  /// The levels of a flag.
  package enum Level: String, CaseIterable, Hashable, Sendable {
    /// The figure is unusual.
    case noted
    /// The figure is beyond what people or devices do.
    case flagged
  }

  /// The kind of the flag.
  package var code: FlagCode
  /// The level whose bound the figure exceeds.
  package var level: Level
  /// The day; `nil` for a flag on the whole period.
  package var day: CivilDay?
  /// The metric, if the flag is about one.
  package var metric: Metric?
  /// The kind of session, if the flag is about a session.
  package var kind: ActivityKind?
  /// The figure, in the flag's unit.
  package var measured: Quantity
  /// The bound that the figure exceeds, in the flag's unit.
  package var limit: Quantity
  /// The source of the limit, such as a publication.
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
  /// One watch, phone or app has records that overlap each other.
  case ownOverlaps = "source.overlaps"
  /// An export has more for a day than an earlier one of the same person, without a known honest
  /// reason.
  case raisedInExport = "export.raised"
  /// An export has less for a day than an earlier one, or the same amount in other records.
  case changedInExport = "export.changed"
  /// Two exports differ in what counts for a day, for a reason that honest exports have.
  case explainedInExport = "export.explained"
  /// Another subject handed in the same archive.
  case sharedArchive = "archive.shared"
  /// Ten or more days have the same values as those of another subject.
  case sharedDays = "days.shared"

  /// Whether a gate counts the flag only if its `codes` name it.
  package var isCountedByNameAlone: Bool { self == .ownOverlaps }

  /// Whether the flag follows from comparing subjects with each other.
  package var isOfSharing: Bool { self == .sharedArchive || self == .sharedDays }

  /// The unit of the measured figure and of its limit.
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

/// The flags on one subject's data, with the limits by which they were raised.
package struct QualityFlags: Hashable, Sendable {
  /// The flags ascending by day, with those on the whole period last, then in the order of
  /// ``FlagCode``.
  package var flags: [QualityFlag]
  /// The limits by which flags were raised.
  package var limits: LimitsIdentity
  /// Whether flags of sharing may still be added, because not all subjects have been compared.
  package var isSharingPending: Bool

  package init(_ flags: [QualityFlag], limits: LimitsIdentity, isSharingPending: Bool = false) {
    self.flags = flags
    self.limits = limits
    self.isSharingPending = isSharingPending
  }
}

/// The name, version and digest of limits.
package struct LimitsIdentity: Hashable, Sendable {
  /// The name of the limits, of the characters a-z, 0-9 and -.
  package var name: String
  /// The version, as Semantic Versioning writes it.
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
  /// The name and version, which verdicts state.
  package var versionedName: VersionedName { VersionedName(name: name, version: version) }
}
