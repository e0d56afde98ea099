import DaymarkModel

/// One record of a CSV file, with the line on which it begins.
struct CSVRecord {
  var line: Int
  var fields: [String] = []
  /// The column, in characters from 1, at which each field begins on its line.
  var columns: [Int] = []
  /// The record as it is written, without its line end.
  var text = ""
}

/// Reads RFC 4180, section 2, where LF counts as a line end, too; `nil`, with an error reported,
/// for misplaced quotes.
func readCSV(_ text: String, file: String, _ findings: FindingCollector) -> [CSVRecord]? {
  var rows: [CSVRecord] = []
  var row = CSVRecord(line: 1)
  var (line, lineStart) = (1, text.unicodeScalars.startIndex)
  var recordStart = text.unicodeScalars.startIndex
  var rest = Substring(text).unicodeScalars
  func fail(_ problem: SyntaxProblem) -> [CSVRecord]? {
    findings.add(.configSyntax, at: InputLocation(file: file, line: line)) { $0.syntax = problem }
    return nil
  }
  while !rest.isEmpty || !row.fields.isEmpty {
    var field = Substring.UnicodeScalarView()
    row.columns.append(text.unicodeScalars.distance(from: lineStart, to: rest.startIndex) + 1)
    if rest.first == "\"" {
      rest.removeFirst()
      while true {
        guard let next = rest.popFirst() else { return fail(.openQuote) }
        if next == "\"" {
          guard rest.first == "\"" else { break }
          rest.removeFirst()
        }
        if next == "\n" { (line, lineStart) = (line + 1, rest.startIndex) }
        field.append(next)
      }
    } else {
      while let next = rest.first, next != ",", next != "\n", next != "\r" {
        guard next != "\"" else { return fail(.quoteInField) }
        field.append(rest.removeFirst())
      }
    }
    row.fields.append(String(field))
    if rest.first == "," {
      rest.removeFirst()
      continue
    }
    row.text = String(text.unicodeScalars[recordStart..<rest.startIndex])
    if rest.first == "\r" { rest.removeFirst() }
    guard rest.isEmpty || rest.first == "\n" else { return fail(.textAfterQuote) }
    _ = rest.popFirst()
    (line, lineStart, recordStart) = (line + 1, rest.startIndex, rest.startIndex)
    // An empty line is no record: it ends the file, or is a gap.
    if row.fields != [""] { rows.append(row) }
    row = CSVRecord(line: line)
  }
  return rows
}
