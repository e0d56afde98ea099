import DaymarkModel

/// The totals in a session or lap message.
struct FITTotals {
  var start: UInt32?
  var timestamp: UInt32?
  var sport = FITSport()
  /// The time from the start to the end, with all pauses, in milliseconds.
  var elapsed: Int64?
  /// The time without pauses, in milliseconds.
  var timer: Int64?
  /// The distance in micrometers.
  var distance: Int64?
  var cycles: Int64?
  /// The burned energy in millionths of a kilocalorie.
  var energy: Int64?
  /// The mean heart rate in millionths of a beat per minute.
  var averageHeartRate: Int64?
  /// The highest heart rate in millionths of a beat per minute.
  var maximumHeartRate: Int64?
  /// The climbed height in micrometers.
  var ascent: Int64?
  var byte = 0

  init() {}

  init(session message: FITMessage) {
    typealias Field = FITProfile.Session
    self.init(message, sport: Field.sport, subSport: Field.subSport)
    averageHeartRate = Self.rate(message, Field.averageHeartRate)
    maximumHeartRate = Self.rate(message, Field.maximumHeartRate)
    ascent = message.microUnits(Field.totalAscent)
  }

  init(lap message: FITMessage) {
    typealias Field = FITProfile.Lap
    self.init(message, sport: Field.sport, subSport: Field.subSport)
    averageHeartRate = Self.rate(message, Field.averageHeartRate)
    maximumHeartRate = Self.rate(message, Field.maximumHeartRate)
    ascent = message.microUnits(Field.totalAscent)
    // The timestamp of a lap is its end.
    if start == nil, let timestamp, let length = elapsed ?? timer {
      start = UInt32(clamping: Int64(timestamp) - length / 1000)
    }
  }

  /// Reads the fields that sessions and laps share.
  private init(_ message: FITMessage, sport: FITProfileField, subSport: FITProfileField) {
    typealias Field = FITProfile.Totals
    start = message.time(Field.startTime)
    timestamp = message.timestamp
    self.sport = FITSport(sport: message.integer(sport), subSport: message.integer(subSport))
    elapsed = message.microUnits(Field.elapsedTime).map { $0 / 1000 }
    timer = message.microUnits(Field.timerTime).map { $0 / 1000 }
    distance = message.microUnits(Field.distance)
    cycles = message.microUnits(Field.cycles).map { $0 / 1_000_000 }
    energy = message.microUnits(Field.calories)
    byte = message.byte
  }

  /// Returns a heart rate; `nil` for zero, which means that there was no sensor.
  private static func rate(_ message: FITMessage, _ field: FITProfileField) -> Int64? {
    message.microUnits(field).flatMap { $0 == 0 ? nil : $0 }
  }

  /// The stated end; `nil` where none is stated.
  ///
  /// - Units: milliseconds since 1970.
  var end: Int64? {
    guard let start = start.flatMap(FITTime.instant), let length = elapsed ?? timer else {
      return timestamp.flatMap(FITTime.instant)?.milliseconds
    }
    return start.milliseconds + max(0, length)
  }

  /// Fills missing totals with those of all `laps` together.
  ///
  /// - Parameter areWhole: Whether the laps cover the whole session. Otherwise their time is not
  ///   used.
  mutating func fill(from laps: some Collection<FITTotals>, areWhole: Bool) {
    func sum(_ field: KeyPath<FITTotals, Int64?>) -> Int64? {
      laps.reduce(nil) { sum, lap in
        guard let value = lap[keyPath: field] else { return sum }
        let (total, overflow) = (sum ?? 0).addingReportingOverflow(value)
        return overflow ? sum : total
      }
    }
    if areWhole { timer = timer ?? sum(\.timer) }
    distance = distance ?? sum(\.distance)
    cycles = cycles ?? sum(\.cycles)
    energy = energy ?? sum(\.energy)
    ascent = ascent ?? sum(\.ascent)
    maximumHeartRate = maximumHeartRate ?? laps.compactMap(\.maximumHeartRate).max()
  }
}

extension FITActivityPart {
  /// The sessions of a file with laps only.
  ///
  /// Adjacent laps of one kind form one session.
  var sessionsOfLaps: [FITTotals] {
    var sessions: [FITTotals] = []
    var end: Int64?
    for var lap in laps {
      // A generic lap adds nothing to the file's sport.
      if lap.sport.sport ?? 0 == 0 { lap.sport = sport ?? lap.sport }
      if sessions.last?.sport.kind != lap.sport.kind {
        var session = FITTotals()
        (session.start, session.sport, session.byte) = (lap.start, lap.sport, lap.byte)
        sessions.append(session)
        end = nil
      }
      end = [end, lap.end].compactMap(\.self).max()
      let start = sessions[sessions.count - 1].start.flatMap(FITTime.instant)
      if let start, let end {
        sessions[sessions.count - 1].elapsed = max(0, end - start.milliseconds)
      }
    }
    return sessions
  }
}

/// The sport of a session, in two numbers.
///
/// Source: FIT profile, types `sport` and `sub_sport`. Unknown numbers are ``ActivityKind/other``.
struct FITSport {
  var sport: Int64?
  var subSport: Int64?

  /// The kind of session.
  ///
  /// A ride with a motor (`e_biking`) is `.cycle`, because the rider still pedals, and Apple has no
  /// other kind of workout and distance for it. The same ride therefore has the same kind in every
  /// source. A transition does not belong to the legs around it, and wheelchairs make no steps, so
  /// both are `.other`.
  var kind: ActivityKind {
    guard let sport else { return kindOfSubSport }
    return switch FITSportType(rawValue: sport) {
    case .running: .run
    case .cycling, .eBiking: .cycle
    case .swimming: .swim
    case .walking: .walk
    case .rowing: .row
    // A hike is the nearest kind to mountaineering.
    case .mountaineering, .hiking: .hike
    case .hiit: .hiit
    case .generic, .fitnessEquipment, .training: kindOfSubSport
    case nil: .other
    }
  }

  /// The reason for which the kind is unknown; `nil` for known numbers, even of sports without a
  /// kind.
  var gap: SportGap? {
    if kind != .other { return nil }
    guard let sport else { return subSport ?? 0 == 0 ? .missing : nil }
    return Self.knownSports.contains(sport) ? nil : .unknown
  }

  /// The numbers of sports in the profile.
  ///
  /// `all` is the last.
  ///
  /// Source: FIT profile 21.158, type `sport`.
  private static let knownSports = Set<Int64>(0...85).union([254])

  private var kindOfSubSport: ActivityKind {
    switch FITSubSportType(rawValue: subSport ?? 0) {
    case .treadmill, .trail, .track, .indoorRunning: .run
    case .spin, .indoorCycling, .road, .mountain, .downhill, .recumbent, .cyclocross, .handCycling,
      .trackCycling, .gravelCycling:
      .cycle
    case .indoorRowing: .row
    case .lapSwimming, .openWater: .swim
    case .strengthTraining: .strength
    case .indoorWalking, .casualWalking, .speedWalking: .walk
    case .yoga: .yoga
    case .hiit, .amrap, .emom, .tabata: .hiit
    default: .other
    }
  }

  /// Whether the sub-sport is indoors, including machines and weights in a gym.
  var isIndoor: Bool {
    switch FITSubSportType(rawValue: subSport ?? 0) {
    case .treadmill, .spin, .indoorCycling, .indoorRowing, .elliptical, .stairClimbing,
      .lapSwimming, .strengthTraining, .indoorSkiing, .indoorWalking, .yoga, .pilates,
      .indoorRunning, .virtualActivity, .indoorClimbing, .indoorWheelchairWalk,
      .indoorWheelchairRun, .indoorHandCycling:
      true
    default: sport == FITSportType.fitnessEquipment.rawValue
    }
  }

  /// Whether `total_cycles` counts strides of two steps each.
  ///
  /// Otherwise it counts strokes or revolutions.
  var countsStrides: Bool { [.run, .walk, .hike].contains(kind) }
}
