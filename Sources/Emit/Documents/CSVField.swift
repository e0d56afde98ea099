/// A field of a table whose text people chose, quoted as RFC 4180 says.
///
/// A field that begins with `=`, `+`, `-` or `@` is a formula to a spreadsheet: such a one gets a `'` in
/// front, as does one that begins with `'`, so that it can be taken off again.
package func csvField(_ text: String) -> String {
  // Spreadsheets in Japanese take the wide forms for the plain ones.
  let formulas = "=+-@'\u{FF1D}\u{FF0B}\u{FF0D}\u{FF20}".unicodeScalars
  let isRisky = text.unicodeScalars.first.map(formulas.contains)
  let text = isRisky == true ? "'\(text)" : text
  guard text.unicodeScalars.contains(where: { ",;\"\r\n\t ".unicodeScalars.contains($0) }) else {
    return text
  }
  return "\"" + text.replacing("\"", with: "\"\"") + "\""
}
