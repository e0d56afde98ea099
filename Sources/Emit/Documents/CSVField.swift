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

/// The text that people chose, of a field that ``csvField(_:)`` made and whose quotes are off.
func csvText(_ field: String) -> String { field.first == "'" ? String(field.dropFirst()) : field }

/// The records of a table that this program wrote, each a list of fields without quotes; `nil` when a
/// quote is not closed.
///
/// Source: RFC 4180, section 2.
func csvRecords(_ text: String) -> [[String]]? {
  var records: [[String]] = []
  var record: [String] = []
  var field = String.UnicodeScalarView()
  var isQuoted = false
  var rest = text.unicodeScalars[...]
  while let scalar = rest.popFirst() {
    switch scalar {
    case "\"" where isQuoted && rest.first == "\"": field.append(rest.removeFirst())
    case "\"": isQuoted.toggle()
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
