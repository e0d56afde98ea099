import DaymarkConfiguration
import DaymarkEvaluate
package import DaymarkModel

/// The outcomes of a challenge's subjects by two rules.
package struct RuleDifference: Sendable {
  /// A subject with different outcomes.
  package struct Change: Sendable {
    /// The id of the subject.
    package var subject: String
    /// The instant that both verdicts are for.
    package var asOf: Instant
    package var old: Outcome
    package var new: Outcome
    package var oldReasons: [Reason]
    package var newReasons: [Reason]
  }

  /// The challenge that was decided.
  package var challenge: Challenge
  package var old: Rule
  package var new: Rule
  /// The number of decided subjects.
  package var subjects: Int
  /// The same as ``RuleSweep/asOf``.
  package var asOf: ClosedRange<Instant>?
  /// The changes, in ascending order of subjects.
  package var changes: [Change]
  /// The number of subjects with the same outcome for other reasons, compared by code: a sentence
  /// with a threshold would differ for every subject.
  package var otherReasons: Int
}

/// Decides the subjects of a challenge in a store by two rules and compares the outcomes.
///
/// Gates use the flags of each subject's stored verdict.
///
/// - Parameters:
///   - old: The old rule, by a pipeline's folder, a folder of rules or a file of rules.
///   - new: The new rule, given in the same way.
///   - store: The file of the store, which is only read.
///   - challenge: The id of the challenge. `nil` is allowed for a store with one challenge, or for
///     the challenge of the rules' pipelines.
///   - asOf: The instant of the verdicts; `nil` for that of each subject's last verdict.
///   - progress: Called with the number of subjects that are done and the number of all.
/// - Returns: The subjects whose outcome changes, in the order of their ids.
/// - Throws: `ConfigurationError` for the rules' files; `DaymarkError` `file.missing`,
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
  try cohort.forEachMember(by: [difference.old, difference.new], progress: progress) {
    subject, member in
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
