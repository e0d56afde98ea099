import DaymarkModel
import Testing

struct HeartRateTimesTests {
  private func times(_ parts: [(rate: Int64, seconds: Int64)]) -> HeartRateTimes {
    var times = HeartRateTimes()
    for (rate, seconds) in parts {
      times.add(seconds * 1000, at: Quantity(microUnits: rate * 500_000))
    }
    return times
  }

  /// The rates are halves: 280 is 140 bpm, 281 is 140.5 bpm.
  @Test func `above a rate is more than it`() {
    let times = times([(280, 60), (281, 120), (282, 600), (100, 30)])
    #expect(times.minutes(above: 139) == Quantity(13))
    #expect(times.minutes(above: 140) == Quantity(12))
    #expect(times.minutes(above: 141) == .zero)
    // 30 s at 50 bpm are above 49 alone.
    #expect(times.minutes(above: 49) == Quantity(microUnits: 13_500_000))
    #expect(times.minutes(above: 50) == Quantity(13))
    #expect(times.minutes(above: 20) == times.minutes(above: 49))
    #expect(HeartRateTimes().minutes(above: 20) == .zero)
  }

  @Test func `the list begins at the lowest rate, whatever comes first`() {
    let times = times([(200, 1), (190, 2), (204, 3), (200, 4)])
    #expect(times.lowest == 95)
    #expect(times.milliseconds == [2000, 0, 0, 0, 0, 5000, 0, 3000])
    #expect(HeartRateTimes(from: times.lowest, milliseconds: times.milliseconds) == times)
  }

  @Test func `minutes are rounded once, to a hundredth`() {
    // 100 s are 1.6667 min, 50 s and 50 s likewise; each alone would be 0.83.
    #expect(times([(300, 50), (302, 50)]).minutes(above: 140) == Quantity(microUnits: 1_670_000))
    #expect(Quantity.minutes(ofMilliseconds: 299) == .zero)
    #expect(Quantity.minutes(ofMilliseconds: 300) == Quantity(microUnits: 10_000))
  }

  @Test func `what no day can have is no list`() {
    #expect(HeartRateTimes(from: 60, milliseconds: []) == nil)
    #expect(HeartRateTimes(from: 60, milliseconds: [0, 1]) == nil)
    #expect(HeartRateTimes(from: 60, milliseconds: [1, 0]) == nil)
    #expect(HeartRateTimes(from: 60, milliseconds: [1, -1, 1]) == nil)
    #expect(HeartRateTimes(from: 19, milliseconds: [1]) == nil)
    #expect(HeartRateTimes(from: 300, milliseconds: [1]) != nil)
    #expect(HeartRateTimes(from: 300, milliseconds: [1, 1]) == nil)
    let day = HeartRateTimes.longestDay
    #expect(HeartRateTimes(from: 60, milliseconds: [day]) != nil)
    #expect(HeartRateTimes(from: 60, milliseconds: [day, 1]) == nil)
    #expect(HeartRateTimes(from: 60, milliseconds: [.max, .max]) == nil)
  }
}
