import DaymarkConfiguration
import DaymarkEvaluate
package import DaymarkModel
package import DaymarkReport
import DaymarkStore
import DaymarkWork
import Foundation

/// The content of a report, and the place where it is written.
package struct ReportOptions: Sendable {
  /// The output folder.
  ///
  /// The pages lie in the challenge's folder there.
  package var outputFolder: String
  /// The id of the only subject whose page is written; `nil` for all subjects.
  package var subject: String?
  /// The id of the only subject that has changed, whose page is written beside that of the
  /// challenge; `nil` for all subjects.
  package var changedSubject: String?
  /// Whether the page of the challenge shows health figures of subjects.
  package var showsValues = false
  /// Whether numbers replace ids.
  ///
  /// Such pages lie in a folder of their own.
  package var isAnonymous = false
  /// Whether cards to share are written.
  package var makesCards = false
  /// The metric whose days a card shows; `nil` for a card with the states of the days.
  package var cardMetric: Metric?
  /// The permissions of the pages.
  package var fileMode: FileMode

  package init(outputFolder: String, subject: String? = nil, fileMode: FileMode = .ownerOnly) {
    self.outputFolder = outputFolder
    self.subject = subject
    self.fileMode = fileMode
  }
}

/// The pages that were written.
package struct ReportSummary: Sendable {
  /// The page of the challenge; `nil` where only one subject was requested.
  package var index: String?
  /// The pages of subjects, in the order of the challenge's page.
  package var subjects: [String] = []
}

/// Writes the pages of a challenge and of its subjects from the results in a store.
///
/// One subject per core is in memory at a time. Unchanged pages are not written again.
///
/// - Parameters:
///   - challenge: The id of the challenge.
///   - path: The file of the store, which is only read.
///   - options: The content of the report, and the place where it is written.
///   - words: The sentences of findings.
/// - Returns: The paths of the pages.
/// - Throws: `DaymarkError` `file.missing`, `store.unusable`, `challenge.unknown`, `subject.unknown`;
///   `file.unwritable`; `CancellationError`.
package func writeReport(
  of challenge: String, store path: String, options: ReportOptions, words: ReportWords
) throws -> ReportSummary {
  let cohort = try StoredCohort(at: path, challenge: challenge)
  var report = try cohort.challengeReport(showsValues: options.showsValues)
  if options.isAnonymous { report.hideNames() }
  if let subject = options.subject, !report.subjects.contains(where: { $0.id == subject }) {
    throw try cohort.unknownSubject(subject)
  }
  let writer = ReportWriter(
    challenge: challenge, store: path, options: options, pages: try ReportPages(words: words),
    folder: "\(options.outputFolder)/\(folderName(of: challenge))"
      + (options.isAnonymous ? "/\(ReportFile.anonymousFolder)" : ""))
  return try writer.write(report)
}

/// Writes pages into the folder of a challenge.
private struct ReportWriter {
  let challenge: String
  let store: String
  let options: ReportOptions
  let pages: ReportPages
  let folder: String

  func write(_ report: ChallengeReport) throws -> ReportSummary {
    var written = ReportSummary()
    try makeFolder(folder, mode: options.fileMode)
    let only = options.subject ?? options.changedSubject
    written.subjects = try writeSubjects(
      report.subjects.filter { $0.outcome != nil && (only == nil || only == $0.id) })
    if options.subject == nil {
      let file = "\(folder)/\(ReportFile.index.rawValue)"
      try put(pages.challenge(report), at: file)
      written.index = file
    }
    try flushFolder(folder)
    return written
  }

  /// Writes the pages of subjects on all cores, each page from its subject alone.
  private func writeSubjects(_ rows: [SubjectRow]) throws -> [String] {
    let limits = try shippedLimits
    let threads = min(rows.count, WorkThread.coreCount)
    let waiting = WorkQueue<(index: Int, row: SubjectRow)>()
    for (index, row) in rows.enumerated() { waiting.give((index, row)) }
    waiting.end()
    let pages = try forEach(Array(0..<threads), jobs: threads) { _ in
      var pages: [(index: Int, path: String)] = []
      do {
        // Each thread opens its own connection to the store, because a connection serves one thread
        // at a time.
        let cohort = try StoredCohort(at: store, challenge: challenge)
        while let (index, row) = waiting.next() {
          // Only the thread of the task knows of a cancellation. When it stops, the other threads
          // do.
          try Task.checkCancellation()
          guard let subject = try cohort.subjectReport(of: row, shipped: limits) else { continue }
          pages.append((index, try write(subject, of: row)))
        }
      } catch {
        waiting.stop()
        throw error
      }
      return pages
    }
    return pages.joined().sorted { $0.index < $1.index }.map(\.path)
  }

  private func write(_ subject: SubjectReport, of row: SubjectRow) throws -> String {
    let folder = "\(folder)/\(row.folder)"
    try makeFolder(folder, mode: options.fileMode)
    let page = "\(folder)/\(ReportFile.subject.rawValue)"
    try put(pages.subject(subject), at: page)
    if options.makesCards {
      let card = pages.card(subject, metric: options.cardMetric)
      try put(card.picture, at: "\(folder)/\(ReportFile.card.rawValue)")
      try put(card.page, at: "\(folder)/\(ReportFile.cardPage.rawValue)")
    }
    try flushFolder(folder)
    return page
  }

  private func put(_ text: String, at path: String) throws {
    _ = try putFile(Array(text.utf8), at: path, mode: options.fileMode)
  }
}

extension ChallengeReport {
  /// Replaces ids by numbers, in the order of the rows.
  mutating func hideNames() {
    isAnonymous = true
    for index in subjects.indices {
      subjects[index].name = "Subject \(index + 1)"
      subjects[index].folder = "\(index + 1)"
    }
  }
}

// Pages are no part of the evidence. A run that changes their content removes them, so that nobody
// takes an old page for a new one; `--report` writes them again.

/// Removes the pages of one subject.
///
/// - Parameter folder: The folder of the subject.
/// - Returns: The names of the removed pages.
func removePages(ofSubjectIn folder: String) throws -> [String] {
  try ReportFile.ofSubject.map(\.rawValue).filter { try removeFile(at: "\(folder)/\($0)") }
}

/// Removes the pages that are about all subjects: the challenge's page and the anonymous pages.
///
/// - Parameter folder: The folder of the challenge.
/// - Returns: The names of the removed pages, below the folder.
func removePages(ofChallengeIn folder: String) throws -> [String] {
  var removed: [String] = []
  let anonymous = "\(folder)/\(ReportFile.anonymousFolder)"
  for number in visibleNames(inFolder: anonymous) where Int(number) != nil {
    let pages = try removePages(ofSubjectIn: "\(anonymous)/\(number)")
    removed += pages.map { "\(ReportFile.anonymousFolder)/\(number)/\($0)" }
    removeFolderIfEmpty("\(anonymous)/\(number)")
  }
  for place in ["", "\(ReportFile.anonymousFolder)/"] {
    let name = place + ReportFile.index.rawValue
    if try removeFile(at: "\(folder)/\(name)") { removed.append(name) }
  }
  removeFolderIfEmpty(anonymous)
  return removed
}
