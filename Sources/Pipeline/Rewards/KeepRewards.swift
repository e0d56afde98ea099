import DaymarkConfiguration
import DaymarkDocuments
import DaymarkEmit
import DaymarkEvaluate
package import DaymarkModel
import DaymarkReport
import DaymarkRewards
import DaymarkStore
import Foundation

/// The result of a run of a programme.
package struct RewardsSummary: Sendable {
  package var programme: VersionedName
  /// The instant that the books are for.
  package var asOf: Instant
  /// The books, in ascending order of subjects.
  package var books: [RewardBooks] = []
  /// The folder of the programme's files.
  package var folder: String
  /// The number of files that changed, without pages.
  package var written = 0
  /// The page of the programme; `nil` where none existed and none was requested.
  package var page: String?
  /// The findings for data that was handed in or stated for a time before an earlier run that did
  /// not have it.
  package var findings: [Finding] = []
  /// Whether the run was for an instant before an earlier run's, or after the present, and so added
  /// nothing to the book.
  package var isForAnotherTime = false
}

/// Keeps the books of a programme: enters new data of the store into the book, and writes the files
/// of every subject.
///
/// The folder with the programme's name gets `rewards.json` and `ledger.jsonl` for each subject and
/// one `standings.csv`. Unchanged files are not written again. See Rewards, "Keeping books".
///
/// - Parameters:
///   - path: The folder of `programme.yaml`.
///   - access: The store in which runs left the days and verdicts, and the output folder.
///   - asOf: The instant that the books are for; `nil` for the present.
///   - writesPages: Whether pages are written where none exist. Existing pages are always written
///     again.
///   - beginsNewBook: Whether ledgers may begin again where files of an earlier run exist that the
///     book does not know.
///   - whenBusy: Called with `store.busy` while the function waits for a run.
/// - Throws: ``ConfigurationError`` with every mistake of the programme; `DaymarkError`
///   `challenge.unknown` where no run has read the days; `book.missing`; `books.rewritten`; and the
///   errors of ``OutputAccess``.
package func keepRewards(
  of path: String, _ access: OutputAccess, asOf: Instant? = nil, writesPages: Bool = false,
  beginsNewBook: Bool = false, whenBusy: (Finding) -> Void = { _ in }
) async throws -> RewardsSummary {
  let configuration = try loadProgramme(at: path)
  return try await access.writing(whenBusy: whenBusy) { store, mode in
    let cohort = try StoredCohort(at: store.path, challenge: configuration.daysChallenge)
    let folder = "\(access.outputFolder)/\(folderName(of: configuration.programme.name.name))"
    var summary = RewardsSummary(
      programme: configuration.programme.name, asOf: asOf ?? access.now, folder: folder)
    guard let book = store.book else { return summary }
    var keeper = try RewardKeeper(
      configuration, cohort, book: book, asOf: summary.asOf, now: access.now)
    let files = RewardFiles(folder: folder, mode: mode)
    guard keeper.hasEarlierRun || beginsNewBook || !files.areThere else {
      throw DaymarkError(.bookMissing, at: InputLocation(file: book.path)) { $0.folder = folder }
    }
    let subjects = Sharing.ordered(
      Array(keeper.subjects.union(try store.subjects(of: cohort.challenge.id))))
    try keeper.findAll(subjects, book: book)
    let histories = try RewardHistories(keeper.entries, configuration)
    let pages = RewardPages(folder: folder, mode: mode)
    let hasPages = writesPages || pages.areThere
    var pictures: [RewardPicture] = []
    for subject in subjects {
      try Task.checkCancellation()
      let history = histories.history(of: subject)
      if hasPages { pictures.append(rewardPicture(history, asOf: summary.asOf)) }
      let books = pictures.last?.books ?? keepBooks(history, asOf: summary.asOf)
      try keeper.note(books)
      summary.books.append(books)
    }
    summary.isForAnotherTime = keeper.isForAnotherTime
    summary.findings = keeper.findings(subjects)
    // A run for another instant before the first regular run must leave no files, because later
    // runs would be compared with them.
    if keeper.isForAnotherTime, !keeper.hasEarlierRun { return summary }
    // The book comes first: the files follow from it, so a run that is killed here loses nothing.
    try book.append(keeper.added, of: cohort.challenge.id)
    summary.written = try files.put(summary.books)
    if hasPages {
      // The verdicts of another instant are not known.
      let running =
        keeper.isForAnotherTime ? nil : try RunningChallenges(configuration, beside: store.path)
      summary.page = try pages.put(pictures, running, configuration, asOf: summary.asOf)
    }
    return summary
  }
}

/// The files of a programme.
private struct RewardFiles {
  let folder: String
  let mode: FileMode

  /// Whether an earlier run has written files.
  var areThere: Bool {
    FileManager.default.fileExists(atPath: "\(folder)/\(RewardFile.standings.rawValue)")
  }

  /// Writes the ledger and the books of each subject, and the files about all subjects.
  ///
  /// - Returns: The number of written files.
  func put(_ books: [RewardBooks]) throws -> Int {
    var written = 0
    func put(_ bytes: [UInt8], _ path: String) throws {
      if try putFile(bytes, at: path, mode: mode) { written += 1 }
    }
    for own in books {
      let subject = "\(folder)/\(folderName(of: own.subject))"
      try makeFolder(subject, mode: mode)
      try put(own.ledgerBytes, "\(subject)/\(RewardFile.ledger.rawValue)")
      try put(
        Members<RewardBooks>.rewards.kind.bytes(own), "\(subject)/\(RewardFile.books.rawValue)")
      try flushFolder(subject)
    }
    try makeFolder(folder, mode: mode)
    let standings = RewardRank.all(of: books)
    try put(Array(standingsTable(standings).utf8), "\(folder)/\(RewardFile.standings.rawValue)")
    try flushFolder(folder)
    return written
  }
}

/// The names of a programme's files.
package enum RewardFile: String {
  case books = "rewards.json"
  case ledger = "ledger.jsonl"
  case standings = "standings.csv"
}

/// Makes the present books of one subject, for an account of them.
///
/// - Parameters:
///   - path: The folder of `programme.yaml`.
///   - subject: The id of the subject.
///   - storePath: The file of the store, which is only read.
///   - asOf: The instant that the books are for; `nil` for that of the programme's last run.
/// - Throws: ``ConfigurationError``; `DaymarkError` `challenge.unknown`, `subject.unknown`, `store.unusable`.
package func storedBooks(
  of path: String, subject: String, store storePath: String, asOf: Instant? = nil
) throws -> RewardBooks {
  let configuration = try loadProgramme(at: path)
  let cohort = try StoredCohort(at: storePath, challenge: configuration.daysChallenge)
  let entries =
    try cohort.book()?.rewardEntries(of: cohort.challenge.id).filter {
      $0.programme == configuration.programme.name.name
    } ?? []
  guard try cohort.store.subjects(of: cohort.challenge.id).contains(subject) else {
    throw try cohort.unknownSubject(subject)
  }
  let latest = entries.filter { $0.kind == .run }.map(\.knownAt).max()
  let histories = try RewardHistories(Dictionary(grouping: entries, by: \.subject), configuration)
  return keepBooks(
    histories.history(of: subject), asOf: asOf ?? latest ?? Instant(milliseconds: 0))
}
