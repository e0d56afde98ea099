import DaymarkModel
import Testing

/// Sentences of reasons, and what is asked for in words.
struct SentenceTests {
  static func text(_ days: String, _ condition: Condition, of metric: Metric = .steps) -> String {
    verdict(days, condition, of: metric).reasons[0].text
  }

  @Test func `amounts stand in the unit that people write, where that is exact`() {
    func required(_ metric: Metric, _ amount: String) -> String? {
      let bound = Quantity(decimalText: amount) ?? .zero
      return verdict("1", leaf(.total, .atLeast(bound), of: metric), of: metric).explanation
        .required
    }
    #expect(required(.steps, "1") == "at least 1 step in total")
    #expect(required(.steps, "999") == "at least 999 steps in total")
    #expect(required(.steps, "1234567") == "at least 1,234,567 steps in total")
    #expect(required(.distanceWalkingRunning, "999.5") == "at least 999.5 m on foot in total")
    #expect(required(.distanceWalkingRunning, "12000") == "at least 12 km on foot in total")
    #expect(required(.distanceCycling, "1609.344") == "at least 1 mi by bicycle in total")
    #expect(required(.distanceSwimming, "1000.0001") == "at least 1,000.0001 m swum in total")
    #expect(required(.activeEnergy, "2500") == "at least 2,500 kcal of active energy in total")
    #expect(required(.flightsClimbed, "40") == "at least 40 flights climbed in total")
    #expect(required(.exerciseTime, "90") == "at least 90 min of exercise in total")
  }

  @Test func `what is missed is said the other way round, without what was reached`() {
    #expect(Self.text("5", leaf(.total, .atLeast(9))) == "fewer than 9 steps in total")
    #expect(Self.text("5", leaf(.best, .moreThan(9))) == "at most 9 steps on the best day")
    #expect(Self.text("5", leaf(.total, .atMost(4))) == "more than 4 steps in total")
    #expect(Self.text("5", leaf(.total, .lessThan(5))) == "at least 5 steps in total")
    #expect(
      Self.text("5", leaf(.total, .between(7, 9)))
        == "fewer than 7 steps in total, between 7 and 9 steps needed")
    #expect(
      Self.text("5", leaf(.average(overRecordedDays: false), .between(2, 3)))
        == "more than 3 steps on average over all days, between 2 and 3 steps needed")
    #expect(
      Self.text("5 5", leaf(.window(days: 2), .atLeast(3000), of: .activeEnergy), of: .activeEnergy)
        == "less than 3,000 kcal of active energy in any 2 consecutive days")
  }

  @Test func `what is met and what is open are told apart`() {
    #expect(Self.text("5", leaf(.total, .atLeast(5))) == "at least 5 steps in total")
    let open = verdict("5", leaf(.total, .atLeast(9)), asOf: at(1))
    #expect(open.reasons[0].text == "not decided: at least 9 steps in total")
    #expect(
      Self.text("5 5", leaf(.days(.atLeast(1)), .atLeast(5)))
        == "2 days with at least 5 steps, 1 needed")
    #expect(
      verdict("5 -", leaf(.days(.every), .atLeast(5))).reasons.map(\.text) == [
        "1 of 2 days with at least 5 steps",
        "no data of steps on 1 of 2 days, which could have changed that",
      ])
    // What is recorded is as asked, so that nothing else is lacking.
    #expect(Self.text("5 -", leaf(.total, .atMost(9))) == "no data of steps on 1 of 2 days")
  }

  @Test func `sessions are called by their kind, with what each must have`() {
    func required(_ leaf: Condition) -> String? {
      verdict(on: sessions("."), days: 1, leaf).explanation.required
    }
    func runs(_ count: Int, _ test: ActivityTest) -> Condition {
      ActivityTests.count(count, of: test)
    }
    #expect(required(runs(1, ActivityTests.runs)) == "at least 1 run")
    #expect(required(runs(3, ActivityTest())) == "at least 3 sessions")
    #expect(
      required(runs(3, ActivityTest(kinds: [.hiit, .yoga, .row])))
        == "at least 3 rowing sessions, HIIT sessions or yoga sessions")
    let fast = ActivityTest(
      kinds: [.run], isIndoor: false,
      requirements: [.pace: .atMost(365), .distance: .atLeast(5000)])
    #expect(
      required(runs(3, fast))
        == "at least 3 outdoor runs with distance at least 5 km and pace at most 6:05 min/km")
    // 12 km/h = 3.333333 m/s to a micro-unit.
    let ride = ActivityTest(
      kinds: [.cycle],
      requirements: [.speed: .atLeast(Quantity(microUnits: 3_333_333)), .energy: .moreThan(100)])
    #expect(
      required(runs(2, ride))
        == "at least 2 rides with energy more than 100 kcal and speed at least 12 km/h")
    let odd = ActivityTest(
      requirements: [
        .pace: .lessThan(Quantity(microUnits: 365_500_000)),
        .speed: .atLeast(Quantity(microUnits: 3_333_330)),
      ])
    #expect(
      required(runs(2, odd))
        == "at least 2 sessions with pace less than 365.5 s/km and speed at least 3.33333 m/s")
    let climb = leaf(
      .total, of: .activities(.elevationGain, of: ActivityTest(kinds: [.hike])), .atLeast(1500))
    #expect(required(climb) == "at least 1.5 km uphill in hikes in total")
    let short = verdict(on: sessions("run:1 ."), days: 2, runs(3, ActivityTests.runs))
    #expect(short.reasons[0].text == "1 of 3 runs")
    let many = verdict(on: sessions("run:1+run:1 ."), days: 2, runs(1, ActivityTests.runs))
    #expect(many.reasons[0].text == "2 runs, 1 needed")
  }

  @Test func `weekdays and dates are named`() {
    let days = DaySelection(weekdays: [.sunday, .saturday, .friday], from: firstDay, to: firstDay)
    let node = verdict("1", leaf(.best, .atLeast(1), on: days)).explanation
    #expect(
      node.required
        == "at least 1 step on the best day, Friday, Saturday and Sunday only, from 2025-09-01, to 2025-09-01"
    )
  }
}
