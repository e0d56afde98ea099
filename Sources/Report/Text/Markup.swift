import Mustache

/// Text from anywhere as text of a page: nothing in it is markup, leaves an attribute, or turns the
/// direction of what stands beside it.
///
/// Scalars are looked at, not characters: a `<` with a combining mark behind it is one character, and
/// still begins a tag.
func markup(_ text: String) -> String {
  var result = ""
  result.reserveCapacity(text.utf8.count)
  for scalar in text.unicodeScalars {
    switch scalar {
    case "<": result += "&lt;"
    case ">": result += "&gt;"
    case "&": result += "&amp;"
    case "\"": result += "&quot;"
    case "'": result += "&#39;"
    case "\t", "\n": result.unicodeScalars.append(scalar)
    // XML has no way to write these.
    case "\u{0}"..."\u{1F}", "\u{7F}"..."\u{9F}", "\u{FFFE}", "\u{FFFF}": result += "\u{FFFD}"
    // Marks that override or embed a direction.
    case "\u{202A}"..."\u{202E}", "\u{2066}"..."\u{2069}", "\u{200E}", "\u{200F}", "\u{61C}":
      result += "\u{FFFD}"
    default: result.unicodeScalars.append(scalar)
    }
  }
  return result
}

/// The escaping of every `{{...}}` in a template.
struct PageText: MustacheContentType {
  /// The name that templates begin with.
  static let name = "PAGE"

  func escapeText(_ text: String) -> String { markup(text) }

  /// Makes the name known, once.
  static let register: Void = MustacheContentTypes.register(PageText(), named: name)
}

extension String {
  /// The text; a long one without the parenthesis at its end, which tells more of the same.
  func withoutAside(ifLongerThan most: Int) -> String {
    guard unicodeScalars.count > most, hasSuffix(")"),
      let aside = ranges(of: " (").last
    else { return self }
    return String(self[..<aside.lowerBound])
  }

  /// The text, and of a long one its beginning.
  func shortened(to most: Int = 300) -> String {
    // Characters of many scalars are counted as such.
    guard unicodeScalars.count > most else { return self }
    var text = ""
    text.unicodeScalars.append(contentsOf: unicodeScalars.prefix(most - 1))
    return text + "…"
  }
}
