/// The three answers.
///
/// Pass and fail are given only when no completion of the unknown days could change them.
public enum Outcome: String, CaseIterable, Hashable, Sendable {
  case pass, fail, undetermined
}

/// The decision of a rule on one subject, and its reasons.
public struct Verdict: Hashable, Sendable {
  /// The answer.
  public var outcome: Outcome
  /// At most three, ordered by how far short they fall.
  public var reasons: [Reason]
  /// The tree of conditions with their answers.
  package var explanation: Explanation
  /// The instant that the verdict is for.
  public var asOf: Instant
  /// The phase of the challenge at that instant.
  public var phase: Phase
  /// Whether it may still change.
  public var finality: Finality
  /// What the operator says to be whole, where that closed it or could.
  package var completeness: Completeness
  /// The score of a rule with `score:`, if the subject has any data for it.
  public var score: ScoreValue?
  /// The flags of the data, whether or not the rule has a gate for them.
  package var quality: QualityFlags

  package init(
    outcome: Outcome, reasons: [Reason], explanation: Explanation, asOf: Instant, phase: Phase,
    finality: Finality = .provisional(until: nil), completeness: Completeness = .unstated,
    score: ScoreValue? = nil, quality: QualityFlags
  ) {
    self.outcome = outcome
    self.reasons = reasons
    self.explanation = explanation
    self.asOf = asOf
    self.phase = phase
    (self.finality, self.completeness) = (finality, completeness)
    self.score = score
    self.quality = quality
  }
}

/// The value of a rule's `score:` for one subject.
public struct ScoreValue: Hashable, Sendable {
  /// The score, in `unit`.
  public var value: Quantity
  /// The unit of the score.
  public var unit: Unit
  /// Neither time nor more data can change it.
  public var isFinal: Bool
  /// Damage may have taken something of its days, or added to it: such a score is not ranked.
  package var restsOnDamage: Bool

  package init(_ value: Quantity, unit: Unit, isFinal: Bool, restsOnDamage: Bool = false) {
    self.value = value
    self.unit = unit
    self.isFinal = isFinal
    self.restsOnDamage = restsOnDamage
  }
}

/// One reason: a stable code, a sentence for the participant, and the numbers in it.
public struct Reason: Hashable, Sendable {
  /// The code, such as `streak.too_short`.
  public var code: String
  /// The sentence; it holds no amount that somebody reached.
  public var text: String
  /// The figure that was asked for, in canonical units.
  public var required: Quantity?
  /// The figure that was reached.
  public var actual: Quantity?
  /// The inputs whose damage is the reason.
  package var damage: [InputDamage]

  package init(
    code: String, text: String, required: Quantity? = nil, actual: Quantity? = nil,
    damage: [InputDamage] = []
  ) {
    self.code = code
    self.text = text
    self.required = required
    self.actual = actual
    self.damage = damage
  }
}
