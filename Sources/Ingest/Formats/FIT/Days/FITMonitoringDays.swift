import DaymarkModel

/// The counters of a monitoring file by local day and activity type, as totals of days.
///
/// Times are seconds since the epoch of FIT. Source: FIT Profile, message `monitoring`.
struct FITMonitoringDays {
  private struct Key: Hashable, Comparable {
    var day: Int
    var type: FITActivityType

    static func < (a: Key, b: Key) -> Bool {
      (a.day, a.type.rawValue) < (b.day, b.type.rawValue)
    }
  }

  /// The offset of the device's clock from UTC in the newest `monitoring_info`.
  ///
  /// A traveller's day is that of the place.
  var offset: Int?
  /// The distance of a cycle of two steps, by activity type, in 1/5000 m.
  var cyclesToDistance: [FITActivityType: Int] = [:]

  private var parts: [Key: FITDayPart] = [:]

  /// The reasons for which readings belong to no day.
  enum Problem: CaseIterable, Error {
    /// No `monitoring_info` before them states the device's local time.
    ///
    /// Days from midnight in UTC would count the hours around it twice.
    case noLocalTime
    case tooManyDays

    var ofActivityFile: ActivityProblem {
      switch self {
      case .noLocalTime: .localTime
      case .tooManyDays: .days
      }
    }
  }

  /// The maximum number of days and types, which is years of data.
  ///
  /// Devices write one or a few days.
  private static let partLimit = 10_000

  private static let dayLength = 86_400
  /// The climbed height that counts as one floor: 10 feet, in millimeters.
  private static let floorHeight = 3048

  /// Adds the readings of one message.
  ///
  /// - Returns: The number of counters that restarted.
  mutating func read(
    _ readings: FITCounterTable<FITCounter.Figure>, type: FITActivityType, at seconds: Int,
    byte: Int
  ) throws(Problem) -> Int {
    guard let offset else { throw .noLocalTime }
    guard type != .all else { return 0 }
    let local = seconds + offset
    var key = Key(day: local / Self.dayLength, type: type)
    if local % Self.dayLength == 0 {
      let dayBefore = Key(day: key.day - 1, type: type)
      if closes(dayBefore, readings) { key = dayBefore }
    }
    guard parts.count < Self.partLimit || parts[key] != nil else { throw .tooManyDays }
    return parts[key, default: FITDayPart()].read(readings, at: seconds, byte: byte)
  }

  /// Returns whether a message at midnight belongs to the day before.
  ///
  /// A day's last counters are written in this way, unless they show that the next day has begun.
  private func closes(
    _ key: Key, _ readings: FITCounterTable<FITCounter.Figure>
  ) -> Bool {
    if let part = parts[key] { return !part.falls(to: readings) }
    return FITCounterKind.allCases.contains { (readings[$0]?.value ?? 0) > 0 }
  }

  /// Returns the totals, by day and type.
  func totals(source: UInt16) -> [DayTotalRecord] {
    let keys = parts.keys.sorted()
    let latest = Dictionary(keys.map { ($0.day, parts[$0]?.latest ?? 0) }, uniquingKeysWith: max)
    let climbingDays = Set(keys.filter { parts[$0]?.counters[.climbed] != nil }.map(\.day))
    return keys.flatMap { key -> [DayTotalRecord] in
      guard let part = parts[key] else { return [] }
      let climb: FITCounterKind = climbingDays.contains(key.day) ? .climbed : .ascent
      return amounts(of: part, type: key.type, climb: climb).map { metric, amount in
        DayTotalRecord(
          source: source, day: CivilDay(ordinal: Int32(key.day + Self.epochDay)), metric: metric,
          figure: .sum(amount), part: .activityType(key.type.rawValue),
          measuredUntil: latest[key.day].flatMap { FITTime.instant(UInt32(clamping: $0)) },
          line: 0, byte: part.byte)
      }
    }
  }

  /// The date 1989-12-31, in days since 1970.
  private static let epochDay = 7304

  private func amounts(
    of part: FITDayPart, type: FITActivityType, climb: FITCounterKind
  ) -> [(Metric, WrittenAmount)] {
    var amounts: [(Metric, WrittenAmount)] = []
    func add(_ metric: Metric, _ value: Int, _ unit: Unit, exponent: Int = 0) {
      let number = DecimalNumber(coefficient: UInt128(max(0, value)), exponent: exponent)
      amounts.append((metric, WrittenAmount(number, .known(unit))))
    }
    let cycles = part.counters[.cycles]?.total
    if let cycles, type.isOnFoot { add(.steps, cycles, .count) }
    if let metric = type.distanceMetric {
      if let distance = part.counters[.distance]?.total {
        add(metric, distance, .meter, exponent: -2)
      } else if let cycles, let length = cyclesToDistance[type] {
        // A cycle consists of two steps or half cycles, so that 1/5000 m per cycle is 1/10^4 m for
        // a half.
        let (product, overflow) = cycles.multipliedReportingOverflow(by: length)
        if !overflow { add(metric, product, .meter, exponent: -4) }
      }
    }
    if let energy = part.counters[.activeCalories]?.total {
      add(.activeEnergy, energy, .kilocalorie)
    }
    if let climbed = part.counters[climb]?.total {
      add(.flightsClimbed, (climbed + Self.floorHeight / 2) / Self.floorHeight, .count)
    }
    return amounts
  }
}
