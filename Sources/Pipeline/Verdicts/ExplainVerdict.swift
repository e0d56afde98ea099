import DaymarkConfiguration
package import DaymarkDocuments
import DaymarkEmit
import DaymarkEvaluate
package import DaymarkModel
import DaymarkStore

/// A verdict with its complete explanation.
package struct ExplainedVerdict: Sendable {
  /// The challenge that was decided.
  package var challenge: Challenge
  /// The id of the subject.
  package var subject: String
  /// The time zone of the subject's days.
  package var zone: ResolvedZone
  package var rule: Rule
  /// The verdict with its explanation.
  package var verdict: Verdict
  /// Whether the verdict was evaluated now on the stored days, and not by a run.
  package var isEvaluatedAnew: Bool
  /// The content of `verdict.json`.
  package var document: JSONValue
  /// The smallest change of the days that would change the verdict; `nil` where it was not
  /// requested.
  package var whyNot: WhyNot?
  /// The inputs that were read, in ascending order of digests, and then the late ones.
  package var inputs: [EvidenceInput]
  /// A person's decision beside the verdict.
  package var decision: PresentDecision?
}

/// The answer to the question what would change a verdict.
package enum WhyNot: Hashable, Sendable {
  case change(VerdictChange)
  /// No change of the days that was found would change the verdict.
  case nothing
}

/// Explains the verdict of one subject in a store.
///
/// - Parameters:
///   - challenge: The id of the challenge.
///   - subject: The id of the subject.
///   - store: The file of the store, which is only read.
///   - asOf: The instant for which the stored days are evaluated again, by the rule of the last
///     run; `nil` explains the verdict of the last run.
///   - whyNot: Whether to search for the smallest change too.
/// - Returns: The verdict with its explanation, and the smallest change if it was requested.
/// - Throws: `DaymarkError` `file.missing`, `store.unusable`, `challenge.unknown`,
///   `subject.unknown`; `verdict.missing` where there is no verdict by the present rule; the error
///   of a subject that failed in the last run and has no earlier verdict.
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
  /// Returns the error for which a subject has no verdict; `nil` where none is stored.
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
    // The files of a failed subject are removed, even if the store still has an earlier verdict.
    guard try !store.outputs(of: key).digests.isEmpty else {
      throw try failure(of: key) ?? missing(.failed)
    }
    guard let verdict = try verdict(of: key) else { throw missing(.otherRule) }
    return verdict
  }
}
