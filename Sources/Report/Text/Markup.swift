import Mustache

/// Escapes untrusted text for a page, so that it contains no markup, cannot end an attribute, and
/// does not reverse the direction of the text around it.
///
/// Unicode scalars are escaped and not characters, because a `<` with a combining mark is one
/// character and still begins a tag.
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
    // XML cannot contain these characters.
    case "\u{0}"..."\u{1F}", "\u{7F}"..."\u{9F}", "\u{FFFE}", "\u{FFFF}": result += "\u{FFFD}"
    // These marks override or embed a writing direction.
    case "\u{202A}"..."\u{202E}", "\u{2066}"..."\u{2069}", "\u{200E}", "\u{200F}", "\u{61C}":
      result += "\u{FFFD}"
    default: result.unicodeScalars.append(scalar)
    }
  }
  return result
}

/// The escaping that Mustache applies to every `{{...}}` of a template.
struct PageText: MustacheContentType {
  /// The content type with which templates begin.
  static let name = "PAGE"

  func escapeText(_ text: String) -> String { markup(text) }

  /// Registers the content type with Mustache, once.
  static let register: Void = MustacheContentTypes.register(PageText(), named: name)
}

extension String {
  /// The text; if it is too long, without the parenthesis at its end, which only adds detail.
  func withoutAside(ifLongerThan most: Int) -> String {
    guard unicodeScalars.count > most, hasSuffix(")"),
      let aside = ranges(of: " (").last
    else { return self }
    return String(self[..<aside.lowerBound])
  }

  /// The text, cut if it is too long.
  func shortened(to most: Int = 300) -> String {
    // Characters of many scalars count as that many.
    guard unicodeScalars.count > most else { return self }
    var text = ""
    text.unicodeScalars.append(contentsOf: unicodeScalars.prefix(most - 1))
    return text + "…"
  }
}
