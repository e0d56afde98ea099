import DaymarkModel

/// The way to measure the fastest rate of a metric, in the unit of its flag.
enum Extreme {
  /// The greatest amount in any minute, where an amount that a device wrote into less than a minute
  /// is spread over the time before it.
  case mostInAMinute
  case mostInAnHour(dividedBy: Int128)
  /// The highest speed over this distance, in micro-meters.
  case fastest(Int64)

  init?(of metric: Metric) {
    switch metric.facts.extreme {
    case .stepsPerMinute: self = .mostInAMinute
    case .cyclingSpeed: self = .mostInAnHour(dividedBy: 3600)
    case .energyPerMinute: self = .mostInAnHour(dividedBy: 60)
    case .flightsPerHour: self = .mostInAnHour(dividedBy: 1)
    case .swimmingSpeed: self = .fastest(50_000_000)
    default: return nil
    }
  }

  fileprivate func measured(in stretches: EvenStretches) -> Quantity? {
    switch self {
    case .mostInAMinute: stretches.most(in: 60_000, dividedBy: 1)
    case .mostInAnHour(let divisor): stretches.most(in: 3_600_000, dividedBy: divisor)
    case .fastest(let way): stretches.fastest(way)
    }
  }
}

/// The fastest accumulation of one source, measured day by day.
///
/// Only the stretches of the current day are kept, and those of later days into which samples of
/// the evening before reach.
struct SourceExtremes {
  private let extreme: Extreme
  private var countingTime = CountingTime()
  /// The time over which the last sample is spread; `nil` where it is measured over its own time.
  private var spread: Interval?
  private var day: CivilDay?
  private var stretches = EvenStretches()
  private var ahead: [CivilDay: EvenStretches] = [:]
  private var measured: [CivilDay: Quantity] = [:]

  init(_ extreme: Extreme) {
    self.extreme = extreme
  }

  /// Begins a sample; one that starts on a later day than the samples before ends their day.
  ///
  /// - Precondition: Samples are given by ascending start, and each has a length.
  mutating func begin(_ sample: Sample, on day: CivilDay) {
    if case .mostInAMinute = extreme { spread = countingTime.interval(of: sample) }
    guard day != self.day else { return }
    endDay()
    self.day = day
    if let begun = ahead.removeValue(forKey: day) { stretches = begun }
  }

  /// Adds the part of the last sample that counts on a day.
  mutating func add(_ sample: Sample, _ part: CoveredTime.Uncovered, on day: CivilDay) {
    let time = spread ?? part.interval
    if day == self.day {
      stretches.add(sample, for: part.milliseconds, over: time)
    } else {
      ahead[day, default: EvenStretches()].add(sample, for: part.milliseconds, over: time)
    }
  }

  /// Ends the source.
  ///
  /// - Returns: The measure by day, in the flag's unit; days without one are absent.
  mutating func endSource() -> [CivilDay: Quantity] {
    endDay()
    for (day, stretches) in ahead { measured[day] = extreme.measured(in: stretches) }
    defer { (countingTime, day, ahead, measured) = (CountingTime(), nil, [:], [:]) }
    return measured
  }

  private mutating func endDay() {
    if let day, !stretches.isEmpty { measured[day] = extreme.measured(in: stretches) }
    stretches.removeAll()
  }
}
