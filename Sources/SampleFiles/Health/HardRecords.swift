import DaymarkModel

/// The sources of hard exports: names as different records spell them, with and without a device.
private let watches = [
  HealthSource.watch(of: "Zoë"), HealthSource.watch(of: "Zoe\u{308}"),
  HealthSource("Zoë’s Apple Watch", version: "10.1"),
  HealthSource("Zoë’s Apple\u{202F}Watch", version: "10.1", device: .watch),
]
private let phones = [
  HealthSource.phone(of: "Zoë"), HealthSource("Zoë’s iPhone", version: "11.2"),
]
private let walkingApp = HealthSource.app("Walk & <Run> \"+\"")
private let totalsApp = HealthSource.app("Connect", version: nil)

extension HardExportBuilder {
  /// A record without fault: any metric, source, unit, way to write a number, and interval.
  mutating func plainRecord() -> HealthRecord {
    let metric = random.pick(
      [.steps, .steps, .activeEnergy, .activeEnergy, .heartRate, .heartRate] + Metric.allCases)
    let source = pickSource()
    var (start, end) = interval()
    if source == totalsApp, random.chance(percent: 60) {
      start = random.chance(percent: totalShare) ? lastSecondOfADay() : start
      end = start
    } else if random.chance(percent: 2) {
      start = lastSecondOfADay()
      end = start
    }
    let (value, unit) = amount(of: metric)
    return HealthRecord(
      type: metric.healthType, source: source, unit: unit,
      created: .at(end.advanced(byMilliseconds: Int64(random.number(in: 0...86_400)) * 1000)),
      start: .at(start), end: .at(end), value: value)
  }

  mutating func pickSource() -> HealthSource {
    switch random.number(in: 0...9) {
    case 0...3: random.pick(watches)
    case 4...6: random.pick(phones)
    case 7: walkingApp
    default: totalsApp
    }
  }

  /// A whole second between three days before the change and the export.
  mutating func moment() -> Instant {
    let change = calendar.start(of: changeDay)
    switch random.number(in: 0...9) {
    case 0:
      return calendar.start(of: changeDay.advanced(by: random.number(in: -2...2)))
    case 1:
      return change.advanced(byMilliseconds: Int64(random.number(in: -7200...14_400)) * 1000)
    case 2...4:
      if case .at(let near)? = export.records.last?.start, isUsual(near) {
        return near.advanced(byMilliseconds: Int64(random.number(in: -300...600)) * 1000)
      }
      fallthrough
    default:
      let length = Int(exportInstant.secondsSince1970 - change.secondsSince1970)
      return change.advanced(
        byMilliseconds: Int64(random.number(in: -3 * 86_400...length - 90_000)) * 1000)
    }
  }

  /// Whether an instant is no reject's, whose neighbours would be rejects too.
  private func isUsual(_ instant: Instant) -> Bool {
    abs(instant.milliseconds - exportInstant.milliseconds) < 10 * 86_400_000
  }

  private mutating func interval() -> (Instant, Instant) {
    let start = moment()
    if random.chance(percent: 5), let earlier = earlierRecord(),
      case .at(let from)? = earlier.start, case .at(let to)? = earlier.end
    {
      return (from, to)
    }
    let seconds =
      switch random.number(in: 0...19) {
      case 0...2: 0
      case 3...6: random.number(in: 1...2)
      case 7...14: random.number(in: 30...600)
      case 15...17: 899
      case 18: random.number(in: 3600...100_000)
      default: secondsToMidnight(start)
      }
    return (start, start.advanced(byMilliseconds: Int64(seconds) * 1000))
  }

  private func secondsToMidnight(_ instant: Instant) -> Int {
    let end = calendar.interval(of: calendar.day(containing: instant)).end
    return Int(end.secondsSince1970 - instant.secondsSince1970)
  }

  private mutating func lastSecondOfADay() -> Instant {
    let day = changeDay.advanced(by: random.number(in: -3...2))
    return calendar.start(of: day.advanced(by: 1)).advanced(byMilliseconds: -1000)
  }

  /// A value as text, and its unit.
  mutating func amount(of metric: Metric) -> (String, String) {
    switch metric {
    case .steps: (spelled(random.number(in: 0...80_000), places: 2), "count")
    case .flightsClimbed: (spelled(random.number(in: 0...12), places: 0), "count")
    case .heartRate:
      random.chance(percent: 20)
        ? (spelled(random.number(in: 334...4999), places: 3), "count/s")
        : (
          random.chance(percent: 5)
            ? random.pick(["20", "300", "20.000000", "3e2"])
            : spelled(random.number(in: 200...3000), places: 1),
          random.pick(["count/min", "count/min", "bpm"])
        )
    case .activeEnergy:
      (
        spelled(random.number(in: 0...90_000), places: 3),
        random.pick(["kcal", "kcal", "Cal", "kJ", "cal", "J"])
      )
    case .exerciseTime:
      (spelled(random.number(in: 0...30), places: 0), random.pick(["min", "s", "hr"]))
    case .distanceWalkingRunning, .distanceCycling, .distanceSwimming:
      (
        spelled(random.number(in: 0...99_999), places: 5),
        random.pick(["km", "km", "mi", "m", "yd", "ft", "cm"])
      )
    }
  }

  /// `number` × 10^-`places` in one of the ways in which a number may be written.
  private mutating func spelled(_ number: Int, places: Int) -> String {
    let plain = decimal(number, places: places)
    return switch random.number(in: 0...19) {
    case 0: "\(number)e-\(places)"
    case 1: "+" + plain
    case 2: " " + plain + " "
    case 3: plain.contains(".") ? plain + "00" : plain + ".0"
    case 4: plain.hasPrefix("0.") ? String(plain.dropFirst()) : plain + "E0"
    case 5: plain.contains(".") ? plain : plain + "."
    default: plain
    }
  }
}
