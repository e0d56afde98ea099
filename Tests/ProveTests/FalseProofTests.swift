import DaymarkModel
import DaymarkTestSupport
import Testing

@testable import DaymarkPipeline
@testable import DaymarkProve

/// Pairs of rules that were once said to be equal, or one never better, and are not; see Proving, "What all data is".
@Suite(.enabled(if: SolverProgram.isThere))
struct FalseProofTests {
  private static func runs(
    _ count: Int, _ kind: ActivityKind = .run, on days: DaySelection = DaySelection()
  ) -> Condition {
    sessions(.sessions, ActivityTest(kinds: [kind]), .atLeast(count), on: days)
  }

  /// Leaves that formulas do not look into.
  static let unknown: [Leaf] = [
    Leaf(.total, of: .activities(.duration, of: ActivityTest(kinds: [.learning])), .atLeast(60)),
    Leaf(.total, of: .activities(.sessions, of: ActivityTest(kinds: [.learning])), .atLeast(3)),
    Leaf(
      .total, of: .activities(.sessions, of: ActivityTest(kinds: [.run], names: ["Anki"])),
      .atLeast(3)),
  ]

  @Test(arguments: unknown.indices)
  func `all and any of a leaf that is not understood are two questions`(index: Int) async throws {
    func weeks(needsAll: Bool) -> Condition {
      let steps = Leaf(.total, of: .steps, .atLeast(50_000))
      return Condition(
        .jointly(
          JointLeaves(Recurrence(2), needsAll: needsAll, of: [Self.unknown[index], steps])))
    }
    let (all, any) = (weeks(needsAll: true), weeks(needsAll: false))
    let found = try await relation(rule(all.kind), rule(any.kind), days: 14)
    #expect(!found.better.isDecided && found.worse.isNone)
    let prover = RuleProver(days: days(14), sessionsPerDay: nil, seconds: 5)
    let one = rule(.all([any, Condition(.not(all))]))
    #expect(try await !prover.data(onWhich: one, gives: .pass).isDecided)
  }

  /// Rules that ask for more sessions on a day than two, with the days of their period.
  static let many: [(Condition, days: Int)] = [
    // Sixteen runs of 5 km in seven days.
    (
      sessions(
        .distance, ActivityTest(kinds: [.run], requirements: [.distance: .atMost(5000)]),
        .atLeast(80_000)), 7
    ),
    (runs(3, on: DaySelection(weekdays: [.saturday])), 7),
    (runs(6, on: DaySelection(from: monday, to: monday.advanced(by: 1))), 7),
    (Condition(.all([runs(7), runs(7, .walk), runs(7, .swim)])), 7),
    // A period from Sunday to Sunday has a week of one day.
    (
      Condition(
        .leaf(
          Leaf(
            .recurring(Recurrence(2, of: .week(from: .tuesday), countsPartial: true), of: .total),
            of: .activities(.sessions, of: ActivityTest(kinds: [.run])), .atLeast(5)))), 8
    ),
    // Three runs, but on no more than one day.
    (
      Condition(
        .all([
          runs(3),
          Condition(
            .not(
              Condition(
                .leaf(
                  Leaf(
                    .days(.atLeast(2)),
                    of: .activities(.sessions, of: ActivityTest(kinds: [.run])), .atLeast(1)))))),
        ])), 7
    ),
    // Two of each kind: one is not more than one.
    (
      Condition(
        .all(
          [ActivityKind.run, .walk, .swim].map {
            sessions(.sessions, ActivityTest(kinds: [$0]), .moreThan(1))
          })), 1
    ),
    // Three of each kind: two of 5 km are not more than 10 km.
    (
      Condition(
        .all(
          [ActivityKind.run, .walk].map { kind in
            sessions(
              .distance, ActivityTest(kinds: [kind], requirements: [.distance: .atMost(5000)]),
              .moreThan(10_000))
          })), 1
    ),
  ]

  @Test(arguments: many.indices)
  func `a day has as many sessions as it takes`(index: Int) async throws {
    let (condition, count) = Self.many[index]
    let prover = RuleProver(days: days(count), sessionsPerDay: nil, seconds: 20)
    let found = try await prover.data(onWhich: rule(condition.kind), gives: .pass)
    #expect(found.data?.count == 1, "\(found)")
  }

  @Test func `an answer says how many sessions a day it is about`() async throws {
    let few = try await relation(rule(Self.runs(3).kind), rule(Self.runs(4).kind), days: 7)
    #expect(few.better.bounds == SessionBounds(perDay: nil, areStepped: false))
    let given = try await relation(
      rule(Self.runs(3).kind), rule(Self.runs(4).kind), days: 7, sessions: 2)
    #expect(given.better.bounds == SessionBounds(perDay: 2, areStepped: false))
    // Nobody looks at 43 sessions a day: so it is not known.
    let test = ActivityTest(kinds: [.run])
    let many = try await relation(
      rule(sessions(.sessions, test, .atMost(200)).kind),
      rule(sessions(.sessions, test, .atMost(300)).kind), days: 7)
    #expect(!many.better.isDecided)
  }

  @Test func `who hands in nothing is looked at too`() async throws {
    let zero = rule(leaf(.total, .atMost(100)).kind, onMissing: .zero)
    let open = rule(leaf(.total, .atMost(100)).kind, onMissing: .undetermined)
    let found = try await relation(zero, open, days: 3)
    #expect(found.better.data?.map(\.hasNoInputs) == [true] && found.worse.data != nil)
    let text = try #require(found.better.data)[0].caseText(named: "nothing", .undetermined)
    #expect(
      text == """
        - case: nothing
          period: 2025-09-01..2025-09-03
          expect: { outcome: undetermined }
        # Nothing was handed in that counts.
        # rules_test.yaml cannot say this.
        """)
  }

  /// Rules that who takes a figure away from a session passes.
  static let byNature: [Condition] = [
    sessions(
      .sessions, ActivityTest(kinds: [.yoga], requirements: [.distance: .atMost(1000)]),
      .atLeast(1)),
    sessions(.distance, ActivityTest(kinds: [.yoga]), .atMost(3000)),
    sessions(.elevationGain, ActivityTest(), .atMost(300)),
    sessions(
      .sessions,
      ActivityTest(kinds: [.run], isIndoor: true, requirements: [.elevationGain: .atMost(50)]),
      .atLeast(1)),
    // Without a distance it is slower than any pace.
    sessions(
      .sessions, ActivityTest(kinds: [.yoga, .run], requirements: [.pace: .atLeast(120)]),
      .atLeast(1)),
    Condition(
      .not(
        sessions(
          .sessions, ActivityTest(kinds: [.yoga], requirements: [.distance: .atLeast(1000)]),
          .atLeast(1)))),
  ]

  @Test(arguments: byNature.indices)
  func `a session that loses what it may lack by nature can pass`(index: Int) async throws {
    let prover = RuleProver(days: days(2), sessionsPerDay: nil, seconds: 5)
    let found = try await prover.dataWhoseLackHelps(rule(Self.byNature[index].kind))
    #expect(found.data?.count == 2, "\(found)")
  }

  /// Rules that some data tells apart which is finer than days are, or in an order that nobody's heart has.
  static let near: [(Condition, Condition)] = [
    // 29.99 min and 29.995 min.
    (
      one(.duration, .atLeast(30)),
      one(.duration, .moreThan(Quantity(microUnits: 29_990_000)))
    ),
    // A mile and 1609.35 m.
    (
      one(.distance, .atLeast(Quantity(microUnits: 1_609_344_000))),
      one(.distance, .atLeast(Quantity(microUnits: 1_609_350_000)))
    ),
    (
      lift(.moreThan(Quantity(microUnits: 103_330_000))),
      lift(.atLeast(Quantity(microUnits: 103_340_000)))
    ),
    (
      one([.averageHeartRate: .atLeast(160), .maximumHeartRate: .atLeast(100)]),
      one([.averageHeartRate: .atLeast(160), .maximumHeartRate: .atLeast(150)])
    ),
    (
      leaf(.best, .atLeast(Quantity(microUnits: 3_000_000_000_000_000_000))),
      leaf(.best, .atLeast(Quantity(microUnits: 4_000_000_000_000_000_000)))
    ),
    // 10 km of runs of a mile at most, and 9 km.
    (
      sessions(
        .distance,
        ActivityTest(
          kinds: [.run],
          requirements: [.distance: .atMost(Quantity(microUnits: 1_609_344_000))]),
        .atLeast(9000)),
      sessions(
        .distance,
        ActivityTest(
          kinds: [.run],
          requirements: [.distance: .atMost(Quantity(microUnits: 1_609_344_000))]),
        .atLeast(10_000))
    ),
  ]

  private static func one(_ quantity: ActivityQuantity, _ comparison: Comparison) -> Condition {
    one([quantity: comparison])
  }

  private static func one(_ requirements: [ActivityQuantity: Comparison]) -> Condition {
    sessions(
      .sessions, ActivityTest(kinds: [.run], requirements: requirements), .atLeast(1))
  }

  private static func lift(_ comparison: Comparison) -> Condition {
    Condition(.leaf(Leaf(.best, of: .lift(.estimate, of: "squat"), comparison)))
  }

  @Test(arguments: near.indices)
  func `rules that lie close together differ`(index: Int) async throws {
    let (one, other) = Self.near[index]
    let found = try await relation(rule(one.kind), rule(other.kind), days: 7)
    #expect(found.better.data != nil || found.worse.data != nil, "\(found)")
  }

  @Test func `a speed that no step of days gives is found`() async throws {
    // 100 m in 9.9 s.
    let fast = Self.one([
      .distance: .between(100, 100),
      .speed: .between(Quantity(microUnits: 10_100_000), Quantity(microUnits: 10_150_000)),
    ])
    let prover = RuleProver(days: days(1), sessionsPerDay: nil, seconds: 5)
    let found = try await prover.data(onWhich: rule(fast.kind), gives: .pass)
    let session = try #require(found.data?.first?.sessions[0].first)
    #expect(session.values[.distanceMeters] == 100_000_000)
    let time = try #require(session.values[.activeSeconds])
    #expect((9_852_000...9_901_000).contains(time) && found.data?[0].isCase == true)
  }

  @Test func `what is added up and asked of each is said to be in steps`() async throws {
    let test = ActivityTest(kinds: [.run], requirements: [.distance: .moreThan(1000)])
    let found = try await relation(
      rule(sessions(.distance, test, .atLeast(9000)).kind),
      rule(sessions(.distance, test, .atLeast(9500)).kind), days: 2)
    #expect(found.better.bounds?.areStepped == true && found.worse.data != nil)
  }

  @Test func `two sums of sessions that may count are said to be in steps`() async throws {
    let hard = sessions(
      .distance, ActivityTest(kinds: [.run], requirements: [.averageHeartRate: .atLeast(150)]),
      .atLeast(9000))
    let indoors = sessions(
      .distance, ActivityTest(kinds: [.run], isIndoor: true), .atLeast(9000))
    let found = try await relation(
      rule(.all([hard, indoors])), rule(.any([hard, indoors])), days: 1)
    #expect(found.worse.bounds?.areStepped == true && found.better.data != nil)
  }

  @Test func `more flags than a case can have are found`() async throws {
    func flags(_ most: Int) -> Rule {
      rule(leaf(.best, .atLeast(1)).kind, quality: [QualityGate(.flags(nil, atMost: most))])
    }
    let found = try await relation(flags(1500), flags(5000), days: 1)
    #expect(found.worse.isNone)
    let better = try #require(found.better.data)[0]
    #expect(better.flags.values.reduce(0, +) == 1501 && !better.isCase)
  }

  @Test func `what a leaf of logs asks for more or less is known`() async throws {
    func learning(_ weeks: Int, _ count: Int) -> Condition {
      Condition(
        .leaf(
          Leaf(
            .weekly(weeks, .total),
            of: .activities(.sessions, of: ActivityTest(kinds: [.learning])), .atLeast(count))))
    }
    for more in [learning(2, 3), learning(1, 4)] {
      let found = try await relation(rule(learning(1, 3).kind), rule(more.kind), days: 14)
      #expect(found.better.isNone && !found.worse.isDecided)
    }
    let other = try await relation(
      rule(learning(2, 3).kind), rule(learning(1, 4).kind), days: 14)
    #expect(!other.better.isDecided && !other.worse.isDecided)
  }

  @Test func `a day without a set is not given one of zero`() async throws {
    let prover = RuleProver(days: days(2), sessionsPerDay: nil, seconds: 5)
    let found = try await prover.data(
      onWhich: rule(Self.lift(.atLeast(100)).kind), gives: .pass)
    let lifts = try #require(found.data?[0].figures[.lift(.estimate, of: "squat")])
    #expect(lifts.compactMap(\.self) == [100_000_000])
  }

  @Test func `weeks of the same days may be whole or not`() async throws {
    func saturdays(from first: CivilDay?) -> Condition {
      Condition(
        .leaf(
          Leaf(
            .recurring(Recurrence(2), of: .total),
            of: .activities(.sessions, of: ActivityTest(kinds: [.learning])), .atLeast(1),
            on: DaySelection(weekdays: [.saturday], from: first))))
    }
    // From Tuesday on one week of the two is whole.
    let found = try await relation(
      rule(saturdays(from: nil).kind), rule(saturdays(from: monday.advanced(by: 1)).kind), days: 14)
    #expect(!found.worse.isNone && !found.better.isNone, "\(found)")
  }
}
