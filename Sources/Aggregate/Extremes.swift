import DaymarkModel

/// How fast a metric's amount came at the fastest, in the unit of a flag.
enum Extreme {
  /// The most in any window of so many milliseconds, divided.
  case most(in: Int64, dividedBy: Int128)
  /// The fastest way of so many micro-meters.
  case fastest(Int64)

  init?(of metric: Metric) {
    switch metric {
    // Not a minute: phones of 2014 wrote the steps of five minutes and more into five seconds.
    case .steps: self = .most(in: 300_000, dividedBy: 5)
    case .distanceCycling: self = .most(in: 3_600_000, dividedBy: 3600)
    case .activeEnergy: self = .most(in: 3_600_000, dividedBy: 60)
    case .flightsClimbed: self = .most(in: 3_600_000, dividedBy: 1)
    case .distanceSwimming: self = .fastest(50_000_000)
    case .distanceWalkingRunning, .heartRate, .exerciseTime: return nil
    }
  }

  fileprivate func measured(in stretches: EvenStretches) -> Quantity? {
    switch self {
    case .most(let window, let divisor): stretches.most(in: window, dividedBy: divisor)
    case .fastest(let way): stretches.fastest(way)
    }
  }
}

extension Metric {
  /// The flag whose limit a day's extreme is compared with.
  var extremeCode: FlagCode? {
    switch self {
    case .steps: .stepsPerMinute
    case .distanceCycling: .cyclingSpeed
    case .distanceSwimming: .swimmingSpeed
    case .activeEnergy: .energyPerMinute
    case .flightsClimbed: .flightsPerHour
    case .heartRate: .constantHeartRate
    case .distanceWalkingRunning, .exerciseTime: nil
    }
  }
}

/// Measures the extremes of one source, day by day, so that never more than the stretches of a day
/// are held, and of other days what samples of the evening before reach into them.
struct SourceExtremes {
  private let extreme: Extreme
  private var day: CivilDay?
  private var stretches = EvenStretches()
  private var ahead: [CivilDay: EvenStretches] = [:]
  private var measured: [CivilDay: Quantity] = [:]

  init(_ extreme: Extreme) {
    self.extreme = extreme
  }

  /// Ends the day on which samples started, for those that follow start later.
  mutating func begin(_ day: CivilDay) {
    guard day != self.day else { return }
    endDay()
    self.day = day
    if let begun = ahead.removeValue(forKey: day) { stretches = begun }
  }

  /// Adds what counts of a sample on a day.
  mutating func add(_ sample: Sample, in interval: Interval, on day: CivilDay) {
    if day == self.day {
      stretches.add(sample, in: interval)
    } else {
      ahead[day, default: EvenStretches()].add(sample, in: interval)
    }
  }

  /// Ends the source.
  ///
  /// - Returns: By day, in the flag's unit; days on which nothing can be measured are absent.
  mutating func endSource() -> [CivilDay: Quantity] {
    endDay()
    for (day, stretches) in ahead { measured[day] = extreme.measured(in: stretches) }
    defer { (day, ahead, measured) = (nil, [:], [:]) }
    return measured
  }

  private mutating func endDay() {
    if let day, !stretches.isEmpty { measured[day] = extreme.measured(in: stretches) }
    stretches.removeAll()
  }
}
