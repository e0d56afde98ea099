import DaymarkModel

/// The messages that are used from one part of a file: an activity, or a device's days.
struct FITActivityPart {
  private(set) var identity = FITFileIdentity()
  private(set) var sessions: [FITTotals] = []
  private(set) var laps: [FITTotals] = []
  private(set) var points: [FITPoint] = []
  private(set) var sets = FITSets()
  private(set) var heartRates = FITHeartRates()
  var monitoring = FITMonitoring()
  /// The sport in the `sport` message.
  private(set) var sport: FITSport?
  private(set) var hasActivity = false
  private(set) var offset: (seconds: Int, at: Instant)?
  /// The number of records whose time is not a date, and the place of the first.
  private(set) var timeless: (count: Int, byte: Int)?
  /// The number of messages in which a developer field states zero for a figure, and the place of
  /// the first.
  private(set) var zeroOverrides: (count: Int, byte: Int)?

  /// The counter of sixteenths of a meter in `compressed_speed_distance`.
  private var compressedDistance = FITAccumulator(bits: 12)
  /// The last plain distance, from which the counter continues; `nil` after that.
  private var plainDistance: Int64?
  /// The last stop (`true`) or start of the timer.
  ///
  /// The distance in between is not the subject's.
  private var pause: (isStop: Bool, time: UInt32)?
  private let statedBytes: Int

  /// The maximum number of points for which memory is reserved, because a header may state any
  /// size.
  private static let mostExpected = 1 << 18

  /// Reserves memory for the points of a part.
  ///
  /// - Parameter statedBytes: The number of bytes of messages that the file's header states.
  init(statedBytes: Int) { self.statedBytes = statedBytes }

  /// Whether the part has only heart rates, which belong to the part before.
  var holdsOnlyHeartRates: Bool {
    !heartRates.samples.isEmpty && sessions.isEmpty && laps.isEmpty && points.isEmpty
      && !hasActivity
  }

  var isEmpty: Bool {
    heartRates.samples.isEmpty && sessions.isEmpty && laps.isEmpty && points.isEmpty
  }

  mutating func append(heartRatesOf other: FITActivityPart) {
    heartRates.append(other.heartRates)
  }

  mutating func add(_ message: FITMessage) {
    if message.hasOverrides,
      FITProfile.figures[message.number]?.contains(where: message.isOverriddenByZero) ?? false
    {
      zeroOverrides = ((zeroOverrides?.count ?? 0) + 1, zeroOverrides?.byte ?? message.byte)
    }
    switch message.number {
    case FITProfile.Record.message: addRecord(message)
    case FITProfile.Session.message: sessions.append(FITTotals(session: message))
    case FITProfile.Lap.message: laps.append(FITTotals(lap: message))
    case FITProfile.Event.message: addEvent(message)
    case FITProfile.HeartRate.message: heartRates.add(message)
    case FITProfile.Set.message: sets.add(set: message)
    case FITProfile.ExerciseTitle.message: sets.add(title: message)
    case FITProfile.Activity.message: addActivity(message)
    case FITProfile.Monitoring.message, FITProfile.MonitoringInfo.message:
      monitoring.add(message)
    case FITProfile.Sport.message:
      sport = FITSport(
        sport: message.integer(FITProfile.Sport.sport),
        subSport: message.integer(FITProfile.Sport.subSport))
    default: identity.add(message)
    }
  }

  private mutating func addRecord(_ message: FITMessage) {
    typealias Field = FITProfile.Record
    let distance = distance(of: message)
    guard let time = message.timestamp else { return countTimeless(at: message.byte) }
    var point = FITPoint(
      time: time, heartRate: UInt32(clamping: message.microUnits(Field.heartRate) ?? 0),
      distance: distance, byte: message.byte)
    // A place is not needed if there is a distance.
    if distance == nil, let latitude = message.integer(Field.latitude, as: Int32.self),
      let longitude = message.integer(Field.longitude, as: Int32.self)
    {
      point.position = FITPosition(latitude: latitude, longitude: longitude)
    }
    // A point in the same second as a stop was recorded before it.
    if let pause, time > pause.time || !pause.isStop && time == pause.time {
      point.beginsSegment = true
      self.pause = nil
    }
    if points.isEmpty {
      // Without this, growing in steps would copy the points and take twice the memory.
      points.reserveCapacity(min(statedBytes / message.size, Self.mostExpected))
    }
    points.append(point)
  }

  /// Returns `distance`, or else the upper 12 of the 24 bits of `compressed_speed_distance`, in
  /// micrometers; `nil` without either.
  private mutating func distance(of message: FITMessage) -> Int64? {
    typealias Field = FITProfile.Record
    let sixteenth = Field.compressedDistance.step
    if let distance = message.microUnits(Field.distance), distance >= 0 {
      plainDistance = distance
      return distance
    }
    let bytes = message.rawBytes(Field.compressedSpeedDistance)
    guard bytes.count == 3, !bytes.allSatisfy({ $0 == 0xFF }) else { return nil }
    if let plain = plainDistance {
      compressedDistance = FITAccumulator(bits: 12, from: UInt32(clamping: plain / sixteenth))
      plainDistance = nil
    }
    let sixteenths = compressedDistance.add(UInt32(bytes[1] >> 4) | UInt32(bytes[2]) << 4)
    return Int64(sixteenths) * sixteenth
  }

  private mutating func addEvent(_ message: FITMessage) {
    guard message.integer(FITProfile.Event.event) == FITEvent.timer.rawValue,
      let time = message.timestamp
    else { return }
    switch message.integer(FITProfile.Event.eventType).flatMap(FITEventType.init) {
    case .start: pause = (false, time)
    case .stop, .stopAll, .stopDisable, .stopDisableAll: pause = (true, time)
    case nil: break
    }
  }

  private mutating func addActivity(_ message: FITMessage) {
    hasActivity = true
    guard let local = message.time(FITProfile.Activity.localTimestamp),
      let utc = message.timestamp, utc >= FITTime.firstDate, let at = FITTime.instant(utc),
      let seconds = FITTime.offsetSeconds(local: local, utc: utc)
    else { return }
    offset = (seconds, at)
  }

  private mutating func countTimeless(at byte: Int) {
    timeless = ((timeless?.count ?? 0) + 1, timeless?.byte ?? byte)
  }

  /// Sorts points and heart rates by time, and removes those whose time is not a date.
  mutating func sort() {
    heartRates.sort()
    // An array that is already in order is not written, because that would copy it.
    var (last, isSorted, areDated) = (UInt32(0), true, true)
    for point in points {
      if point.time < FITTime.firstDate {
        areDated = false
        countTimeless(at: point.byte)
      }
      if point.time < last { isSorted = false }
      last = point.time
    }
    if !areDated { points.removeAll { $0.time < FITTime.firstDate } }
    if isSorted { return }
    for index in indicesOutOfOrder(points.map { Int64($0.time) }) {
      points[index].isOutOfOrder = true
    }
    points.sort { ($0.time, $0.byte) < ($1.time, $1.byte) }
  }
}
