import DaymarkDocuments
package import DaymarkEmit
import DaymarkModel
import DaymarkStore
import Foundation

/// The tables that an export wrote.
package struct ExportSummary: Sendable {
  /// The file of a table, and the number of its rows.
  package struct File: Hashable, Sendable {
    package var path: String
    /// The number of rows.
    package var rows: Int
  }

  /// The files, in the order of the tables.
  package var files: [File] = []
  /// The number of subjects.
  package var subjects = 0
}

/// Writes the days, sessions, verdicts, findings and sets of a store as tables for other programs.
///
/// The tables contain health figures and get the permissions of the store's file. Only one subject
/// is in memory at a time. The same store gives the same bytes.
///
/// - Parameters:
///   - path: The file of the store, which is only read.
///   - folder: The folder for the tables, which is made if it does not exist.
///   - format: The format of the tables.
///   - challenge: The id of the challenge; `nil` for all challenges of the store.
///   - progress: Called with the number of subjects that are done and the number of all.
/// - Returns: The files.
/// - Throws: `DaymarkError` `file.missing`, `store.unusable`, `challenge.unknown`;
///   `file.unwritable`; `CancellationError`. After an error the files of an earlier export stay.
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

/// Writes the tables of a list of subjects.
private struct Exporter {
  /// The subjects, each with its challenge, in the order of the rows.
  let subjects: [(cohort: StoredCohort, id: String)]

  /// Writes one table with the rows of all subjects.
  ///
  /// - Parameter progress: Called after each subject with the number of subjects that are done.
  /// - Returns: The number of rows.
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
