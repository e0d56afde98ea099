import DaymarkConfiguration
import DaymarkEvaluate
package import DaymarkModel

/// The outcomes of a challenge's subjects under two rules, compared.
package struct RuleDifference: Sendable {
  /// A subject whose outcome is another.
  package struct Change: Sendable {
    /// The id of the subject.
    package var subject: String
    /// The instant that both verdicts are for.
    package var asOf: Instant
    /// The outcome by the old rule.
    package var old: Outcome
    /// The outcome by the new rule.
    package var new: Outcome
    /// The reasons by the old rule.
    package var oldReasons: [Reason]
    /// The reasons by the new rule.
    package var newReasons: [Reason]
  }

  /// The challenge that was decided.
  package var challenge: Challenge
  /// The old rule.
  package var old: Rule
  /// The new rule.
  package var new: Rule
  /// The number of subjects that were decided.
  package var subjects: Int
  /// As of ``RuleSweep/asOf``.
  package var asOf: ClosedRange<Instant>?
  /// Ascending by subject.
  package var changes: [Change]
  /// Subjects whose outcome stays and whose reasons are others by their codes: a sentence that names a
  /// threshold is another for everyone.
  package var otherReasons: Int
}

/// Decides the subjects of a challenge in a store by two rules and compares.
///
/// Gates see the flags of each subject's stored verdict.
///
/// - Parameters:
///   - old: A pipeline's folder, or a folder or file of rules.
///   - new: The same, of the rule that it is compared with.
///   - store: The file that a run left; no byte of it changes.
///   - challenge: May be left out when the store holds one, or that of the rules' pipelines.
///   - asOf: Otherwise that of each subject's verdict of the last run.
///   - progress: Told how many subjects are done, and of how many.
/// - Returns: The subjects whose outcome changes, in the order of their ids.
/// - Throws: `ConfigurationError` of the rules' files; `DaymarkError` `file.missing`,
///   `store.unusable`, `challenge.unknown`; `CancellationError`.
package func diffRules(
  at old: String, _ new: String, store: String, challenge: String? = nil, asOf: Instant? = nil,
  progress: (_ done: Int, _ of: Int) -> Void = { _, _ in }
) throws -> RuleDifference {
  let cohort = try StoredCohort(at: store, challenge: challenge, rulePaths: [old, new])
  let period = cohort.challenge.period
  var difference = RuleDifference(
    challenge: cohort.challenge, old: try loadRule(named: old, period: period),
    new: try loadRule(named: new, period: period), subjects: 0, changes: [], otherReasons: 0)
  try cohort.forEachMember(progress: progress) { subject, member in
    let asOf = asOf ?? member.asOf
    difference.asOf = asOf.joined(to: difference.asOf)
    func verdict(by rule: Rule) -> Verdict {
      evaluate(
        rule, on: member.aggregates, of: cohort.challenge, asOf: asOf, quality: member.quality,
        completeness: member.completeness)
    }
    let (was, becomes) = (verdict(by: difference.old), verdict(by: difference.new))
    difference.subjects += 1
    if was.outcome != becomes.outcome {
      difference.changes.append(
        RuleDifference.Change(
          subject: subject, asOf: asOf, old: was.outcome, new: becomes.outcome,
          oldReasons: was.reasons, newReasons: becomes.reasons))
    } else if was.reasons.map(\.code) != becomes.reasons.map(\.code) {
      difference.otherReasons += 1
    }
    try Task.checkCancellation()
  }
  return difference
}
