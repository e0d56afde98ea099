import DaymarkModel
import DaymarkTestSupport
import Testing

@testable import DaymarkPipeline
@testable import DaymarkProve

/// Proving, "Compare".
@Suite(.enabled(if: SolverProgram.isThere))
struct ComparisonTests {
  /// Rules that mean the same, however they are written.
  static let equal: [(Rule, Rule)] = [
    // Every day of seven is seven days in a row.
    (
      rule(leaf(.streak(days: 7, misses: 0), .atLeast(10_000)).kind),
      rule(leaf(.days(.every), .atLeast(10_000)).kind)
    ),
    // Whoever has 70,000 in a week has 10,000 on its average day.
    (
      rule(leaf(.total, .atLeast(70_000)).kind),
      rule(leaf(.average(overRecordedDays: false), .atLeast(10_000)).kind)
    ),
    // Not to reach 10,001 is to have 10,000 at most: there are no halves of steps.
    (
      rule(.not(leaf(.total, .atLeast(10_001))), onMissing: .undetermined),
      rule(leaf(.total, .atMost(10_000)).kind, onMissing: .undetermined)
    ),
    // One of three is any.
    (
      rule(.some(count: 1, of: [leaf(.best, .atLeast(5)), leaf(.total, .atLeast(9))])),
      rule(.any([leaf(.total, .atLeast(9)), leaf(.best, .atLeast(5))]))
    ),
  ]

  @Test(arguments: equal.indices)
  func `rules that mean the same are equal`(index: Int) async throws {
    let (old, new) = Self.equal[index]
    let found = try await relation(old, new, days: 7)
    #expect(found.better.isNone && found.worse.isNone, "\(found)")
  }

  /// The old rule, and one that is stricter.
  static let stricter: [(Rule, Rule)] = [
    (
      rule(leaf(.days(.atLeast(5)), .atLeast(8000)).kind),
      rule(leaf(.days(.atLeast(5)), .atLeast(10_000)).kind)
    ),
    (
      rule(leaf(.days(.atLeast(5)), .atLeast(8000)).kind),
      rule(leaf(.streak(days: 5, misses: 0), .atLeast(8000)).kind)
    ),
    (
      rule(leaf(.total, .atLeast(40_000)).kind),
      rule(leaf(.days(.atLeast(5)), .atLeast(8000)).kind)
    ),
    // An open answer is better than a fail.
    (
      rule(leaf(.total, .atLeast(40_000)).kind, onMissing: .undetermined),
      rule(leaf(.total, .atLeast(40_000)).kind)
    ),
    (
      rule(leaf(.total, .atLeast(40_000)).kind),
      rule(leaf(.total, .atLeast(40_000)).kind, quality: [QualityGate(.flags(nil, atMost: 0))])
    ),
  ]

  @Test(arguments: stricter.indices)
  func `a stricter rule is never better, and sometimes worse`(index: Int) async throws {
    let (old, new) = Self.stricter[index]
    let found = try await relation(old, new, days: 7)
    #expect(found.better.isNone && found.worse.data?.count == 1, "\(found)")
    let turned = try await relation(new, old, days: 7)
    #expect(turned.worse.isNone && turned.better.data?.count == 1, "\(turned)")
  }

  @Test func `the counterexample is as small as it can be`() async throws {
    let found = try await relation(
      rule(leaf(.total, .atLeast(10_000)).kind), rule(leaf(.best, .atLeast(9000)).kind), days: 3)
    let (better, worse) = (try #require(found.better.data), try #require(found.worse.data))
    // A day of 9,000 is enough for the new rule, and for the old one 10,000 in all, none of 9,000.
    #expect(better[0].figures.keys.map(\.self) == [.amount(.steps)])
    let enough = (better[0].figures[.amount(.steps)] ?? []).compactMap(\.self)
    #expect(enough.sorted() == [0, 0, 9_000_000_000])
    let much = (worse[0].figures[.amount(.steps)] ?? []).compactMap(\.self)
    #expect(much.reduce(0, +) == 10_000_000_000 && much.allSatisfy { $0 < 9_000_000_000 })
    #expect(better[0].isWhole && worse[0].isWhole)
  }

  @Test func `the counterexample has as few parts as it can have`() async throws {
    // Five days of a step, or one of ten; a solver is as likely to name the five.
    let rule = rule(.any([leaf(.days(.atLeast(5)), .atLeast(1)), leaf(.best, .atLeast(10))]))
    let prover = RuleProver(days: days(7), sessionsPerDay: nil, seconds: 20)
    let data = try #require(try await prover.data(onWhich: rule, gives: .pass).data)
    #expect(data.map(\.parts) == [1])
    let figures = data[0].figures[.amount(.steps)] ?? []
    #expect(figures.compactMap(\.self).sorted().suffix(2) == [0, 10_000_000])
  }

  /// Sums of sessions, that formulas decide with what one session adds.
  @Test func `a sum between two bounds is decided where nothing is asked of each`() async throws {
    func sum(_ high: Int) -> Rule {
      rule(sessions(.distance, ActivityTest(kinds: [.run]), .between(1000, high)).kind)
    }
    let found = try await relation(sum(3000), sum(4000), days: 3)
    #expect(found.better.data != nil && found.worse.isNone, "\(found)")
  }

  @Test func `sessions are told apart by what is asked of each`() async throws {
    func runs(_ count: Int, _ meters: Int) -> Rule {
      let test = ActivityTest(
        kinds: [.run], requirements: [.distance: .atLeast(Quantity(meters))])
      return rule(
        .leaf(Leaf(.total, of: .activities(.sessions, of: test), .atLeast(Quantity(count)))))
    }
    let longer = try await relation(runs(3, 5000), runs(3, 6000), days: 7)
    #expect(longer.better.isNone && longer.worse.data != nil)
    let fewer = try await relation(runs(3, 5000), runs(2, 6000), days: 7)
    #expect(fewer.better.data != nil && fewer.worse.data != nil)
  }

  @Test func `what formulas do not understand is not guessed`() async throws {
    func minutes(_ threshold: Int, _ name: String) -> Condition {
      let test = ActivityTest(kinds: [.learning], names: [name])
      return Condition(
        .leaf(
          Leaf(.total, of: .activities(.duration, of: test), .atLeast(Quantity(threshold)))))
    }
    let found = try await relation(
      rule(minutes(60, "Anki").kind), rule(minutes(30, "Anki").kind), days: 3)
    #expect(!found.better.isDecided && found.worse.isNone)
    // The same leaf answers the same wherever it stands.
    let same = try await relation(
      rule(.all([minutes(60, "Anki"), leaf(.total, .atLeast(5))])),
      rule(.all([leaf(.total, .atLeast(5)), minutes(60, "Anki")])), days: 3)
    #expect(same.better.isNone && same.worse.isNone)
  }
}
