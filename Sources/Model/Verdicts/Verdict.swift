/// The three answers; an answer is given only when no completion of the unknown days could change it.
public enum Outcome: String, CaseIterable, Hashable, Sendable {
  case pass, fail, undetermined
}

/// What a rule decided on one subject, and why.
public struct Verdict: Hashable, Sendable {
  public var outcome: Outcome
  /// At most three, ordered by how far short they fall.
  public var reasons: [Reason]
  public var explanation: Explanation
  public var asOf: Instant
  public var phase: Phase
  /// Of a rule with `score:`, where the subject has any data for it.
  public var score: ScoreValue?
  /// What was noticed of the data, whether or not the rule has a gate for it.
  public var quality: QualityFlags

  public init(
    outcome: Outcome, reasons: [Reason], explanation: Explanation, asOf: Instant, phase: Phase,
    score: ScoreValue? = nil, quality: QualityFlags
  ) {
    self.outcome = outcome
    self.reasons = reasons
    self.explanation = explanation
    self.asOf = asOf
    self.phase = phase
    self.score = score
    self.quality = quality
  }
}

/// What a rule's `score:` gave.
public struct ScoreValue: Hashable, Sendable {
  public var value: Quantity
  public var unit: Unit
  /// Neither time nor more data can change it.
  public var isFinal: Bool

  public init(_ value: Quantity, unit: Unit, isFinal: Bool) {
    self.value = value
    self.unit = unit
    self.isFinal = isFinal
  }
}

/// One reason: a stable code, a sentence for the participant, and the numbers in it.
public struct Reason: Hashable, Sendable {
  /// Such as `streak.too_short`.
  public var code: String
  public var text: String
  /// In canonical units.
  public var required: Quantity?
  public var actual: Quantity?

  public init(code: String, text: String, required: Quantity? = nil, actual: Quantity? = nil) {
    self.code = code
    self.text = text
    self.required = required
    self.actual = actual
  }
}

/// A node of the explanation: the answer of one condition and the days behind it.
public struct Explanation: Hashable, Sendable {
  /// The key of the rule file: `all`, `any`, `not`, `some` or a leaf's.
  public var key: String
  /// Of a named condition.
  public var name: String?
  public var answer: Outcome
  public var metric: Metric?
  /// What was asked for, in words: `at least 10000 count on 7 consecutive days`.
  public var required: String?
  /// What `actual` and `margin` are numbers of: `day`, `week`, `session`, `condition` or a unit's symbol.
  public var unit: String?
  public var actual: Quantity?
  /// How far above (or, negative, below) what was required.
  public var margin: Quantity?
  public var reason: Reason?
  /// The days that decided: the longest run, the best window.
  public var span: ClosedRange<CivilDay>?
  public var days: [Day]
  /// Of a `weekly` leaf.
  public var weeks: [Week]
  public var children: [Explanation]

  /// One week as a `weekly` leaf saw it.
  public struct Week: Hashable, Sendable {
    /// Its days that the leaf looks at lie within.
    public var days: ClosedRange<CivilDay>
    public var actual: Quantity
    public var answer: Outcome

    public init(days: ClosedRange<CivilDay>, actual: Quantity, answer: Outcome) {
      self.days = days
      self.actual = actual
      self.answer = answer
    }
  }

  /// One day as a leaf saw it.
  public struct Day: Hashable, Sendable {
    /// Why a day counted or did not.
    public enum Standing: String, Hashable, Sendable {
      /// Satisfies the comparison, or enters the sum.
      case counted
      /// Does not satisfy it; of sessions, none of the day is as asked for.
      case short
      /// Past and complete, without data.
      case missing
      /// The data ends before the day does, or an input is damaged.
      case incomplete
      /// Not over at the instant of evaluation.
      case notOver
      /// A session of the day lacks what is asked about.
      case unknown
    }

    public var day: CivilDay
    public var value: Quantity?
    public var standing: Standing
    /// How many sessions of a fitting kind are not as this requirement of `where` asks; one that misses
    /// several counts under each, one that lacks the figure under none.
    public var missed: [ActivityQuantity: Int]

    public init(
      day: CivilDay, value: Quantity?, standing: Standing, missed: [ActivityQuantity: Int] = [:]
    ) {
      self.day = day
      self.value = value
      self.standing = standing
      self.missed = missed
    }
  }

  public init(
    key: String, name: String? = nil, answer: Outcome, metric: Metric? = nil,
    required: String? = nil, unit: String? = nil, actual: Quantity? = nil,
    margin: Quantity? = nil, reason: Reason? = nil, span: ClosedRange<CivilDay>? = nil,
    days: [Day] = [], weeks: [Week] = [], children: [Explanation] = []
  ) {
    self.key = key
    self.name = name
    self.answer = answer
    self.metric = metric
    self.required = required
    self.unit = unit
    self.actual = actual
    self.margin = margin
    self.reason = reason
    self.span = span
    self.days = days
    self.weeks = weeks
    self.children = children
  }
}
