import CDaymarkTexts
import DaymarkModel
import Foundation
import Mustache

/// The template of a letter to a participant, in plain text; see Reports, "A letter".
package struct LetterTemplate: Sendable {
  private let template: MustacheTemplate

  /// The template that Daymark brings.
  package static var shipped: String { String(cString: daymark_letter_mustache()) }

  /// Reads a template.
  ///
  /// - Throws: `letter.template_malformed` where it is not valid Mustache.
  package init(_ text: String, at path: String? = nil) throws {
    do {
      // The letter is plain text, so nothing in it is escaped for HTML.
      template = try MustacheTemplate(string: "{{% CONTENT_TYPE:TEXT}}\n\(text)")
    } catch {
      throw DaymarkError(
        .letterTemplateMalformed, at: InputLocation(file: path ?? "letter.mustache"))
    }
  }

  /// The letter about one verdict.
  ///
  /// - Parameter until: Until when an answer is awaited, in the writer's words; `nil` means until
  ///   the proof deadline, if the verdict is not final and the deadline is not over.
  package func letter(on report: SubjectReport, until: String? = nil) -> String {
    let verdict = report.verdict
    let noticed = verdict.quality.flags.filter { $0.level == .flagged }
    let values: [String: Any?] = [
      "name": report.name, "title": report.challenge.title,
      "period": report.challenge.period.words, "sentence": verdict.outcome.sentence,
      "outcome": verdict.outcome.word, "final": verdict.finality.isFinal ? true : nil,
      "reasons": verdict.reasons(with: report.inputs).map { ["text": $0.text, "code": $0.code] },
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
    // Sections of the template that are left out leave empty lines at its ends.
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
