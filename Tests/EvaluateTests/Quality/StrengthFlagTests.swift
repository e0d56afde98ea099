import DaymarkEvaluate
import DaymarkModel
import DaymarkTestSupport
import Testing

/// Flags of strength training, in a challenge of 1 to 28 September 2025; the first is a Monday.
struct StrengthFlagTests {
  private let challenge = Challenge(
    id: "c", title: "c", period: .days(from: firstDay, to: firstDay.advanced(by: 27)))

  private let limits = Limits(
    identity: LimitsIdentity(name: "l", version: "1.0.0", digest: Digest(of: [])),
    limits: [
      .liftLoad: Limit(source: "s"),
      .liftJump: Limit(
        notedAbove: Quantity(microUnits: 33_330_000), flaggedAbove: Quantity(100), source: "s"),
      .repeatedLifting: Limit(notedAbove: .zero, source: "s"),
    ], runningRecords: [],
    liftRecords: [
      LiftRecord(exercise: "squat", sex: .male, load: Quantity(500)),
      LiftRecord(exercise: "squat", sex: .male, bodyWeight: Quantity(75), load: Quantity(300)),
      LiftRecord(exercise: "squat", sex: .female, load: Quantity(320)),
    ], liftMargin: Quantity(5))

  private func flags(
    _ days: [DailyStrength], _ sessions: [StrengthSession] = [], _ logs: LogSettings = LogSettings()
  ) -> [QualityFlag] {
    qualityFlags(
      of: SubjectAggregates(
        zone: ResolvedZone(.utc, by: .subject), strength: sessions, strengthDays: days),
      in: challenge, limits: limits, logs: logs
    ).flags
  }

  private func day(_ number: Int, load: Quantity? = nil, estimate: Quantity? = nil) -> DailyStrength
  {
    DailyStrength(
      day: firstDay.advanced(by: number - 1), sessions: 1, sets: 1,
      lifts: [DailyLift(exercise: "squat", heaviest: load, bestEstimate: estimate)])
  }

  // MARK: Loads

  @Test(
    arguments: [
      // 500 and 5 % are 525 kg; of women 320 and 5 % 336 kg; up to 75 kg of weight 315 kg.
      (525.0, nil, nil, nil), (525.5, nil, nil, 525.0),
      (336.0, Sex.female, nil, nil), (337, .female, nil, 336), (337, .male, nil, nil),
      (316, .male, 75.0, 315), (315, .male, 75, nil), (316, .male, 75.5, nil),
    ] as [(Double, Sex?, Double?, Double?)])
  func `a load is compared with the best that is known for sex and weight`(
    kilograms: Double, sex: Sex?, weight: Double?, limit: Double?
  ) {
    func quantity(_ value: Double) -> Quantity { Quantity(microUnits: Int64(value * 1_000_000)) }
    let found = flags(
      [day(3, load: quantity(kilograms))], [],
      LogSettings(bodyWeight: weight.map(quantity), sex: sex))
    #expect(
      found
        == (limit.map {
          [
            QualityFlag(
              .liftLoad, .flagged, day: firstDay.advanced(by: 2), measured: quantity(kilograms),
              limit: quantity($0), source: "s")
          ]
        } ?? []))
  }

  @Test func `the weight of the session goes before that of the subject`() {
    let session = StrengthSession(day: firstDay, bodyWeight: Quantity(70), sets: [])
    let logs = LogSettings(bodyWeight: Quantity(100), sex: .male)
    #expect(flags([day(1, load: Quantity(320))], [session], logs).map(\.limit) == [Quantity(315)])
    #expect(flags([day(1, load: Quantity(320))], [], logs) == [])
  }

  @Test func `a lift without a record, and days outside the period, have no flag`() {
    var other = day(1, load: Quantity(2000))
    other.lifts[0].exercise = "leg press"
    #expect(flags([other, day(29, load: Quantity(2000))]) == [])
  }

  // MARK: Jumps

  @Test func `a best estimate a third above all weeks before is noted, twice of it flagged`() {
    func jump(_ first: Int, _ second: Int) -> [QualityFlag] {
      flags([day(2, estimate: Quantity(first)), day(9, estimate: Quantity(second))])
    }
    // 120 / 90 is a third more to the hundredth, which is the limit.
    #expect(jump(90, 120) == [])
    // 121 / 90 = 1.3444...
    #expect(
      jump(90, 121) == [
        QualityFlag(
          .liftJump, .noted, day: firstDay.advanced(by: 8),
          measured: Quantity(microUnits: 34_440_000), limit: Quantity(microUnits: 33_330_000),
          source: "s")
      ])
    #expect(jump(90, 180).map(\.level) == [.noted])
    #expect(jump(90, 181).map(\.level) == [.flagged])
    #expect(jump(120, 60) == [])
  }

  @Test func `days of one week are not compared, and the greatest jump of a week is shown`() {
    #expect(flags([day(1, estimate: Quantity(60)), day(5, estimate: Quantity(100))]) == [])
    // 100 is the best before, although the week between had 60; 150 and 140 are of one week.
    let weeks = [
      day(1, estimate: Quantity(100)), day(8, estimate: Quantity(60)),
      day(15, estimate: Quantity(140)), day(16, estimate: Quantity(150)),
    ]
    #expect(flags(weeks).map(\.measured) == [Quantity(50)])
    #expect(flags(weeks).map(\.day) == [firstDay.advanced(by: 15)])
  }

  // MARK: The same session again

  private func session(_ number: Int, sets: Int = 6, load: Int = 100) -> StrengthSession {
    StrengthSession(
      day: firstDay.advanced(by: number - 1), start: at(number),
      sets: (1...sets).map {
        StrengthSet(
          start: at(number), exercise: "Squat", ordinal: $0, repetitions: 5,
          load: StrengthLoad(Quantity(load)))
      })
  }

  @Test func `a session that an earlier day has, too, is noted with the number of such days`() {
    let found = flags([day(1)], [session(1), session(3), session(4, load: 101), session(8)])
    #expect(found.map(\.code) == [.repeatedLifting, .repeatedLifting])
    #expect(found.map(\.day) == [firstDay.advanced(by: 2), firstDay.advanced(by: 7)])
    #expect(found.map(\.measured) == [Quantity(1), Quantity(2)])
    #expect(found.map(\.level) == [.noted, .noted])
  }

  @Test func `short sessions, two of one day and those that a device counted are not`() {
    #expect(flags([day(1)], [session(1, sets: 5), session(3, sets: 5)]) == [])
    #expect(flags([day(1)], [session(1), session(1)]) == [])
    var recorded = [session(1), session(3)]
    for index in recorded.indices { recorded[index].isLogged = false }
    #expect(flags([day(1)], recorded) == [])
  }
}
