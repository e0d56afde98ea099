import DaymarkDocuments
package import DaymarkModel
import Foundation
import GRDB

/// The SQLite file beside the store that keeps what cannot be read again from archives: which runs
/// there were, and each subject's results with the inputs behind them.
///
/// It is append-only. Each entry has the SHA-256 of a salt and its document, and a chain runs over
/// these digests, so that a changed, removed or inserted entry is noticed. The book contains no
/// key: that entries were cut off at the end, or that the whole chain was made anew, is noticed
/// only by somebody who has noted an earlier end of the chain. ``forget(_:)`` erases documents and
/// salts. The digests stay and reveal nothing without the salts, and the chain still holds.
/// Migrations begin with the first release, and no version makes the book anew.
package final class Book: Sendable {
  private let file: DatabaseFile

  package var path: String { file.path }

  /// The application id in the file's header, by which a book is recognised: `DYBK`.
  private static let applicationID = 0x4459_424B

  /// The path of the book that belongs to a store.
  package static func path(besideStore path: String) -> String {
    path.hasSuffix(".sqlite") ? "\(path.dropLast(7)).book.sqlite" : "\(path).book"
  }

  /// Opens a book; it is created, or migrated to this version, if needed.
  ///
  /// - Throws: `DaymarkError` `store.unusable`, also where an entry is not what was written.
  package init(at path: String, mode: UInt32? = nil) throws {
    file = try DatabaseFile(at: path, id: Self.applicationID, mode: mode)
    try file.migrate(migrator)
    _ = try check()
  }

  /// Opens a book for reading alone.
  ///
  /// - Throws: `DaymarkError` `file.missing` and `store.unusable`; its reason is `noContents` where
  ///   no run has begun to fill the book.
  package init(reading path: String) throws {
    file = try DatabaseFile(reading: path, id: Self.applicationID)
    guard try file.read({ try $0.tableExists("entry") }) else {
      throw DatabaseFile.unusable(path, reason: .noContents)
    }
  }

  /// Opens the book beside a store for reading.
  ///
  /// - Returns: `nil` where there is no book.
  /// - Throws: The errors of ``init(reading:)``.
  package convenience init?(ifBesideStore store: String) throws {
    let path = Self.path(besideStore: store)
    guard FileManager.default.fileExists(atPath: path) else { return nil }
    try self.init(reading: path)
  }

  package func close() throws { try file.close() }

  package func rewrite() throws { try file.rewrite() }

  // MARK: Entries

  /// Adds a run that changed something, with the changes.
  ///
  /// - Parameters:
  ///   - run: The run.
  ///   - results: The results that are new or have changed, by id; `nil` for subjects that are
  ///     gone.
  ///   - changes: The changes of results, in any order.
  package func append(
    _ run: RunEntry, results: [String: RecordedResult?] = [:], changes: [RecordedChange] = []
  ) throws {
    try file.write { db in
      var writer = try EntryWriter(db, of: run.challenge, isRun: true)
      try writer.append(.run, of: nil, run, Members<RunEntry>.run.kind)
      for (subject, result) in results.sorted(by: { $0.key < $1.key }) {
        let row = SubjectResultRow(subject: subject, result: result)
        try writer.append(.result, of: subject, row, Members<SubjectResultRow>.result.kind)
      }
      for change in changes.sorted(by: { $0.subject < $1.subject }) {
        try writer.append(
          .change, of: change.subject, change, Members<RecordedChange>.change.kind)
      }
    }
  }

  /// The results of a challenge's subjects after the last complete run, by id.
  package func results(of challenge: String) throws -> [String: RecordedResult] {
    try resultRows(of: challenge).reduce(into: [:]) { $0[$1.value.subject] = $1.value.result }
  }

  /// Whether the last run that changed something had this many subjects.
  package func hasResults(of challenge: String, count: Int) throws -> Bool {
    try runs(of: challenge).last?.run.subjects == count
  }

  /// Every new or changed result of a challenge's subjects, oldest first, each with the number of
  /// its run.
  package func resultRows(of challenge: String) throws -> [(run: Int64, value: SubjectResultRow)] {
    try entries(.result, Members<SubjectResultRow>.result.kind, of: challenge)
  }

  /// The runs of a challenge that changed something, oldest first, each with its number.
  package func runs(of challenge: String) throws -> [(number: Int64, run: RunEntry)] {
    try entries(.run, Members<RunEntry>.run.kind, of: challenge)
      .map { ($0.run, $0.value) }
  }

  /// The changes of results in a challenge, ascending by run, then by id.
  ///
  /// - Parameters:
  ///   - challenge: The challenge's id.
  ///   - number: The number of the run after which changes are returned.
  package func changes(of challenge: String, after number: Int64) throws -> [RecordedChange] {
    try entries(
      .change, Members<RecordedChange>.change.kind, of: challenge, after: number
    ).map(\.value)
  }

  // MARK: The hand-in

  /// Returns what the runs of a challenge recorded about its hand-in.
  ///
  /// - Parameter deadline: The proof deadline as it is now stated; closings for an earlier one do not count.
  package func handIn(of challenge: String, deadline: Instant?) throws -> RecordedHandIn {
    var handIn = RecordedHandIn(deadline: deadline)
    let rows = try entries(
      [.seen, .closed, .open, .complete, .incomplete, .stated], Members<HandInRow>.handIn.kind,
      of: challenge)
    for row in rows.map(\.value) { handIn.add(row) }
    return handIn
  }

  /// Adds what a run has seen of a challenge's hand-in.
  package func append(_ entries: HandInEntries, of challenge: String) throws {
    let rows = entries.rows
    guard !rows.isEmpty else { return }
    try file.write { db in
      var writer = try EntryWriter(db, of: challenge)
      for row in rows {
        try writer.append(row.kind, of: row.subject, row, Members<HandInRow>.handIn.kind)
      }
    }
  }

  private func entries<Value>(
    _ kind: EntryKind, _ document: Kind<Value>, of challenge: String, after run: Int64 = -1
  ) throws -> [(run: Int64, value: Value)] {
    try entries([kind], document, of: challenge, after: run)
  }

  /// Adds an entry about a subject that does not belong to a run.
  func append<Value: Sendable>(
    _ kind: EntryKind, of subject: String, _ value: Value, _ document: Kind<Value>,
    of challenge: String
  ) throws {
    try append(kind, [(subject, value)], document, of: challenge)
  }

  /// Adds entries that do not belong to a run, all of them or none.
  func append<Value: Sendable>(
    _ kind: EntryKind, _ values: [(subject: String?, value: Value)], _ document: Kind<Value>,
    of challenge: String
  ) throws {
    guard !values.isEmpty else { return }
    try write(of: challenge) { _, writer in
      for (subject, value) in values { try writer.append(kind, of: subject, value, document) }
    }
  }

  /// Adds entries that do not belong to a run, together with rows of other tables, all of them or
  /// none.
  func write(
    of challenge: String, _ body: @Sendable (Database, inout EntryWriter) throws -> Void
  ) throws {
    try file.write { db in
      var writer = try EntryWriter(db, of: challenge)
      try body(db, &writer)
    }
  }

  /// Writes rows of tables other than that of entries.
  func writeBeside(_ body: @Sendable (Database) throws -> Void) throws { try file.write(body) }

  /// Reads rows of tables other than that of entries.
  func read<Value>(_ body: (Database) throws -> Value) throws -> Value { try file.read(body) }

  /// Reads entries of some kinds.
  ///
  /// - Parameters:
  ///   - kinds: The kinds.
  ///   - document: How the entries' documents are read.
  ///   - challenge: The challenge's id; `nil` for all challenges.
  ///   - run: The number of the run after which entries are returned.
  ///   - members: Of entries whose documents have the same of these members, only the last one is read; all are when empty.
  func entries<Value>(
    _ kinds: [EntryKind], _ document: Kind<Value>, of challenge: String? = nil,
    after run: Int64 = -1, lastOfEach members: [String] = []
  ) throws -> [(run: Int64, value: Value)] {
    let words = kinds.map { "'\($0.rawValue)'" }.joined(separator: ", ")
    let condition =
      (challenge == nil ? "" : "challenge = :challenge AND ")
      + "kind IN (\(words)) AND document IS NOT NULL AND run > :run"
    let values = members.map { "json_extract(document, '$.\($0)')" }.joined(separator: ", ")
    let isLast =
      members.isEmpty
      ? "" : "AND number IN (SELECT max(number) FROM entry WHERE \(condition) GROUP BY \(values))"
    var arguments: StatementArguments = ["run": run]
    if let challenge { arguments += ["challenge": challenge] }
    return try file.read { db in
      try db.rows(
        """
        SELECT run, salt, document, sha256 FROM entry WHERE \(condition) \(isLast)
        ORDER BY number
        """, arguments
      ).map { row in
        guard let run = row.integer("run"), let text = row.text("document"),
          row.text("sha256") == sealed(row.text("salt") ?? "", text),
          let value = document.value(Array(text.utf8))
        else { throw UnsoundRow(table: "entry") }
        return (run, value)
      }
    }
  }

  // MARK: The chain

  /// Checks the chain from the first entry to the last.
  ///
  /// - Returns: The number of entries, and the number of erased ones.
  /// - Throws: `store.unusable` where an entry is not what was written.
  package func check() throws -> (entries: Int, erased: Int) {
    try file.read { db in
      let cursor = try Row.fetchCursor(
        db, sql: "SELECT number, salt, document, sha256, chain FROM entry ORDER BY number")
      var (chain, count, erased) = ("", 0, 0)
      while let row = try cursor.next() {
        guard let sha256 = row.text("sha256"), row.integer("number") == Int64(count + 1)
        else { throw UnsoundRow(table: "entry") }
        if let document = row.text("document") {
          guard sealed(row.text("salt") ?? "", document) == sha256 else {
            throw UnsoundRow(table: "entry")
          }
        } else {
          erased += 1
        }
        chain = chained(chain, sha256)
        guard row.text("chain") == chain else { throw UnsoundRow(table: "entry") }
        count += 1
      }
      return (count, erased)
    }
  }

  /// Erases a subject of a challenge: its id, every document about it, and the salts without which
  /// the digests reveal nothing.
  ///
  /// - Returns: The number of erased entries.
  func forget(_ key: SubjectKey) throws -> Int {
    try file.overwriteRemoved()
    // What was paid for the subject still counts against the caps.
    let payments = try payments().filter {
      $0.key.challenge == key.challenge && $0.key.subject == key.subject && $0.state != .failed
    }
    return try file.write { db in
      try db.execute(
        sql: """
          UPDATE entry SET subject = NULL, salt = NULL, document = NULL
          WHERE challenge = ? AND subject = ?
          """, arguments: [key.challenge, key.subject])
      let count = db.changesCount
      try db.remove("sending WHERE challenge = ? AND subject = ?", [key.challenge, key.subject])
      var writer = try EntryWriter(db, of: key.challenge)
      for payment in payments {
        try writer.append(
          .payment, of: nil, payment.withoutSubject, Members<Payment>.payment.kind)
      }
      return count
    }
  }

  /// The end of the chain, which is a SHA-256 over all entries; empty for a book without entries.
  package func chainEnd() throws -> String {
    try file.read { db in
      try db.row("SELECT chain FROM entry ORDER BY number DESC LIMIT 1", [])?.text("chain") ?? ""
    }
  }

  /// Whether the chain had this end at some time.
  package func hasChainEnd(_ end: String) throws -> Bool {
    try file.read { db in
      try db.row("SELECT number FROM entry WHERE chain = ?", [end]) != nil
    }
  }

  func knownSubjects(of challenge: String) throws -> [String] {
    try file.read { db in
      try db.rows("SELECT DISTINCT subject FROM entry WHERE challenge = ?", [challenge])
        .compactMap { $0.text("subject") }
    }
  }
}

/// The versions of the book, oldest first; a released one is never edited.
private var migrator: DatabaseMigrator {
  var migrator = DatabaseMigrator()
  migrator.registerMigration("1: entries") { db in
    try db.execute(
      sql: """
        CREATE TABLE entry (
          number INTEGER PRIMARY KEY,  -- from 1, without a gap
          challenge TEXT NOT NULL, subject TEXT, kind TEXT NOT NULL,
          run INTEGER NOT NULL,        -- the number of the run, from 1; of others, the last run's
          salt TEXT, document TEXT,    -- null of an entry that was erased
          sha256 TEXT NOT NULL,        -- of salt and document
          chain TEXT NOT NULL          -- SHA-256 of the chain before and of sha256
        ) STRICT;
        CREATE INDEX entry_of_challenge ON entry (challenge, kind);
        """)
  }
  migrator.registerMigration("2: bodies under way") { db in
    try db.execute(
      sql: """
        CREATE TABLE sending (
          endpoint TEXT NOT NULL, challenge TEXT NOT NULL, subject TEXT NOT NULL,
          provider TEXT NOT NULL, body BLOB NOT NULL,
          PRIMARY KEY (endpoint, challenge, subject, provider)
        ) STRICT, WITHOUT ROWID;
        """)
  }
  migrator.registerMigration("3: secrets") { db in
    try db.execute(
      sql:
        "CREATE TABLE IF NOT EXISTS secret (name TEXT NOT NULL PRIMARY KEY, value BLOB NOT NULL) STRICT"
    )
  }
  return migrator
}
