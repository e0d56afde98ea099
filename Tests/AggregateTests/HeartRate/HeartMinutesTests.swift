import DaymarkAggregate
import DaymarkModel
import DaymarkTestSupport
import Testing

/// Semantics, "Minutes above a heart rate".
struct HeartMinutesTests {
  /// `date: bpm×seconds, ...` of each day, and in brackets the minutes that are open.
  private func texts(
    _ samples: [Sample], zone: String = "UTC", period: Period? = nil,
    rejected: [RejectedRecord] = []
  ) -> [String] {
    var all = set(samples, of: .heartRate, zone: zone)
    all.rejectedRecords = rejected
    return aggregate(all, over: period).days.map { day in
      guard let rates = day.heartRate else { return "no figures" }
      let times = rates.times.milliseconds.enumerated().compactMap { index, time in
        time == 0 ? nil : "\(rates.times.lowest + index)×\(Quantity(microUnits: time * 1000))"
      }
      let open = rates.openMinutes == .zero ? "" : " [\(rates.openMinutes)]"
      return "\(day.day): \(times.joined(separator: ", "))\(open)"
    }
  }

  @Test func `a measurement lasts until the next, if that comes within ten minutes`() {
    #expect(
      texts([
        sample(150, clock("08:00:00")), sample(100, clock("08:00:05")),
        // After exactly ten minutes it still counts, a millisecond later nothing does.
        sample(90, clock("08:10:05")), sample(160, clock("08:20:05.001")),
        sample(80, clock("08:20:06.001")),
      ]) == ["2025-09-01: 100×600, 150×5, 160×1"])
  }

  @Test func `the last measurement counts nothing, and a single one neither`() {
    #expect(texts([sample(190, clock("08:00:00"))]) == ["2025-09-01: "])
    #expect(
      texts([sample(190, clock("08:00:00")), sample(60, clock("08:15:00"))]) == ["2025-09-01: "])
  }

  @Test func `one with a start and an end lasts so long, unless its device measures again`() {
    #expect(
      texts([
        sample(120, clock("08:00:00"), clock("08:00:59")),
        sample(121, clock("08:01:00"), clock("08:01:59")),
      ]) == ["2025-09-01: 120×59, 121×59"])
    #expect(
      texts([
        sample(120, clock("08:00:00"), clock("09:00:00")), sample(140, clock("08:30:00")),
        sample(90, clock("08:35:00")),
      ]) == ["2025-09-01: 120×1800, 140×300"])
    // What is told of four hours tells of none of their minutes, and ends nothing.
    #expect(
      texts([
        sample(150, clock("07:59:00")), sample(130, clock("08:00:00"), clock("12:00:00")),
        sample(110, clock("08:01:00")),
        sample(170, clock("13:00:00"), clock("16:59:59")),
      ]) == ["2025-09-01: 150×120, 170×14399"])
  }

  @Test func `of several that one device begins at once the lowest counts`() {
    #expect(
      texts([
        sample(150, clock("08:00:00")), sample(90, clock("08:00:00")),
        sample(170, clock("08:00:00"), clock("08:05:00")), sample(60, clock("08:01:00")),
      ]) == ["2025-09-01: 90×60"])
  }

  @Test func `two devices never add up: the better one counts where it has a rate`() {
    // The watch (0) from 08:00 to 08:02 and from 08:10 to 08:11, the app (2) from 08:01 to 08:11.
    let watch = [
      sample(150, clock("08:00:00")), sample(151, clock("08:01:00")),
      sample(80, clock("08:02:00"), clock("08:02:00")), sample(152, clock("08:20:00")),
      sample(80, clock("08:21:00")),
    ]
    let app = [
      sample(120, clock("08:01:00"), clock("08:11:00"), source: 2),
      sample(121, clock("08:20:30"), clock("08:21:30"), source: 2),
    ]
    #expect(
      texts(watch + app) == ["2025-09-01: 120×540, 121×30, 150×60, 151×60, 152×60"])
    // The app alone has all of its time.
    #expect(texts(app) == ["2025-09-01: 120×600, 121×60"])
  }

  /// The example of the page.
  @Test func `a strap counts once the watch has stopped`() {
    func every(_ seconds: Int, _ bpm: Int, _ count: Int, _ start: String, source: UInt16)
      -> [Sample]
    {
      (0..<count).map {
        sample(
          bpm, clock(start).advanced(byMilliseconds: Int64($0 * seconds * 1000)), source: source)
      }
    }
    let watch =
      every(5, 150, 240, "08:00:00", source: 0)
      + [
        sample(145, clock("08:20:00")), sample(80, clock("09:00:00")),
        sample(80, clock("09:05:00")),
      ]
    let strap = every(1, 155, 721, "08:10:00", source: 1)
    let days = aggregate(set(watch + strap, of: .heartRate), over: nil).days
    #expect(days.map { $0.heartRate?.minutes(above: 140) } == [Quantity(22)])
    #expect(texts(watch + strap) == ["2025-09-01: 80×300, 150×1200, 155×120"])
  }

  @Test func `time is cut at midnight, and at the edges of the period`() {
    let samples = [
      sample(150, clock("21:58:00")), sample(140, clock("22:03:00")),
      sample(90, clock("22:04:00")),
    ]
    // Berlin is two hours ahead.
    #expect(
      texts(samples, zone: "Europe/Berlin")
        == ["2025-09-01: 150×120", "2025-09-02: 140×60, 150×180"])
    let second = day("2025-09-02")
    #expect(
      texts(samples, zone: "Europe/Berlin", period: .days(from: second, to: second))
        == ["2025-09-02: 140×60, 150×180"])
    let first = day("2025-09-01")
    #expect(
      texts(samples, zone: "Europe/Berlin", period: .days(from: first, to: first))
        == ["2025-09-01: 150×120"])
  }

  @Test func `a day on which no measurement begins has no time`() {
    #expect(
      texts([sample(100, clock("23:00:00"), at("2025-09-02T01:00:00Z"))])
        == ["2025-09-01: 100×3600"])
  }

  @Test func `a rejected record opens ten minutes before it and after it`() {
    func rejected(_ start: String, _ end: String, source: UInt16 = 0) -> RejectedRecord {
      RejectedRecord(
        metric: .heartRate, source: source, time: Interval(clock(start), clock(end)), amount: nil,
        code: .valueImplausibleHeartRate)
    }
    let steady = (0...60).map {
      sample(150, clock("08:00:00").advanced(byMilliseconds: Int64($0) * 60_000))
    }
    #expect(
      texts(steady, rejected: [rejected("08:30:30", "08:30:30")])
        == ["2025-09-01: 150×3600 [20]"])
    // Two that are near each other open their time once: from 08:20:30 to 08:45:30.
    #expect(
      texts(
        steady, rejected: [rejected("08:30:30", "08:30:30"), rejected("08:35:30", "08:35:30")])
        == ["2025-09-01: 150×3600 [25]"])
    // One with an end opens up to that; one in a record of half an hour, all that it may have cut off.
    #expect(
      texts(steady, rejected: [rejected("08:00:00", "08:20:00")])
        == ["2025-09-01: 150×3600 [30]"])
    #expect(
      texts(
        steady + [sample(99, clock("10:00:00"), clock("10:30:00"))],
        rejected: [rejected("10:01:00", "10:01:00")])
        == ["2025-09-01: 99×1800, 150×3600 [40]"])
  }

  /// A plain recomputation, second by second.
  @Test(arguments: Sweep.over(0..<200, step: 31))
  func `each second has the rate that a plain look at it gives`(_ seed: Int) {
    var random = SeededGenerator(seed: UInt64(seed))
    let (samples, period) = (random.heartRates(), random.flag())
    let days =
      period ? day("2025-09-01")...day("2025-09-01") : day("2025-08-31")...day("2025-09-03")
    var all = set(samples, of: .heartRate, zone: "Europe/Berlin")
    all.rejectedRecords = []
    let found = aggregate(
      all, over: .days(from: days.lowerBound, to: days.upperBound)
    ).days
    #expect(!found.isEmpty || samples.isEmpty || period)
    let zone = Zone(id: "Europe/Berlin") ?? .utc
    for aggregate in found {
      var expected: [Int: Int64] = [:]
      let interval = DayCalendar(zone: zone).interval(of: aggregate.day)
      var second = interval.start
      while second < interval.end {
        if let rate = rate(at: second, samples) { expected[rate, default: 0] += 1000 }
        second = second.advanced(byMilliseconds: 1000)
      }
      var actual: [Int: Int64] = [:]
      let times = aggregate.heartRate?.times ?? HeartRateTimes()
      for (index, time) in times.milliseconds.enumerated() where time > 0 {
        actual[times.lowest + index] = time
      }
      #expect(actual == expected, "\(aggregate.day) \(samples)")
    }
  }

  private func rate(at second: Instant, _ samples: [Sample]) -> Int? {
    let short = samples.filter { $0.end.milliseconds - $0.start.milliseconds < 4 * 3_600_000 }
    for source: UInt16 in 0..<3 {
      let own = short.filter { $0.source == source }
      guard let begun = own.filter({ $0.start <= second }).map(\.start).max() else { continue }
      let next = own.filter { $0.start > second }.map(\.start).min()
      let together = own.filter { $0.start == begun }
      let lowest = together.map(\.value).min()
      let longest = together.filter { $0.value == lowest }.max { $0.end < $1.end }
      guard let sample = longest else { continue }
      let lasts =
        sample.start == sample.end
        ? next.map { $0.milliseconds - sample.start.milliseconds <= 600_000 } ?? false
        : second < sample.end
      if lasts { return Int((sample.value.microUnits + 999_999) / 1_000_000) }
    }
    return nil
  }
}

extension SeededGenerator {
  /// Up to 40 measurements of three devices around two midnights, on whole seconds, often at one instant.
  fileprivate mutating func heartRates() -> [Sample] {
    var start = at("2025-08-31T21:30:00Z")
    return (0..<below(40)).map { _ in
      start = start.advanced(
        byMilliseconds: 1000 * Int64(pick([0, 0, 1, 5, 60, 300, 599, 600, 601, 4000])))
      let length = pick([0, 0, 0, 0, 1, 59, 600, 7200, 14_399, 14_400, 90_000])
      return sample(
        micro: Int64(pick([50, 90, 140, 141])) * 1_000_000 - Int64(pick([0, 0, 500_000])), start,
        start.advanced(byMilliseconds: 1000 * Int64(length)), source: UInt16(below(3)))
    }
  }
}
