/// The kinds of recorded sessions; see Semantics, "Sessions".
public enum ActivityKind: String, CaseIterable, Hashable, Sendable {
  case run, walk, hike, cycle, swim, row, strength, hiit, yoga, other
  /// Time that no device records, such as minutes of learning in an app; see Semantics, "Session
  /// logs".
  case learning

  /// The kinds of sport, which devices record; kinds that stand in logs alone are left out.
  package static let sports = allCases.filter { !$0.isLogged }

  /// Whether sessions of this kind stand in logs alone, as no device records them.
  ///
  /// Such sessions count whatever the policy for typed-in values says. They count in no metric but
  /// their own, and only for rules that ask for it.
  package var isLogged: Bool { self == .learning }

  /// The daily metric that the distance of a session of this kind adds to; `nil` where it adds to
  /// none.
  package var distanceMetric: Metric? {
    switch self {
    case .run, .walk, .hike: .distanceWalkingRunning
    case .cycle: .distanceCycling
    case .swim: .distanceSwimming
    case .row, .strength, .hiit, .yoga, .other, .learning: nil
    }
  }

  /// Whether a session of this kind goes nowhere, so that it has no distance, pace or speed.
  package var staysInPlace: Bool {
    switch self {
    case .strength, .hiit, .yoga, .learning: true
    case .run, .walk, .hike, .cycle, .swim, .row, .other: false
    }
  }

  /// Whether a session of this kind cannot climb, so that it has no elevation gain.
  package var staysLevel: Bool { staysInPlace || self == .swim || self == .row }
}

/// A figure of a session.
///
/// When two inputs recorded one session, a figure that one of them lacks is taken from the other.
package enum ActivityField: String, CaseIterable, Hashable, Sendable {
  case activeSeconds, distanceMeters, kilocalories, steps, averageBPM, maximumBPM
  case elevationGainMeters

  /// The unit of the figure; time is in seconds here, while metrics count minutes.
  package var unit: Unit {
    switch self {
    case .activeSeconds: .second
    case .distanceMeters, .elevationGainMeters: .meter
    case .kilocalories: .kilocalorie
    case .steps: .count
    case .averageBPM, .maximumBPM: .beatsPerMinute
    }
  }
}

/// One recorded session, normalised.
///
/// A session belongs to the day on which it starts. Semantics, "Sessions", says what it adds to
/// daily metrics.
package struct Activity: Hashable, Sendable {
  package var kind: ActivityKind
  /// The thing that the session was done with, such as an app or a book, where a log names it.
  package var name: String?
  /// The reason for which the kind is unknown and ``kind`` is ``ActivityKind/other``; `nil` for a
  /// known kind.
  package var sportGap: SportGap?
  /// Whether the file says that the session was indoors.
  package var isIndoor: Bool
  /// The instant at which it starts, which decides its day.
  package var start: Instant
  /// The instant at which it ends.
  package var end: Instant
  /// Rank of the session's source in the subject's order of sources.
  package var source: UInt16
  /// Index of the input that the session was read from.
  package var input: Int
  /// Index of the document in the input that the session was read from.
  package var document: Int
  /// Whether a person typed it in.
  package var isUserEntered: Bool
  /// The known figures, in canonical units; active time in seconds.
  package var values: [ActivityField: Quantity]
  /// Whether the distance was computed from the points of the track; a distance that a file states
  /// is preferred.
  package var isDistanceComputed: Bool
  /// Whether the track has gaps in which the way is not known; the real distance is then at least
  /// the recorded one.
  package var hasGaps: Bool
  /// The level of detail of the file's data about the session, which decides whose figures remain
  /// after a merge.
  package var detail: ActivityDetail
  /// The amounts that the session adds to daily metrics.
  package var contribution: ActivityContribution
  /// Accepted points, ascending by time.
  package var track: [TrackPoint]
  /// The sets of a strength session, in the order of the file.
  package var sets: [StrengthSet]
  /// The heart rate within a merged session; nothing of it is known before that.
  package var heartRate = SessionHeartRate()

  package init(
    kind: ActivityKind, name: String? = nil, sportGap: SportGap? = nil, isIndoor: Bool = false,
    start: Instant, end: Instant, source: UInt16 = 0,
    input: Int = 0, document: Int = 0, isUserEntered: Bool = false,
    values: [ActivityField: Quantity] = [:], isDistanceComputed: Bool = false,
    hasGaps: Bool = false,
    detail: ActivityDetail = .summary, contribution: ActivityContribution = .nothing,
    track: [TrackPoint] = [], sets: [StrengthSet] = []
  ) {
    self.kind = kind
    self.name = name
    self.sportGap = sportGap
    self.isIndoor = isIndoor
    self.start = start
    self.end = end
    self.source = source
    self.input = input
    self.document = document
    self.isUserEntered = isUserEntered
    self.values = values
    self.isDistanceComputed = isDistanceComputed
    self.hasGaps = hasGaps
    self.detail = detail
    self.contribution = contribution
    self.track = track
    self.sets = sets
  }
}

/// A session: of the activities that recorded it one is kept, and the others fill in the figures
/// that it lacks.
package struct Session: Hashable, Sendable {
  /// The civil day on which it starts.
  package var day: CivilDay
  /// The kept activity, with the figures that others filled in.
  package var activity: Activity
  /// The indices of the inputs that recorded the session, that of the kept activity first.
  package var inputs: [Int]
  /// For each figure, the input it is from, as a position in ``inputs``, which is not itself the
  /// index of an input.
  package var origins: [ActivityField: Int]

  package init(
    day: CivilDay, activity: Activity, inputs: [Int], origins: [ActivityField: Int]
  ) {
    self.day = day
    self.activity = activity
    self.inputs = inputs
    self.origins = origins
  }
}
