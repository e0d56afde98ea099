/// The kinds of recorded sessions; see Semantics, "Sessions".
public enum ActivityKind: String, CaseIterable, Hashable, Sendable {
  case run, walk, hike, cycle, swim, row, strength, hiit, yoga, other

  /// The daily metric that the distance of such a session goes to.
  public var distanceMetric: Metric? {
    switch self {
    case .run, .walk, .hike: .distanceWalkingRunning
    case .cycle: .distanceCycling
    case .swim: .distanceSwimming
    case .row, .strength, .hiit, .yoga, .other: nil
    }
  }

  /// Whether such a session goes nowhere: it has no distance, pace or speed.
  public var staysInPlace: Bool {
    switch self {
    case .strength, .hiit, .yoga: true
    case .run, .walk, .hike, .cycle, .swim, .row, .other: false
    }
  }

  /// Whether such a session cannot climb: it has no elevation gain.
  public var staysLevel: Bool { staysInPlace || self == .swim || self == .row }
}

/// A field of an activity that a merge may fill from another input.
public enum ActivityField: String, CaseIterable, Hashable, Codable, CodingKeyRepresentable,
  Sendable
{
  case activeSeconds, distanceMeters, kilocalories, steps, averageBPM, maximumBPM
  case elevationGainMeters
}

/// One recorded session, normalised.
///
/// It belongs to the day of its start. What it contributes to daily metrics is said in Semantics,
/// "Sessions".
public struct Activity: Hashable, Codable, Sendable {
  /// The kind of the session.
  public var kind: ActivityKind
  /// Whether it says that it is indoors.
  public var isIndoor: Bool
  /// The instant at which it starts, which decides its day.
  public var start: Instant
  /// The instant at which it ends.
  public var end: Instant
  /// Rank of its source in the subject's order.
  public var source: UInt16
  /// Index of the input it was read from.
  public var input: Int
  /// Index of the document in that input.
  public var document: Int
  /// Whether a person typed it in.
  public var isUserEntered: Bool
  /// The known figures, in canonical units; active time in seconds.
  public var values: [ActivityField: Quantity]
  /// The distance was computed from points of the track: one that a file states goes before it.
  public var isDistanceComputed: Bool
  /// The richness of the file that it is from.
  public var detail: ActivityDetail
  /// The part that it plays in daily metrics.
  public var contribution: ActivityContribution
  /// Accepted points, ascending by time.
  public var track: [TrackPoint]
  /// The sets of a strength session, in the order of the file.
  public var sets: [StrengthSet]

  /// Makes a session; a figure that is left out is not known.
  public init(
    kind: ActivityKind, isIndoor: Bool = false, start: Instant, end: Instant, source: UInt16 = 0,
    input: Int = 0, document: Int = 0, isUserEntered: Bool = false,
    values: [ActivityField: Quantity] = [:], isDistanceComputed: Bool = false,
    detail: ActivityDetail = .summary, contribution: ActivityContribution = .nothing,
    track: [TrackPoint] = [], sets: [StrengthSet] = []
  ) {
    self.kind = kind
    self.isIndoor = isIndoor
    self.start = start
    self.end = end
    self.source = source
    self.input = input
    self.document = document
    self.isUserEntered = isUserEntered
    self.values = values
    self.isDistanceComputed = isDistanceComputed
    self.detail = detail
    self.contribution = contribution
    self.track = track
    self.sets = sets
  }
}

/// A session that stands after merging, with the input of each of its fields.
public struct Session: Hashable, Codable, Sendable {
  /// The civil day on which it starts.
  public var day: CivilDay
  /// The session that stands, with what others filled in.
  public var activity: Activity
  /// Indices of the inputs that were merged, the standing one's first.
  public var inputs: [Int]
  /// A place in ``inputs``, and not an input, for each field that has a value.
  public var origins: [ActivityField: Int]

  /// Makes a session of the inputs that recorded it.
  public init(
    day: CivilDay, activity: Activity, inputs: [Int], origins: [ActivityField: Int]
  ) {
    self.day = day
    self.activity = activity
    self.inputs = inputs
    self.origins = origins
  }
}
