import DaymarkConfiguration
import DaymarkEvaluate
public import DaymarkModel

/// How many subjects would pass if a threshold of a rule were another.
public struct RuleSweep: Sendable {
  public struct Point: Sendable {
    /// With its unit, as it was asked for.
    public var text: String
    /// In the canonical unit.
    public var value: Quantity
    public var outcomes: [Outcome: Int]
  }

  public var challenge: Challenge
  public var rule: Rule
  public var threshold: RuleThreshold
  public var subjects: Int
  /// In the order they were asked for.
  public var points: [Point]
  /// The rule as it is, whether or not it is among them.
  public var present: Point
}

/// Tries a rule with other values of one threshold on the subjects of a challenge in a store.
///
/// Each subject is read once; gates see the flags of its stored verdict.
///
/// - Parameters:
///   - path: A pipeline's folder, or a folder or file of rules.
///   - threshold: Its path in the rule; may be left out when the rule compares with one number.
///   - store: The file that a run left; no byte of it changes.
///   - challenge: May be left out when the store holds one, or that of the rule's pipeline.
///   - asOf: Otherwise that of each subject's verdict of the last run.
///   - progress: Told how many subjects are done, and of how many.
/// - Throws: `ConfigurationError` of the rule's files; `DaymarkError` `file.missing`,
///   `store.unusable`, `challenge.unknown`, `threshold.unknown`, `threshold.bad_value`;
///   `CancellationError`.
public func sweepRule(
  at path: String, threshold: String? = nil, over values: SweepValues, store: String,
  challenge: String? = nil, asOf: Instant? = nil,
  progress: (_ done: Int, _ of: Int) -> Void = { _, _ in }
) throws -> RuleSweep {
  let cohort = try StoredCohort(at: store, challenge: challenge, rulePaths: [path])
  let rule = try loadRule(named: path, period: cohort.challenge.period)
  let threshold = try rule.threshold(at: threshold)
  let asked = try values.values(of: threshold)
  var variants = try asked.map { text, value in
    guard let variant = rule.replacing(threshold, with: value) else {
      throw threshold.refusing(
        text, expected: threshold.unit == nil ? "a whole number that a rule can have there" : nil)
    }
    return (point: RuleSweep.Point(text: text, value: value, outcomes: [:]), rule: variant)
  }
  let present = RuleSweep.Point(text: threshold.text, value: threshold.value, outcomes: [:])
  variants.append((present, rule))
  var subjects = 0
  try cohort.forEachMember(progress: progress) { _, member in
    subjects += 1
    for index in variants.indices {
      let verdict = evaluate(
        variants[index].rule, on: member.aggregates, of: cohort.challenge,
        asOf: asOf ?? member.asOf, quality: member.quality)
      variants[index].point.outcomes[verdict.outcome, default: 0] += 1
    }
    try Task.checkCancellation()
  }
  return RuleSweep(
    challenge: cohort.challenge, rule: rule, threshold: threshold, subjects: subjects,
    points: variants.dropLast().map(\.point), present: variants[variants.count - 1].point)
}

extension Rule {
  fileprivate func threshold(at path: String?) throws -> RuleThreshold {
    let thresholds = self.thresholds
    if let path {
      if let threshold = thresholds.first(where: { $0.path == path }) { return threshold }
    } else {
      // What is compared with; where nothing is, as for a number of sessions, the only number.
      let comparisons = thresholds.filter(\.isComparison)
      let choice = comparisons.isEmpty ? thresholds : comparisons
      if choice.count == 1 { return choice[0] }
    }
    var facts = [
      "known": thresholds.map { "\($0.path) (\($0.text))" }.joined(separator: ", ")
    ]
    facts["threshold"] = path
    facts["suggestion"] = path.flatMap { suggestion(for: $0, among: thresholds.map(\.path)) }
    throw DaymarkError(.thresholdUnknown, facts: facts)
  }
}
