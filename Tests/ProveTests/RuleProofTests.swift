import DaymarkModel
import DaymarkTestSupport
import Foundation
import Testing

@testable import DaymarkPipeline
@testable import DaymarkProve

/// Proving, "Prove".
@Suite(.enabled(if: SolverProgram.isThere))
struct RuleProofTests {
  private let prover = RuleProver(days: days(3), sessionsPerDay: 2, seconds: 5)

  @Test func `a rule that contradicts itself never passes`() async throws {
    let never = rule(.all([leaf(.total, .atLeast(10)), leaf(.total, .atMost(9))]))
    #expect(try await prover.data(onWhich: never, gives: .pass).isNone)
    #expect(try await prover.data(onWhich: never, gives: .fail).data?[0].isWhole == true)
  }

  @Test func `a tautology of leaves is open only where data lacks`() async throws {
    let always = rule(
      .any([leaf(.total, .atLeast(10)), leaf(.total, .atMost(9))]), onMissing: .undetermined)
    let prover = prover
    #expect(try await prover.data(onWhich: always, gives: .fail).isNone)
    let open = try #require(try await prover.data(onWhich: always, gives: .undetermined).data)
    #expect(!open[0].isWhole)
  }

  /// Rules by whether lack of data ever turns a fail into a pass.
  static let lacks: [(Rule, Bool)] = [
    (rule(leaf(.total, .atMost(100)).kind), false),
    (rule(leaf(.total, .atMost(100)).kind, onMissing: .zero), true),
    (rule(leaf(.total, .atLeast(100)).kind, onMissing: .zero), false),
    (rule(leaf(.average(overRecordedDays: true), .atLeast(100)).kind), true),
    (rule(leaf(.average(overRecordedDays: false), .atLeast(100)).kind), false),
    (rule(.not(leaf(.days(.atLeast(2)), .atLeast(5)))), false),
  ]

  @Test(arguments: lacks.indices)
  func `lack of data helps where it is read as something`(index: Int) async throws {
    let (rule, helps) = Self.lacks[index]
    let found = try await prover.dataWhoseLackHelps(rule)
    #expect(found.isNone != helps && found.isDecided, "\(found)")
    guard let data = found.data else { return }
    #expect(data.count == 2 && data[0].isWhole && data[1].isPart(of: data[0]))
  }

  @Test(arguments: [ActivitySum.distance, .elevationGain])
  func `lack never helps in a sum of sessions with a cap for each`(sum: ActivitySum) async throws {
    let quantity = try #require(ActivityQuantity(rawValue: sum.rawValue))
    // Of any kind, so that some of them have 0 by nature where they lack the figure, and add that.
    let capped = ActivityTest(requirements: [quantity: .atMost(40)])
    let prover = RuleProver(days: days(7), sessionsPerDay: nil, seconds: 20)
    let found = try await prover.dataWhoseLackHelps(
      rule(sessions(sum, capped, .atLeast(100)).kind))
    #expect(found.isNone, "\(found)")
  }

  @Test func `a part that another makes superfluous never matters`() async throws {
    let rule = rule(
      .all([leaf(.best, .atLeast(5)), leaf(.total, .atLeast(9)), leaf(.total, .atLeast(8))]))
    var idle: [String] = []
    for (path, other) in rule.withoutParts {
      if try await prover.data(onWhich: rule, differsFrom: other).isNone { idle.append("\(path)") }
    }
    #expect(idle == ["requires.all.2"])
  }

  /// What the solver is told of days that lack something, it finds itself for one day.
  @Test(arguments: [false, true], [RuleQuestion.Scope.cases, .all])
  func `what is told of lacking days is so`(
    readsMissingAsZero: Bool, scope: RuleQuestion.Scope
  ) async throws {
    let distance = ActivityTest(
      kinds: [.run], requirements: [.duration: .atLeast(20), .distance: .atMost(9000)])
    let third = try #require(Weight("1/3"))
    let terms = [
      WeightedSum.Term(.metric(.distanceCycling), times: third),
      WeightedSum.Term(.metric(.distanceWalkingRunning)),
    ]
    let weighted = try #require(WeightedSum(terms))
    let either = try #require(WeightedSum.stepsOrPushes)
    let values: [DayValue] = [
      .metric(.steps), .heartRate(.average), .heartRate(.min), .heartRate(.max),
      .heartMinutes(above: 140), .strength(.volume), .lift(.load, of: "squat"),
      .feat(.repetitions, of: "pushups-1min"), .activities(.sessions, of: distance),
      .activities(.distance, of: ActivityTest(kinds: [.run, .walk])),
      .activities(.elevationGain, of: ActivityTest(kinds: [.hike], isIndoor: false)),
      .activities(.distance, of: distance), .activities(.energy, of: ActivityTest()),
      .weighted(weighted), .weighted(either),
    ]
    for value in values where !(readsMissingAsZero && value.unit == .beatsPerMinute) {
      let asked = rule(.leaf(Leaf(.best, of: value, .atLeast(25))))
      let setting = RuleQuestion.Setting(days: days(1), sessionsPerDay: 2) { _, _ in 0...1 }
      let problem = Problem()
      let data = AskedData(of: [asked], on: scope)
      let whole = DataUnknowns(setting, data, .whole, in: problem)
      let lacking = DataUnknowns(setting, data, scope, in: problem)
      lacking.requirePart(of: whole)
      let all = whole.range(of: value, on: 0, readsMissingAsZero: readsMissingAsZero)
      let own = lacking.range(of: value, on: 0, readsMissingAsZero: readsMissingAsZero)
      var wrong = [!(own.least <= all.least)]
      if !readsMissingAsZero, value != .weighted(either) {
        wrong.append(!(own.isUnbounded.isOne || all.most <= own.most))
      }
      let answer = try await Solver().answer(
        problem.text(asking: .any(wrong), seconds: 5), seconds: 5)
      #expect(answer == .impossible, "\(value)")
    }
  }

  /// Of the shipped rules a part, in a long test run all.
  static let shipped = Sweep.over(
    (try? FileManager.default.contentsOfDirectory(atPath: packageFolder + "/pipelines"))?
      .filter { $0 != "README.md" }.sorted() ?? [], step: 7)

  /// The leaves of shipped rules that proofs do not decide: what somebody did before the period, rows
  /// of logs, and heart rates within sessions.
  private static let undecided = [
    "more-than-before": ["requires.average"],
    "learning-weeks": [
      "requires.weekly.all.0.activityTotal", "requires.weekly.all.1.activityTotal",
    ],
    "interval-runs": ["requires.activities"],
  ]

  @Test(arguments: shipped)
  func `every shipped rule can pass and fail, and lack helps nobody`(name: String) async throws {
    let proof = try await proveRule(at: "\(packageFolder)/pipelines/\(name)")
    if let undecided = Self.undecided[name] {
      guard case .undecided(let leaves) = proof.lackHelps else {
        Issue.record("\(proof)")
        return
      }
      #expect(leaves.map(\.description) == undecided)
      return
    }
    #expect(!proof.passes.cases.isEmpty && !proof.fails.cases.isEmpty, "\(proof)")
    #expect(proof.lackHelps.isNone, "\(proof)")
    #expect(proof.parts.allSatisfy { $0.difference.doubts.isEmpty }, "\(proof)")
  }
}
