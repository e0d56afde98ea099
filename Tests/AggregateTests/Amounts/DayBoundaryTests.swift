import DaymarkAggregate
import DaymarkModel
import Testing

/// Semantics, "Time", civil days, and "A cumulative day", what a period clips.
struct DayBoundaryTests {
  private func values(_ zone: String, _ samples: Sample..., period: Period? = nil) -> [String] {
    aggregate(set(samples, zone: zone), over: period).values
  }

  @Test func `a day of twenty-three hours has twenty-three hours' share`() {
    // Berlin, 2025-03-30: from 29 March 23:00Z to 30 March 22:00Z. 46 steps over the two days
    // from 28 March 23:00Z (24 h) to 30 March 22:00Z: 47 h, so 470 steps give 240 and 230.
    #expect(
      values("Europe/Berlin", sample(470, at("2025-03-28T23:00:00Z"), at("2025-03-30T22:00:00Z")))
        == ["2025-03-29: 240", "2025-03-30: 230"])
  }

  @Test func `a day of twenty-five hours has twenty-five hours' share`() {
    // Berlin, 2025-10-26: 25 October 22:00Z to 26 October 23:00Z.
    #expect(
      values("Europe/Berlin", sample(490, at("2025-10-25T22:00:00Z"), at("2025-10-27T23:00:00Z")))
        == ["2025-10-26: 250", "2025-10-27: 240"])
  }

  @Test func `the day is the zone's and not UTC's`() {
    #expect(
      values("America/New_York", sample(1, at("2025-09-02T03:59:59Z")))
        == ["2025-09-01: 1"])
    #expect(
      values("America/New_York", sample(1, at("2025-09-02T04:00:00Z")))
        == ["2025-09-02: 1"])
    #expect(values("-03:30", sample(1, at("2025-09-02T03:29:59Z"))) == ["2025-09-01: 1"])
  }

  @Test func `where midnight is skipped the day starts at the first instant that exists`() {
    // Cairo, 2023-04-28: at 00:00 (27 April 22:00Z) clocks go to 01:00. The day has 23 hours.
    // From 27 April 21:00Z to 28 April 21:00Z is 24 h: one hour, then the 23 of the 28th.
    #expect(
      values("Africa/Cairo", sample(24, at("2023-04-27T21:00:00Z"), at("2023-04-28T21:00:00Z")))
        == ["2023-04-27: 1", "2023-04-28: 23"])
  }

  @Test func `a skipped date has no day`() {
    // Apia left out 30 December 2011: 29 December ends at 30 December 10:00Z, where the 31st begins.
    #expect(
      values("Pacific/Apia", sample(20, at("2011-12-30T09:00:00Z"), at("2011-12-30T11:00:00Z")))
        == ["2011-12-29: 10", "2011-12-31: 10"])
  }

  @Test func `a clock set back over midnight changes nothing`() {
    // Havana, 2025-11-02: at 01:00 (05:00Z) clocks go back to 00:00, so 00:30 comes twice, both
    // times after the day began at 04:00Z.
    #expect(
      values(
        "America/Havana", sample(1, at("2025-11-02T04:30:00Z")),
        sample(2, at("2025-11-02T05:30:00Z")), sample(4, at("2025-11-02T03:59:59Z")))
        == ["2025-11-01: 4", "2025-11-02: 3"])
  }

  @Test func `days outside the period do not appear`() {
    let period = Period.days(from: day("2025-09-02"), to: day("2025-09-03"))
    // 96 steps over 1 to 4 September: 24 a day.
    #expect(
      values("UTC", sample(96, clock("00:00:00"), at("2025-09-05T00:00:00Z")), period: period)
        == ["2025-09-02: 24", "2025-09-03: 24"])
    #expect(values("UTC", sample(1, at("2025-09-04T00:00:00Z")), period: period) == [])
    #expect(values("UTC", sample(1, at("2025-09-03T23:59:59Z")), period: period).count == 1)
  }

  @Test func `a period of instants clips its first and last day`() {
    let period = Period.instants(Interval(clock("18:00:00"), at("2025-09-02T06:00:00Z")))
    // 48 steps over two days, one an hour: six on either.
    let long = sample(48, clock("00:00:00"), at("2025-09-03T00:00:00Z"))
    #expect(values("UTC", long, period: period) == ["2025-09-01: 6", "2025-09-02: 6"])
    // Half-open like every interval.
    #expect(
      values(
        "UTC", sample(1, clock("17:59:59")), sample(2, clock("18:00:00")),
        sample(4, at("2025-09-02T06:00:00Z")), period: period) == ["2025-09-01: 2"])
  }

  @Test func `cover is clipped with its sample`() {
    let period = Period.instants(Interval(clock("08:30:00"), clock("10:00:00")))
    // Watch 08:00-09:00 covers 08:30-09:00 of the phone's 120 over 08:00-10:00: 60 are left, and
    // the watch gives 30 of its 60.
    #expect(
      values(
        "UTC", sample(60, clock("08:00:00"), clock("09:00:00")),
        sample(120, clock("08:00:00"), clock("10:00:00"), source: 1), period: period)
        == ["2025-09-01: 90"])
  }

  @Test func `a day that ends after the data is incomplete`() {
    let samples = [sample(1, clock("08:00:00")), sample(1, at("2025-09-02T08:00:00Z"))]
    func complete(_ dataEnd: String, isDamaged: Bool = false) -> [Bool] {
      aggregate(set(samples, dataEnd: at(dataEnd), isDamaged: isDamaged), over: nil)
        .days.map(\.isComplete)
    }
    #expect(complete("2025-09-03T00:00:00Z") == [true, true])
    #expect(complete("2025-09-02T23:59:59.999Z") == [true, false])
    #expect(complete("2025-09-01T23:00:00Z") == [false, false])
    // A damaged input may lack anything of any day.
    #expect(complete("2025-09-03T00:00:00Z", isDamaged: true) == [false, false])
  }

  @Test func `damage of a file touches only its days`() {
    let samples = (1...4).map { sample(1, at("2025-09-0\($0)T08:00:00Z")) }
    func complete(_ spans: (String, String)...) -> [Bool] {
      var all = set(samples)
      all.damagedSpans = spans.map { Interval(at($0), at($1)) }
      return aggregate(all, over: nil).days.map(\.isComplete)
    }
    #expect(complete() == [true, true, true, true])
    // An end is not touched; an instant is.
    #expect(
      complete(("2025-09-01T23:00:00Z", "2025-09-02T00:00:00Z")) == [false, true, true, true])
    #expect(
      complete(("2025-09-02T00:00:00Z", "2025-09-02T00:00:00Z")) == [true, false, true, true])
    // Any order, overlapping.
    #expect(
      complete(
        ("2025-09-04T05:00:00Z", "2025-09-09T00:00:00Z"),
        ("2025-08-01T00:00:00Z", "2025-09-01T00:00:00.001Z"),
        ("2025-08-02T00:00:00Z", "2025-08-03T00:00:00Z")) == [false, true, true, false])
  }
}
