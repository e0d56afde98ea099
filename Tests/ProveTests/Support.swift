import DaymarkModel
import DaymarkTestSupport
import Foundation

@testable import DaymarkPipeline
@testable import DaymarkProve

/// Monday, 1 September 2025.
let monday = CivilDay(ordinal: 20_332)

func days(_ count: Int) -> [CivilDay] { (0..<count).map { monday.advanced(by: $0) } }

func rule(
  _ kind: Condition.Kind, onMissing: MissingPolicy = .fail, quality: [QualityGate] = []
) -> Rule {
  Rule(
    name: "r", version: "1.0.0", title: "r", requires: Condition(kind), onMissing: onMissing,
    quality: quality)
}

func leaf(_ measure: Leaf.Measure, of metric: Metric = .steps, _ comparison: Comparison)
  -> Condition
{
  Condition(.leaf(Leaf(measure, of: metric, comparison)))
}

func sessions(
  _ sum: ActivitySum, _ test: ActivityTest, _ comparison: Comparison,
  on days: DaySelection = DaySelection()
) -> Condition {
  Condition(.leaf(Leaf(.total, of: .activities(sum, of: test), comparison, on: days)))
}

extension Comparison {
  static func atLeast(_ whole: Int) -> Comparison { .atLeast(Quantity(whole)) }
  static func atMost(_ whole: Int) -> Comparison { .atMost(Quantity(whole)) }
  static func moreThan(_ whole: Int) -> Comparison { .moreThan(Quantity(whole)) }
  static func between(_ low: Int, _ high: Int) -> Comparison {
    .between(Quantity(low), Quantity(high))
  }
}

/// How one rule is to another by the solver.
func relation(
  _ old: Rule, _ new: Rule, days count: Int, sessions: Int? = nil, seconds: Int = 5
) async throws -> (better: FoundData, worse: FoundData) {
  let prover = RuleProver(days: days(count), sessionsPerDay: sessions, seconds: seconds)
  return (
    try await prover.data(onWhich: new, isBetterThan: old),
    try await prover.data(onWhich: old, isBetterThan: new)
  )
}

extension FoundData {
  var bounds: SessionBounds? { if case .none(let bounds) = self { bounds } else { nil } }
  var isNone: Bool { bounds != nil }
  var data: [GivenPeriod]? { if case .found(let data) = self { data } else { nil } }
  var doubts: [RulePath] { if case .undecided(let paths) = self { paths } else { [] } }
  var isDecided: Bool { if case .undecided = self { false } else { true } }
}
