import DaymarkModel
import DaymarkReport
import DaymarkStore

/// Makes the plain letter to a participant about the verdict in a store; see Reports, "A letter".
///
/// - Parameters:
///   - challenge: The id of the challenge.
///   - subject: The id of the subject.
///   - path: The file of the store, which is only read.
///   - template: The file of the operator's own template; `nil` for the program's.
///   - until: The time until which an answer is awaited, in words.
/// - Throws: `DaymarkError` `file.missing`, `file.unreadable`, `store.unusable`,
///   `challenge.unknown`, `subject.unknown`; `verdict.missing` where there is no verdict by the
///   present rule; `letter.template_malformed`.
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

/// The template of letters that the program ships.
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
