import DaymarkDocuments
import DaymarkEvaluate
import DaymarkModel
import DaymarkProve

/// What a search for data gives.
enum DataSearch: Sendable {
  case none
  case found([GivenPeriod])
  /// It is not decided, because of these leaves.
  case undecided([RulePath])
}

/// Searches all data of a period for some on which rules are as asked.
struct RuleProver: Sendable {
  /// The days of the period.
  let days: [CivilDay]
  /// The most sessions that a day has.
  let sessionsPerDay: Int
  /// The time that the solver has for a question.
  let seconds: Int
  private let solver = Solver()

  init(days: [CivilDay], sessionsPerDay: Int, seconds: Int) {
    (self.days, self.sessionsPerDay, self.seconds) = (days, sessionsPerDay, seconds)
  }

  private var setting: RuleQuestion.Setting {
    RuleQuestion.Setting(days: days, sessionsPerDay: sessionsPerDay) { sum, test in
      mayCome(test, addingTo: sum)
    }
  }

  /// Data on which a rule's outcome is better than another's.
  func data(onWhich rule: Rule, isBetterThan other: Rule) async throws -> DataSearch {
    try await search([rule, other], [.cases, .all]) { scope in
      RuleQuestion(whether: rule, isBetterThan: other, on: scope, setting)
    } holds: {
      outcome(of: rule, on: $0[0]).rank > outcome(of: other, on: $0[0]).rank
    }
  }

  /// Data on which two rules differ.
  func data(onWhich rule: Rule, differsFrom other: Rule) async throws -> DataSearch {
    try await search([rule, other], [.cases, .all]) { scope in
      RuleQuestion(whether: rule, differsFrom: other, on: scope, setting)
    } holds: {
      outcome(of: rule, on: $0[0]) != outcome(of: other, on: $0[0])
    }
  }

  /// Data on which a rule has an outcome: whole, if there is such.
  func data(onWhich rule: Rule, gives wanted: Outcome) async throws -> DataSearch {
    try await search([rule], [.whole, .cases, .all]) { scope in
      RuleQuestion(whether: rule, gives: wanted, on: scope, setting)
    } holds: {
      outcome(of: rule, on: $0[0]) == wanted
    }
  }

  /// Whole data on which a rule fails, and what is left of it when some lacks, on which it passes.
  func dataWhoseLackHelps(_ rule: Rule) async throws -> DataSearch {
    try await search([rule], [.cases, .all]) { scope in
      RuleQuestion(whetherLackHelps: rule, on: scope, setting)
    } holds: {
      $0[0].isWhole && $0[1].isPart(of: $0[0]) && outcome(of: rule, on: $0[0]) == .fail
        && outcome(of: rule, on: $0[1]) == .pass
    }
  }

  /// The outcome of a rule on data, at the deadline.
  func outcome(of rule: Rule, on given: GivenPeriod) -> Outcome {
    let limits = LimitsIdentity(name: "given", version: "1.0.0", digest: Digest(of: []))
    return evaluate(
      rule, on: given.aggregates, of: given.challenge, asOf: given.deadline,
      quality: QualityFlags(given.qualityFlags, limits: limits)
    ).outcome
  }

  /// What is found possible is evaluated before it is believed.
  private func search(
    _ rules: [Rule], _ scopes: [RuleQuestion.Scope],
    _ question: (RuleQuestion.Scope) -> RuleQuestion, holds: ([GivenPeriod]) -> Bool
  ) async throws -> DataSearch {
    for scope in scopes {
      try Task.checkCancellation()
      let question = question(scope)
      switch try await solver.answer(question.text(seconds: seconds), seconds: seconds) {
      case .impossible: continue
      case .unknown: return .undecided(question.doubts.isEmpty ? rules.ownLeaves : question.doubts)
      case .possible(let values):
        let given = question.given(values)
        guard holds(given) else {
          return .undecided(question.doubts.isEmpty ? rules.ownLeaves : question.doubts)
        }
        return .found(
          given.smallest(step: rules.stepOfFigures) { data in
            (scope == .all || data.allSatisfy(\.isCase)) && holds(data)
          })
      }
    }
    return .none
  }
}

extension Outcome {
  /// How good it is for a subject.
  var rank: Int {
    switch self {
    case .fail: 0
    case .undetermined: 1
    case .pass: 2
    }
  }
}

extension [Rule] {
  /// The places of leaves that not all of the rules have.
  fileprivate var ownLeaves: [RulePath] {
    let leaves = map { Set($0.leaves.map(\.leaf)) }
    let shared = leaves.dropFirst().reduce(leaves.first ?? []) { $0.intersection($1) }
    var paths: [RulePath] = []
    for placed in flatMap(\.leaves)
    where (count == 1 || !shared.contains(placed.leaf)) && !paths.contains(placed.path) {
      paths.append(placed.path)
    }
    return paths
  }
}
