import DaymarkModel

/// What one part of a file holds, as it was written: of an activity, or of a device's days.
struct FITActivityPart {
  private(set) var identity = FITFileIdentity()
  private(set) var sessions: [FITTotals] = []
  private(set) var laps: [FITTotals] = []
  private(set) var points: [FITPoint] = []
  private(set) var sets: [StrengthSet] = []
  private(set) var heartRates = FITHeartRates()
  var monitoring = FITMonitoring()
  /// Of the `sport` message.
  private(set) var sport: FITSport?
  private(set) var hasActivity = false
  private(set) var offset: (seconds: Int, at: Instant)?
  /// Records whose time is no date, and where the first stands.
  private(set) var timeless: (count: Int, byte: Int)?

  /// Counts the sixteenths of a meter of `compressed_speed_distance`.
  private var compressedDistance = FITAccumulator(bits: 12)
  /// The timer stopped (`true`) or started at this time: the way between is not the subject's.
  private var pause: (isStop: Bool, time: UInt32)?

  /// Nothing but beats, which belong to the part before.
  var holdsOnlyHeartRates: Bool {
    !heartRates.samples.isEmpty && sessions.isEmpty && points.isEmpty && !hasActivity
  }

  var isEmpty: Bool { heartRates.samples.isEmpty && sessions.isEmpty && points.isEmpty }

  mutating func append(heartRatesOf other: FITActivityPart) {
    heartRates.append(other.heartRates)
  }

  mutating func take(_ message: FITMessage) {
    switch message.number {
    case FITMessageNumber.record: takeRecord(message)
    case FITMessageNumber.session: sessions.append(FITTotals(message))
    case FITMessageNumber.lap: laps.append(FITTotals(message))
    case FITMessageNumber.event: takeEvent(message)
    case FITMessageNumber.heartRate: heartRates.take(message)
    case FITMessageNumber.set: takeSet(message)
    case FITMessageNumber.activity: takeActivity(message)
    case FITMessageNumber.monitoring, FITMessageNumber.monitoringInfo: monitoring.take(message)
    case FITMessageNumber.sport:
      sport = FITSport(sport: message.integer(0), subSport: message.integer(1))
    default: identity.take(message)
    }
  }

  /// Source: FIT profile, message `record`.
  private mutating func takeRecord(_ message: FITMessage) {
    let distance = distance(of: message)
    guard let time = message.timestamp else { return countTimeless(at: message.byte) }
    var point = FITPoint(
      time: time,
      heartRate: UInt32(clamping: message.microUnits(3, each: 1_000_000) ?? 0),
      distance: distance, byte: message.byte)
    if let latitude = message.integer(0).flatMap(Int32.init(exactly:)),
      let longitude = message.integer(1).flatMap(Int32.init(exactly:))
    {
      point.position = FITPosition(latitude: latitude, longitude: longitude)
    }
    // What was recorded in the second of a stop was still before it.
    if let pause, time > pause.time || !pause.isStop && time == pause.time {
      point.beginsSegment = true
      self.pause = nil
    }
    points.append(point)
  }

  /// `distance`, else the upper 12 of the 24 bits of `compressed_speed_distance`.
  private mutating func distance(of message: FITMessage) -> Int64? {
    if let distance = message.microUnits(5, each: 10_000), distance >= 0 {
      compressedDistance = FITAccumulator(
        bits: 12, from: UInt32(clamping: distance / 62_500))
      return distance
    }
    let bytes = message.rawBytes(8)
    guard bytes.count == 3, !bytes.allSatisfy({ $0 == 0xFF }) else { return nil }
    let sixteenths = compressedDistance.add(UInt32(bytes[1] >> 4) | UInt32(bytes[2]) << 4)
    return Int64(sixteenths) * 62_500
  }

  /// Source: FIT profile, types `event` (0 timer) and `event_type`.
  private mutating func takeEvent(_ message: FITMessage) {
    guard message.integer(0) == 0, let time = message.timestamp else { return }
    switch message.integer(1) {
    case 0: pause = (false, time)
    case 1, 4, 8, 9: pause = (true, time)
    default: break
    }
  }

  /// Source: FIT profile, message `set`, whose time is field 254.
  private mutating func takeSet(_ message: FITMessage) {
    let start = message.time(6) ?? message.time(254)
    sets.append(
      StrengthSet(
        start: start.flatMap(FITTime.instant), isRest: message.integer(5) == 0,
        repetitions: message.integer(3).map { Int($0) },
        weight: message.microUnits(4, each: 62_500).map(Quantity.init(microUnits:)),
        duration: message.microUnits(0, each: 1000).map(Quantity.init(microUnits:))))
  }

  private mutating func takeActivity(_ message: FITMessage) {
    hasActivity = true
    guard let local = message.time(5), let utc = message.timestamp, utc >= FITTime.firstDate,
      let at = FITTime.instant(utc),
      let seconds = FITTime.offsetSeconds(local: local, utc: utc)
    else { return }
    offset = (seconds, at)
  }

  private mutating func countTimeless(at byte: Int) {
    timeless = ((timeless?.count ?? 0) + 1, timeless?.byte ?? byte)
  }

  /// Brings points and beats into the order of time, without those whose time is no date.
  mutating func sort() {
    heartRates.sort()
    for point in points where point.time < FITTime.firstDate { countTimeless(at: point.byte) }
    points.removeAll { $0.time < FITTime.firstDate }
    let isSorted = zip(points, points.dropFirst()).allSatisfy { $0.time <= $1.time }
    if !isSorted { points.sort { ($0.time, $0.byte) < ($1.time, $1.byte) } }
  }
}
