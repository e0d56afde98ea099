import DaymarkAggregate
import DaymarkModel
import Testing

/// Semantics, "Day totals", the totals that files date themselves.
struct DatedTotalTests {
  private func total(
    _ value: Int, _ metric: Metric = .steps, source: UInt16 = 0, input: Int = 0,
    part: UInt8? = nil, isOfAnyMode: Bool = false, on date: String = "2025-09-01"
  ) -> DayTotal {
    DayTotal(
      metric: metric, day: day(date), source: source, input: input, figure: .sum(Quantity(value)),
      part: part.map { .activityType($0) } ?? .whole, isOfAnyMode: isOfAnyMode)
  }

  private func result(
    _ totals: [DayTotal], _ samples: [Sample] = [], _ metric: Metric = .steps,
    activities: [Activity] = [], period: Period? = nil
  ) -> [String] {
    let all = subject(
      activities, totals: totals, records: samples.isEmpty ? [:] : [metric: samples])
    return aggregate(all, over: period).days.filter { $0.metric == metric }.map { day in
      let parts = day.measure.contributions.map { "\($0.source): \($0.contributed)" }
      return "\(text(day.value)) (\(text(day.measure.alternate))) "
        + "[\(parts.joined(separator: ", "))]"
    }
  }

  private func hour(_ value: Int, source: UInt16) -> Sample {
    sample(value, clock("08:00:00"), clock("09:00:00"), source: source)
  }

  @Test func `a day of a total alone has its value`() {
    #expect(result([total(7000)]) == ["7000 (-) [0: 7000]"])
    #expect(result([total(0)]) == ["0 (-) [0: 0]"])
  }

  @Test func `parts add up, and of each the largest counts over all files`() {
    // Two syncs of one day: walking 3000 then 5000, running 2000 then 1900: 5000 + 2000.
    let parts = [
      total(3000, part: 6), total(2000, part: 1), total(5000, input: 1, part: 6),
      total(1900, input: 1, part: 1),
    ]
    #expect(result(parts) == ["7000 (-) [0: 7000]"])
    #expect(result(parts.reversed()) == ["7000 (-) [0: 7000]"])
  }

  @Test func `trackers of one provider give the parts of which they have most`() {
    // Walking is the Forerunner's 5000, cycling the Edge's 40.
    #expect(
      result([
        total(5000, part: 6), total(30, part: 2), total(4000, source: 1, part: 6),
        total(40, source: 1, part: 2),
      ]) == ["5040 (-) [0: 5000, 1: 40]"])
  }

  @Test func `parts go before a summary, even a larger one`() {
    #expect(
      result([total(9000), total(5000, part: 6), total(100, part: 1)])
        == ["5100 (9000) [0: 5100]"])
  }

  @Test func `of summaries the largest counts`() {
    #expect(
      result([total(6000), total(8000, source: 1), total(7000, input: 1)])
        == ["8000 (-) [0: 0, 1: 8000]"])
  }

  @Test func `the best source's provider decides`() {
    // The Forerunner has samples alone, the Edge the provider's total.
    #expect(
      result([total(700, source: 1)], [hour(10, source: 0)]) == ["700 (10) [0: 0, 1: 700]"])
    // Fitbit is behind: its total is the alternate, whatever it is.
    #expect(
      result([total(700, source: 2)], [hour(10, source: 0)]) == ["10 (700) [0: 10, 2: 0]"])
    #expect(
      result([total(700, source: 2), total(600)], [hour(10, source: 3)])
        == ["600 (10) [0: 600, 2: 0, 3: 0]"])
    #expect(result([total(700, source: 2), total(600)]) == ["600 (700) [0: 600, 2: 0]"])
    // An app stands for itself alone.
    #expect(
      result([total(900, source: 3)], [hour(10, source: 2)]) == ["10 (900) [2: 10, 3: 0]"])
  }

  @Test func `totals neither cover nor are covered`() {
    // The app's hour is the sweep's, beside the total of a better source.
    #expect(
      result([total(900)], [hour(10, source: 3)]) == ["900 (10) [0: 900, 3: 0]"])
  }

  @Test func `a tracker's sample at the day's last second is no total`() {
    #expect(
      result([], [sample(5, clock("23:59:59")), hour(10, source: 0)]) == ["15 (-) [0: 15]"])
  }

  @Test func `a distance of any mode serves without monitoring and cycling`() {
    let any = total(9000, .distanceWalkingRunning, isOfAnyMode: true)
    let walk = hour(200, source: 3)
    func value(_ totals: [DayTotal], _ activities: [Activity] = [], on samples: [Sample])
      -> [String]
    {
      result(totals, samples, .distanceWalkingRunning, activities: activities)
    }
    #expect(value([any], on: [walk]) == ["9000 (200) [0: 9000, 3: 0]"])
    // Monitoring of steps is monitoring; another provider's is not.
    #expect(value([any, total(1, part: 6)], on: [walk]) == ["200 (9000) [3: 200]"])
    #expect(
      value([any, total(1, source: 2, part: 6)], on: [walk]) == ["9000 (200) [0: 9000, 3: 0]"])
    let monitored = total(3000, .distanceWalkingRunning, part: 6)
    #expect(value([any, monitored], on: []) == ["3000 (9000) [0: 3000]"])
    // A ride of the day, by whatever source; it may have been told only by the one that joined.
    let ride = recording(.other, "10:00:00", "11:00:00", source: 2)
    let row = recording(.cycle, "10:00:00", "11:00:00", source: 3, input: 1)
    #expect(value([any], [ride, row], on: [walk]) == ["200 (9000) [3: 200]"])
    #expect(value([any], [ride], on: [walk]) == ["9000 (200) [0: 9000, 3: 0]"])
    // Alone it tells nothing of walking.
    #expect(value([any], [ride, row], on: []) == [])
  }

  @Test func `a total of a day that is clipped is left out`() {
    let totals = [
      total(1), total(2, on: "2025-09-02"), total(3, on: "2025-09-03"), total(4, on: "2025-09-04"),
    ]
    let period = Period.instants(Interval(clock("00:00:01"), at("2025-09-03T23:59:59Z")))
    #expect(result(totals, period: period) == ["2 (-) [0: 2]"])
    #expect(
      result(totals, [hour(10, source: 3)], period: period)
        == ["10 (-) [3: 10]", "2 (-) [0: 2]"])
    let days = Period.days(from: day("2025-09-01"), to: day("2025-09-03"))
    #expect(result(totals, period: days).count == 3)
  }

  @Test func `totals are samples of the day's measure`() {
    var entered = total(500, source: 3)
    entered.isUserEntered = true
    let measures = aggregate(
      subject(
        [], totals: [total(1000), total(400, part: 6), entered],
        records: [.steps: [hour(100, source: 2)]]), over: nil
    ).days.map(\.measure)
    // 500 of 2000 by hand.
    #expect(measures.map(\.samples) == [4])
    #expect(measures.map(\.naive) == [Quantity(2000)])
    #expect(measures.map(\.manualSamples) == [1])
    #expect(measures.map(\.manualShare) == [2500])
  }

  @Test func `parts beyond the limit are an overflow`() {
    let parts = (0..<2).map {
      DayTotal(
        metric: .steps, day: day("2025-09-01"), figure: .sum(.limit), part: .activityType($0))
    }
    let all = aggregate(subject([], totals: parts), over: nil)
    #expect(all.days.isEmpty)
    #expect(all.findings.map(\.code) == [.valueOverflow])
  }
}
