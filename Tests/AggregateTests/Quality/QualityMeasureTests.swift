import DaymarkAggregate
import DaymarkModel
import DaymarkTestSupport
import Testing

/// Semantics, "A cumulative day": what each source gave, and what was covered.
struct QualityMeasureTests {
  @Test func `each source says what it gave and what was covered`() {
    // The phone's 90 over 08:05-08:20: 08:05-08:10 are covered, a third. The app is covered wholly.
    let result = aggregate(
      set([
        sample(100, clock("08:00:00"), clock("08:10:00")),
        sample(90, clock("08:05:00"), clock("08:20:00"), source: 1),
        sample(40, clock("08:06:00"), clock("08:08:00"), source: 2),
        sample(3, clock("08:07:00"), source: 2),
      ]), over: nil)
    #expect(
      result.days.map(\.measure) == [
        QualityMeasure(
          samples: 4, naive: Quantity(233), manualShare: 0,
          contributions: [
            SourceContribution(source: 0, contributed: Quantity(100)),
            SourceContribution(source: 1, contributed: Quantity(60), covered: Quantity(30)),
            SourceContribution(source: 2, contributed: .zero, covered: Quantity(43)),
          ], figures: [.stepsPerMinute: Quantity(10)])
      ])
  }

  @Test func `entries set aside are counted beside the day`() {
    // 300 entered over 22:00-01:00: 200 on the first day. 200 / (200 + 6200) = 0.03125 -> 313.
    let result = aggregate(
      set(
        [
          sample(6200, clock("08:00:00"), clock("09:00:00")),
          sample(1, at("2025-09-02T08:00:00Z")),
        ],
        manual: [sample(300, clock("22:00:00"), at("2025-09-02T01:00:00Z"), isUserEntered: true)]),
      over: nil)
    #expect(result.values == ["2025-09-01: 6200", "2025-09-02: 1"])
    #expect(result.days.map(\.measure.manualSamples) == [1, 1])
    #expect(result.days.map(\.measure.manualAmount) == [Quantity(200), Quantity(100)])
    #expect(result.days.map(\.measure.setAside) == [Quantity(200), Quantity(100)])
    #expect(result.days.map(\.measure.naive) == [Quantity(6200), Quantity(1)])
    // 100/101 = 0.990099 -> 9901.
    #expect(result.days.map(\.measure.manualShare) == [313, 9901])
  }

  @Test func `entries that count are in the naive sum and in the share`() {
    // 50 of 200 before merging, though the watch covers them.
    let result = aggregate(
      set([
        sample(150, clock("08:00:00"), clock("09:00:00")),
        sample(50, clock("08:00:00"), clock("09:00:00"), source: 1, isUserEntered: true),
      ]), over: nil)
    #expect(result.values == ["2025-09-01: 150"])
    #expect(result.days.map(\.measure.naive) == [Quantity(200)])
    #expect(result.days.map(\.measure.manualShare) == [2500])
    #expect(result.days.map(\.measure.manualAmount) == [Quantity(50)])
    #expect(result.days.map(\.measure.setAside) == [.zero])
  }

  @Test func `a day with entries set aside alone has no value`() {
    let result = aggregate(
      set([], manual: [sample(300, clock("22:00:00"), isUserEntered: true)]), over: nil)
    #expect(result.days.isEmpty)
  }

  @Test func `a share of nothing does not exist`() {
    let result = aggregate(set([sample(0, clock("08:00:00"))]), over: nil)
    #expect(result.days.map(\.measure.manualShare) == [nil])
  }

  @Test func `heart rates entered by hand count by their start`() {
    // 60 of 60 + 80 + 100 = 0.25.
    let result = aggregate(
      set(
        [sample(80, clock("08:00:00")), sample(100, clock("09:00:00"))], of: .heartRate,
        manual: [sample(60, clock("23:59:00"), at("2025-09-02T01:00:00Z"), isUserEntered: true)]),
      over: nil)
    #expect(result.days.map(\.measure.manualSamples) == [1])
    #expect(result.days.map(\.measure.manualShare) == [2500])
    #expect(result.days.map(\.measure.naive) == [Quantity(180)])
  }
}
