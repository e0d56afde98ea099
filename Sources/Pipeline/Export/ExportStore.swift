import DaymarkDocuments
package import DaymarkEmit
import DaymarkModel
import DaymarkStore
import Foundation

/// The tables of an export that were written.
package struct ExportSummary: Sendable {
  /// The file of a table, and how many rows it has.
  package struct File: Hashable, Sendable {
    /// Its path.
    package var path: String
    /// The rows of the table.
    package var rows: Int
  }

  /// In the order of the tables.
  package var files: [File] = []
  /// How many subjects there are.
  package var subjects = 0
}

/// Writes what a store has of its subjects as tables for other programs: days, sessions, verdicts,
/// findings and sets.
///
/// They hold the figures, as is their purpose, and have the permissions of the store. One subject is in
/// memory at a time. The same store gives the same bytes.
///
/// - Parameters:
///   - path: The file of the store that a run left; no byte of it changes.
///   - folder: Where the tables go; made when it is not there.
///   - format: The format of the tables.
///   - challenge: The id of the challenge; all of the store when `nil`.
///   - progress: Told how many subjects are done, and of how many.
/// - Returns: The files.
/// - Throws: `DaymarkError` `file.missing`, `store.unusable`, `challenge.unknown`; `file.unwritable`;
///   `CancellationError`. The files of an export before stay, then.
package func exportStore(
  _ path: String, to folder: String, as format: DataTableFormat, challenge: String? = nil,
  progress: (_ done: Int, _ of: Int) -> Void = { _, _ in }
) throws -> ExportSummary {
  let store = try Store(reading: path)
  let ids = try store.challenges().map(\.challenge.id)
  let chosen = try challenge.map { [try StoredCohort(at: path, challenge: $0).challenge.id] } ?? ids
  let cohorts = try chosen.map { try StoredCohort(at: path, challenge: $0) }
  let mode = FileMode(ofFileAt: path)
  try makeFolder(folder, mode: mode)
  let exporter = Exporter(
    subjects: try cohorts.flatMap { cohort in
      try store.subjects(of: cohort.challenge.id).map { (cohort, $0) }
    })
  var written = ExportSummary(subjects: exporter.subjects.count)
  let tables = ExportedTable.allCases
  for (index, table) in tables.enumerated() {
    let file = "\(folder)/\(table.rawValue).\(format.rawValue)"
    let rows = try exporter.write(table, as: format, to: file, mode) { done in
      progress(
        index * exporter.subjects.count + done, tables.count * exporter.subjects.count)
    }
    written.files.append(ExportSummary.File(path: file, rows: rows))
  }
  try flushFolder(folder)
  return written
}

/// Writes the tables of some subjects.
private struct Exporter {
  /// Each with its challenge, in the order of the rows.
  let subjects: [(cohort: StoredCohort, id: String)]

  /// - Returns: How many rows there are.
  func write(
    _ table: ExportedTable, as format: DataTableFormat, to path: String, _ mode: FileMode,
    progress: (Int) -> Void
  ) throws -> Int {
    var writer = DataTableWriter(table.columns, as: format)
    var file = try StreamedFile(at: path, mode: mode)
    var count = 0
    try file.write(writer.begin())
    for (index, subject) in subjects.enumerated() {
      try Task.checkCancellation()
      for row in try rows(of: table, subject.cohort, subject.id) {
        try file.write(writer.add(row))
        count += 1
      }
      progress(index + 1)
    }
    try file.write(writer.finish())
    try file.finish()
    return count
  }

  private func rows(
    of table: ExportedTable, _ cohort: StoredCohort, _ subject: String
  ) throws -> [[DataValue]] {
    let id = SubjectKey(challenge: cohort.challenge.id, subject: subject)
    let key: [DataValue] = [.text(id.challenge), .text(subject)]
    guard let reading = try cohort.store.reading(of: id) else { return [] }
    let verdict = table == .verdicts ? try cohort.verdict(of: id) : nil
    let exported = verdict.map {
      ExportedVerdict(subject, $0, reading, rule: cohort.rule.versionedName)
    }
    return table.rows(of: reading.aggregates, exported).map { key + $0 }
  }
}
