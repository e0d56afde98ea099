/// A recorded session as a file holds it, before normalisation.
public struct ActivityRecord: Sendable {
  public var kind: ActivityKind
  public var isIndoor: Bool
  public var source: UInt16
  public var start: RecordTime
  public var end: RecordTime
  /// Time in motion, without pauses; the whole interval when the file does not say.
  public var duration: WrittenAmount?
  public var distance: WrittenAmount?
  /// The distance was computed from points of the track: one that a file states goes before it.
  public var isDistanceComputed: Bool
  public var energy: WrittenAmount?
  public var steps: WrittenAmount?
  public var averageHeartRate: WrittenAmount?
  public var maximumHeartRate: WrittenAmount?
  public var elevationGain: WrittenAmount?
  public var isUserEntered: Bool
  public var detail: ActivityDetail
  public var contribution: ActivityContribution
  /// Ascending by time.
  public var track: [TrackPoint]
  /// Of a strength session, in the order of the file.
  public var sets: [StrengthSet]
  /// As in ``Record/line``.
  public var line: Int
  public var byte: Int

  public init(
    kind: ActivityKind, isIndoor: Bool = false, source: UInt16, start: RecordTime,
    end: RecordTime, duration: WrittenAmount? = nil, distance: WrittenAmount? = nil,
    isDistanceComputed: Bool = false, energy: WrittenAmount? = nil, steps: WrittenAmount? = nil,
    averageHeartRate: WrittenAmount? = nil, maximumHeartRate: WrittenAmount? = nil,
    elevationGain: WrittenAmount? = nil, isUserEntered: Bool = false,
    detail: ActivityDetail = .summary, contribution: ActivityContribution = .nothing,
    track: [TrackPoint] = [], sets: [StrengthSet] = [], line: Int = 1, byte: Int = 0
  ) {
    self.kind = kind
    self.isIndoor = isIndoor
    self.source = source
    self.start = start
    self.end = end
    self.duration = duration
    self.distance = distance
    self.isDistanceComputed = isDistanceComputed
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

/// The kinds of files that tell of sessions, those that know most first; see Semantics, "Sessions".
public enum ActivityDetail: Int, Hashable, Comparable, Sendable {
  case fit, tcx, gpx, summary

  public static func < (a: ActivityDetail, b: ActivityDetail) -> Bool { a.rawValue < b.rawValue }
}

/// The amounts that an activity adds to the daily metrics; see Semantics, "Sessions".
public enum ActivityContribution: Hashable, Sendable {
  /// Nothing: its records stand in the same export.
  case nothing
  /// Its track, or its totals over its interval.
  case samples
  /// The same, but of a metric only on days for which its provider gave no records of that metric.
  case samplesWhereNoRecords
}

/// One point of a recorded track: 24 bytes, for a year of training has millions.
///
/// - Units: meters and beats per minute, in micro-units.
public struct TrackPoint: Hashable, Sendable {
  public var at: Instant
  private var distanceMicroMeters: Int64
  private var heartRateMicroBPM: UInt32
  /// Byte offset 31 bits, begins a segment 1.
  private var packed: UInt32

  /// - Parameters:
  ///   - distance: Since the start of the recording; may fall, which counts as no way.
  ///   - beginsSegment: The recording paused before this point: there is no way from the last one.
  ///   - byte: Offset of the point in its document.
  @inlinable
  public init(
    at: Instant, distance: Quantity? = nil, heartRate: Quantity? = nil,
    beginsSegment: Bool = false, byte: Int = 0
  ) {
    self.init(
      at, distance?.microUnits ?? .min, UInt32(clamping: heartRate?.microUnits ?? 0),
      UInt32(truncatingIfNeeded: byte) << 1 | (beginsSegment ? 1 : 0))
  }

  @usableFromInline
  init(_ at: Instant, _ distance: Int64, _ heartRate: UInt32, _ packed: UInt32) {
    self.at = at
    distanceMicroMeters = distance
    heartRateMicroBPM = heartRate
    self.packed = packed
  }

  public var distance: Quantity? {
    distanceMicroMeters == .min ? nil : Quantity(microUnits: distanceMicroMeters)
  }

  /// A rate of zero is a sensor that lost contact, and missing.
  public var heartRate: Quantity? {
    heartRateMicroBPM == 0 ? nil : Quantity(microUnits: Int64(heartRateMicroBPM))
  }

  public var beginsSegment: Bool { packed & 1 == 1 }

  public var byte: Int { Int(packed >> 1) }
}

/// One set of a strength session.
public struct StrengthSet: Hashable, Sendable {
  public var start: Instant?
  public var isRest: Bool
  public var repetitions: Int?
  /// - Units: kilograms, in micro-units.
  public var weight: Quantity?
  /// - Units: seconds, in micro-units.
  public var duration: Quantity?

  public init(
    start: Instant? = nil, isRest: Bool = false, repetitions: Int? = nil,
    weight: Quantity? = nil, duration: Quantity? = nil
  ) {
    self.start = start
    self.isRest = isRest
    self.repetitions = repetitions
    self.weight = weight
    self.duration = duration
  }
}
