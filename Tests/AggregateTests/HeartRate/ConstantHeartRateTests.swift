import DaymarkAggregate
import DaymarkModel
import Testing

/// Semantics, "What is measured of quality": the same heart rate again and again.
struct ConstantHeartRateTests {
  private func minutes(_ samples: [Sample], totals: [DayTotal] = []) -> [String] {
    var all = set(samples, of: .heartRate)
    all.totals = totals
    return aggregate(all, over: nil).days.map { text($0.measure.figures[.constantHeartRate]) }
  }

  /// So many samples, so many seconds apart.
  private func run(
    _ bpm: Int, _ count: Int, every seconds: Int64, from start: Instant, source: UInt16 = 0
  ) -> [Sample] {
    (0..<Int64(count)).map {
      sample(bpm, start.advanced(byMilliseconds: $0 * seconds * 1000), source: source)
    }
  }

  @Test func `time runs from the first to the last of a run`() {
    #expect(minutes(run(120, 12, every: 60, from: clock("08:00:00"))) == ["11"])
    #expect(minutes(run(120, 101, every: 5, from: clock("08:00:00"))) == ["8.33"])  // 500 s
    #expect(minutes(run(120, 1, every: 5, from: clock("08:00:00"))) == ["-"])
    // 5 min of 120, then 3 min of 121: the longer.
    #expect(
      minutes(
        run(120, 6, every: 60, from: clock("08:00:00"))
          + run(121, 4, every: 60, from: clock("08:06:00"))) == ["5"])
  }

  @Test func `a gap of more than a minute ends a run`() {
    #expect(minutes(run(60, 20, every: 61, from: clock("08:00:00"))) == ["-"])
    #expect(minutes(run(60, 20, every: 300, from: clock("02:00:00"))) == ["-"])
    // 2 min, a gap, 3 min.
    #expect(
      minutes(
        run(60, 3, every: 60, from: clock("08:00:00"))
          + run(60, 4, every: 60, from: clock("08:05:00"))) == ["3"])
  }

  @Test func `each source is looked at alone`() {
    // Two straps in turns: neither breaks the other's run, nor fills its gaps.
    #expect(
      minutes(
        run(60, 6, every: 60, from: clock("08:00:00"))
          + run(70, 6, every: 60, from: clock("08:00:30"), source: 1)) == ["5"])
    #expect(
      minutes(
        run(60, 6, every: 120, from: clock("08:00:00"))
          + run(60, 6, every: 120, from: clock("08:01:00"), source: 1)) == ["-"])
  }

  @Test func `two rates at one instant are not constant`() {
    #expect(
      minutes(
        run(60, 6, every: 60, from: clock("08:00:00"))
          + run(61, 6, every: 60, from: clock("08:00:00"))) == ["-"])
  }

  @Test func `each day is measured by itself`() {
    // 23:55-23:59 and 00:00-00:06.
    #expect(minutes(run(60, 12, every: 60, from: clock("23:55:00"))) == ["4", "6"])
  }

  @Test func `a summary tells nothing of it`() {
    let rate = Quantity(60)
    let summary = DayTotal(
      metric: .heartRate, day: day("2025-09-01"),
      figure: .heartRate(minimum: rate, maximum: rate, average: rate))
    #expect(minutes([], totals: [summary]) == ["-"])
  }
}
