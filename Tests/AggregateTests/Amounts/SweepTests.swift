import DaymarkAggregate
import DaymarkModel
import Testing

/// Semantics, "A cumulative day", steps 1 to 4.
struct SweepTests {
  private func values(_ samples: [Sample]) -> [String] { values(.steps, samples) }

  private func values(_ metric: Metric, _ samples: [Sample]) -> [String] {
    aggregate(set(samples, of: metric), over: nil).values
  }

  @Test func `the better source wins where both have data`() {
    // Watch 600 from 08:00 to 08:10. Of the phone's 1000 from 08:05 to 08:25 the first five of
    // twenty minutes are covered: 1000 × 15/20 = 750. Together 1350.
    #expect(
      values([
        sample(600, clock("08:00:00"), clock("08:10:00")),
        sample(1000, clock("08:05:00"), clock("08:25:00"), source: 1),
      ]) == ["2025-09-01: 1350"])
  }

  @Test func `of three sources each gives what the better two leave`() {
    // Watch 08:00-08:10: 100. Phone 08:05-08:15: 100 × 5/10 = 50.
    // App 07:55-08:20 (25 min): 07:55-08:00 and 08:15-08:20 are left: 250 × 10/25 = 100.
    #expect(
      values([
        sample(250, clock("07:55:00"), clock("08:20:00"), source: 2),
        sample(100, clock("08:05:00"), clock("08:15:00"), source: 1),
        sample(100, clock("08:00:00"), clock("08:10:00")),
      ]) == ["2025-09-01: 250"])
  }

  @Test func `within one source overlaps add up`() {
    #expect(
      values([
        sample(10, clock("08:00:00"), clock("08:10:00"), source: 1),
        sample(20, clock("08:00:00"), clock("08:20:00"), source: 1),
      ]) == ["2025-09-01: 30"])
  }

  @Test func `an instant counts wholly unless an interval of a better source covers it`() {
    let interval = sample(5, clock("08:00:00"), clock("08:10:00"))
    // Half-open: the start is covered, the end is not.
    let instants = ["07:59:59", "08:00:00", "08:09:59", "08:10:00"].enumerated().map {
      sample(100 + $0.offset, clock($0.element), source: 1)
    }
    // 5 + 100 + 103.
    #expect(values([interval] + instants) == ["2025-09-01: 208"])
  }

  @Test func `instants cover nothing`() {
    #expect(
      values([
        sample(5, clock("08:05:00")),
        sample(10, clock("08:00:00"), clock("08:10:00"), source: 1),
        sample(7, clock("08:05:00"), source: 1),
      ]) == ["2025-09-01: 22"])
  }

  @Test func `a zero interval covers`() {
    #expect(
      values([
        sample(0, clock("08:00:00"), clock("08:10:00")),
        sample(10, clock("08:00:00"), clock("08:10:00"), source: 1),
      ]) == ["2025-09-01: 0"])
  }

  @Test func `a source's own intervals do not cover its instants`() {
    #expect(
      values([
        sample(5, clock("08:00:00"), clock("08:10:00")), sample(7, clock("08:05:00")),
      ]) == ["2025-09-01: 12"])
  }

  @Test func `pieces of an uncovered sample add up to exactly its value`() {
    // 10 micro-meters over three days, of which the first and the last have one hour each: 26 h.
    // f(1 h) = 10/26 = 0.38 -> 0, f(25 h) = 250/26 = 9.6 -> 10: 0, 10 and 0. Each rounded apart
    // would be 0, 240/26 = 9.2 -> 9 and 0. 4990 micro-meters more make 0.005 m of the ten, which
    // rounds to 0.01, and would make 0.004999 m of the nine.
    let long = sample(micro: 10, at("2025-09-01T23:00:00Z"), at("2025-09-03T01:00:00Z"))
    let rest = sample(micro: 4990, at("2025-09-02T12:00:00Z"))
    #expect(
      values(.distanceCycling, [long, rest]) == [
        "2025-09-01: 0", "2025-09-02: 0.01", "2025-09-03: 0",
      ])
  }

  @Test func `each piece is rounded on the cumulative boundary`() {
    // 3 m over 7 s, of which the watch covers the fourth.
    // f(3 s) = 9,000,000/7 = 1285714.29 -> 1285714; f(4 s) = 12,000,000/7 = 1714285.71 -> 1714286.
    // Pieces: 1285714 - 0 and 3000000 - 1714286 = 1285714, together 2,571,428 micro-meters, where a
    // single rounding of 18,000,000/7 = 2571428.57 would give one more.
    // 2.571428 + 0.003572 = 2.575000 rounds to 2.58; one less is 2.57.
    let samples = [
      sample(0, clock("08:00:03"), clock("08:00:04")),
      sample(3, clock("08:00:00"), clock("08:00:07"), source: 1),
    ]
    #expect(
      values(.distanceCycling, samples + [sample(micro: 3572, clock("09:00:00"))])
        == ["2025-09-01: 2.58"])
    #expect(
      values(.distanceCycling, samples + [sample(micro: 3571, clock("09:00:00"))])
        == ["2025-09-01: 2.57"])
  }

  @Test func `half of a piece rounds away from zero`() {
    // 1 micro over 2 s, split by midnight: f(1 s) = 0.5 -> 1, so the first day has it all. With
    // 4999 micro more that day is 0.005 m, which rounds to 0.01.
    let split = sample(micro: 1, at("2025-09-01T23:59:59Z"), at("2025-09-02T00:00:01Z"))
    #expect(
      values(.distanceCycling, [split, sample(micro: 4999, clock("08:00:00"))])
        == ["2025-09-01: 0.01", "2025-09-02: 0"])
  }

  @Test func `the day is rounded once, half away from zero`() {
    // 0.25 + 0.25 steps = 0.5 -> 1; rounded apart they would be 0.
    #expect(
      values([
        sample(micro: 250_000, clock("08:00:00")), sample(micro: 250_000, clock("09:00:00")),
      ]) == ["2025-09-01: 1"])
    #expect(values([sample(micro: 499_999, clock("08:00:00"))]) == ["2025-09-01: 0"])
    #expect(
      values(.activeEnergy, [sample(micro: 1_005_000, clock("08:00:00"))])
        == ["2025-09-01: 1.01"])
  }

  @Test func `days without data are absent, and zero is a value`() {
    #expect(
      values([sample(0, clock("08:00:00")), sample(1, at("2025-09-03T08:00:00Z"))])
        == ["2025-09-01: 0", "2025-09-03: 1"])
  }

  @Test func `a day beyond the limit has no value, but a finding`() {
    let most = Sample(
      start: clock("08:00:00"), end: clock("09:00:00"), value: .limit, source: 0)
    let result = aggregate(
      set([most, sample(1, clock("08:00:00")), sample(1, at("2025-09-02T08:00:00Z"))]), over: nil)
    #expect(result.values == ["2025-09-02: 1"])
    #expect(
      result.findings == [
        Finding(.valueOverflow) { ($0.metric, $0.day) = (.steps, CivilDay("2025-09-01")) }
      ])
    #expect(values([most]) == ["2025-09-01: 9000000000000"])
  }

  @Test func `many days and metrics come in order`() {
    var all = set([sample(1, at("2025-09-03T08:00:00Z")), sample(1, clock("08:00:00"))])
    all.samples[.exerciseTime] = SampleList(of: .exerciseTime, [sample(3, clock("08:00:00"))])
    all.samples[.distanceCycling] = SampleList(of: .distanceCycling, [sample(2, clock("08:00:00"))])
    #expect(
      aggregate(all, over: nil).days.map { "\($0.metric.id) \($0.day) \(text($0.value))" } == [
        "steps 2025-09-01 1", "steps 2025-09-03 1", "distanceCycling 2025-09-01 2",
        "exerciseTime 2025-09-01 3",
      ])
  }
}
