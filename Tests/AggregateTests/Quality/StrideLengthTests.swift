import DaymarkAggregate
import DaymarkModel
import Testing

/// Semantics, "What is measured of quality": how far a step went.
struct StrideLengthTests {
  private func stride(
    steps: [Sample], meters: [Sample], totals: [DayTotal] = []
  ) -> [String] {
    let records: [Metric: [Sample]] = [.steps: steps, .distanceWalkingRunning: meters]
    let all = subject([], totals: totals, records: records)
    let days = aggregate(all, over: nil).days
    #expect(days.allSatisfy { $0.metric != .steps || $0.measure.figures[.strideLength] == nil })
    return days.filter { $0.metric == .distanceWalkingRunning }
      .map { text($0.measure.figures[.strideLength]) }
  }

  private func hour(_ value: Int, _ start: Int, source: UInt16 = 0) -> Sample {
    let first = clock("00:00:00").advanced(byMilliseconds: Int64(start) * 3_600_000)
    return sample(value, first, first.advanced(byMilliseconds: 3_600_000), source: source)
  }

  @Test func `it is the way of a source over its steps`() {
    // (700 + 1000) / (1000 + 1400) = 0.7083...
    #expect(
      stride(
        steps: [hour(1000, 8), hour(1400, 9)], meters: [hour(700, 8), hour(1000, 9)]) == ["0.71"])
    // 3.5 m is for the limits to judge.
    #expect(stride(steps: [hour(500, 8)], meters: [hour(1750, 8)]) == ["3.5"])
  }

  @Test func `few steps say nothing`() {
    #expect(stride(steps: [hour(499, 8)], meters: [hour(4990, 8)]) == ["-"])
  }

  @Test func `another's steps are not held against a way`() {
    // One counts steps, the other has the way of a ride in a canoe.
    #expect(stride(steps: [hour(6000, 8)], meters: [hour(50_000, 9, source: 1)]) == ["-"])
    // Beside it the first's own way: 4200/6000.
    #expect(
      stride(
        steps: [hour(6000, 8)], meters: [hour(4200, 8), hour(50_000, 9, source: 1)]) == ["0.7"])
  }

  @Test func `only hours in which a source has both are compared`() {
    // Steps all day, the way of one run alone: 5000 m over that hour's 5000 steps.
    #expect(
      stride(steps: (6..<20).map { hour(5000, $0) }, meters: [hour(5000, 12)]) == ["1"])
    // A run without steps: 10 km at noon do not make the morning's 1000 steps long.
    #expect(
      stride(steps: [hour(1000, 8)], meters: [hour(800, 8), hour(10_000, 12)]) == ["0.8"])
  }

  @Test func `what a better source covers of one metric alone does not shorten steps`() {
    // The first has the way of the run of 12:00, without steps; the second has both, all day. Its
    // 900 m of noon are covered, and are compared all the same: 1800/2400.
    #expect(
      stride(
        steps: [hour(1200, 8, source: 1), hour(1200, 12, source: 1)],
        meters: [hour(1000, 12), hour(900, 8, source: 1), hour(900, 12, source: 1)]) == ["0.75"])
  }

  @Test func `a source that gave nothing to the day is not looked at`() {
    #expect(
      stride(
        steps: [hour(1000, 8), hour(1000, 8, source: 1)],
        meters: [hour(700, 8), hour(9000, 8, source: 1)]) == ["0.7"])
  }

  @Test func `totals tell no stride`() {
    func total(_ metric: Metric, _ value: Int) -> DayTotal {
      DayTotal(metric: metric, day: day("2025-09-01"), figure: .sum(Quantity(value)))
    }
    #expect(
      stride(
        steps: [], meters: [],
        totals: [total(.steps, 9000), total(.distanceWalkingRunning, 90_000)]) == ["-"])
    // Steps of the whole day, the way of an hour.
    #expect(
      stride(steps: [], meters: [hour(1000, 8)], totals: [total(.steps, 9000)]) == ["-"])
  }
}
