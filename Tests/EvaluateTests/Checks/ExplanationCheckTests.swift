import DaymarkEvaluate
import DaymarkModel
import DaymarkTestSupport
import Testing

/// An explanation against the figures beside it: what was decided follows, and what somebody changed does not.
struct ExplanationCheckTests {
  @Test(arguments: LeafFamily.allCases, 0..<3)
  func `whatever a rule decides follows from the figures`(family: LeafFamily, seed: Int) {
    let base = 400_000 + 1000 * (3 * family.rawValue + seed)
    for number in Sweep.over(0..<200, step: 2) {
      var random = SeededGenerator(seed: UInt64(base + number))
      let count = family == .weeks ? 7 + random.below(15) : 1 + random.below(6)
      var period = PartlyKnownPeriod.random(&random, days: count, unknown: min(count, 3))
      if random.oneIn(3) { period.loseFields(&random) }
      let leaf = Leaf.random(family, &random, in: period)
      let condition =
        random.oneIn(3) && family != .heartRate
        ? Condition.random(&random, depth: 3, in: period) : Condition(.leaf(leaf))
      let rule = Rule(
        name: "r", version: "1.0.0", title: "r", requires: condition,
        onMissing: random.pick(MissingPolicy.allCases))
      let verdict = period.verdict(on: condition, onMissing: rule.onMissing)
      let check = ExplanationCheck(
        rule, on: period.stated, of: period.challenge, comparesWords: true)
      #expect(
        check.firstContradiction(in: verdict, mayRestOnUnread: false) == nil,
        "\(period) \(condition) \(rule.onMissing) \(verdict.explanation)")
    }
  }

  /// 9,000, 11,000 and no steps on three days of which two must have 10,000.
  private func twoOfThree() -> (Rule, PartlyKnownPeriod, Verdict) {
    let leaf = Leaf(.days(.atLeast(2)), of: .steps, .atLeast(Quantity(10_000)))
    let rule = Rule(
      name: "r", version: "1.0.0", title: "r", requires: Condition(.all([Condition(.leaf(leaf))])))
    var period = PartlyKnownPeriod(
      first: CivilDay(ordinal: 20_332), days: [.init(), .init(), .init()], notOver: 0,
      isClosed: true)
    period.days[0].recorded.amounts[.steps] = .some(9_000_000_000)
    period.days[1].recorded.amounts[.steps] = .some(11_000_000_000)
    return (rule, period, period.verdict(on: rule.requires, onMissing: .fail))
  }

  private func contradiction(_ change: (inout Verdict) -> Void) -> String? {
    var (rule, period, verdict) = twoOfThree()
    change(&verdict)
    return ExplanationCheck(rule, on: period.stated, of: period.challenge, comparesWords: true)
      .firstContradiction(in: verdict, mayRestOnUnread: false)
  }

  @Test func `what was changed is found where it no longer follows`() {
    #expect(contradiction { _ in } == nil)
    let leaf = "$.explanation.children[0]"
    #expect(
      contradiction { $0.explanation.children[0].days[0].value = Quantity(10_000) }
        == "\(leaf).days[0].value")
    #expect(
      contradiction { $0.explanation.children[0].days[0].standing = .counted }
        == "\(leaf).days[0].standing")
    #expect(
      contradiction { $0.explanation.children[0].days[1].standing = .short }
        == "\(leaf).days[1].standing")
    #expect(contradiction { $0.explanation.children[0].days.removeLast() } == "\(leaf).days")
    #expect(contradiction { $0.explanation.children[0].actual = Quantity(2) } == "\(leaf).actual")
    #expect(contradiction { $0.explanation.children[0].margin = .zero } == "\(leaf).margin")
    #expect(contradiction { $0.explanation.children[0].answer = .pass } == "\(leaf).answer")
    #expect(
      contradiction { $0.explanation.children[0].required = "at least 1 step" }
        == "\(leaf).required")
    #expect(contradiction { $0.explanation.children[0].key = "streak" } == "\(leaf).key")
    #expect(contradiction { $0.explanation.children = [] } == "$.explanation.children")
    #expect(contradiction { $0.explanation.answer = .fail } == "$.explanation.answer")
    #expect(contradiction { $0.outcome = .pass } == "$.outcome")
  }

  @Test func `words and figures of a node are the rule's`() {
    let leaf = "$.explanation.children[0]"
    #expect(contradiction { $0.explanation.children[0].unit = "week" } == "\(leaf).unit")
    #expect(
      contradiction { $0.explanation.children[0].metric = .flightsClimbed } == "\(leaf).metric")
    #expect(contradiction { $0.explanation.children[0].name = "other" } == "\(leaf).name")
    #expect(contradiction { $0.explanation.name = "other" } == "$.explanation.name")
    #expect(
      contradiction { $0.explanation.children[0].reason?.actual = Quantity(2) }
        == "\(leaf).reason.actual")
    #expect(
      contradiction { $0.explanation.children[0].days[0].missed = [.distance: 1] }
        == "\(leaf).days[0].missed")
    #expect(
      contradiction { $0.explanation.children[0].reason?.text = "2 of 2 days" }
        == "\(leaf).reason.text")
    #expect(contradiction { $0.reasons[0].text = "did nothing" } == "$.reasons[0].text")
    #expect(contradiction { $0.reasons = [] } == "$.reasons")
    #expect(contradiction { $0.reasons[0].actual = Quantity(2) } == "$.reasons[0]")
    #expect(contradiction { $0.reasons[0].required = Quantity(1) } == "$.reasons[0]")
    #expect(contradiction { $0.reasons[0].code = "streak.met" } == "$.reasons[0]")
  }

  @Test func `an answer is the one that days without data leave`() {
    // The third day may have had 10,000 steps.
    #expect(
      contradiction {
        $0.explanation.children[0].answer = .fail
        $0.explanation.answer = .fail
      } == "$.explanation.children[0].answer")
  }

  @Test(arguments: [
    // 9,000 and 11,000 steps, and a day without data, which may have had any number.
    (Comparison.atLeast(Quantity(15_000)), MissingPolicy.undetermined, Outcome.pass),
    (.atLeast(Quantity(21_000)), .undetermined, .undetermined),
    (.atLeast(Quantity(21_000)), .zero, .fail),
    (.atMost(Quantity(19_000)), .undetermined, .fail),
    (.atMost(Quantity(20_000)), .undetermined, .undetermined),
    (.atMost(Quantity(20_000)), .zero, .pass),
  ])
  func `a sum has the answer that days without data leave`(
    comparison: Comparison, onMissing: MissingPolicy, answer: Outcome
  ) {
    let (_, period, _) = twoOfThree()
    let rule = Rule(
      name: "r", version: "1.0.0", title: "r",
      requires: Condition(.leaf(Leaf(.total, of: .steps, comparison))), onMissing: onMissing)
    let check = ExplanationCheck(rule, on: period.stated, of: period.challenge, comparesWords: true)
    let good = period.verdict(on: rule.requires, onMissing: onMissing)
    #expect(good.explanation.answer == answer)
    for other in Outcome.allCases {
      var verdict = good
      verdict.explanation.answer = other
      let found = check.firstContradiction(in: verdict, mayRestOnUnread: false)
      #expect(found == (other == answer ? nil : "$.explanation.answer"), "\(other)")
    }
  }

  @Test func `how many parts of some hold stands in its node`() {
    let (_, period, _) = twoOfThree()
    func leaf(_ least: Int) -> Condition {
      Condition(.leaf(Leaf(.total, of: .steps, .atLeast(Quantity(least)))))
    }
    let rule = Rule(
      name: "r", version: "1.0.0", title: "r",
      requires: Condition(.some(count: 2, of: [leaf(1000), leaf(90_000), leaf(91_000)])),
      onMissing: .zero)
    let check = ExplanationCheck(rule, on: period.stated, of: period.challenge, comparesWords: true)
    let good = period.verdict(on: rule.requires, onMissing: .zero)
    #expect(good.outcome == .fail && good.explanation.actual == Quantity(1))
    func found(_ change: (inout Verdict) -> Void) -> String? {
      var verdict = good
      change(&verdict)
      return check.firstContradiction(in: verdict, mayRestOnUnread: false)
    }
    #expect(found { _ in } == nil)
    #expect(found { $0.explanation.actual = Quantity(2) } == "$.explanation.actual")
    #expect(found { $0.explanation.margin = .zero } == "$.explanation.margin")
    #expect(found { $0.explanation.unit = "day" } == "$.explanation.unit")
    #expect(found { $0.explanation.required = "at least 1 of 3" } == "$.explanation.required")
  }

  @Test func `a day stands as it does for a cause that the evidence has`() {
    let leaf = "$.explanation.children[0]"
    // 9,000 steps on a day that is over, and whole.
    for standing: Explanation.Day.Standing in [
      .missing, .incomplete, .damaged, .rejected, .twoFigures, .notOver, .unknown,
    ] {
      #expect(
        contradiction { $0.explanation.children[0].days[0].standing = standing }
          == "\(leaf).days[0].standing", "\(standing)")
    }
    for standing: Explanation.Day.Standing in [
      .damaged, .rejected, .twoFigures, .notOver, .unknown,
    ] {
      #expect(
        contradiction { $0.explanation.children[0].days[2].standing = standing }
          == "\(leaf).days[2].standing", "\(standing)")
    }
  }

  @Test func `nobody stays below a ceiling on a day that may grow`() {
    let leaf = Leaf(.days(.every), of: .steps, .atMost(Quantity(12_000)))
    let rule = Rule(name: "r", version: "1.0.0", title: "r", requires: Condition(.leaf(leaf)))
    var (_, period, _) = twoOfThree()
    period.days[2].recorded.amounts[.steps] = .some(5_000_000_000)
    period.days[2].isIncomplete = true
    let check = ExplanationCheck(rule, on: period.stated, of: period.challenge, comparesWords: true)
    var verdict = period.verdict(on: rule.requires, onMissing: .fail)
    #expect(verdict.explanation.days.map(\.standing) == [.counted, .counted, .incomplete])
    #expect(check.firstContradiction(in: verdict, mayRestOnUnread: false) == nil)
    verdict.explanation.days[2].standing = .counted
    #expect(
      check.firstContradiction(in: verdict, mayRestOnUnread: false)
        == "$.explanation.days[2].standing")
  }

  /// No device counts both, so a day of steps lacks nothing.
  @Test func `steps on a day without pushes are all of the day`() throws {
    let sum = try #require(WeightedSum.stepsOrPushes)
    let leaf = Leaf(.days(.atLeast(2)), of: .weighted(sum), .atLeast(Quantity(10_000)))
    let rule = Rule(name: "r", version: "1.0.0", title: "r", requires: Condition(.leaf(leaf)))
    let (_, period, _) = twoOfThree()
    let check = ExplanationCheck(rule, on: period.stated, of: period.challenge, comparesWords: true)
    let verdict = period.verdict(on: rule.requires, onMissing: .fail)
    #expect(verdict.explanation.days.map(\.standing) == [.short, .counted, .missing])
    #expect(check.firstContradiction(in: verdict, mayRestOnUnread: false) == nil)
  }

  @Test func `after the deadline no data is awaited for a day without any`() {
    let place = "$.explanation.children[0].days[2].standing"
    #expect(contradiction { $0.explanation.children[0].days[2].standing = .incomplete } == place)
    #expect(
      contradiction {
        ($0.asOf, $0.phase) = ($0.asOf.advanced(byMilliseconds: -1), .proofWindow)
        $0.finality = .provisional(until: nil)
        $0.explanation.children[0].days[2].standing = .incomplete
      } == nil)
  }

  @Test func `a verdict is final only where the hand-in is closed`() {
    #expect(twoOfThree().2.finality == .final)
    #expect(contradiction { $0.finality = .provisional(until: nil) } == "$.final")
    #expect(contradiction { $0.phase = .active } == "$.phase")
    #expect(contradiction { $0.phase = .upcoming } == "$.phase")
    func early(_ change: (inout Verdict) -> Void = { _ in }) -> String? {
      contradiction {
        ($0.asOf, $0.phase) = ($0.asOf.advanced(byMilliseconds: -1), .proofWindow)
        change(&$0)
      }
    }
    #expect(early() == "$.final")
    #expect(early { $0.finality = .provisional(until: nil) } == nil)
    // The operator says that the subject has handed in everything.
    #expect(early { $0.completeness = .subject } == nil)
  }

  @Test func `a score is the one that the figures give`() throws {
    let (_, period, _) = twoOfThree()
    let leaf = Leaf(.total, of: .steps, .atLeast(Quantity(1000)))
    for (score, value) in [
      (Score(.total, of: .metric(.steps)), 20_000), (Score(.best, of: .metric(.steps)), 11_000),
      (Score(.average(overRecordedDays: true), of: .metric(.steps)), 10_000),
      (Score(.window(days: 2), of: .metric(.steps)), 20_000),
    ] {
      let rule = Rule(
        name: "r", version: "1.0.0", title: "r", requires: Condition(.leaf(leaf)),
        onMissing: .zero, score: score)
      let check = ExplanationCheck(
        rule, on: period.stated, of: period.challenge, comparesWords: true)
      let good = evaluate(
        rule, on: period.aggregates, of: period.challenge, asOf: period.asOf, quality: .unflagged)
      #expect(good.score?.value == Quantity(value))
      func found(_ change: (inout Verdict) -> Void) -> String? {
        var verdict = good
        change(&verdict)
        return check.firstContradiction(in: verdict, mayRestOnUnread: false)
      }
      #expect(found { _ in } == nil)
      #expect(found { $0.score?.value = Quantity(value + 1) } == "$.score.value")
      #expect(found { $0.score?.unit = .meter } == "$.score.unit")
      #expect(found { $0.score?.restsOnDamage = true } == "$.score.damaged")
      #expect(found { $0.score = nil } == "$.score")
    }
    #expect(
      contradiction { $0.score = ScoreValue(.zero, unit: .count, isFinal: true) } == "$.score")
  }

  /// A run of 3 km and one of 5 km, 900 kg and 1,100 kg, and 40 and 42 push-ups, on the first two days.
  @Test func `a score of sessions, sets or attempts is the one that the figures give`() {
    let (_, period, _) = twoOfThree()
    var stated = period.stated
    for (index, (meters, kilograms, count)) in [(3000, 900, 40), (5000, 1100, 42)].enumerated() {
      let day = period.first.advanced(by: index)
      stated.activities.append(
        DailyActivities(
          day: day, kind: .run, sessions: 1, minutes: Quantity(30), distance: Quantity(meters)))
      var strength = DailyStrength(day: day)
      (strength.sessions, strength.volume) = (1, Quantity(kilograms))
      stated.strengthDays.append(strength)
      stated.feats.append(
        DailyFeat(
          day: day, id: "pushups", counts: .repetitions, attempts: 1, best: Quantity(count)))
    }
    for (score, value) in [
      (Score(.total, of: .activities(.distance, of: ActivityTest())), 8000),
      (Score(.total, of: .strength(.volume)), 2000),
      (Score(.best, of: .feat(.repetitions, of: "pushups")), 42),
    ] {
      let rule = Rule(
        name: "r", version: "1.0.0", title: "r",
        requires: Condition(.leaf(Leaf(.total, of: .steps, .atLeast(Quantity(1000))))),
        onMissing: .zero, score: score)
      var verdict = period.verdict(on: rule.requires, onMissing: .zero)
      let check = ExplanationCheck(rule, on: stated, of: period.challenge, comparesWords: true)
      for (found, place) in [
        (value, nil), (value + 1, "$.score.value"), (value - 1, "$.score.value"),
      ] {
        verdict.score = ScoreValue(Quantity(found), unit: score.value.unit, isFinal: true)
        #expect(
          check.firstContradiction(in: verdict, mayRestOnUnread: false) == place, "\(score)")
      }
      verdict.score = nil
      #expect(check.firstContradiction(in: verdict, mayRestOnUnread: false) == "$.score")
    }
  }

  @Test func `the figures of a day of sets are those of the evidence`() {
    let leaf = Leaf(.total, of: .strength(.volume), .atLeast(Quantity(1000)))
    let rule = Rule(
      name: "r", version: "1.0.0", title: "r", requires: Condition(.leaf(leaf)), onMissing: .zero)
    let (_, period, _) = twoOfThree()
    var whole = period.aggregates
    for (index, kilograms) in [900, 1100].enumerated() {
      var strength = DailyStrength(day: period.first.advanced(by: index))
      (strength.sessions, strength.volume) = (1, Quantity(kilograms))
      whole.strengthDays.append(strength)
    }
    let good = evaluate(
      rule, on: whole, of: period.challenge, asOf: period.asOf, quality: .unflagged)
    let check = ExplanationCheck(rule, on: whole, of: period.challenge, comparesWords: true)
    #expect(check.firstContradiction(in: good, mayRestOnUnread: false) == nil)
    var verdict = good
    verdict.explanation.days[0].value = Quantity(1900)
    #expect(
      check.firstContradiction(in: verdict, mayRestOnUnread: false)
        == "$.explanation.days[0].value")
  }

  @Test func `a sum and its answer are those of the days`() {
    let leaf = Leaf(.total, of: .steps, .atLeast(Quantity(20_000)))
    let (_, period, _) = twoOfThree()
    let rule = Rule(
      name: "r", version: "1.0.0", title: "r", requires: Condition(.leaf(leaf)), onMissing: .zero)
    let check = ExplanationCheck(rule, on: period.stated, of: period.challenge, comparesWords: true)
    var verdict = period.verdict(on: rule.requires, onMissing: .zero)
    // 9,000 and 11,000 are just enough.
    #expect(verdict.outcome == .pass)
    #expect(check.firstContradiction(in: verdict, mayRestOnUnread: false) == nil)
    verdict.explanation.actual = Quantity(20_001)
    #expect(check.firstContradiction(in: verdict, mayRestOnUnread: false) == "$.explanation.actual")
    verdict.explanation.actual = Quantity(20_000)
    verdict.explanation.answer = .fail
    #expect(check.firstContradiction(in: verdict, mayRestOnUnread: false) == "$.explanation.answer")
    verdict.explanation.answer = .pass
    verdict.explanation.days[0].standing = .short
    #expect(
      check.firstContradiction(in: verdict, mayRestOnUnread: false)
        == "$.explanation.days[0].standing")
  }

  @Test func `a weighted sum is held against the figures that it is made of`() throws {
    let third = try #require(Weight("1/3"))
    let sum = try #require(
      WeightedSum([
        WeightedSum.Term(.metric(.steps), times: third),
        WeightedSum.Term(.metric(.flightsClimbed)),
      ]))
    var (_, period, _) = twoOfThree()
    period.days[2].recorded.amounts[.steps] = .some(1_000_000)
    // 9,000 / 3 + 11,000 / 3 + 1 / 3 = 6,667, to the step.
    for (least, outcome) in [(6667, Outcome.pass), (6668, .fail)] {
      let leaf = Leaf(.total, of: .weighted(sum), .atLeast(Quantity(least)))
      let rule = Rule(
        name: "r", version: "1.0.0", title: "r", requires: Condition(.leaf(leaf)), onMissing: .zero)
      let check = ExplanationCheck(
        rule, on: period.stated, of: period.challenge, comparesWords: true)
      var verdict = period.verdict(on: rule.requires, onMissing: .zero)
      #expect(verdict.outcome == outcome)
      #expect(check.firstContradiction(in: verdict, mayRestOnUnread: false) == nil)
      verdict.explanation.days[1].value = Quantity(4000)
      #expect(
        check.firstContradiction(in: verdict, mayRestOnUnread: false)
          == "$.explanation.days[1].value")
    }
  }
}

extension PartlyKnownPeriod {
  /// What evidence states of the figures: sessions are summed by day and kind, and none stands alone.
  fileprivate var stated: SubjectAggregates {
    var stated = aggregates
    let groups = Dictionary(grouping: stated.sessions) { "\($0.day) \($0.activity.kind)" }
    stated.activities = groups.values.map { group in
      func sum(_ field: ActivityField, _ unit: DaymarkModel.Unit, dividedBy divisor: Int128 = 1)
        -> Quantity
      {
        let total = group.reduce(Int128(0)) {
          $0 + Int128($1.activity.values[field]?.microUnits ?? 0)
        }
        let step = Int128(unit.dailyStep)
        return Quantity(exactly: dividedRounding(total, by: divisor * step) * step) ?? .zero
      }
      return DailyActivities(
        day: group[0].day, kind: group[0].activity.kind, sessions: group.count,
        minutes: sum(.activeSeconds, .minute, dividedBy: 60),
        distance: sum(.distanceMeters, .meter), energy: sum(.kilocalories, .kilocalorie),
        elevationGain: sum(.elevationGainMeters, .meter))
    }
    stated.isDamaged = !stated.damagedSpans.isEmpty
    (stated.sessions, stated.dataEnd, stated.damagedSpans) = ([], nil, [])
    return stated
  }
}
