import DaymarkModel
import Testing

/// Sessions: which count, what they sum to, and what is not known of them.
struct ActivityTests {
  static func count(_ number: Int, of test: ActivityTest) -> Condition {
    leaf(.total, of: .activities(.sessions, of: test), .atLeast(number))
  }

  static let runs = ActivityTest(kinds: [.run])
  static let fiveKilometers = ActivityTest(
    kinds: [.run], requirements: [.distance: .atLeast(5000)])
  /// 6:00 min/km.
  static let sixMinutes = ActivityTest(kinds: [.run], requirements: [.pace: .atMost(360)])

  struct Row: CustomTestStringConvertible {
    let days: String
    let test: ActivityTest
    let counted: Int

    init(_ days: String, _ test: ActivityTest, _ counted: Int) {
      (self.days, self.test, self.counted) = (days, test, counted)
    }

    var testDescription: String { "\(days) \(test)" }
  }

  static let countedRows = [
    Row("run:5000 . walk:5000", runs, 1),
    Row("run:5000+run:1 run:2 .", runs, 3),
    Row("run:5000 . walk:5000", ActivityTest(kinds: [.run, .walk]), 2),
    Row("run:5000 yoga hiit", ActivityTest(), 3),
    Row("run:1 in-run:1 .", ActivityTest(kinds: [.run], isIndoor: true), 1),
    Row("run:1 in-run:1 .", ActivityTest(kinds: [.run], isIndoor: false), 1),
    Row("run:5000 run:4999.999999 .", fiveKilometers, 1),
    // 1800 s / 5 km = 360 s/km exactly; 3 micro-seconds more are 360.0000006, which is 360.000001.
    Row("run:5000:1800 run:5000:1800.000003 .", sixMinutes, 1),
    // 2 more are 360.0000004, which is 360.
    Row("run:5000:1800.000002 . .", sixMinutes, 1),
    // 8:00 min/mi: 480 s / 1.609344 km = 298.2581723; 480.000002 s take 298.2581735.
    Row(
      "run:1609.344:480 run:1609.344:480.000002 .",
      ActivityTest(requirements: [.pace: .atMost(Quantity(microUnits: 298_258_172))]), 1),
    // 10 km/h: 10,000 m / 3600 s = 2.7777778; 9999.99 m are 2.777775 m/s.
    Row(
      "run:10000:3600 run:9999.99:3600 .",
      ActivityTest(requirements: [.speed: .atLeast(Quantity(microUnits: 2_777_778))]), 1),
    Row(
      "run:10000:3600 . .",
      ActivityTest(requirements: [.speed: .moreThan(Quantity(microUnits: 2_777_778))]), 0),
    // 5000.01 m in 1800 s is faster.
    Row("run:5000.01:1800 . .", sixMinutes, 1),
    // On the spot is slower than any pace, and within no speed.
    Row("run:0:1800 . .", sixMinutes, 0),
    Row("run:0:1 . .", ActivityTest(requirements: [.pace: .moreThan(1_000_000)]), 1),
    // 3000 m / 1000 s = 3 m/s.
    Row("run:3000:1000 run:2999:1000 .", ActivityTest(requirements: [.speed: .atLeast(3)]), 1),
    // 1800 s = 30 min.
    Row("yoga:?:1800 yoga:?:1799 .", ActivityTest(requirements: [.duration: .atLeast(30)]), 1),
    Row("run:1:1:350 run:1:1:349 .", ActivityTest(requirements: [.energy: .moreThan(349)]), 1),
    Row("hike:1:1:1:40 . .", ActivityTest(requirements: [.elevationGain: .between(40, 40)]), 1),
    Row(
      "run:1:1:1:1:140:170 . .", ActivityTest(requirements: [.averageHeartRate: .lessThan(141)]), 1),
    Row(
      "run:1:1:1:1:140:170 . .", ActivityTest(requirements: [.maximumHeartRate: .atMost(169)]), 0),
    // Whoever stays in place goes no distance and climbs nothing; neither do a swim or a treadmill.
    Row("yoga:? strength:? hiit:?", ActivityTest(requirements: [.distance: .atMost(0)]), 3),
    Row(
      "yoga:? in-run:5:5:5:? swim:5:5:5:?",
      ActivityTest(requirements: [.elevationGain: .atMost(0)]), 3),
    Row("row:5:5:5:? . .", ActivityTest(requirements: [.elevationGain: .moreThan(0)]), 0),
    // What fails anyway does not depend on what is not known.
    Row(
      "run:?:600 . .",
      ActivityTest(requirements: [.distance: .atLeast(1), .duration: .atLeast(11)]), 0),
  ]

  @Test(arguments: countedRows)
  func `a session counts when it is of the kind and has all that is asked for`(row: Row) {
    let days = sessions(row.days)
    let met = verdict(on: days, days: 3, Self.count(row.counted, of: row.test))
    #expect(met.outcome == .pass)
    #expect(met.codes == ["activities.met"])
    let missed = verdict(on: days, days: 3, Self.count(row.counted + 1, of: row.test))
    #expect(missed.outcome == .fail)
    #expect(missed.codes == ["activities.too_few"])
  }

  @Test(
    arguments: [
      ("run:?", fiveKilometers), ("run:?:1800", sixMinutes), ("run:5000:?", sixMinutes),
      // Without time there is no pace, however short.
      ("run:5000:0", sixMinutes), ("run:0:0", sixMinutes),
      ("hike:9:9:9:?", ActivityTest(requirements: [.elevationGain: .atLeast(1)])),
      ("run:9:9:?", ActivityTest(requirements: [.energy: .atLeast(1)])),
      ("yoga", ActivityTest(requirements: [.averageHeartRate: .atMost(200)])),
      ("other:?", ActivityTest(requirements: [.distance: .atLeast(1)])),
    ])
  func `a session that lacks what is asked about leaves the answer open`(
    day: String, test: ActivityTest
  ) {
    func decided(_ condition: Condition, _ policy: MissingPolicy) -> Verdict {
      verdict(on: sessions("\(day) ."), days: 2, condition, onMissing: policy)
    }
    let one = Self.count(1, of: test)
    for policy in [MissingPolicy.undetermined, .zero] {
      #expect(decided(one, policy).outcome == .undetermined)
      #expect(decided(one, policy).codes == ["activities.open", "data.incomplete_session"])
    }
    #expect(decided(one, .fail).outcome == .fail)
    #expect(decided(Condition(.not(one)), .fail).outcome == .fail)
    #expect(decided(Self.count(2, of: test), .undetermined).outcome == .fail)
    #expect(decided(one, .undetermined).explanation.days.map(\.standing) == [.unknown, .counted])
  }

  @Test func `the reason names the fields that may be lacking, and the days`() {
    let test = ActivityTest(
      kinds: [.run], requirements: [.pace: .atMost(360), .distance: .atLeast(1)])
    let one = verdict(on: sessions("run:? ."), days: 2, Self.count(1, of: test))
    #expect(
      one.reasons == [
        Reason(
          code: "activities.open",
          text: "0 of 1 run with distance at least 1 m and pace at most 6:00 min/km",
          required: Quantity(1), actual: Quantity(0)),
        Reason(
          code: "data.incomplete_session",
          text: "a session lacks distance or pace on 1 of 2 days, which could have changed that",
          required: Quantity(1), actual: Quantity(0)),
      ])
  }

  @Test func `a day lacks data only when no metric and no session has anything on it`() {
    let two = Self.count(2, of: Self.runs)
    #expect(verdict(on: sessions("run:1 ."), days: 2, two).outcome == .fail)
    #expect(verdict(on: sessions("run:1 yoga"), days: 2, two).outcome == .fail)
    let missing = verdict(on: sessions("run:1 -"), days: 2, two)
    #expect(missing.outcome == .undetermined)
    #expect(missing.codes == ["activities.open", "data.missing"])
    #expect(
      missing.reasons.map(\.text) == [
        "1 of 2 runs", "no data of any kind on 1 of 2 days, which could have changed that",
      ])
    #expect(missing.explanation.days.map(\.standing) == [.counted, .missing])
    #expect(missing.explanation.days.map(\.value) == [Quantity(1), nil])
    #expect(verdict(on: sessions("run:1 -"), days: 2, two, onMissing: .zero).outcome == .fail)
    let failing = verdict(on: sessions("run:1 -"), days: 2, two, onMissing: .fail)
    #expect(failing.codes == ["activities.too_few", "data.missing"])
  }

  /// Whoever rests has no data on four of seven days, and that is not what is lacking.
  @Test func `the first reason of a runner who rested is the runs that are lacking`() {
    let long = ActivityTest(kinds: [.run], requirements: [.distance: .atLeast(5000)])
    let week = verdict(
      on: sessions("run:3000 - run:4000 - - run:4900 -"), days: 7, Self.count(2, of: long),
      onMissing: .fail)
    #expect(week.outcome == .fail)
    #expect(
      week.reasons.map(\.text) == [
        "0 of 2 runs with distance at least 5 km",
        "no data of any kind on 4 of 7 days, which could have changed that",
      ])
    #expect(week.codes == ["activities.too_few", "data.missing"])
    // Of nothing at all that alone is said.
    let nothing = verdict(on: sessions("- - -"), days: 3, Self.count(2, of: long))
    #expect(nothing.reasons.map(\.text) == ["no data of any kind on 3 of 3 days"])
  }

  @Test func `sessions that are recorded stand, and any number may come while a day is open`() {
    let one = Self.count(1, of: Self.runs)
    let two = Self.count(2, of: Self.runs)
    #expect(verdict(on: sessions("run:1 ."), days: 2, one, asOf: at(2)).outcome == .pass)
    let open = verdict(on: sessions("run:1 ."), days: 2, two, asOf: at(2, hour: 23))
    #expect(open.outcome == .undetermined)
    #expect(open.codes == ["activities.open"])
    #expect(open.explanation.days.map(\.standing) == [.counted, .notOver])
    #expect(verdict(on: sessions("run:1 ."), days: 2, two, asOf: at(3)).outcome == .fail)
    // The data ends within the second day, which waits until the deadline.
    let early = sessions("run:1 .", dataEnd: at(2, hour: 5))
    #expect(verdict(on: early, days: 2, two, asOf: at(4), deadline: at(9)).outcome == .undetermined)
    // Then it waits no more, but nobody knows what is past its end.
    func late(_ policy: MissingPolicy) -> Outcome {
      verdict(on: early, days: 2, two, onMissing: policy, asOf: at(9), deadline: at(9)).outcome
    }
    #expect(MissingPolicy.allCases.map(late) == [.fail, .undetermined, .fail])
  }

  @Test func `a lacking field on an open day waits only as far as time can settle it`() {
    func outcome(_ condition: Condition, asOf: Instant) -> Outcome {
      verdict(on: sessions("run:?"), days: 1, condition, onMissing: .fail, asOf: asOf).outcome
    }
    let one = Self.count(1, of: Self.fiveKilometers)
    // Another run can meet it.
    #expect(outcome(one, asOf: at(1)) == .undetermined)
    #expect(outcome(one, asOf: at(2)) == .fail)
    // At most none: more runs can only fail it.
    let none = leaf(.total, of: .activities(.sessions, of: Self.fiveKilometers), .atMost(0))
    #expect(outcome(none, asOf: at(1)) == .undetermined)
    #expect(outcome(none, asOf: at(2)) == .fail)
  }

  static let sums: [(String, ActivitySum, Comparison, Outcome)] = [
    // 5000 + 2500.5 = 7500.5
    ("run:5000 run:2500.5", .distance, .between(Quantity(7500), Quantity(7501)), .pass),
    ("run:5000 run:2500.5", .distance, .atLeast(7501), .fail),
    ("run:5000 run:2500.5", .distance, .atMost(7500), .fail),
    // 1 s = 0.0166... min, rounded to 0.02 a day; of one day and kind 2 s = 0.03.
    (
      "run:1:1 run:1:1", .duration,
      .between(Quantity(microUnits: 40_000), Quantity(microUnits: 40_000)), .pass
    ),
    (
      "run:1:1+run:1:1 .", .duration,
      .between(Quantity(microUnits: 30_000), Quantity(microUnits: 30_000)), .pass
    ),
    (
      "run:1:1+walk:1:1 .", .duration,
      .between(Quantity(microUnits: 40_000), Quantity(microUnits: 40_000)), .pass
    ),
    ("run:1:1:100 walk:1:1:50.5", .energy, .moreThan(150), .pass),
    ("hike:1:1:1:600 hike:1:1:1:400", .elevationGain, .atLeast(1000), .pass),
    ("hike:1:1:1:600 yoga:?:1:1:?", .elevationGain, .between(600, 600), .pass),
    ("run:5000 run:?", .distance, .atLeast(5000), .pass),
    ("run:5000 run:?", .distance, .atLeast(5001), .undetermined),
    ("run:5000 run:?", .distance, .lessThan(5000), .fail),
    ("run:5000 -", .distance, .atMost(5000), .undetermined),
    ("run:5000 yoga", .distance, .atMost(5000), .pass),
    ("run:1 run:1", .sessions, .atMost(2), .pass),
    ("run:1 run:1", .sessions, .lessThan(2), .fail),
  ]

  @Test(arguments: sums)
  func `values are summed by day and kind and rounded like dailyActivities`(
    days: String, sum: ActivitySum, comparison: Comparison, outcome: Outcome
  ) {
    let condition = leaf(.total, of: .activities(sum, of: ActivityTest()), comparison)
    let verdict = verdict(on: sessions(days), days: 2, condition)
    #expect(verdict.outcome == outcome)
    #expect(verdict.explanation.key == "activityTotal")
  }

  @Test func `a session of which it is not known whether it counts adds nothing or all it has`() {
    let test = ActivityTest(requirements: [.averageHeartRate: .atMost(150)])
    func outcome(_ comparison: Comparison) -> Outcome {
      let sum = leaf(.total, of: .activities(.distance, of: test), comparison)
      return verdict(on: sessions("run:3000:1:1:1:140 run:4000"), days: 2, sum).outcome
    }
    // From 3000 to 7000.
    #expect(outcome(.atLeast(3000)) == .pass)
    #expect(outcome(.atLeast(7000)) == .undetermined)
    #expect(outcome(.atLeast(7001)) == .fail)
    #expect(outcome(.atMost(7000)) == .pass)
    #expect(outcome(.atMost(6999)) == .undetermined)
    #expect(outcome(.lessThan(3000)) == .fail)
  }

  @Test func `what is too little and what is too much have codes of their own`() {
    func codes(_ comparison: Comparison) -> [String] {
      let sum = leaf(.total, of: .activities(.distance, of: Self.runs), comparison)
      return verdict(on: sessions("run:5000"), days: 1, sum).codes
    }
    #expect(codes(.atLeast(5000)) == ["activityTotal.met"])
    #expect(codes(.atLeast(5001)) == ["activityTotal.too_low"])
    #expect(codes(.lessThan(5000)) == ["activityTotal.too_high"])
    #expect(codes(.between(1, 2)) == ["activityTotal.too_high"])
    #expect(codes(.between(6000, 7000)) == ["activityTotal.too_low"])
  }

  @Test func `of days with a session two on a day are one`() {
    let days = sessions("run+run . run walk - . run")
    func decide(_ count: Leaf.DayCount) -> Verdict {
      verdict(
        on: days, days: 7,
        leaf(
          .days(count), of: .activities(.sessions, of: ActivityTest(kinds: [.run])), .atLeast(1)))
    }
    #expect(decide(.atLeast(3)).codes == ["activityDays.met"])
    // The fifth day has no data of any kind.
    #expect(decide(.atLeast(4)).outcome == .undetermined)
    #expect(decide(.atLeast(4)).codes == ["activityDays.open", "data.missing"])
    let five = decide(.atLeast(5))
    #expect(five.outcome == .fail && five.codes == ["activityDays.too_few"])
    #expect(five.reasons[0].text == "3 of 5 days with at least 1 run")
    #expect(five.explanation.required == "at least 1 run on 5 days")
    #expect(decide(.every).outcome == .fail)
  }
}
