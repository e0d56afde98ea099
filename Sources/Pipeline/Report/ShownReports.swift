import DaymarkModel
package import DaymarkReport
import DaymarkStore

/// What the picture of a challenge shows.
///
/// - Parameters:
///   - challenge: The id of the challenge.
///   - path: The file of the store that a run left; no byte of it changes.
///   - showsValues: Whether figures of subjects may be shown.
///   - isAnonymous: Whether numbers stand in place of ids.
/// - Returns: Every subject of the last run.
/// - Throws: `DaymarkError` `file.missing`, `store.unusable`, `challenge.unknown`.
package func challengeReport(
  of challenge: String, store path: String, showsValues: Bool, isAnonymous: Bool
) throws -> ChallengeReport {
  let cohort = try StoredCohort(at: path, challenge: challenge)
  var report = try cohort.challengeReport(showsValues: showsValues)
  if isAnonymous { report.hideNames() }
  return report
}

/// What the picture of one subject's verdict shows.
///
/// - Parameters:
///   - challenge: The id of the challenge.
///   - subject: The id of the subject.
///   - path: The file of the store that a run left; no byte of it changes.
/// - Returns: The verdict of the last run with its days.
/// - Throws: `DaymarkError` `file.missing`, `store.unusable`, `challenge.unknown`, `subject.unknown`;
///   `verdict.missing` when the subject was not decided by the rule as it is now; the error that the subject
///   failed with at the last run.
package func subjectReport(
  of challenge: String, _ subject: String, store path: String
) throws -> SubjectReport {
  let cohort = try StoredCohort(at: path, challenge: challenge)
  let key = SubjectKey(challenge: challenge, subject: subject)
  var row = SubjectRow(id: subject)
  row.decision = try cohort.presentDecision(of: key)
  if let report = try cohort.subjectReport(of: row) { return report }
  if let failure = try cohort.store.failure(of: key) { throw DaymarkError(failure) }
  guard try cohort.store.subjects(of: challenge).contains(subject) else {
    throw try cohort.unknownSubject(subject)
  }
  throw DaymarkError(.verdictMissing, at: InputLocation(file: path)) {
    ($0.subject, $0.reason) = (subject, .otherRule)
  }
}
