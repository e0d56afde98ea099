import DaymarkConfiguration
package import DaymarkDocuments
import DaymarkEmit
import DaymarkEvaluate
package import DaymarkModel
import DaymarkStore

/// A verdict with all that explains it.
package struct ExplainedVerdict: Sendable {
  /// The challenge that was decided.
  package var challenge: Challenge
  /// The id of the subject.
  package var subject: String
  /// The zone that decides its days.
  package var zone: ResolvedZone
  /// The rule that was asked.
  package var rule: Rule
  /// The verdict with its explanation.
  package var verdict: Verdict
  /// Decided now on the stored days, and not when the pipeline was run.
  package var isEvaluatedAnew: Bool
  /// As `verdict.json` has it.
  package var document: JSONValue
  /// What would make it another, if that was asked for.
  package var whyNot: WhyNot?
  /// The inputs that were read, ascending by digest; then the late ones.
  package var inputs: [EvidenceInput]
  /// What a person decided beside the verdict.
  package var decision: PresentDecision?
}

/// The answer to what would make a verdict another one.
package enum WhyNot: Hashable, Sendable {
  case change(VerdictChange)
  /// No change of the days that was found does.
  case nothing
}

/// Explains the verdict of one subject in a store.
///
/// - Parameters:
///   - challenge: The id of the challenge.
///   - subject: The id of the subject.
///   - store: The file that a run left; no byte of it changes.
///   - asOf: Evaluates the stored days as of this instant, by the rule of the last run; otherwise the
///     verdict that it left is explained.
///   - whyNot: Looks for the smallest change, too.
/// - Returns: The verdict with its explanation, and the smallest change if it was looked for.
/// - Throws: `DaymarkError` `file.missing`, `store.unusable`, `challenge.unknown`, `subject.unknown`;
///   `verdict.missing` when the subject was not decided by the rule as it is now; of a subject that
///   failed at the last run and has no earlier verdict, the error that it failed with.
package func explainVerdict(
  of challenge: String, _ subject: String, store: String, asOf: Instant? = nil,
  whyNot: Bool = false
) throws -> ExplainedVerdict {
  let cohort = try StoredCohort(at: store, challenge: challenge)
  let key = SubjectKey(challenge: challenge, subject: subject)
  guard let reading = try cohort.store.reading(of: key) else {
    throw try cohort.failure(of: key) ?? cohort.unknownSubject(subject)
  }
  let verdict =
    try asOf.map { try cohort.verdict(of: key, reading.aggregates, asOf: $0) }
    ?? cohort.storedVerdict(of: key)
  let evidence = Evidence(
    toolVersion: daymarkVersion, challenge: cohort.challenge, subject: Subject(id: subject),
    policies: Policies(), inputs: reading.inputs,
    aggregates: reading.aggregates.stated(for: cohort.rule), rule: cohort.rule, verdict: verdict,
    limits: try shippedLimits)
  return ExplainedVerdict(
    challenge: cohort.challenge, subject: subject, zone: reading.aggregates.zone,
    rule: cohort.rule, verdict: verdict, isEvaluatedAnew: asOf != nil,
    document: verdictDocument(evidence),
    whyNot: whyNot ? cohort.change(of: verdict, on: reading.aggregates) : nil,
    inputs: reading.inputs, decision: try cohort.presentDecision(of: key))
}

extension StoredCohort {
  /// Why the last run has no verdict of a subject, nor an earlier one stands.
  fileprivate func failure(of key: SubjectKey) throws -> DaymarkError? {
    try store.failure(of: key).map { DaymarkError($0) }
  }

  fileprivate func change(of verdict: Verdict, on aggregates: SubjectAggregates) -> WhyNot {
    smallestChange(
      to: rule, on: aggregates, of: challenge, asOf: verdict.asOf, quality: verdict.quality
    ).map { .change($0) } ?? .nothing
  }

  fileprivate func verdict(
    of key: SubjectKey, _ aggregates: SubjectAggregates, asOf: Instant
  ) throws -> Verdict {
    let last = try store.lastVerdict(of: key)?.verdict
    let noticed =
      try last?.quality ?? qualityFlags(of: aggregates, in: challenge, limits: shippedLimits)
    return evaluate(
      rule, on: aggregates, of: challenge, asOf: asOf, quality: noticed,
      completeness: last?.completeness ?? .unstated)
  }

  fileprivate func storedVerdict(of key: SubjectKey) throws -> Verdict {
    func missing(_ reason: Finding.Reason) -> DaymarkError {
      DaymarkError(.verdictMissing, at: InputLocation(file: path)) {
        ($0.subject, $0.reason) = (key.subject, reason)
      }
    }
    // Where a subject fails, its files are taken away, whatever the store keeps from before.
    guard try !store.outputs(of: key).digests.isEmpty else {
      throw try failure(of: key) ?? missing(.failed)
    }
    guard let verdict = try verdict(of: key) else { throw missing(.otherRule) }
    return verdict
  }
}
