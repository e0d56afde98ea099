import Foundation

/// A regular expression of ECMAScript, as JSON Schema reads it.
///
/// The schemas show its text to editors, and whatever reads the same text in Daymark tests with it.
package struct Pattern: Sendable {
  package let text: String
  private let expression: NSRegularExpression?

  package init(_ text: String) {
    self.text = text
    // Here `$` would stand before a last line break, too.
    expression = try? NSRegularExpression(pattern: text.replacing("$", with: #"\z"#))
  }

  /// Whether it is found in `text`: anywhere, unless it says where.
  ///
  /// - Complexity: At worst quadratic in the length, so what is longer than any path is not looked at.
  package func matches(_ text: String) -> Bool {
    guard text.utf8.count <= 4096 else { return false }
    let whole = NSRange(location: 0, length: text.utf16.count)
    return expression?.firstMatch(in: text, range: whole) != nil
  }
}
