import DaymarkModel

/// A table of text with a line of headings and a row on each line, whose fields are separated by
/// tabs.
///
/// Empty lines and lines that begin with `#` are skipped.
struct TSVTable {
  /// A row, whose fields are accessed by heading.
  struct Row {
    fileprivate let line: Int
    fileprivate let fields: [String: (text: String, column: Int)]
    fileprivate let file: String
    let findings: FindingCollector

    /// The place of a field, for messages.
    func place(of heading: String) -> InputLocation {
      InputLocation(file: file, line: line, column: fields[heading]?.column ?? 1)
    }

    /// Reads a field; `nil`, with an error reported, where `read` does not understand it.
    func read<Value>(
      _ heading: String, expected: ExpectedValue, among known: [String] = [],
      _ read: (String) -> Value?
    ) -> Value? {
      let text = fields[heading]?.text ?? ""
      if let value = read(text) { return value }
      findings.add(
        .configBadValue, at: place(of: heading), key: heading, value: text, expected: expected,
        suggestion: suggestion(for: text, among: known))
      return nil
    }

    /// Reads a field that must not be empty; `nil` after an error was reported.
    func text(_ heading: String) -> String? {
      read(heading, expected: .text) { $0.isEmpty ? nil : $0 }
    }

    /// Reads words separated by commas, each of which must be one of `known`; `nil` after an error
    /// was reported.
    func words(_ heading: String, of known: [String]) -> [String]? {
      read(heading, expected: .oneOf(known), among: known) { text in
        let words = text.split(separator: ",").map(String.init)
        return words.allSatisfy(known.contains) ? words : nil
      }
    }

    /// Whether a field is empty.
    func isEmpty(_ heading: String) -> Bool { fields[heading]?.text.isEmpty ?? true }
  }

  let rows: [Row]

  /// Reads a table.
  ///
  /// - Returns: `nil`, with an error reported, when the first line has other headings. A row with
  ///   another number of fields is reported and left out.
  init?(_ text: String, file: String, headings: [String], _ findings: FindingCollector) {
    let lines = text.split(omittingEmptySubsequences: false) { $0.isNewline }.enumerated()
      .filter { !$0.element.isEmpty && !$0.element.hasPrefix("#") }
    guard let first = lines.first else {
      findings.add(.configSyntax, at: InputLocation(file: file, line: 1, column: 1)) {
        $0.syntax = .empty
      }
      return nil
    }
    guard first.element.split(separator: "\t").map(String.init) == headings else {
      findings.add(
        .configBadValue, at: InputLocation(file: file, line: first.offset + 1, column: 1),
        expected: .tableHeadings(headings))
      return nil
    }
    rows = lines.dropFirst().compactMap { offset, line in
      var fields: [String: (text: String, column: Int)] = [:]
      let parts = line.split(separator: "\t", omittingEmptySubsequences: false)
      guard parts.count == headings.count else {
        findings.add(
          .configBadValue, at: InputLocation(file: file, line: offset + 1, column: 1),
          expected: .fields(headings.count))
        return nil
      }
      for (heading, part) in zip(headings, parts) {
        let column = line.distance(from: line.startIndex, to: part.startIndex) + 1
        fields[heading] = (String(part), column)
      }
      return Row(line: offset + 1, fields: fields, file: file, findings: findings)
    }
  }
}
