import DaymarkDocuments
import DaymarkModel

/// Reads a CSV table whose columns are those of a table of keys, in order.
///
/// Optional columns at the end may be left out.
struct RowTable {
  let path: String
  let table: KeyTable
  let findings: FindingCollector
  private(set) var rows: [CSVRecord] = []

  /// Reads a file of at most 16 MiB.
  ///
  /// - Parameter place: The place at which another file names it.
  /// - Returns: `nil`, with an error reported, where the file or its header cannot be read.
  init?(
    at path: String, _ table: KeyTable, _ findings: FindingCollector,
    missingAt place: InputLocation?
  ) {
    (self.path, self.table, self.findings) = (path, table, findings)
    guard let text = readText(at: path, limit: 16 << 20, findings, missingAt: place),
      let records = readCSV(text, file: path, findings)
    else { return nil }
    let columns = table.keys.map(\.name)
    let least = 1 + (table.keys.lastIndex(where: \.isRequired) ?? 0)
    guard let header = records.first?.fields, header.count >= least, columns.starts(with: header)
    else {
      findings.add(
        .configBadValue, at: InputLocation(file: path, line: 1), key: "header",
        expected: .manifestHeader(columns))
      return nil
    }
    for row in records.dropFirst() {
      guard row.fields.count == header.count else {
        findings.add(
          .configBadValue, at: InputLocation(file: path, line: row.line), key: "row",
          expected: .fields(header.count))
        continue
      }
      rows.append(row)
    }
  }

  /// The place of a field, for messages.
  func place(of name: String, in row: CSVRecord) -> InputLocation {
    let index = table.keys.firstIndex { $0.name == name } ?? 0
    let column = index < row.columns.count ? row.columns[index] : 1
    return InputLocation(file: path, line: row.line, column: column)
  }

  /// Reads a field; an error is reported where it does not match the table, or where a needed one
  /// is empty.
  ///
  /// - Returns: `nil` for an empty field, and after an error was reported.
  func read<Value>(_ name: String, of row: CSVRecord, _ read: (String) -> Value?) -> Value? {
    guard let index = table.keys.firstIndex(where: { $0.name == name }), index < row.fields.count
    else { return nil }
    let (key, text) = (table.keys[index], row.fields[index])
    if text.isEmpty, !key.isRequired { return nil }
    if key.form.accepts(text), let value = read(text) { return value }
    findings.add(
      text.isEmpty ? .configMissingKey : .configBadValue, at: place(of: name, in: row),
      key: name, value: text.isEmpty ? nil : text, expected: key.expected)
    return nil
  }

  /// Whether the field of a column is not empty.
  func has(_ name: String, in row: CSVRecord) -> Bool {
    let index = table.keys.firstIndex { $0.name == name } ?? row.fields.count
    return index < row.fields.count && !row.fields[index].isEmpty
  }
}
