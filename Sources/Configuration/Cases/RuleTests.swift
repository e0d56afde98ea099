package import DaymarkModel

/// The cases that a rule is tested with: `rules_test.yaml` beside it.
package struct RuleTests: Hashable, Sendable {
  /// The rule that is tried.
  package var rule: Rule
  /// The path of the file with the cases.
  package var path: String
  /// Whether the file is there; without it there are no cases.
  package var isPresent: Bool
  /// The cases in the order of the file, their names all different.
  package var cases: [RuleTest]
  /// The policies of the pipeline, for cases with archives.
  package var policies: Policies
  /// The operator's files of the pipeline, for the same cases.
  package var operatorFiles: [OperatorFile]
  /// The limits by which flags of archives are raised.
  package var limits: Limits
}

/// One case: data, and what the rule must say of it.
package struct RuleTest: Hashable, Sendable {
  /// The data of a case.
  package enum Given: Hashable, Sendable {
    /// Figures as written, one of each day.
    case figures(SubjectAggregates, flags: [QualityFlag])
    /// Paths of one subject's archives.
    case archives([String])
  }

  /// The result that a case expects; `nil` is not asked.
  package struct Expectation: Hashable, Sendable {
    /// The outcome that the rule must give.
    package var outcome: Outcome
    /// The codes of all reasons, in their order.
    package var reasons: [String]?
    /// The score, in the unit of the rule's.
    package var score: Quantity?
  }

  /// The name of the case.
  package var name: String
  /// The place of the case in its file.
  package var place: InputLocation
  /// Its zone is `nil` when archives are to tell.
  package var challenge: Challenge
  /// The proof deadline, or without one the end of the period, when `nil`.
  package var asOf: Instant?
  /// The data of the case.
  package var given: Given
  /// The answer that the rule must give.
  package var expected: Expectation
}
