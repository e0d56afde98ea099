import DaymarkDocuments
package import DaymarkModel

private let columns = [DataColumn("subject", .text)] + Members<Finding>.finding.table.columns

/// The table `findings.csv`, with a row for each finding of each subject.
///
/// - Parameter found: The findings, in the order of the rows.
package func findingTable(_ found: [(subject: String, finding: Finding)]) -> [UInt8] {
  let writer = CSVTableWriter(columns)
  return found.reduce(into: writer.heading) { bytes, row in
    bytes += writer.line(
      [.text(row.subject)] + Members<Finding>.finding.table.values(of: row.finding))
  }
}

/// The table without the rows of a subject.
///
/// - Returns: `nil` for a text that is no such table.
package func findingTable(_ text: String, without subject: String) -> [UInt8]? {
  guard let records = csvRecords(text), records.first == columns.map(\.name) else { return nil }
  let others = records.dropFirst().filter { csvText($0[0]) != subject }
  return others.reduce(into: CSVTableWriter(columns).heading) { bytes, row in
    // Each field keeps its bytes: reading has removed quotes and escapes, and writing adds the same
    // again.
    bytes += (row.map { csvField(csvText($0)) }.joined(separator: ",") + "\n").utf8
  }
}
