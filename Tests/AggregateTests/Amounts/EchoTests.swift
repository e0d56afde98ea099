import DaymarkAggregate
import DaymarkModel
import Testing

/// Semantics, "Echoes".
struct EchoTests {
  private let bridge = Source(provider: "fitbit", name: "Phone Health Kit", deviceClass: .app)
  private let sums = Source(
    provider: .healthAutoExport, name: "Health Auto Export", deviceClass: .app)

  private func values(
    _ samples: [Sample], _ totals: [DayTotal] = [], of metric: Metric = .steps
  ) -> [String] {
    let all = subject(
      [], totals: totals, records: [metric: samples], sources: [phone, sums, bridge])
    return aggregate(all, over: nil).days.map { day in
      "\(day.day) \(text(day.value)) \(day.measure.naive) \(day.measure.contributions.map(\.source))"
    }
  }

  private func total(_ value: Int, on date: String) -> DayTotal {
    DayTotal(metric: .steps, day: day(date), source: 1, figure: .sum(Quantity(value)))
  }

  @Test func `an echo counts only on days on which nothing else has anything`() {
    let recorded = sample(4000, clock("08:00:00"), clock("09:00:00"))
    let echo = sample(700, clock("20:00:00"), clock("20:10:00"), source: 2)
    let other = sample(
      700, at("2025-09-02T20:00:00Z"), at("2025-09-02T20:10:00Z"), source: 2)
    #expect(
      values(
        [recorded, echo, other], [total(9000, on: "2025-09-01"), total(300, on: "2025-09-03")])
        == ["2025-09-01 4000 4000 [0]", "2025-09-02 700 700 [2]", "2025-09-03 300 300 [1]"])
  }

  @Test func `a zero of another source is something`() {
    let nothing = sample(0, clock("08:00:00"), clock("09:00:00"))
    #expect(values([nothing], [total(9000, on: "2025-09-01")]) == ["2025-09-01 0 0 [0]"])
  }

  @Test func `an echo of heart rates changes no rate`() {
    let own = [sample(60, clock("08:00:00")), sample(80, clock("08:05:00"))]
    let echoes = [
      sample(200, clock("08:00:00"), source: 2),
      sample(200, at("2025-09-02T08:00:00Z"), source: 2),
    ]
    let all = subject(
      [], records: [.heartRate: own + echoes], sources: [phone, sums, bridge])
    let days = aggregate(all, over: nil).days
    #expect(days.map { $0.heartRate?.maximum } == [Quantity(80), Quantity(200)])
    #expect(days.map { $0.heartRate?.count } == [2, 1])
  }

  @Test func `echoes come last, whatever the order says`() {
    let order = SourceOrder(patterns: ["*Health*", "Phone"])
    #expect(order.sorted([bridge, sums, app, phone, watch]) == [phone, watch, app, bridge, sums])
  }
}
