public import DaymarkModel

/// The cases that a rule is tested with: `rules_test.yaml` beside it.
public struct RuleTests: Hashable, Sendable {
  /// The rule that is tried.
  public var rule: Rule
  /// The path of the file with the cases.
  public var path: String
  /// Whether the file is there; without it there are no cases.
  public var isPresent: Bool
  /// The cases in the order of the file, their names all different.
  public var cases: [RuleTest]
  /// The policies of the pipeline, for cases with archives.
  public var policies: Policies
  /// The operator's files of the pipeline, for the same cases.
  public var operatorFiles: [OperatorFile]
  /// The limits by which flags of archives are raised.
  public var limits: Limits
}

/// One case: data, and what the rule must say of it.
public struct RuleTest: Hashable, Sendable {
  /// The data of a case.
  public enum Given: Hashable, Sendable {
    /// Figures as written, one of each day.
    case figures(SubjectAggregates, flags: [QualityFlag])
    /// Paths of one subject's archives.
    case archives([String])
  }

  /// The result that a case expects; `nil` is not asked.
  public struct Expectation: Hashable, Sendable {
    /// The outcome that the rule must give.
    public var outcome: Outcome
    /// The codes of all reasons, in their order.
    public var reasons: [String]?
    /// The score, in the unit of the rule's.
    public var score: Quantity?
  }

  /// The name of the case.
  public var name: String
  /// The place of the case in its file.
  public var place: InputLocation
  /// Its zone is `nil` when archives are to tell.
  public var challenge: Challenge
  /// The proof deadline, or without one the end of the period, when `nil`.
  public var asOf: Instant?
  /// The data of the case.
  public var given: Given
  /// The answer that the rule must give.
  public var expected: Expectation
}
