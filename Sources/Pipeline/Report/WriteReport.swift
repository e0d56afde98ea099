import DaymarkConfiguration
import DaymarkEvaluate
package import DaymarkModel
package import DaymarkReport
import DaymarkStore
import DaymarkWork
import Foundation

/// What a report shows, and where it goes.
package struct ReportOptions: Sendable {
  /// The folder of the outputs: pages lie in the challenge's folder there.
  package var outputFolder: String
  /// One subject, whose page alone is written; everybody when `nil`.
  package var subject: String?
  /// Whether figures of subjects stand on the page of the challenge, too.
  package var showsValues = false
  /// Numbers stand in place of ids, and the pages in a folder of their own.
  package var isAnonymous = false
  /// Whether cards to share are written.
  package var makesCards = false
  /// The metric whose days a card shows; how the days stand without one.
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
  /// The page of the challenge; `nil` when one subject alone was asked for.
  package var index: String?
  /// The pages of subjects, by the order of the challenge's page.
  package var subjects: [String] = []
}

/// Writes the pages of a challenge and of its subjects from what a store has of them.
///
/// One subject for each core is in memory at a time. Pages that are there and the same are left as they are.
///
/// - Parameters:
///   - challenge: The id of the challenge.
///   - path: The file of the store that a run left; no byte of it changes.
///   - options: What is shown, and where it goes.
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
    written.subjects = try writeSubjects(
      report.subjects.filter {
        $0.outcome != nil && (options.subject == nil || options.subject == $0.id)
      })
    if options.subject == nil {
      let file = "\(folder)/\(ReportFile.index.rawValue)"
      try put(pages.challenge(report), at: file)
      written.index = file
    }
    try flushFolder(folder)
    return written
  }

  /// Writes the pages of subjects, each made of that subject alone, on all cores.
  private func writeSubjects(_ rows: [SubjectRow]) throws -> [String] {
    let limits = try shippedLimits
    let threads = min(rows.count, WorkThread.coreCount)
    let waiting = WorkQueue<(index: Int, row: SubjectRow)>()
    for (index, row) in rows.enumerated() { waiting.give((index, row)) }
    waiting.end()
    let pages = try forEach(Array(0..<threads), jobs: threads) { _ in
      var pages: [(index: Int, path: String)] = []
      do {
        // Each has a connection of its own, for one serves one reader at a time.
        let cohort = try StoredCohort(at: store, challenge: challenge)
        while let (index, row) = waiting.next() {
          // Only the thread that the task is on knows of it; where it stops, the others do.
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
  /// Puts numbers in place of ids, in the order of the rows.
  mutating func hideNames() {
    isAnonymous = true
    for index in subjects.indices {
      subjects[index].name = "Subject \(index + 1)"
      subjects[index].folder = "\(index + 1)"
    }
  }
}

// Pages are no part of the evidence. A run that changes what they show removes them, so that nobody takes
// the old for new; `--report` writes them again.

/// Removes the pages of one subject.
///
/// - Parameter folder: Of the subject.
/// - Returns: The names of those that were there.
func removePages(ofSubjectIn folder: String) throws -> [String] {
  try ReportFile.ofSubject.map(\.rawValue).filter { try removeFile(at: "\(folder)/\($0)") }
}

/// Removes the pages of a challenge that stand for all subjects: its own, and those without names.
///
/// - Parameter folder: Of the challenge.
/// - Returns: The names of those that were there, below the folder.
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
