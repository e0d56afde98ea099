import DaymarkModel
import DaymarkTestSupport
import Testing

@testable import DaymarkAggregate

/// What is said of a day must be what was measured of it.
struct ExplainDayTests {
  /// 10 to 11 h: watch 600, phone 10:30 to 11:30 with 400, app 10:00 to 12:00 with 1200.
  ///
  /// The phone's half hour to 11 is the watch's: 200 covered. Of the app, the watch covers the hour
  /// to 11 (600), the phone the half hour to 11:30 (300), 300 are left.
  @Test func `says what is covered and by whom`() throws {
    let set = SampleSet(
      zone: ResolvedZone(.utc, by: .subject), sources: [watch, phone, app],
      samples: [
        .steps: SampleList(
          of: .steps,
          [
            sample(0, from: 600, to: 660, 600), sample(1, from: 630, to: 690, 400),
            sample(2, from: 600, to: 720, 1200), sample(2, from: 1500, to: 1510, 77),
          ])
      ])
    let steps = try #require(explainDay(set, day).metrics.first)
    #expect(steps.aggregate.value == Quantity(1100))
    #expect(steps.aggregate.measure.naive == Quantity(2200))
    #expect(!steps.isTotal)
    #expect(steps.sources.map(\.source) == [0, 1, 2])
    #expect(steps.sources.map(\.offered) == [600, 400, 1200].map { Quantity($0) })
    #expect(steps.sources.map(\.counted) == [600, 200, 300].map { Quantity($0) })
    #expect(
      steps.sources.map(\.covered) == [
        [], [.init(source: 0, amount: Quantity(200))],
        [.init(source: 0, amount: Quantity(600)), .init(source: 1, amount: Quantity(300))],
      ])
    #expect(steps.sources[2].span == Interval(minute(600), minute(720)))
  }

  @Test func `shows only the part of a sample inside the day`() throws {
    // Two hours from 23:00 with 120, of which one is the day's.
    let set = SampleSet(
      zone: ResolvedZone(.utc, by: .subject), sources: [watch],
      samples: [.steps: SampleList(of: .steps, [sample(0, from: 1380, to: 1500, 120)])])
    let steps = try #require(explainDay(set, day).metrics.first)
    #expect(steps.sources.first?.offered == Quantity(60))
    #expect(steps.sources.first?.span == Interval(minute(1380), minute(1440)))
  }

  @Test func `a total stands beside what was swept`() throws {
    let garmin = Source(provider: "garmin", name: "Connect", deviceClass: .tracker)
    let set = SampleSet(
      zone: ResolvedZone(.utc, by: .subject), sources: [garmin, app],
      samples: [.steps: SampleList(of: .steps, [sample(1, from: 600, to: 660, 500)])],
      totals: [
        DayTotal(metric: .steps, day: day, figure: .sum(Quantity(700)), part: .activityType(6)),
        DayTotal(metric: .steps, day: day, figure: .sum(Quantity(100)), part: .activityType(1)),
      ])
    let steps = try #require(explainDay(set, day).metrics.first)
    #expect(steps.isTotal)
    #expect(steps.aggregate.value == Quantity(800))
    #expect(steps.aggregate.measure.alternate == Quantity(500))
    #expect(steps.sources.map(\.total) == [Quantity(800), nil])
    #expect(steps.sources.map(\.counted) == [Quantity(800), .zero])
  }

  @Test func `a summary's heart rate is no sum, and is said to be the tracker's own`() throws {
    let garmin = Source(provider: "garmin", name: "Connect", deviceClass: .tracker)
    let summary = DayTotal(
      metric: .heartRate, day: day,
      figure: .heartRate(minimum: Quantity(50), maximum: Quantity(140), average: nil))
    var set = SampleSet(
      zone: ResolvedZone(.utc, by: .subject), sources: [garmin], totals: [summary])
    let alone = try #require(explainDay(set, day).metrics.first)
    #expect(alone.isTotal && alone.aggregate.heartRate?.maximum == Quantity(140))
    #expect(alone.sources.map(\.total) == [nil] && alone.sources.map(\.samples) == [0])
    set.samples[.heartRate] = SampleList(of: .heartRate, [sample(0, from: 600, to: 600, 80)])
    #expect(try !#require(explainDay(set, day).metrics.first).isTotal)
  }

  @Test func `names a distance that cannot serve, and whose it is`() throws {
    let garmin = Source(provider: "garmin", name: "Connect", deviceClass: .tracker)
    let total = { (meters: Int, part: DayTotalPart) in
      DayTotal(
        metric: .distanceWalkingRunning, day: day, source: part == .whole ? 1 : 0,
        figure: .sum(Quantity(meters)), part: part, isOfAnyMode: part == .whole)
    }
    let set = SampleSet(
      zone: ResolvedZone(.utc, by: .subject), sources: [garmin, garmin],
      totals: [total(15_500, .whole), total(3000, .activityType(6))])
    let distance = try #require(explainDay(set, day).metrics.first)
    #expect(distance.aggregate.value == Quantity(3000))
    #expect(distance.sources.map(\.total) == [Quantity(3000), nil])
    #expect(distance.sources.map(\.uncertainTotal) == [nil, Quantity(15_500)])
  }

  @Test func `agrees with the aggregates, over seeded days`() throws {
    for seed in 1...60 {
      var chance = SeededGenerator(seed: UInt64(seed))
      let samples = (0..<40).map { _ in
        let start = Int.random(in: 0..<1440, using: &chance)
        let length = Int.random(in: 0...180, using: &chance)
        return sample(
          UInt16.random(in: 0..<3, using: &chance), from: start, to: start + length,
          Int.random(in: 0...999, using: &chance))
      }
      let set = SampleSet(
        zone: ResolvedZone(.utc, by: .subject), sources: [watch, phone, app],
        samples: [.activeEnergy: SampleList(of: .activeEnergy, samples)])
      let expected = aggregate(set, over: nil).days.first { $0.day == day }
      let explained = try #require(explainDay(set, day).metrics.first)
      #expect(explained.aggregate.value == expected?.value)
      #expect(explained.aggregate.measure == expected?.measure)
      for share in explained.sources {
        let covered = share.covered.reduce(0) { $0 + $1.amount.microUnits }
        // Each amount is rounded to 0.01 for itself.
        let rest = share.offered.microUnits - share.counted.microUnits - covered
        #expect(abs(rest) <= 30_000, "seed \(seed)")
      }
    }
  }
}

private let day = CivilDay(ordinal: 20_000)

/// Minutes since the day's midnight in UTC.
private func minute(_ minute: Int) -> Instant {
  Instant(seconds: 20_000 * 86_400 + Int64(minute) * 60)
}

private func sample(_ source: UInt16, from: Int, to: Int, _ value: Int) -> Sample {
  Sample(start: minute(from), end: minute(to), value: Quantity(value), source: source)
}
