/// A recorded session as a file holds it, before normalisation.
package struct ActivityRecord: Sendable {
  package var kind: ActivityKind
  /// The thing that the session was done with, such as an app or a book, where a log names it.
  package var name: String?
  /// The reason for which the kind is unknown and ``kind`` is ``ActivityKind/other``; `nil` for a
  /// known kind.
  package var sportGap: SportGap?
  /// Whether the file says that the session was indoors.
  package var isIndoor: Bool
  /// The number of the source in its input.
  package var source: UInt16
  /// The time at which it starts, as the file writes it.
  package var start: RecordTime
  /// The time at which it ends, as the file writes it.
  package var end: RecordTime
  /// The time at which the session was written down, if the file says it.
  package var created: RecordTime
  /// Time in motion, without pauses; the whole interval when the file does not say.
  package var duration: WrittenAmount?
  /// The distance that the file states.
  package var distance: WrittenAmount?
  /// Whether the distance was computed from the points of the track; a distance that a file states
  /// is preferred.
  package var isDistanceComputed: Bool
  /// Whether the track has gaps in which the way is not known; the real distance is then at least
  /// the recorded one.
  package var hasGaps: Bool
  /// The active energy that the file states.
  package var energy: WrittenAmount?
  /// The steps that the file states.
  package var steps: WrittenAmount?
  /// The average heart rate that the file states.
  package var averageHeartRate: WrittenAmount?
  /// The highest heart rate that the file states.
  package var maximumHeartRate: WrittenAmount?
  /// The elevation gain that the file states.
  package var elevationGain: WrittenAmount?
  /// Whether a person typed it in.
  package var isUserEntered: Bool
  /// The level of detail of the file's data about the session, which decides whose figures remain
  /// after a merge.
  package var detail: ActivityDetail
  /// The amounts that the session adds to daily metrics.
  package var contribution: ActivityContribution
  /// The points of the track, ascending by time.
  package var track: [TrackPoint]
  /// The sets of a strength session, in the order of the file.
  package var sets: [StrengthSet]
  /// The line at which the session begins; see ``Record/line``.
  package var line: Int
  /// Offset in bytes of the session's beginning in its document, from 0.
  package var byte: Int

  package init(
    kind: ActivityKind, name: String? = nil, sportGap: SportGap? = nil, isIndoor: Bool = false,
    source: UInt16,
    start: RecordTime, end: RecordTime, created: RecordTime = .missing,
    duration: WrittenAmount? = nil, distance: WrittenAmount? = nil,
    isDistanceComputed: Bool = false, hasGaps: Bool = false, energy: WrittenAmount? = nil,
    steps: WrittenAmount? = nil,
    averageHeartRate: WrittenAmount? = nil, maximumHeartRate: WrittenAmount? = nil,
    elevationGain: WrittenAmount? = nil, isUserEntered: Bool = false,
    detail: ActivityDetail = .summary, contribution: ActivityContribution = .nothing,
    track: [TrackPoint] = [], sets: [StrengthSet] = [], line: Int = 1, byte: Int = 0
  ) {
    self.kind = kind
    self.name = name
    self.sportGap = sportGap
    self.isIndoor = isIndoor
    self.source = source
    self.start = start
    self.end = end
    self.created = created
    self.duration = duration
    self.distance = distance
    self.isDistanceComputed = isDistanceComputed
    self.hasGaps = hasGaps
    self.energy = energy
    self.steps = steps
    self.averageHeartRate = averageHeartRate
    self.maximumHeartRate = maximumHeartRate
    self.elevationGain = elevationGain
    self.isUserEntered = isUserEntered
    self.detail = detail
    self.contribution = contribution
    self.track = track
    self.sets = sets
    self.line = line
    self.byte = byte
  }
}

extension ActivityRecord {
  /// The amount that the file states of one figure; `nil` where it states none.
  package func amount(of field: ActivityField) -> WrittenAmount? {
    switch field {
    case .activeSeconds: duration
    case .distanceMeters: distance
    case .kilocalories: energy
    case .steps: steps
    case .averageBPM: averageHeartRate
    case .maximumBPM: maximumHeartRate
    case .elevationGainMeters: elevationGain
    }
  }

  /// The longest time that a session, or a record of a cumulative metric, is believed to take, and
  /// the farthest that a point of its track may lie from its start or end in time; see Semantics,
  /// "What is rejected".
  ///
  /// Watches that save a point an hour record an expedition of weeks on one charge.
  ///
  /// - Units: days.
  @inlinable package static var longestDays: Int { 100 }
}

/// The level of detail of a format's data about a session, the most detailed first; see Semantics,
/// "Sessions".
package enum ActivityDetail: Int, Hashable, Comparable, Sendable {
  /// A device's own file, with the track and all that the device counted.
  case device
  /// The track, with figures for each lap.
  case laps
  /// The track alone.
  case track
  /// Totals, without a track.
  case summary

  /// Orders details, richest first.
  package static func < (a: ActivityDetail, b: ActivityDetail) -> Bool { a.rawValue < b.rawValue }
}

/// The amounts that an activity adds to the daily metrics; see Semantics, "Sessions".
package enum ActivityContribution: Hashable, Sendable {
  /// Nothing, because its records stand in the same export and count already.
  case nothing
  /// The points of its track, or its totals spread over its interval.
  case samples
  /// The same as ``samples``, but for each metric only on days for which the session's provider
  /// gave no records of that metric.
  case samplesWhereNoRecords
}

/// One point of a recorded track: kept to 24 bytes, because a year of training has millions.
///
/// As with ``Record``, every member is usable from code that is inlined into other modules.
///
/// - Units: meters and beats per minute, in micro-units.
@usableFromInline
package struct TrackPoint: Hashable, Sendable {
  @usableFromInline package var at: Instant
  @usableFromInline var distanceMicroMeters: Int64
  @usableFromInline var heartRateMicroBPM: UInt32
  /// The offset in bytes in the upper 31 bits, and whether the point begins a segment in the
  /// lowest.
  @usableFromInline var packed: UInt32

  /// Packs the figures of a point.
  ///
  /// - Parameters:
  ///   - distance: Since the start of the recording. It may fall; a fall counts as no distance.
  ///   - beginsSegment: Whether the recording paused before this point, so that the way from the
  ///     last point is not known.
  ///   - byte: Offset of the point in its document.
  @inlinable
  package init(
    at: Instant, distance: Quantity? = nil, heartRate: Quantity? = nil,
    beginsSegment: Bool = false, byte: Int = 0
  ) {
    self.init(
      at, distance?.microUnits ?? .min, UInt32(clamping: heartRate?.microUnits ?? 0),
      UInt32(truncatingIfNeeded: byte) << 1 | (beginsSegment ? 1 : 0))
  }

  @inlinable
  init(_ at: Instant, _ distance: Int64, _ heartRate: UInt32, _ packed: UInt32) {
    self.at = at
    distanceMicroMeters = distance
    heartRateMicroBPM = heartRate
    self.packed = packed
  }

  /// Meters from the track's start; `nil` when the file states no distance for the point.
  @inlinable package var distance: Quantity? {
    distanceMicroMeters == .min ? nil : Quantity(microUnits: distanceMicroMeters)
  }

  /// The heart rate in bpm; `nil` where there is none, as for a rate of zero, which means that the
  /// sensor lost contact.
  @inlinable package var heartRate: Quantity? {
    heartRateMicroBPM == 0 ? nil : Quantity(microUnits: Int64(heartRateMicroBPM))
  }

  /// Whether the recording paused before this point.
  @inlinable package var beginsSegment: Bool { packed & 1 == 1 }

  /// Offset in bytes of the point in its document, from 0.
  @inlinable package var byte: Int { Int(packed >> 1) }
}
