import DaymarkAggregate
import DaymarkModel
import DaymarkTestSupport
import Testing

/// Semantics, "Long records" and "Day totals".
struct LongRecordTests {
  private func texts(
    _ samples: [Sample], sources: [Source] = [watch, phone, app], zone: String = "UTC",
    period: Period? = nil
  ) -> [String] {
    aggregate(set(samples, of: .activeEnergy, zone: zone, sources: sources), over: period).days
      .map { "\($0.day) \(text($0.value)) (\(text($0.measure.alternate)))" }
  }

  private func hours(_ value: Int, _ from: Int, _ to: Int, source: UInt16 = 0) -> Sample {
    let midnight = clock("00:00:00")
    return sample(
      value, midnight.advanced(byMilliseconds: Int64(from) * 3_600_000),
      midnight.advanced(byMilliseconds: Int64(to) * 3_600_000), source: source)
  }

  @Test func `a long record covers nothing and counts where no shorter one is`() {
    // 10 of the watch's 12 hours are left: 60 x 10/12 = 50.
    #expect(texts([hours(60, 6, 18), hours(400, 10, 12, source: 2)]) == ["2025-09-01 450 (-)"])
    // Its own shorter ones go before it, too: 60 x 11/12 = 55.
    #expect(texts([hours(60, 6, 18), hours(400, 10, 11)]) == ["2025-09-01 455 (-)"])
    // An instant takes no time and is taken by none.
    #expect(
      texts([hours(60, 6, 18), sample(7, clock("10:00:00"), source: 2)]) == ["2025-09-01 67 (-)"])
  }

  @Test func `four hours are long, and less is not`() {
    let short = sample(60, clock("06:00:00"), clock("09:59:59"))
    #expect(texts([short, hours(400, 7, 8, source: 2)]) == ["2025-09-01 60 (-)"])
    #expect(texts([hours(60, 6, 10), hours(400, 7, 8, source: 2)]) == ["2025-09-01 445 (-)"])
  }

  @Test func `of two long ones the shorter goes first, of one length the better source`() {
    // 5 hours of the app whole; of the watch's 10 the other 5: 100 x 5/10.
    #expect(texts([hours(100, 5, 15), hours(70, 7, 12, source: 2)]) == ["2025-09-01 120 (-)"])
    // Of the app's 5 hours one is left: 70 x 1/5.
    #expect(texts([hours(100, 7, 12), hours(70, 8, 13, source: 2)]) == ["2025-09-01 114 (-)"])
  }

  @Test func `it is split at midnight and clipped to the period`() {
    let night = hours(80, 20, 28)
    #expect(texts([night]) == ["2025-09-01 40 (-)", "2025-09-02 40 (-)"])
    let first = Period.days(from: day("2025-09-01"), to: day("2025-09-01"))
    #expect(texts([night], period: first) == ["2025-09-01 40 (-)"])
  }

  @Test func `an app's record of 20 to 26 hours is a total of the day of its middle`() {
    let walk = hours(300, 9, 10, source: 2)
    #expect(texts([walk, hours(900, 0, 20, source: 2)]) == ["2025-09-01 900 (300)"])
    #expect(texts([walk, hours(900, -1, 25, source: 2)]) == ["2025-09-01 900 (300)"])
    // Its middle is 12:30 of the next day.
    #expect(
      texts([walk, hours(900, 26, 47, source: 2)])
        == ["2025-09-01 300 (-)", "2025-09-02 900 (-)"])
    // 19 hours are none: one of them is taken, and the rest is spread.
    #expect(texts([walk, hours(190, 0, 19, source: 2)]) == ["2025-09-01 480 (-)"])
    // Nor are 24 of a watch.
    #expect(texts([walk, hours(240, 0, 24)]) == ["2025-09-01 530 (-)"])
  }

  @Test func `a total of a day that lies not wholly in the period is left out`() {
    let total = hours(900, 0, 24, source: 2)
    let clipped = Period.instants(Interval(clock("00:00:00"), clock("23:00:00")))
    #expect(texts([total], period: clipped).isEmpty)
    #expect(texts([total, hours(5, 8, 9, source: 2)], period: clipped) == ["2025-09-01 5 (-)"])
  }

  @Test func `what a session gives is no long record`() {
    let run = recording("06:00:00", "18:00:00")
    let records = [Metric.activeEnergy: [hours(400, 10, 12, source: 3)]]
    let days = aggregate(subject([run], records: records), over: nil).days
    #expect(days.map(\.value) == [Quantity(60)])
  }

  private func recording(_ start: String, _ end: String) -> Activity {
    Activity(
      kind: .hike, start: clock(start), end: clock(end), source: 0, input: 0, document: 0,
      values: [.kilocalories: Quantity(60)], isDistanceComputed: false, detail: .device,
      contribution: .samples, track: [])
  }

  @Test func `how fast it came is measured where it counts`() {
    // 7200 kcal in 6 hours are 20 a minute; a shorter record has the seventh hour.
    let samples = [hours(8400, 0, 7), hours(1, 3, 4, source: 2)]
    let figures = aggregate(set(samples, of: .activeEnergy), over: nil).days.first?.measure.figures
    #expect(figures?[.energyPerMinute] == Quantity(20))
  }

  @Test func `one day's account agrees with its figure`() throws {
    let samples = [hours(60, 6, 18), hours(400, 10, 12, source: 2), hours(700, 0, 24, source: 2)]
    let explained = explainDay(set(samples, of: .activeEnergy), day("2025-09-01"))
    let metric = try #require(explained.metrics.first)
    // The watch is the best source, so the total stands beside.
    #expect(metric.aggregate.value == Quantity(450))
    #expect(metric.sources.map(\.counted) == [Quantity(50), Quantity(400)])
    #expect(metric.sources[0].covered == [.init(source: 2, amount: Quantity(10))])
    #expect(metric.sources[1].total == Quantity(700))
  }

  @Test(arguments: Sweep.over(0..<200, step: 5))
  func `long and short together equal the minute-by-minute ones`(_ seed: Int) {
    var random = SeededGenerator(seed: UInt64(seed))
    // Each minute of a sample has a whole amount, so nothing is rounded.
    let samples = (0..<40).map { index -> Sample in
      let length =
        index % 2 == 0
        ? Int64.random(in: 240...1560, using: &random) / 60 * 60
        : Int64.random(in: 1..<240, using: &random)
      let start = Int64.random(in: 0..<4320, using: &random)
      let from = clock("00:00:00").advanced(byMilliseconds: start * 60_000)
      return sample(
        micro: length * 1_000_000 * Int64.random(in: 1...9, using: &random), from,
        from.advanced(byMilliseconds: length * 60_000),
        source: UInt16.random(in: 0..<2, using: &random))
    }
    let days = aggregate(set(samples, of: .activeEnergy, sources: [watch, phone]), over: nil).days
    #expect(days.map(\.value) == minuteByMinute(samples))
  }

  /// The values of the days from the first on, of a watch and a phone.
  private func minuteByMinute(_ samples: [Sample]) -> [Quantity?] {
    let (first, minutes) = (clock("00:00:00").milliseconds, 4320 + 1560)
    var (taken, sums) = (Array(repeating: false, count: minutes), [Int: Int64]())
    func isLong(_ sample: Sample) -> Bool { sample.duration >= 4 * 3_600_000 }
    // Short ones of one source add up and take time together; long ones take it one by one.
    var groups: [[Sample]] = (0..<2).map { source in
      samples.filter { !isLong($0) && $0.source == UInt16(source) }
    }
    groups += samples.filter(isLong).sorted {
      ($0.duration, $0.source, $0.start.milliseconds, $0.value.microUnits)
        < ($1.duration, $1.source, $1.start.milliseconds, $1.value.microUnits)
    }.map { [$0] }
    for group in groups {
      var own: Set<Int> = []
      for sample in group {
        let start = Int((sample.start.milliseconds - first) / 60_000)
        let length = Int(sample.duration / 60_000)
        for minute in start..<start + length {
          let amount = taken[minute] ? 0 : sample.value.microUnits / Int64(length)
          sums[minute / 1440, default: 0] += amount
          own.insert(minute)
        }
      }
      for minute in own { taken[minute] = true }
    }
    return sums.sorted { $0.key < $1.key }.map { Quantity(microUnits: $0.value) }
  }
}
