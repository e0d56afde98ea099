/// The kinds of recorded sessions; see Semantics, "Sessions".
public enum ActivityKind: String, CaseIterable, Hashable, Sendable {
  case run, walk, hike, cycle, swim, row, strength, hiit, yoga, other
  /// What no device records, such as minutes in an app; see Semantics, "Session logs".
  case learning

  /// The kinds of sport, which devices record.
  package static let sports = allCases.filter { !$0.isLogged }

  /// Whether it stands in logs alone.
  ///
  /// It counts whatever the policy for typed-in values says, in no metric but its own, and only for rules that ask for
  /// it.
  package var isLogged: Bool { self == .learning }

  /// The daily metric that the distance of such a session goes to.
  package var distanceMetric: Metric? {
    switch self {
    case .run, .walk, .hike: .distanceWalkingRunning
    case .cycle: .distanceCycling
    case .swim: .distanceSwimming
    case .row, .strength, .hiit, .yoga, .other, .learning: nil
    }
  }

  /// Whether such a session goes nowhere: it has no distance, pace or speed.
  package var staysInPlace: Bool {
    switch self {
    case .strength, .hiit, .yoga, .learning: true
    case .run, .walk, .hike, .cycle, .swim, .row, .other: false
    }
  }

  /// Whether such a session cannot climb: it has no elevation gain.
  package var staysLevel: Bool { staysInPlace || self == .swim || self == .row }
}

/// A field of an activity that a merge may fill from another input.
package enum ActivityField: String, CaseIterable, Hashable, Sendable {
  case activeSeconds, distanceMeters, kilocalories, steps, averageBPM, maximumBPM
  case elevationGainMeters

  /// The unit of its values; time is in seconds here, while metrics count minutes.
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
/// It belongs to the day of its start. What it contributes to daily metrics is said in Semantics,
/// "Sessions".
package struct Activity: Hashable, Sendable {
  /// The kind of the session.
  package var kind: ActivityKind
  /// What it was done with, such as an app or a book, where a log names it.
  package var name: String?
  /// Why nobody knows the kind, which is then ``ActivityKind/other``; `nil` where it is known.
  package var sportGap: SportGap?
  /// Whether it says that it is indoors.
  package var isIndoor: Bool
  /// The instant at which it starts, which decides its day.
  package var start: Instant
  /// The instant at which it ends.
  package var end: Instant
  /// Rank of its source in the subject's order.
  package var source: UInt16
  /// Index of the input it was read from.
  package var input: Int
  /// Index of the document in that input.
  package var document: Int
  /// Whether a person typed it in.
  package var isUserEntered: Bool
  /// The known figures, in canonical units; active time in seconds.
  package var values: [ActivityField: Quantity]
  /// The distance was computed from points of the track: one that a file states goes before it.
  package var isDistanceComputed: Bool
  /// The track has gaps, in which nobody knows the way: it went at least so far.
  package var hasGaps: Bool
  /// The richness of the file that it is from.
  package var detail: ActivityDetail
  /// The part that it plays in daily metrics.
  package var contribution: ActivityContribution
  /// Accepted points, ascending by time.
  package var track: [TrackPoint]
  /// The sets of a strength session, in the order of the file.
  package var sets: [StrengthSet]

  /// Makes a session; a figure that is left out is not known.
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

/// A session that stands after merging, with the input of each of its fields.
package struct Session: Hashable, Sendable {
  /// The civil day on which it starts.
  package var day: CivilDay
  /// The session that stands, with what others filled in.
  package var activity: Activity
  /// Indices of the inputs that were merged, the standing one's first.
  package var inputs: [Int]
  /// A place in ``inputs``, and not an input, for each field that has a value.
  package var origins: [ActivityField: Int]

  /// Makes a session of the inputs that recorded it.
  package init(
    day: CivilDay, activity: Activity, inputs: [Int], origins: [ActivityField: Int]
  ) {
    self.day = day
    self.activity = activity
    self.inputs = inputs
    self.origins = origins
  }
}
