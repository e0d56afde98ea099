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

  /// A run of 10 to 11 h states 5 km.
  ///
  /// The watch's records have 4 km from 10 to 10:30, 2 km from 10:30 to 11:30, of which a
  /// half lies in it, and 300 m at 10:59; the phone's do not matter.
  @Test func `a workout's own total stands beside its records`() throws {
    var set = SampleSet(
      zone: ResolvedZone(.utc, by: .subject), sources: [watch, phone],
      samples: [
        .distanceWalkingRunning: SampleList(
          of: .distanceWalkingRunning,
          [
            sample(0, from: 600, to: 630, 4000), sample(0, from: 630, to: 690, 2000),
            sample(0, from: 659, to: 659, 300), sample(1, from: 600, to: 660, 4900),
            sample(0, from: 540, to: 600, 70),
          ])
      ])
    set.activities = [
      Activity(
        kind: .run, start: minute(600), end: minute(660),
        values: [.distanceMeters: Quantity(5000), .kilocalories: Quantity(300)]),
      // Another day's.
      Activity(
        kind: .run, start: minute(2000), end: minute(2060),
        values: [.distanceMeters: Quantity(5000)]),
    ]
    let explained = explainDay(set, day)
    let interval = Interval(minute(600), minute(660))
    #expect(
      explained.statedSessions == [
        StatedSession(
          kind: .run, interval: interval, source: 0, metric: .distanceWalkingRunning,
          stated: Quantity(5000), recorded: Quantity(5300)),
        StatedSession(
          kind: .run, interval: interval, source: 0, metric: .activeEnergy,
          stated: Quantity(300), recorded: .zero),
      ])
  }

  @Test func `what an export states of the day stands beside the figure, and changes nothing`()
    throws
  {
    var set = SampleSet(
      zone: ResolvedZone(.utc, by: .subject), sources: [watch],
      samples: [
        .activeEnergy: SampleList(of: .activeEnergy, [sample(0, from: 600, to: 660, 400)])
      ])
    let alone = try #require(explainDay(set, day).metrics.first)
    #expect(alone.stated == nil)
    set.statedDays = [
      StatedDay(day: day, metric: .activeEnergy, amount: Quantity(412)),
      StatedDay(day: day.advanced(by: 1), metric: .activeEnergy, amount: Quantity(9)),
      StatedDay(day: day, metric: .exerciseTime, amount: Quantity(30)),
    ]
    let energy = try #require(explainDay(set, day).metrics.first)
    #expect(energy.stated == Quantity(412))
    #expect(energy.aggregate == alone.aggregate)
    #expect(explainDay(set, day).metrics.count == 1)
  }

  @Test(arguments: [
    (400, 412, 12, false, "2.91"), (412, 400, 12, true, "3"), (5, 5, 0, false, "0"),
    (7, 0, 7, true, nil),
  ])
  func `a difference has a side, and a part of what is stated`(
    _ figure: Int, _ stated: Int, _ amount: Int, _ isMore: Bool, _ percent: String?
  ) {
    let difference = StatedDifference(of: Quantity(figure), from: Quantity(stated))
    #expect(difference.amount == Quantity(amount))
    #expect(difference.isMore == isMore)
    #expect(difference.percent.map { "\($0)" } == percent)
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
