import DaymarkAggregate
import DaymarkModel
import Testing

/// Semantics, "A heart-rate day", days of which only a summary tells.
struct HeartRateSummaryTests {
  private func summary(
    _ minimum: Int?, _ maximum: Int?, _ average: Int?, source: UInt16 = 0, input: Int = 0
  ) -> DayTotal {
    DayTotal(
      metric: .heartRate, day: day("2025-09-01"), source: source, input: input,
      figure: .heartRate(
        minimum: minimum.map { Quantity($0) }, maximum: maximum.map { Quantity($0) },
        average: average.map { Quantity($0) }))
  }

  /// `average, mean, minimum, maximum, count` of each day.
  private func texts(
    _ totals: [DayTotal], _ samples: [Sample] = [], period: Period? = nil
  ) -> [String] {
    aggregate(subject([], totals: totals, records: [.heartRate: samples]), over: period).days.map {
      let figures = $0.heartRate
      return [$0.value, figures?.mean, figures?.minimum, figures?.maximum].map(text)
        .joined(separator: ", ") + ", \(figures?.count ?? -1)"
    }
  }

  @Test func `what the summary does not give is absent`() {
    #expect(texts([summary(50, 140, nil)]) == ["-, -, 50, 140, 0"])
    #expect(texts([summary(nil, nil, 72)]) == ["72, -, -, -, 0"])
    #expect(texts([summary(nil, nil, nil)]) == [])
  }

  @Test func `one sample is enough to leave summaries out`() {
    #expect(
      texts([summary(50, 140, 72)], [sample(90, clock("08:00:00"))]) == ["90, 90, 90, 90, 1"])
    // One of the next day is none of this.
    #expect(
      texts([summary(50, 140, 72)], [sample(90, at("2025-09-02T08:00:00Z"))])
        == ["72, -, 50, 140, 0", "90, 90, 90, 90, 1"])
  }

  @Test func `several summaries give the widest range and the best source's average`() {
    let all = [
      summary(52, 130, nil), summary(50, 120, 70, source: 1), summary(48, 150, 90, source: 2),
      summary(nil, nil, 71, source: 1, input: 1),
    ]
    // Of the two of source 1 the larger.
    #expect(texts(all) == ["71, -, 48, 150, 0"])
    #expect(texts(all.reversed()) == ["71, -, 48, 150, 0"])
  }

  @Test func `summaries of clipped days are left out`() {
    let period = Period.instants(Interval(clock("08:00:00"), at("2025-09-03T00:00:00Z")))
    #expect(texts([summary(50, 140, 72)], period: period) == [])
  }

  @Test func `a figure of another kind is none`() {
    let odd = [
      DayTotal(metric: .heartRate, day: day("2025-09-01"), figure: .sum(Quantity(70))),
      DayTotal(
        metric: .steps, day: day("2025-09-01"),
        figure: .heartRate(minimum: Quantity(1), maximum: nil, average: nil)),
    ]
    #expect(texts(odd) == [])
  }
}
