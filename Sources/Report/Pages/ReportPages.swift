import CDaymarkTexts
import DaymarkModel
import Foundation
import Mustache

/// Makes the pages of reports from built-in templates.
///
/// A page is complete in itself: it loads nothing and runs no script, and its content security
/// policy forbids both.
package struct ReportPages: Sendable {
  let words: ReportWords
  private let library: MustacheLibrary
  /// The stylesheet of every page.
  private let style: String
  /// The digest of the stylesheet, by which a page's content security policy allows it.
  private let styleHash: String

  /// Prepares the templates.
  ///
  /// - Parameter words: The sentences of findings.
  /// - Throws: An error of Mustache where a built-in template is broken.
  package init(words: ReportWords) throws {
    self.words = words
    PageText.register
    var library = MustacheLibrary()
    try library.register(String(cString: daymark_challenge_mustache()), named: "challenge")
    try library.register(String(cString: daymark_subject_mustache()), named: "subject")
    try library.register(String(cString: daymark_card_mustache()), named: "card")
    try library.register(String(cString: daymark_programme_mustache()), named: "programme")
    try library.register(String(cString: daymark_rewards_mustache()), named: "rewards")
    try library.register(String(cString: daymark_preview_mustache()), named: "preview")
    self.library = library
    // Browsers hash exactly what stands between the tags.
    style = "\n" + String(cString: daymark_report_css())
    styleHash = "sha256-" + Data(Digest(of: style.utf8).bytes).base64EncodedString()
  }

  /// Fills in a template.
  ///
  /// - Parameters:
  ///   - template: The name of the template.
  ///   - values: The values of its tags.
  func page(_ template: String, _ values: [String: Any]) -> String {
    var values = values
    values["style"] = style
    values["styleHash"] = styleHash
    values["patterns"] = patterns
    return library.render(values, withTemplate: template) ?? ""
  }
}

/// The values that are not `nil`; the template leaves out the sections of others.
func present(_ values: [String: Any?]) -> [String: Any] { values.compactMapValues { $0 } }

/// The SVG definitions of the hatching that pictures use.
private let patterns = """
  <svg class="patterns" width="0" height="0" aria-hidden="true" focusable="false"><defs>\
  <pattern id="hatch" width="7" height="7" patternUnits="userSpaceOnUse" \
  patternTransform="rotate(45)"><path d="M2 0V7"/></pattern></defs></svg>
  """
