import DaymarkAggregate
import DaymarkModel
import Testing

/// Semantics, "A heart-rate day".
struct HeartRateTests {
  private func days(
    _ samples: [Sample], zone: String = "UTC", period: Period? = nil
  ) -> [DailyAggregate] {
    aggregate(set(samples, of: .heartRate, zone: zone), over: period).days
  }

  /// `average, mean, minimum, maximum, count` of each day.
  private func texts(_ days: [DailyAggregate]) -> [String] {
    days.map {
      guard let rate = $0.heartRate else { return "no figures" }
      return [$0.value, rate.mean, rate.minimum, rate.maximum].map(text).joined(separator: ", ")
        + ", \(rate.count)"
    }
  }

  @Test func `a sample holds until the next or for ten minutes`() {
    // 60 for 2 min (120 s), 120 for the cap of 600 s of its 18 minutes, 90 for 600 s as the last.
    // (60 × 120 + 120 × 600 + 90 × 600) / 1320 = 133200/1320 = 100.909...; mean 270/3.
    #expect(
      texts(
        days([
          sample(60, clock("08:00:00")), sample(120, clock("08:02:00")),
          sample(90, clock("08:20:00")),
        ])) == ["100.91, 90, 60, 120, 3"])
  }

  @Test func `the last sample holds no longer than the day`() {
    // 100 for 600 s; 40 from 23:59:00, 60 s: (60000 + 2400)/660 = 94.5454...
    #expect(
      texts(days([sample(100, clock("08:00:00")), sample(40, clock("23:59:00"))]))
        == ["94.55, 70, 40, 100, 2"])
  }

  @Test func `the next day's sample does not shorten the last`() {
    // Each is alone on its day, whatever its weight.
    #expect(
      texts(days([sample(100, clock("23:59:59")), sample(40, at("2025-09-02T00:00:00Z"))]))
        == ["100, 100, 100, 100, 1", "40, 40, 40, 40, 1"])
  }

  @Test func `weights are in milliseconds`() {
    // 50 for 1 ms, 100 for 600,000 ms: (50 + 60,000,000)/600,001 = 99.99991...
    #expect(
      texts(days([sample(50, clock("08:00:00")), sample(100, clock("08:00:00.001"))]))
        == ["100, 75, 50, 100, 2"])
  }

  @Test func `samples at one instant are replaced by their mean for the average alone`() {
    // (60 + 61 + 62)/3 = 61 for 60 s, then 121 for 600 s: (3660 + 72600)/660 = 115.5454...
    // The mean is over four samples: 304/4 = 76. Sources do not matter.
    #expect(
      texts(
        days([
          sample(60, clock("08:00:00")), sample(62, clock("08:00:00"), source: 2),
          sample(61, clock("08:00:00"), source: 1), sample(121, clock("08:01:00")),
        ])) == ["115.55, 76, 60, 121, 4"])
  }

  @Test func `the mean at an instant is rounded to a micro unit`() {
    // 50 and 50.00999: mean 50.004995, which is above none of the roundings to 0.01 at 50.005.
    // 50.009999 and 50: 50.0049995 -> 50.005000 in micro-units, which rounds to 50.01.
    #expect(
      texts(
        days([sample(50, clock("08:00:00")), sample(micro: 50_009_999, clock("08:00:00"))]))
        == ["50.01, 50.01, 50, 50.01, 2"])
    #expect(
      texts(
        days([sample(50, clock("08:00:00")), sample(micro: 50_009_990, clock("08:00:00"))]))
        == ["50, 50, 50, 50.01, 2"])
  }

  @Test func `equal samples of two sources both count`() {
    #expect(
      texts(days([sample(60, clock("08:00:00")), sample(60, clock("08:00:00"), source: 1)]))
        == ["60, 60, 60, 60, 2"])
  }

  @Test func `a sample acts at its start, and its end is ignored`() {
    // Begun at 23:59:59 on the first day and ended on the second: the first alone.
    #expect(
      texts(days([sample(80, clock("23:59:59"), at("2025-09-02T00:10:00Z"))]))
        == ["80, 80, 80, 80, 1"])
    // 100 "lasts" an hour, but 50 a minute later takes over: (6000 + 30000)/660 = 54.5454...
    #expect(
      texts(
        days([sample(100, clock("08:00:00"), clock("09:00:00")), sample(50, clock("08:01:00"))]))
        == ["54.55, 75, 50, 100, 2"])
  }

  @Test func `a period clips by the start and ends the last hold`() {
    let period = Period.instants(Interval(clock("08:00:00"), clock("09:00:00")))
    // 07:59 and 09:00 are outside. 60 holds 600 s, 120 from 08:59 only 60 s:
    // (36000 + 7200)/660 = 65.4545...
    #expect(
      texts(
        days(
          [
            sample(200, clock("07:59:00"), clock("08:30:00")), sample(60, clock("08:10:00")),
            sample(120, clock("08:59:00")), sample(200, clock("09:00:00")),
          ], period: period)) == ["65.45, 90, 60, 120, 2"])
  }

  @Test func `the day is the zone's`() {
    let all = days([sample(60, at("2025-09-01T22:00:00Z"))], zone: "Europe/Berlin")
    #expect(all.map(\.day) == [day("2025-09-02")])
  }
}
