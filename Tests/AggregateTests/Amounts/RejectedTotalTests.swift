import DaymarkAggregate
import DaymarkModel
import Testing

/// Semantics, "What rejected records leave open": totals of days of which the figure was not understood.
struct RejectedTotalTests {
  private let monday = day("2025-09-01")
  private let fitbit = Source(provider: "fitbit", name: "Charge", deviceClass: .tracker)

  /// The bounds of the day, as `figure: least to most`.
  private func bounds(
    _ samples: [Sample], sources: [Source], totals: [(source: UInt16, sum: Int)] = [],
    rejected source: UInt16, isOfAnyMode: Bool = false, metric: Metric = .steps
  ) -> String {
    var all = set(samples, of: metric, sources: sources)
    func total(_ source: UInt16, _ sum: Int) -> DayTotal {
      DayTotal(
        metric: metric, day: monday, source: source, input: Int(source),
        figure: .sum(Quantity(sum)))
    }
    all.totals = totals.map { total($0.source, $0.sum) }
    var rejected = total(source, 0)
    rejected.isOfAnyMode = isOfAnyMode
    all.rejectedTotals = [rejected]
    let result = aggregate(all, over: .days(from: monday, to: monday))
    let figure = text(result.days.first?.value)
    guard let open = result.bounds.first else { return "\(figure): closed" }
    return "\(figure): \(open.least) to \(open.most.map { "\($0)" } ?? "open")"
  }

  private var walked: [Sample] { [sample(12000, clock("09:00:00"), clock("10:00:00"))] }

  @Test func `a watch beside it counts, whatever the total was`() {
    #expect(bounds(walked, sources: [watch, fitbit], rejected: 1) == "12000: 12000 to open")
  }

  @Test func `a phone counts where it has more, so a total of nothing takes nothing`() {
    #expect(bounds(walked, sources: [phone, fitbit], rejected: 1) == "12000: 12000 to open")
  }

  @Test func `the better tracker's total would have been the day, also one of nothing`() {
    #expect(bounds(walked, sources: [fitbit, app], rejected: 0) == "12000: 0 to open")
    let strava = Source(provider: "strava", name: "Strava", deviceClass: .app)
    #expect(
      bounds([], sources: [fitbit, strava], totals: [(1, 7000)], rejected: 0)
        == "7000: 0 to open")
  }

  @Test func `beside another total of its provider the larger counts`() {
    let ionic = Source(provider: "fitbit", name: "Ionic", deviceClass: .tracker)
    #expect(
      bounds([], sources: [fitbit, ionic], totals: [(1, 9000)], rejected: 0)
        == "9000: 9000 to open")
  }

  @Test func `a day of which nothing else is known stays missing`() {
    #expect(bounds([], sources: [fitbit], rejected: 0) == "-: 0 to open")
  }

  @Test func `heart rates are open on a day without records alone`() {
    var all = set([sample(90, clock("09:00:00"))], of: .heartRate, sources: [fitbit])
    let tuesday = day("2025-09-02")
    all.rejectedTotals = [monday, tuesday].map {
      DayTotal(
        metric: .heartRate, day: $0,
        figure: .heartRate(minimum: nil, maximum: nil, average: nil))
    }
    let open = aggregate(all, over: nil).bounds
    #expect(open == [DayBounds(metric: .heartRate, day: tuesday, least: Quantity(20), most: nil)])
  }
}
