public import DaymarkModel

/// The cases that a rule is tested with: `rules_test.yaml` beside it.
public struct RuleTests: Hashable, Sendable {
  public var rule: Rule
  /// Of the file with the cases.
  public var path: String
  /// Without the file there are no cases.
  public var isPresent: Bool
  /// In the order of the file, their names all different.
  public var cases: [RuleTest]
  /// Of the pipeline, for cases with archives.
  public var policies: Policies
  public var limits: Limits
}

/// One case: data, and what the rule must say of it.
public struct RuleTest: Hashable, Sendable {
  public enum Given: Hashable, Sendable {
    /// Figures as written, one of each day.
    case figures(SubjectAggregates, flags: [QualityFlag])
    /// Paths of one subject's archives.
    case archives([String])
  }

  /// What must come of it; `nil` is not asked.
  public struct Expectation: Hashable, Sendable {
    public var outcome: Outcome
    /// The codes of all reasons, in their order.
    public var reasons: [String]?
    /// In the unit of the rule's score.
    public var score: Quantity?
  }

  public var name: String
  public var place: InputLocation
  /// Its zone is `nil` when archives are to tell.
  public var challenge: Challenge
  /// The proof deadline, or without one the end of the period, when `nil`.
  public var asOf: Instant?
  public var given: Given
  public var expected: Expectation
}
