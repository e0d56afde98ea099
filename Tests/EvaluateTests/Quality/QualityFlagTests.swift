import DaymarkEvaluate
import DaymarkModel
import DaymarkTestSupport
import Testing

/// Flags of figures and sessions made by hand, in a challenge of 1 to 7 September.
struct QualityFlagTests {
  private let challenge = Challenge(
    id: "c", title: "c", period: .days(from: firstDay, to: firstDay.advanced(by: 6)))

  private let limits = Limits(
    identity: LimitsIdentity(name: "l", version: "1.0.0", digest: Digest(of: [])),
    limits: [
      .stepsPerMinute: Limit(
        notedAbove: Quantity(200), flaggedAbove: Quantity(240), source: "s"),
      .strideLength: Limit(
        flaggedAbove: Quantity(microUnits: 2_500_000), flaggedBelow: Quantity(microUnits: 300_000),
        source: "s"),
      .overlappingSessions: Limit(
        notedAbove: Quantity(1), flaggedAbove: Quantity(10), source: "s"),
      .runningSpeed: Limit(source: "s"),
    ],
    runningRecords: [
      RunningRecord(distanceMeters: Quantity(100), seconds: Quantity(10)),
      RunningRecord(distanceMeters: Quantity(1000), seconds: Quantity(125)),
    ], recordMargin: Quantity(5))

  private func flags(
    _ days: [DailyAggregate] = [], _ sessions: [Session] = [], sharing: [QualityFlag] = []
  ) -> [QualityFlag] {
    qualityFlags(
      of: SubjectAggregates(
        zone: ResolvedZone(.utc, by: .subject), days: days, sessions: sessions),
      in: challenge, limits: limits, sharing: sharing
    ).flags
  }

  private func day(_ number: Int, _ figures: [FlagCode: Quantity]) -> DailyAggregate {
    DailyAggregate(
      metric: .steps, day: firstDay.advanced(by: number - 1), value: Quantity(1),
      measure: QualityMeasure(figures: figures))
  }

  /// A session of so many minutes, from a minute of a day on.
  private func session(
    _ kind: ActivityKind, day: Int = 1, at minute: Int, minutes: Double,
    values: [ActivityField: Quantity] = [:]
  ) -> Session {
    let start = at(day).advanced(byMilliseconds: Int64(minute) * 60_000)
    let end = start.advanced(byMilliseconds: Int64(minutes * 60_000))
    return Session(
      day: firstDay.advanced(by: day - 1),
      activity: Activity(kind: kind, start: start, end: end, values: values), inputs: [],
      origins: [:])
  }

  private func run(_ meters: Int, _ seconds: Int, day: Int = 1) -> [QualityFlag] {
    flags(
      [],
      [
        session(
          .run, day: day, at: 0, minutes: 60,
          values: [.distanceMeters: Quantity(meters), .activeSeconds: Quantity(seconds)])
      ])
  }

  @Test func `a figure at a limit is within it`() {
    #expect(flags([day(1, [.stepsPerMinute: Quantity(200)])]) == [])
    let noted = flags([day(1, [.stepsPerMinute: Quantity(240)])])
    #expect(
      noted == [
        QualityFlag(
          .stepsPerMinute, .noted, day: firstDay, metric: .steps, measured: Quantity(240),
          limit: Quantity(200), source: "s")
      ])
    let flagged = flags([day(1, [.stepsPerMinute: Quantity(microUnits: 240_010_000)])])
    #expect(flagged.map(\.level) == [.flagged])
    #expect(flagged.map(\.limit) == [Quantity(240)])
  }

  @Test func `a stride may be too short and too long`() {
    #expect(flags([day(1, [.strideLength: Quantity(microUnits: 300_000)])]) == [])
    #expect(
      flags([day(1, [.strideLength: Quantity(microUnits: 290_000)])]).map(\.limit)
        == [Quantity(microUnits: 300_000)])
    #expect(
      flags([day(1, [.strideLength: Quantity(microUnits: 2_510_000)])]).map(\.limit)
        == [Quantity(microUnits: 2_500_000)])
  }

  @Test func `what was not measured, has no limit or lies outside the period is not flagged`() {
    #expect(flags([day(1, [:])]) == [])
    #expect(flags([day(1, [.flightsPerHour: Quantity(1000)])]) == [])
    #expect(flags([day(8, [.stepsPerMinute: Quantity(300)])]) == [])
    #expect(run(1000, 100, day: 8) == [])
    #expect(flags([], [session(.run, at: 0, minutes: 60)]) == [])
  }

  /// 1000 m in 125 s are 8 m/s, and with 5 % 8.4 m/s; 100 m in 10 s are 10 and 10.5 m/s.
  @Test func `a run is compared with the record of the next shorter distance`() {
    // 1050 / 125 = 8.4.
    #expect(run(1050, 125) == [])
    // 1060 / 125 = 8.48.
    #expect(
      run(1060, 125) == [
        QualityFlag(
          .runningSpeed, .flagged, day: firstDay, kind: .run,
          measured: Quantity(microUnits: 8_480_000), limit: Quantity(microUnits: 8_400_000),
          source: "s")
      ])
    // 999 m have the record of 100 m: 999 / 100 = 9.99, 999 / 95 = 10.52.
    #expect(run(999, 100) == [])
    #expect(run(999, 95).map(\.limit) == [Quantity(microUnits: 10_500_000)])
    // Far beyond the longest: 100 km in 10,000 s are 10 m/s.
    #expect(run(100_000, 10_000).map(\.limit) == [Quantity(microUnits: 8_400_000)])
    // Below the shortest there is none; and no time, no speed.
    #expect(run(99, 1) == [])
    #expect(run(1000, 0) == [])
  }

  @Test func `only runs are compared with records of running`() {
    let values: [ActivityField: Quantity] = [
      .distanceMeters: Quantity(10_000), .activeSeconds: Quantity(600),
    ]
    #expect(flags([], [session(.cycle, at: 0, minutes: 10, values: values)]) == [])
  }

  @Test func `hostile figures trap nothing`() {
    let values: [ActivityField: Quantity] = [
      .distanceMeters: .limit, .activeSeconds: Quantity(microUnits: 1),
    ]
    #expect(flags([], [session(.run, at: 0, minutes: 10, values: values)]) == [])
    var long = session(.run, at: 0, minutes: 1)
    long.activity.start = Instant(milliseconds: .min)
    long.activity.end = Instant(milliseconds: .max)
    #expect(flags([], [long, long]).map(\.level) == [.flagged])
  }

  /// A run of minutes 0 to 60.
  @Test(arguments: [
    (ActivityKind.cycle, 59, 30.0, nil, 0.0),  // 1 minute is not more than 1
    (.cycle, 58, 30, QualityFlag.Level.noted, 2),
    (.cycle, 50, 30, .noted, 10),
    (.cycle, 49, 30, .flagged, 11),
    (.cycle, 10, 20.5, .flagged, 20.5),  // within the run
    (.cycle, 60, 30, nil, 0),
    (.other, 10, 90, .noted, 50),
  ])
  func `a session that began during another is flagged by the time both went on`(
    _ kind: ActivityKind, _ minute: Int, _ minutes: Double, _ level: QualityFlag.Level?,
    _ measured: Double
  ) {
    let found = flags(
      [], [session(kind, at: minute, minutes: minutes), session(.run, at: 0, minutes: 60)])
    #expect(found.map(\.level) == [level].compactMap { $0 })
    #expect(found.first?.measured ?? .zero == Quantity(microUnits: Int64(measured * 1_000_000)))
    #expect(found.first?.kind ?? kind == kind)
  }

  @Test func `intervals inside a session of kind other are noted at most`() {
    let gym = session(.other, at: 0, minutes: 90)
    let intervals = session(.hiit, at: 10, minutes: 30)
    #expect(flags([], [gym, intervals]).map(\.level) == [.noted])
    // The yoga shares 20 minutes with the intervals: what holds both is no excuse.
    let found = flags([], [gym, intervals, session(.yoga, at: 20, minutes: 30)])
    #expect(found.map(\.level) == [.noted, .flagged])
    #expect(found.last?.measured == Quantity(20))
  }

  @Test func `a long session is remembered past shorter ones`() {
    let found = flags(
      [],
      [
        session(.hike, at: 0, minutes: 300), session(.row, at: 20, minutes: 0.5),
        session(.swim, at: 200, minutes: 30),
      ])
    #expect(found.map(\.kind) == [.swim])
  }

  @Test func `flags are in one order whatever order they were found in`() {
    let shared = QualityFlag(
      .sharedArchive, .flagged, measured: Quantity(1), limit: .zero)
    let days = [
      day(2, [.stepsPerMinute: Quantity(300), .strideLength: Quantity(3)]),
      day(1, [.strideLength: Quantity(3)]),
    ]
    let sessions = [
      session(.cycle, day: 2, at: 0, minutes: 60), session(.swim, day: 2, at: 5, minutes: 60),
      session(.run, day: 2, at: 9, minutes: 60),
    ]
    let found = flags(days, sessions, sharing: [shared])
    #expect(
      found.map(\.code) == [
        .strideLength, .stepsPerMinute, .strideLength, .overlappingSessions, .overlappingSessions,
        .sharedArchive,
      ])
    #expect(found.compactMap(\.kind) == [.run, .swim])
    #expect(flags(days.reversed(), sessions.reversed(), sharing: [shared]) == found)
  }

  /// `level metric measured` of the flags of a source of a class of which so many in 1000 records overlap others.
  private func overlapFlags(_ overlapping: [Int], _ deviceClass: DeviceClass) -> [String] {
    var aggregates = SubjectAggregates(zone: ResolvedZone(.utc, by: .subject))
    aggregates.sources = overlapping.map {
      Source(provider: .apple, name: "\($0)", deviceClass: deviceClass)
    }
    aggregates.overlaps = overlapping.enumerated().map {
      RecordOverlap(metric: .steps, source: $0, records: 1000, overlapping: $1)
    }
    var limits = limits
    limits.limits[.ownOverlaps] = Limit(
      notedAbove: .zero, flaggedAbove: Quantity(5), source: "s")
    return qualityFlags(of: aggregates, in: challenge, limits: limits).flags.map {
      "\($0.level) \($0.metric?.id ?? "-") \($0.measured)"
    }
  }

  @Test func `records of one device that overlap are noted, and flagged where they are many`() {
    #expect(overlapFlags([11], .watch) == ["noted steps 1.1"])
    #expect(overlapFlags([50], .phone) == ["noted steps 5"])
    #expect(overlapFlags([3, 51, 12], .phone) == ["flagged steps 5.1"])
    #expect(overlapFlags([700, 900], .app) == ["noted steps 90"])
    #expect(overlapFlags([], .watch).isEmpty)
  }

  @Test func `a gate counts overlapping records only where it names them`() {
    let flag = QualityFlag(.ownOverlaps, .flagged, measured: Quantity(6), limit: Quantity(5))
    let quality = QualityFlags([flag], limits: limits.identity)
    func holds(_ codes: Set<FlagCode>?) -> [Bool] {
      let rule = Rule(
        name: "r", version: "1.0.0", title: "r", requires: Condition(.all([])),
        quality: [QualityGate(.flags(codes, atMost: 0))])
      return gatesHold(
        of: rule, on: SubjectAggregates(zone: ResolvedZone(.utc, by: .subject)), in: challenge,
        quality: quality)
    }
    #expect(holds(nil) == [true])
    #expect(holds([.ownOverlaps]) == [false])
  }
}
