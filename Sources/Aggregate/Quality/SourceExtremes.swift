import DaymarkModel

/// The measure of how fast a metric's amount came at the fastest, in the unit of a flag.
enum Extreme {
  /// The most in any minute, what devices wrote into less than one spread over the time before.
  case mostInAMinute
  case mostInAnHour(dividedBy: Int128)
  /// The fastest way of so many micro-meters.
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

/// The extremes of one source, measured day by day.
///
/// So never more than the stretches of one day are held, and of other days what samples of the evening
/// before reach into them.
struct SourceExtremes {
  private let extreme: Extreme
  private var countingTime = CountingTime()
  /// The time over which the sample that began last is spread; `nil` where it is measured as it stands.
  private var spread: Interval?
  private var day: CivilDay?
  private var stretches = EvenStretches()
  private var ahead: [CivilDay: EvenStretches] = [:]
  private var measured: [CivilDay: Quantity] = [:]

  init(_ extreme: Extreme) {
    self.extreme = extreme
  }

  /// Begins a sample, and ends the day on which those before it started when it starts on a later one.
  ///
  /// - Precondition: Samples come by ascending start, and each has a rate.
  mutating func begin(_ sample: Sample, on day: CivilDay) {
    if case .mostInAMinute = extreme { spread = countingTime.interval(of: sample) }
    guard day != self.day else { return }
    endDay()
    self.day = day
    if let begun = ahead.removeValue(forKey: day) { stretches = begun }
  }

  /// Adds what counts on a day of the sample that began last.
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
  /// - Returns: By day, in the flag's unit; days on which nothing can be measured are absent.
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
