import DaymarkModel

/// A field of a CSV table with text that people chose, quoted as RFC 4180 says.
///
/// Spreadsheets take a field that begins with `=`, `+`, `-` or `@` for a formula, so such a field
/// gets a `'` in front. So does one that begins with `'` itself, which lets ``csvText(_:)`` remove
/// it again. Characters that control a terminal, line ends and tabs among them, are written as
/// `\u{1B}`, also after a `'`.
package func csvField(_ text: String) -> String {
  // This is a fast path: nearly all fields are numbers, dates and codes.
  if text.utf8.first != UInt8(ascii: "-"), text.utf8.allSatisfy(\.isPlain) { return text }
  // Spreadsheets in Japanese treat the full-width forms like the plain ones.
  let formulas = "=+-@'\u{FF1D}\u{FF0B}\u{FF0D}\u{FF20}".unicodeScalars
  let isFormula = text.unicodeScalars.first.map(formulas.contains) == true
  let isRisky = isFormula || text.unicodeScalars.contains(where: \.steersTerminal)
  let text = isRisky ? "'" + text.replacing("\\u{", with: "\\u{5C}u{").escaped(as: \.code) : text
  guard text.unicodeScalars.contains(where: { ",;\" ".unicodeScalars.contains($0) }) else {
    return text
  }
  return "\"" + text.replacing("\"", with: "\"\"") + "\""
}

/// The original text of a field that ``csvField(_:)`` wrote and whose quotes are already removed.
package func csvText(_ field: String) -> String {
  guard field.first == "'" else { return field }
  var text = String.UnicodeScalarView()
  var rest = field.unicodeScalars.dropFirst()
  while let scalar = rest.popFirst() {
    guard scalar == "\\", rest.starts(with: "u{".unicodeScalars),
      let end = rest.firstIndex(of: "}"),
      let code = UInt32(String(rest[..<end].dropFirst(2)), radix: 16),
      let meant = Unicode.Scalar(code)
    else {
      text.append(scalar)
      continue
    }
    text.append(meant)
    rest = rest[rest.index(after: end)...]
  }
  return String(text)
}

extension UInt8 {
  /// Whether the byte is an ASCII letter or digit, or a sign of numbers, dates and codes.
  fileprivate var isPlain: Bool {
    switch self {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "z"),
      UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "-"), UInt8(ascii: "."),
      UInt8(ascii: ":"), UInt8(ascii: "_"):
      true
    default: false
    }
  }
}

extension Unicode.Scalar {
  fileprivate var code: String { "\\u{\(String(value, radix: 16, uppercase: true))}" }
}

/// The records of a CSV table, each as a list of fields without quotes.
///
/// `nil` when a quote is not closed, or when the last line has no line end, because then the file
/// is cut.
///
/// Source: RFC 4180, section 2.
package func csvRecords(_ text: String) -> [[String]]? {
  var records: [[String]] = []
  var record: [String] = []
  var field = String.UnicodeScalarView()
  var isQuoted = false
  var rest = text.unicodeScalars[...]
  while let scalar = rest.popFirst() {
    switch scalar {
    case "\"" where isQuoted && rest.first == "\"": field.append(rest.removeFirst())
    case "\"": isQuoted.toggle()
    case "\r" where !isQuoted && rest.first == "\n": break
    case ",", "\n":
      if isQuoted {
        field.append(scalar)
        continue
      }
      record.append(String(field))
      field.removeAll()
      if scalar == "\n" {
        records.append(record)
        record = []
      }
    default: field.append(scalar)
    }
  }
  return isQuoted || !record.isEmpty || !field.isEmpty ? nil : records
}
