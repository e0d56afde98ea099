import DaymarkModel
import DaymarkReport
import DaymarkStore

/// The plain letter to a participant on the verdict that a store has; see Reports, "A letter".
///
/// - Parameters:
///   - challenge: The id of the challenge.
///   - subject: The id of the subject.
///   - path: The file of the store that a run left; no byte of it changes.
///   - template: A file with the operator's own template; the shipped one when `nil`.
///   - until: Until when an answer is awaited, in words.
/// - Throws: `DaymarkError` `file.missing`, `file.unreadable`, `store.unusable`, `challenge.unknown`, `subject.unknown`;
///   `verdict.missing` where there is no verdict by the rule as it is now; `letter.template_malformed`.
package func letter(
  on challenge: String, _ subject: String, store path: String, template: String? = nil,
  until: String? = nil
) throws -> String {
  let text = try template.map(templateText) ?? LetterTemplate.shipped
  let template = try LetterTemplate(text, at: template)
  let cohort = try StoredCohort(at: path, challenge: challenge)
  let key = SubjectKey(challenge: challenge, subject: subject)
  var row = SubjectRow(id: subject)
  row.decision = try cohort.presentDecision(of: key)
  guard let report = try cohort.subjectReport(of: row) else {
    guard try cohort.store.reading(of: key) != nil else { throw try cohort.unknownSubject(subject) }
    throw DaymarkError(.verdictMissing, at: InputLocation(file: path)) {
      ($0.subject, $0.reason) = (subject, .failed)
    }
  }
  return template.letter(on: report, until: until)
}

/// The template of letters that comes with the program.
package var shippedLetterTemplate: String { LetterTemplate.shipped }

private func templateText(at path: String) throws -> String {
  guard let file = StoredFile(at: path, followsLinks: true) else {
    throw DaymarkError(.fileMissing, at: InputLocation(file: path))
  }
  guard let bytes = file.bytes, let text = String(validating: bytes, as: UTF8.self) else {
    throw DaymarkError(.fileUnreadable, at: InputLocation(file: path))
  }
  return text
}
