import Foundation

/// A regular expression of ECMAScript, as JSON Schema reads it.
///
/// JSON Schemas give its text to editors, and Daymark checks the same values with it.
package struct Pattern: Sendable {
  package let text: String
  private let expression: NSRegularExpression?

  package init(_ text: String) {
    self.text = text
    // In `NSRegularExpression`, `$` also matches before a final line break.
    expression = try? NSRegularExpression(pattern: text.replacing("$", with: #"\z"#))
  }

  /// Whether the expression matches somewhere in `text`; `^` and `$` anchor it.
  ///
  /// Text over 4096 bytes, which is longer than any path, does not match.
  ///
  /// - Complexity: At worst quadratic in the length.
  package func matches(_ text: String) -> Bool {
    guard text.utf8.count <= 4096 else { return false }
    let whole = NSRange(location: 0, length: text.utf16.count)
    return expression?.firstMatch(in: text, range: whole) != nil
  }
}
