import DaymarkConfiguration
import DaymarkModel
import DaymarkTestSupport
import Testing

@testable import DaymarkPipeline
@testable import DaymarkProve

/// Holds given days against their cases, as the reader of `rules_test.yaml` reads them.
struct GivenTextTests {
  @Test(arguments: [
    "weekly-energy", "active-weeks", "heart-minutes", "strength-month", "steps-or-pushes",
    "feats-of-strength", "hiking-elevation",
  ])
  func `a case says what the days are`(pipeline: String) throws {
    let path = "\(packageFolder)/pipelines/\(pipeline)"
    let tests = try loadRuleTests(at: path)
    let calendar = DayCalendar(zone: .utc)
    let days = try #require(tests.cases.first).challenge.period.days(in: calendar)
    let pair = RulePair(
      old: tests.rule, new: tests.rule, days: RuleDays(from: days[0], count: days.count))
    let prover = RuleProver(days: days, sessionsPerDay: 2, seconds: 1)
    var random = SeededGenerator(seed: 7)
    var told = 0
    for given in SmallDomain(pair, &random).members(upTo: 300, &random) where given.isCase {
      let outcome = prover.outcome(of: tests.rule, on: given)
      let text = given.caseText(named: "given", outcome)
      let summary = try testRules(try ruleTests(at: path, with: text))
      #expect(summary.results.map(\.hasPassed) == [true], "\(text)")
      told += 1
    }
    #expect(told > 2)
  }

  @Test func `a case of everything is as a person would write it`() {
    var given = GivenPeriod(days: days(4))
    given.figures = [
      .amount(.steps): [10_000_000_000, nil, 2_000_000, nil],
      .heartRate(.max): [180_500_000, nil, nil, nil],
      .heartMinutes(above: 140): [20_000_000, 0, 0, nil],
      .strength(.sets): [3_000_000, nil, nil, nil],
      .lift(.load, of: "squat"): [100_000_000, nil, nil, nil],
      .lift(.repetitions, of: "squat"): [5_000_000, nil, nil, nil],
      .feat(.repetitions, of: "pushups-1min"): [40_000_000, nil, nil, nil],
    ]
    (given.dataEnd, given.logEnd, given.attemptsEnd) = (3, 2, 3)
    given.damaged = [1]
    given.sessions[2] = [
      GivenPeriod.Session(
        kind: .run, isIndoor: true,
        values: [.distanceMeters: 5_000_010_000, .activeSeconds: 1_800_600_000]),
      GivenPeriod.Session(kind: .run, isIndoor: false, values: [.activeSeconds: 9_900_000]),
    ]
    (given.manualShares, given.flags) = ([.steps: 300], [.stepsPerMinute: 2])
    #expect(given.isCase)
    #expect(
      given.caseText(named: "everything", .undetermined) == """
        - case: everything
          period: 2025-09-01..2025-09-04
          days:
            steps: [10000, ~, 2, ~]
            sets: [3, 0, ~x2]
            heartRate: { max: [180.5, ~, -, ~] }
          heartMinutes:
            - { above: 140 bpm, days: [20, ~0, 0, ~] }
          activities:
            - { day: 2025-09-03, kind: run, indoor: true, duration: 30.01, distance: 5000.01 }
            - { day: 2025-09-03, kind: run, duration: 0.165 }
          lifts:
            - { day: 2025-09-01, exercise: squat, load: 100, repetitions: 5 }
          feats:
            - { day: 2025-09-01, id: pushups-1min, repetitions: 40 }
            - { day: 2025-09-03, id: pushups-1min, repetitions: 0 }
          manualShare: { steps: 3 % }
          flags: [steps.per_minute x2]
          expect: { outcome: undetermined }
        """)
  }

  @Test func `what no case can say stands in comments`() {
    var given = GivenPeriod(days: days(1))
    given.figures = [.amount(.steps): [5_000_000]]
    given.opened = [.steps: [0: GivenPeriod.Opened(least: 2_000_000, most: nil)]]
    #expect(!given.isCase)
    #expect(
      given.caseText(named: "opened", .fail).hasSuffix(
        """
        # steps of 2025-09-01: rejected records leave it between 2 and any amount
        # rules_test.yaml cannot say this.
        """))
  }
}
