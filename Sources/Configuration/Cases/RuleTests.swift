package import DaymarkModel

/// The cases by which a rule is tested, from the `rules_test.yaml` beside it.
package struct RuleTests: Hashable, Sendable {
  /// The rule that is tested.
  package var rule: Rule
  /// The path of the file with the cases.
  package var path: String
  /// Whether the file exists; without it there are no cases.
  package var isPresent: Bool
  /// The cases, in the order of the file; their names differ.
  package var cases: [RuleTest]
  /// The policies of the pipeline, which apply to cases with archives.
  package var policies: Policies
  /// The operator's files of the pipeline, which apply to cases with archives.
  package var operatorFiles: [OperatorFile]
  /// The limits by which flags are raised in cases with archives.
  package var limits: Limits
}

/// One case: data, and what the rule must answer.
package struct RuleTest: Hashable, Sendable {
  /// The data of a case.
  package enum Given: Hashable, Sendable {
    /// Figures as they are written, one for each day.
    case figures(SubjectAggregates, flags: [QualityFlag])
    /// The paths of one subject's archives.
    case archives([String])
  }

  /// The expected verdict of the case.
  ///
  /// A member that is `nil` is not checked.
  package struct Expectation: Hashable, Sendable {
    /// The outcome that the rule must give.
    package var outcome: Outcome
    /// The codes of all reasons, in order.
    package var reasons: [String]?
    /// The score, in the unit of the rule's score.
    package var score: Quantity?
  }

  /// The name of the case.
  package var name: String
  /// The place of the case in its file.
  package var place: InputLocation
  /// The challenge of the case; its zone is `nil` when it is found from archives.
  package var challenge: Challenge
  /// The instant of evaluation; `nil` for the proof deadline or, without one, the end of the
  /// period.
  package var asOf: Instant?
  /// The data of the case.
  package var given: Given
  /// The answer that the rule must give.
  package var expected: Expectation
}
