import DaymarkModel
package import DaymarkReport
import DaymarkStore

/// Makes the report of a challenge for its picture.
///
/// - Parameters:
///   - challenge: The id of the challenge.
///   - path: The file of the store, which is only read.
///   - showsValues: Whether health figures of subjects may be shown.
///   - isAnonymous: Whether numbers replace ids.
/// - Returns: The report with every subject of the last run.
/// - Throws: `DaymarkError` `file.missing`, `store.unusable`, `challenge.unknown`.
package func challengeReport(
  of challenge: String, store path: String, showsValues: Bool, isAnonymous: Bool
) throws -> ChallengeReport {
  let cohort = try StoredCohort(at: path, challenge: challenge)
  var report = try cohort.challengeReport(showsValues: showsValues)
  if isAnonymous { report.hideNames() }
  return report
}

/// Makes the report of one subject's verdict for its picture.
///
/// - Parameters:
///   - challenge: The id of the challenge.
///   - subject: The id of the subject.
///   - path: The file of the store, which is only read.
/// - Returns: The verdict of the last run with its days.
/// - Throws: `DaymarkError` `file.missing`, `store.unusable`, `challenge.unknown`,
///   `subject.unknown`; `verdict.missing` where there is no verdict by the present rule; the error
///   of a subject that failed in the last run.
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
