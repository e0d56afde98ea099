import DaymarkDocuments
import DaymarkEvaluate
import DaymarkModel
import DaymarkTestSupport
import Testing

/// Composition, `onMissing`, the clock, reasons and the tree.
struct RuleTests {
  static let pass = leaf(.total, .atLeast(1))
  static let fail = leaf(.total, .atLeast(2), on: DaySelection(to: firstDay))
  static let unknown = leaf(
    .total, .atLeast(2), on: DaySelection(from: firstDay.advanced(by: 1)))

  static func condition(_ outcome: Outcome) -> Condition {
    switch outcome {
    case .pass: pass
    case .fail: fail
    case .undetermined: unknown
    }
  }

  static let pairs: [(Outcome, Outcome)] = Outcome.allCases.flatMap { a in
    Outcome.allCases.map { (a, $0) }
  }

  @Test(arguments: pairs)
  func `all, any and not are Kleene's`(a: Outcome, b: Outcome) {
    // The first day is 1, the second is missing.
    func outcome(_ kind: Condition.Kind) -> Outcome { verdict("1 -", Condition(kind)).outcome }
    let order: [Outcome] = [.fail, .undetermined, .pass]
    func rank(_ outcome: Outcome) -> Int { order.firstIndex(of: outcome) ?? -1 }
    let parts = [Self.condition(a), Self.condition(b)]
    #expect(outcome(.all(parts)) == order[min(rank(a), rank(b))])
    #expect(outcome(.any(parts)) == order[max(rank(a), rank(b))])
    #expect(outcome(.not(Self.condition(a))) == order[2 - rank(a)])
    #expect(outcome(.not(Condition(.all(parts)))) == order[2 - min(rank(a), rank(b))])
  }

  @Test func `a missing day never helps, under not and atMost either`() {
    let conditions = [
      leaf(.days(.every), .atLeast(5)), leaf(.total, .atMost(100)),
      Condition(.not(leaf(.best, .atLeast(50)))), Condition(.not(leaf(.total, .atMost(10)))),
    ]
    for condition in conditions {
      let failed = verdict("9 -", condition, onMissing: .fail)
      #expect(failed.outcome == .fail)
      #expect(failed.codes.last == "data.missing")
      #expect(verdict("9 -", condition, onMissing: .undetermined).outcome == .undetermined)
    }
  }

  @Test func `zero reads missing days as 0 beforehand, and open ones not`() {
    #expect(verdict("9 -", leaf(.days(.every), .atLeast(5)), onMissing: .zero).outcome == .fail)
    #expect(verdict("9 -", leaf(.total, .between(9, 9)), onMissing: .zero).outcome == .pass)
    let average = leaf(.average(overRecordedDays: true), .atMost(8))
    #expect(verdict("9 -", average, onMissing: .zero).outcome == .fail)
    #expect(verdict("- -", average, onMissing: .zero).outcome == .pass)
    #expect(
      verdict("9 -", leaf(.total, .between(9, 9)), onMissing: .zero, asOf: at(2)).outcome
        == .undetermined)
  }

  @Test func `missing days decide only where nothing else holds the answer open`() {
    func outcome(_ days: String, _ condition: Condition, asOf: Instant) -> Outcome {
      verdict(days, condition, onMissing: .fail, asOf: asOf).outcome
    }
    let twoOfThree = leaf(.days(.atLeast(2)), .atLeast(5))
    // The third day is open and could meet it with the first.
    #expect(outcome("5 - -", twoOfThree, asOf: at(3)) == .undetermined)
    #expect(outcome("5 - -", twoOfThree, asOf: at(4)) == .fail)
    // The open third day can still settle it, by falling short.
    let every = leaf(.days(.every), .atLeast(5))
    #expect(outcome("5 - -", every, asOf: at(3)) == .undetermined)
    // All of it is decided: a known day is short.
    #expect(outcome("4 - -", every, asOf: at(3)) == .fail)
    // One open part is enough, whichever way it stands.
    let missingPart = leaf(.total, .atLeast(50), on: DaySelection(to: firstDay))
    let openPart = leaf(.total, .atLeast(50), on: DaySelection(from: firstDay.advanced(by: 2)))
    for kind in [Condition.Kind.all([missingPart, openPart]), .any([missingPart, openPart])] {
      #expect(outcome("- 5 5", Condition(kind), asOf: at(3)) == .undetermined)
    }
  }

  @Test func `the sample case of the rules page: a missed day`() {
    let streak = leaf(
      .streak(days: 7, misses: 0), .atLeast(10000), reason: "Did not meet step threshold")
    let energy = leaf(.days(.atLeast(5)), .atLeast(400), of: .activeEnergy)
    let verdict = verdict(
      "10000 10000 - 9999 0 ~4000 12000", Condition(.all([streak, energy])), onMissing: .fail,
      asOf: at(8))
    #expect(verdict.outcome == .fail)
    // Days 1 and 2 are the longest run.
    #expect(
      verdict.reasons == [
        Reason(
          code: "streak.too_short", text: "Did not meet step threshold", required: Quantity(7),
          actual: Quantity(2))
      ])
    #expect(verdict.phase == .ended)
    let days = verdict.explanation.children[0].days
    #expect(
      days.map(\.standing) == [.counted, .counted, .missing, .short, .short, .incomplete, .counted])
    #expect(days[2].value == nil)
  }

  @Test func `a verdict is final from the proof deadline on, and not before`() {
    func openUntil(
      _ days: String, _ condition: Condition, asOf: Instant, gates: [QualityGate] = []
    ) -> Instant? {
      verdict(
        on: aggregates(days), days: 3, condition, onMissing: .fail, asOf: asOf, deadline: at(9),
        gates: gates
      ).finality.openUntil
    }
    let two = leaf(.days(.atLeast(2)), .atLeast(5))
    // Another export of the same person may change a pass and a fail, however far they are from the threshold.
    #expect(openUntil("5 5 -", two, asOf: at(3)) == at(9))
    #expect(openUntil("1 1 -", two, asOf: at(3)) == at(9))
    #expect(openUntil("5 1 -", two, asOf: at(3)) == at(9))
    #expect(openUntil("5 - 1", two, asOf: at(8)) == at(9))
    #expect(openUntil("5 - 1", two, asOf: at(9)) == nil)
    let gates = [QualityGate(.manualShare(.steps, atMost: 10_000))]
    #expect(openUntil("5 5 5", two, asOf: at(8), gates: gates) == at(9))
    #expect(openUntil("5 5 5", two, asOf: at(9), gates: gates) == nil)
  }

  @Test func `without a stated deadline no verdict is final`() {
    let two = leaf(.days(.atLeast(2)), .atLeast(5))
    for days in ["5 5 5", "1 1 1", "5 - 1"] {
      let found = verdict(on: aggregates(days), days: 3, two, onMissing: .fail, asOf: at(9))
      #expect(found.finality == .provisional(until: nil) && found.phase == .ended)
    }
  }

  @Test(arguments: [
    // Two days are met, and nothing closes a day that is not over.
    ("5 5 -", 3, Outcome.pass, Finality.final),
    ("5 - -", 3, .undetermined, .provisional(until: at(4))), ("1 1 -", 3, .fail, .final),
    // From its end on a day without data is missing, as after the deadline.
    ("5 - -", 4, .fail, .final),
  ])
  func `who is complete is closed, but for days that are not over`(
    days: String, day: Int, outcome: Outcome, finality: Finality
  ) {
    let two = leaf(.days(.atLeast(2)), .atLeast(5))
    for deadline in [nil, at(9)] {
      let found = verdict(
        on: aggregates(days), days: 3, two, onMissing: .fail, asOf: at(day), deadline: deadline,
        completeness: .subject)
      #expect(found.outcome == outcome && found.finality == finality)
    }
  }

  @Test func `where the rule asks what subjects share, all must be complete, but for a fail`() {
    let two = leaf(.days(.atLeast(2)), .atLeast(5))
    let gates = [QualityGate(.flags([.sharedDays], atMost: 0))]
    func finality(_ days: String, _ completeness: Completeness, asOf: Instant) -> Finality {
      verdict(
        on: aggregates(days), days: 3, two, onMissing: .fail, asOf: asOf, deadline: at(9),
        gates: gates, completeness: completeness
      ).finality
    }
    #expect(finality("5 5 5", .subject, asOf: at(4)) == .provisional(until: at(9)))
    #expect(finality("5 1 1", .subject, asOf: at(4)) == .final)
    #expect(finality("5 5 5", .everybody, asOf: at(4)) == .final)
    #expect(finality("5 5 -", .everybody, asOf: at(3)) == .provisional(until: at(4)))
    #expect(finality("5 5 5", .subject, asOf: at(9)) == .final)
  }

  @Test func `the phase follows asOf, half-open`() {
    let phases = [at(0), at(1), at(3), at(4), at(8), at(9)].map {
      verdict("1 1 1", Self.pass, asOf: $0, deadline: at(9)).phase
    }
    #expect(phases == [.upcoming, .active, .active, .proofWindow, .proofWindow, .ended])
    #expect(verdict("1 1 1", Self.pass, asOf: at(4)).phase == .ended)
  }

  @Test func `in the middle of a challenge a rule already says met, or out of reach`() {
    let condition = leaf(.days(.atLeast(2)), .atLeast(5))
    #expect(verdict("5 5 - -", condition, asOf: at(3)).outcome == .pass)
    #expect(verdict("0 0 0 -", condition, asOf: at(4)).outcome == .fail)
    #expect(verdict("- - - -", condition, onMissing: .fail, asOf: at(0)).outcome == .undetermined)
  }

  @Test
  func `reasons stand by how far short they fall, three at most, equals in the rule's order`() {
    let tenth = leaf(.total, .atLeast(100), reason: "a tenth short")
    let half = leaf(.total, .atLeast(180), reason: "half short")
    let days = leaf(.days(.atLeast(2)), .atLeast(50))
    let tooHigh = leaf(.best, .atMost(60))
    // 90 of 100 and of 180; 1 day of 2; 90 is 30 above 60. 0.5, 0.5, 0.5 and 0.1.
    let verdict = verdict("90 0", Condition(.all([tenth, half, days, tooHigh])))
    #expect(
      verdict.reasons.map(\.text) == [
        "half short", "1 of 2 days with at least 50 steps", "more than 60 steps on the best day",
      ])
    #expect(verdict.codes == ["total.too_low", "days.too_few", "best.too_high"])
    #expect(verdict.reasons[2].required == Quantity(60))
    #expect(verdict.reasons[2].actual == Quantity(90))
  }

  @Test func `only the parts that brought the answer about give reasons`() {
    let any = Condition(.any([Self.pass, Self.fail, Self.unknown]))
    #expect(verdict("1 -", any).codes == ["total.met"])
    let all = Condition(.all([Self.pass, Self.fail, Self.unknown]))
    #expect(verdict("1 -", all).codes == ["total.too_low"])
    let open = Condition(.all([Self.pass, Self.unknown]))
    #expect(verdict("1 -", open).codes == ["data.missing"])
  }

  @Test
  func `under not a reason says what must not hold, and the author's words stand for a failure`() {
    let rest = leaf(.days(.atLeast(1)), .atMost(5), reason: "unused")
    let failing = verdict("9 3", Condition(.not(rest)))
    #expect(failing.codes == ["not.days.met"])
    #expect(failing.reasons[0].text == "1 day had 5 steps or fewer, none allowed")
    let passing = verdict("9 9", Condition(.not(rest)))
    #expect(passing.codes == ["not.days.too_few"])
    #expect(passing.reasons[0].text == "no day had 5 steps or fewer, as asked")
    let worded = verdict("9 3", Condition(.not(rest), reason: "A lazy day"))
    #expect(worded.reasons.map(\.text) == ["A lazy day"])
    let twice = verdict("9 9", Condition(.not(Condition(.not(rest)))))
    #expect(twice.codes == ["days.too_few"])
  }

  @Test func `while a not is open it is told what is allowed, and not what is lacking`() {
    func text(_ condition: Condition) -> String {
      verdict("9 9 - - -", Condition(.not(condition)), asOf: at(3), deadline: at(9))
        .reasons[0].text
    }
    #expect(
      text(leaf(.days(.atLeast(3)), .atMost(5)))
        == "so far 0 days had 5 steps or fewer, at most 2 allowed")
    #expect(
      text(leaf(.days(.atLeast(3)), .atLeast(9)))
        == "so far 2 days had 9 steps or more, at most 2 allowed")
    #expect(
      text(leaf(.total, .atLeast(20)))
        == "not decided: at least 20 steps in total, which is not allowed")
  }

  @Test func `what is as a not asks stands behind what was reached`() {
    let notTooMuch = Condition(.not(leaf(.best, .moreThan(100))))
    let verdict = verdict("9 3", Condition(.all([notTooMuch, leaf(.total, .atLeast(10))])))
    #expect(verdict.outcome == .pass)
    #expect(verdict.codes == ["total.met", "not.best.too_low"])
  }

  @Test func `the author's words for a composition stand for its furthest part`() {
    let parts = [leaf(.total, .atLeast(100)), leaf(.total, .atLeast(200))]
    let verdict = verdict("50 0", Condition(.all(parts), reason: "Too little"))
    #expect(
      verdict.reasons == [
        Reason(
          code: "total.too_low", text: "Too little", required: Quantity(200), actual: Quantity(50))
      ])
    #expect(verdict.explanation.reason == verdict.reasons[0])
    #expect(verdict.explanation.children.map(\.reason?.code) == ["total.too_low", "total.too_low"])
  }

  @Test func `the explanation has what was asked, reached and lacking, and each day's standing`() {
    let streak = leaf(.streak(days: 3, misses: 1), .atLeast(5))
    let verdict = verdict("5 2 - ~3 5 7", streak, asOf: at(6, hour: 12), deadline: at(9))
    let node = verdict.explanation
    #expect(node.key == "streak")
    #expect(node.answer == .undetermined)
    #expect(node.metric == .steps)
    #expect(
      node.required == "at least 5 steps on 3 consecutive days with up to 1 other between")
    // Surely qualify: days 1, 5 and 6; 5 and 6 are a run of 2, one short of 3.
    #expect(node.actual == Quantity(2))
    #expect(node.margin == Quantity(-1))
    #expect(node.reason?.code == "streak.open")
    #expect(node.reason?.text == "longest run so far 2 of 3 days with at least 5 steps")
    #expect(
      node.days.map(\.standing) == [.counted, .short, .missing, .incomplete, .counted, .counted])
    let total = leaf(.total, .between(10, 30))
    #expect(
      RuleTests.standings("5 2 - ~3 5 7", total)
        == [.counted, .counted, .missing, .incomplete, .counted, .notOver])
  }

  @Test func `sessions that are not as where asks are told of their day, each lack for itself`() {
    let test = ActivityTest(
      kinds: [.run], requirements: [.distance: .atLeast(5000), .averageHeartRate: .atMost(150)])
    func days(_ leaf: Condition, _ text: String) -> [Explanation.Day] {
      verdict(on: sessions(text), days: text.split(separator: " ").count, leaf).explanation.days
    }
    // One as asked; one that is and one that is too short; one that misses both and one that misses
    // the distance and lacks the heart rate; one that lacks the heart rate alone; another kind; none.
    let text =
      "run:5000:1800:?:?:150 run:5000:1800:?:?:150+run:4999:1800:?:?:150 "
      + "run:4999:1800:?:?:151+run:10 run:5000 walk:10 ."
    let total = days(
      leaf(.total, of: .activities(.sessions, of: test), .atLeast(2)), text)
    #expect(total.map(\.standing) == [.counted, .counted, .short, .unknown, .counted, .counted])
    #expect(
      total.map(\.missed) == [
        [:], [.distance: 1], [.distance: 2, .averageHeartRate: 1], [:], [:], [:],
      ])
    // Asked of each day, 0 of at most 0 sessions is as asked.
    let none = days(
      leaf(.days(.every), of: .activities(.sessions, of: test), .atMost(0)), "run:10 run:10")
    #expect(none.map(\.standing) == [.counted, .counted])
    #expect(none.map(\.missed) == [[.distance: 1], [.distance: 1]])
    // Without `where` there is nothing to miss.
    let any = ActivityTest(kinds: [.run])
    let all = days(leaf(.total, of: .activities(.sessions, of: any), .atLeast(1)), "walk:10")
    #expect(all.map(\.standing) == [.counted])
    #expect(all.map(\.missed) == [[:]])
  }

  private static func standings(
    _ days: String, _ condition: Condition
  ) -> [Explanation.Day.Standing] {
    verdict(days, condition, asOf: at(6, hour: 12), deadline: at(9)).explanation.days
      .map(\.standing)
  }

  @Test func `days are those of the subject's zone, and instants clip them`() {
    // In Kiritimati (+14) 2025-09-01 ends at 10:00 UTC.
    let subject = aggregates("5", zone: .named("Pacific/Kiritimati"))
    let rule = Rule(
      name: "r", version: "1.0.0", title: "r", requires: leaf(.total, .atLeast(6)))
    var challenge = Challenge(id: "c", title: "c", period: .days(from: firstDay, to: firstDay))
    func outcome(asOf: Instant) -> Outcome {
      evaluate(rule, on: subject, of: challenge, asOf: asOf, quality: .unflagged).outcome
    }
    #expect(outcome(asOf: at(1, hour: 9)) == .undetermined)
    #expect(outcome(asOf: at(1, hour: 10)) == .fail)
    // Clipped at 06:00 UTC, the day is over then.
    challenge.period = .instants(Interval(at(1), at(1, hour: 6)))
    #expect(outcome(asOf: at(1, hour: 5)) == .undetermined)
    #expect(outcome(asOf: at(1, hour: 6)) == .fail)
  }

  @Test func `an empty selection decides nothing`() {
    let none = DaySelection(from: firstDay.advanced(by: 50))
    for condition in [leaf(.total, .atLeast(0), on: none), leaf(.best, .atMost(0), on: none)] {
      #expect(verdict("1", condition, onMissing: .fail).outcome == .undetermined)
    }
  }
}
