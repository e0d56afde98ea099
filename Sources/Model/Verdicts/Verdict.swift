/// The possible answers of a verdict.
///
/// Pass and fail are given only when they hold whatever the unknown days were.
public enum Outcome: String, CaseIterable, Hashable, Sendable {
  case pass, fail, undetermined

  /// The opposite answer; undetermined stays undetermined.
  package var negated: Outcome {
    switch self {
    case .pass: .fail
    case .fail: .pass
    case .undetermined: .undetermined
    }
  }
}

/// The decision of a rule on one subject, with its reasons.
public struct Verdict: Hashable, Sendable {
  public var outcome: Outcome
  /// At most three reasons: first those about events that happened to the data, then those about
  /// figures that fall furthest short of the requirement.
  public var reasons: [Reason]
  /// The tree of conditions with their answers.
  package var explanation: Explanation
  /// The instant that the verdict is for: what was known then decides.
  public var asOf: Instant
  /// The phase of the challenge at that instant.
  public var phase: Phase
  /// Whether the verdict may still change.
  public var finality: Finality
  /// The operator's statement about who has handed in everything, where it made the verdict final
  /// or could.
  package var completeness: Completeness
  /// The subject's score; `nil` for a rule without `score:`, or without data for it.
  public var score: ScoreValue?
  /// The flags on the data, whether or not the rule has a gate for them.
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

extension Verdict {
  /// The codes of reasons about data that was not read.
  private static let codesOfUnreadData: Set<String> = Set(
    ["data.unread"] + SportGap.allCases.map(\.code.rawValue))

  /// Whether a reason is about data that was not read.
  package var restsOnUnread: Bool {
    reasons.contains { Self.codesOfUnreadData.contains($0.code) }
  }
}

/// The score of one subject by a rule's `score:`.
public struct ScoreValue: Hashable, Sendable {
  /// The score, in ``unit``.
  public var value: Quantity
  public var unit: Unit
  /// Whether neither time nor more data can change the score.
  public var isFinal: Bool
  /// Whether damage may have changed the days behind the score; such a score is not ranked.
  package var restsOnDamage: Bool

  package init(_ value: Quantity, unit: Unit, isFinal: Bool, restsOnDamage: Bool = false) {
    self.value = value
    self.unit = unit
    self.isFinal = isFinal
    self.restsOnDamage = restsOnDamage
  }
}

/// A reason of a verdict: a stable code, a sentence for the participant, and the figures behind it.
public struct Reason: Hashable, Sendable {
  /// The code, such as `streak.too_short`.
  public var code: String
  /// The sentence for the participant, which contains no amount that anybody reached.
  public var text: String
  /// The figure that is required, in canonical units.
  public var required: Quantity?
  /// The figure that the subject reached, in canonical units.
  public var actual: Quantity?
  /// The damaged inputs, where damage is the reason.
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
