import DaymarkAggregate
import DaymarkModel
import Testing

/// Semantics, "Day totals".
struct DayTotalTests {
  private let appOnly = [app]

  private func days(
    _ samples: [Sample], sources: [Source] = [watch, phone, app], zone: String = "UTC",
    period: Period? = nil
  ) -> [DailyAggregate] {
    aggregate(set(samples, zone: zone, sources: sources), over: period).days
  }

  /// `value (alternate)` of each day.
  private func texts(_ days: [DailyAggregate]) -> [String] {
    days.map { "\(text($0.value)) (\(text($0.measure.alternate)))" }
  }

  @Test func `a total of the best source is the day`() {
    let samples = [
      sample(100, clock("08:00:00"), clock("09:00:00")), sample(900, clock("23:59:59")),
    ]
    #expect(texts(days(samples, sources: appOnly)) == ["900 (100)"])
  }

  @Test func `a total of a worse source is the alternate`() {
    let total = sample(900, clock("23:59:59"), source: 2)
    #expect(
      texts(days([sample(100, clock("08:00:00"), clock("09:00:00")), total])) == ["100 (900)"])
    // Even where the better source has zero.
    #expect(texts(days([sample(0, clock("08:00:00")), total])) == ["0 (900)"])
    #expect(texts(days([total])) == ["900 (-)"])
  }

  @Test func `of several totals of one source the largest counts`() {
    let samples = [900, 1200, 1000].map { sample($0, clock("23:59:59")) }
    #expect(texts(days(samples, sources: appOnly)) == ["1200 (-)"])
  }

  @Test func `totals neither cover nor are covered`() {
    let worse = Source(provider: "apple", name: "Z", deviceClass: .app)
    let samples = [
      sample(900, clock("23:59:59")),
      sample(50, clock("23:30:00"), at("2025-09-02T00:30:00Z"), source: 1),
    ]
    // The first day is the total; on the second the worse app is the best that has something.
    #expect(texts(days(samples, sources: [app, worse])) == ["900 (25)", "25 (-)"])
  }

  @Test func `a watch and a phone have no totals`() {
    let last = clock("23:59:59")
    #expect(texts(days([sample(1, last), sample(2, last, source: 1)])) == ["3 (-)"])
  }

  @Test func `at exactly half all instants are totals`() {
    // Two of four at 23:59:59: a day-total source. The largest total of 1 September is 500.
    let half = [
      sample(300, clock("23:59:59")), sample(500, clock("12:00:00")),
      sample(400, at("2025-09-02T23:59:59Z")), sample(100, at("2025-09-03T08:00:00Z")),
    ]
    #expect(texts(days(half, sources: appOnly)) == ["500 (-)", "400 (-)", "100 (-)"])
    // Two of five: only those at 23:59:59 are.
    let fewer = half + [sample(7, at("2025-09-03T09:00:00Z"))]
    #expect(texts(days(fewer, sources: appOnly)) == ["300 (500)", "400 (-)", "107 (-)"])
  }

  @Test func `intervals do not enter the share of totals`() {
    let intervals = (0..<10).map {
      sample(1, clock("1\($0):00:00"), clock("1\($0):30:00"))
    }
    let samples = intervals + [sample(300, clock("23:59:59")), sample(500, clock("08:00:00"))]
    #expect(texts(days(samples, sources: appOnly)) == ["500 (10)"])
  }

  @Test func `the clock is the zone's`() {
    // 23:59:59 in Berlin is 21:59:59Z in September.
    let samples = [sample(300, at("2025-09-01T21:59:59Z")), sample(5, clock("21:59:58"))]
    #expect(texts(days(samples, sources: appOnly, zone: "Europe/Berlin")) == ["300 (-)"])
    let three = samples + [sample(6, clock("23:59:59"))]
    // One of three: 5 stands beside the total, 6 (01:59:59) on the next day.
    #expect(texts(days(three, sources: appOnly, zone: "Europe/Berlin")) == ["300 (5)", "6 (-)"])
  }

  @Test func `a total outside the period is clipped`() {
    let samples = [
      sample(100, clock("08:00:00"), clock("09:00:00")), sample(900, clock("23:59:59")),
    ]
    let morning = Period.instants(Interval(clock("00:00:00"), clock("12:00:00")))
    #expect(texts(days(samples, sources: appOnly, period: morning)) == ["100 (-)"])
  }

  @Test func `contributions add up to the day`() {
    let samples = [
      sample(100, clock("08:00:00"), clock("09:00:00"), source: 1),
      sample(900, clock("23:59:59")),
    ]
    let measure = days(samples, sources: [app, phone]).first?.measure
    #expect(
      measure?.contributions == [
        SourceContribution(source: 0, contributed: Quantity(900)),
        SourceContribution(source: 1, contributed: .zero, offered: Quantity(100)),
      ])
    #expect(measure?.naive == Quantity(1000))
  }
}
