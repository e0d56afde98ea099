import CDaymarkTexts
import DaymarkModel
import Foundation
import Mustache

/// The template of a letter to a participant, as plain text; see Reports, "A letter".
package struct LetterTemplate: Sendable {
  private let template: MustacheTemplate

  /// The template that comes with the program.
  package static var shipped: String { String(cString: daymark_letter_mustache()) }

  /// - Throws: `letter.template_malformed` where its tags are not Mustache's.
  package init(_ text: String, at path: String? = nil) throws {
    do {
      // Nothing of it is a page: no character of a name is anything but text.
      template = try MustacheTemplate(string: "{{% CONTENT_TYPE:TEXT}}\n\(text)")
    } catch {
      throw DaymarkError(
        .letterTemplateMalformed, at: InputLocation(file: path ?? "letter.mustache"))
    }
  }

  /// The letter on one verdict.
  ///
  /// - Parameter until: Until when an answer is awaited, by the words of whoever writes; until the time for proof is over
  ///   when `nil`, if the verdict is not final and that time was not over.
  package func letter(on report: SubjectReport, until: String? = nil) -> String {
    let verdict = report.verdict
    let noticed = verdict.quality.flags.filter { $0.level == .flagged }
    let values: [String: Any?] = [
      "name": report.name, "title": report.challenge.title,
      "period": report.challenge.period.words, "sentence": verdict.outcome.sentence,
      "outcome": verdict.outcome.word, "final": verdict.finality.isFinal ? true : nil,
      "reasons": verdict.reasons.map { ["text": $0.text, "code": $0.code] },
      "hasNoticed": noticed.isEmpty ? nil : true,
      "noticed": noticed.map { words(of: $0, in: report) },
      "noted": verdict.quality.flags.filter { $0.level == .noted }.map {
        words(of: $0, in: report)
      },
      "decision": report.decision.map { present in
        [
          "outcome": present.decision.outcome.word, "because": present.decision.because,
          "by": present.decision.by,
          "at": present.decision.at.words(in: report.aggregates.zone.zone),
          "isAskedAgain": !present.holds,
        ] as [String: Any]
      },
      "contact": report.challenge.contact ?? "whoever runs the challenge",
      "until": until
        ?? (verdict.finality.isFinal || report.deadline <= verdict.asOf
          ? nil : report.deadlineWords),
      "number": report.files["evidence.json"].map { String($0.hex.prefix(12)) },
    ]
    let text = template.render(values.compactMapValues { $0 })
    // What stands in no section of a template leaves lines without anything.
    return text.trimmingCharacters(in: .newlines) + "\n"
  }

  private func words(of flag: QualityFlag, in report: SubjectReport) -> [String: Any] {
    let values: [String: Any?] = [
      "code": flag.code.rawValue, "words": flag.code.words,
      "what": report.subject(of: flag), "when": flag.day?.words ?? "the whole period",
      "measured": flag.measured.words(ofUnit: flag.code.unitWords),
      "limit": flag.limit.words(ofUnit: flag.code.unitWords),
    ]
    return values.compactMapValues { $0 }
  }
}
