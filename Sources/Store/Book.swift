import DaymarkDocuments
package import DaymarkModel
import Foundation
import GRDB

/// The SQLite file beside the store that keeps what cannot be read again from archives: which runs there were, and
/// how each subject stood after them, with the inputs that it rested on.
///
/// It is append-only. Each entry has the SHA-256 of a salt and its document, and a chain over those digests, so that
/// an entry that was changed, removed or put in before others is seen. No key is in it: that entries were cut off at the
/// end, or the chain was made anew, is seen by whoever has noted an earlier end of the chain. ``forget(_:)`` erases
/// documents and salts; the digests stay, tell nothing without the salts, and the chain still holds. Its migrations begin
/// with the first release, and no version makes it anew.
package final class Book: Sendable {
  private let file: DatabaseFile

  package var path: String { file.path }

  /// Says in the file's header that it is a book of Daymark's: `DYBK`.
  private static let applicationID = 0x4459_424B

  /// The book of a store.
  package static func path(besideStore path: String) -> String {
    path.hasSuffix(".sqlite") ? "\(path.dropLast(7)).book.sqlite" : "\(path).book"
  }

  /// Opens a book, making it or bringing it to this version as needed.
  ///
  /// - Throws: `DaymarkError` `store.unusable`, also where an entry is not what was written.
  package init(at path: String, mode: UInt32? = nil) throws {
    file = try DatabaseFile(at: path, id: Self.applicationID, mode: mode)
    try file.migrate(migrator)
    _ = try check()
  }

  /// Opens a book to look at it alone.
  ///
  /// - Throws: `DaymarkError` `file.missing` and `store.unusable`, with the `reason` `noContents` where no run has
  ///   begun to fill it.
  package init(reading path: String) throws {
    file = try DatabaseFile(reading: path, id: Self.applicationID)
    guard try file.read({ try $0.tableExists("entry") }) else {
      throw DatabaseFile.unusable(path, reason: .noContents)
    }
  }

  /// Opens the book of a store to look at it alone.
  ///
  /// - Returns: `nil` where no run has begun one.
  /// - Throws: As ``init(reading:)``.
  package convenience init?(ifBesideStore store: String) throws {
    let path = Self.path(besideStore: store)
    guard FileManager.default.fileExists(atPath: path) else { return nil }
    try self.init(reading: path)
  }

  package func close() throws { try file.close() }

  package func rewrite() throws { try file.rewrite() }

  // MARK: Entries

  /// Adds a run that changed something, with what it changed.
  ///
  /// - Parameters:
  ///   - results: The results that are new or other, by id; `nil` of subjects that are gone.
  ///   - changes: In any order.
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

  /// How the subjects of a challenge stood when the last whole run was over, by id.
  package func results(of challenge: String) throws -> [String: RecordedResult] {
    try resultRows(of: challenge).reduce(into: [:]) { $0[$1.value.subject] = $1.value.result }
  }

  /// Whether the last run that changed something was over so many subjects.
  package func hasResults(of challenge: String, count: Int) throws -> Bool {
    try runs(of: challenge).last?.run.subjects == count
  }

  /// Every result of a challenge's subjects that was new or other, oldest first, each with the number of its run.
  package func resultRows(of challenge: String) throws -> [(run: Int64, value: SubjectResultRow)] {
    try entries(.result, Members<SubjectResultRow>.result.kind, of: challenge)
  }

  /// The runs of a challenge that changed something, oldest first, each with its number.
  package func runs(of challenge: String) throws -> [(number: Int64, run: RunEntry)] {
    try entries(.run, Members<RunEntry>.run.kind, of: challenge)
      .map { ($0.run, $0.value) }
  }

  /// Those whose result another run of a challenge changed, by run and then by id, both ascending.
  ///
  /// - Parameter number: The number of the run after which changes count.
  package func changes(of challenge: String, after number: Int64) throws -> [RecordedChange] {
    try entries(
      .change, Members<RecordedChange>.change.kind, of: challenge, after: number
    ).map(\.value)
  }

  // MARK: The hand-in

  /// What runs saw of the hand-in of a challenge.
  package func handIn(of challenge: String, deadline: Instant?) throws -> RecordedHandIn {
    var handIn = RecordedHandIn(deadline: deadline)
    let rows = try entries(
      [.seen, .closed, .open, .complete, .incomplete, .stated], Members<HandInRow>.handIn.kind,
      of: challenge)
    for row in rows.map(\.value) { handIn.add(row) }
    return handIn
  }

  /// Adds what a run saw of a challenge's hand-in.
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

  /// Adds an entry about a subject that is no part of a run.
  func append<Value: Sendable>(
    _ kind: EntryKind, of subject: String, _ value: Value, _ document: Kind<Value>,
    of challenge: String
  ) throws {
    try append(kind, [(subject, value)], document, of: challenge)
  }

  /// Adds entries that are no part of a run, all or none.
  func append<Value: Sendable>(
    _ kind: EntryKind, _ values: [(subject: String?, value: Value)], _ document: Kind<Value>,
    of challenge: String
  ) throws {
    guard !values.isEmpty else { return }
    try write(of: challenge) { _, writer in
      for (subject, value) in values { try writer.append(kind, of: subject, value, document) }
    }
  }

  /// Adds entries that are no part of a run together with rows that stand beside the entries, all or none.
  func write(
    of challenge: String, _ body: @Sendable (Database, inout EntryWriter) throws -> Void
  ) throws {
    try file.write { db in
      var writer = try EntryWriter(db, of: challenge)
      try body(db, &writer)
    }
  }

  /// Writes rows that stand beside the entries.
  func writeBeside(_ body: @Sendable (Database) throws -> Void) throws { try file.write(body) }

  /// Looks at rows that stand beside the entries.
  func read<Value>(_ body: (Database) throws -> Value) throws -> Value { try file.read(body) }

  /// - Parameter challenge: The challenge's id; `nil` for all.
  func entries<Value>(
    _ kinds: [EntryKind], _ document: Kind<Value>, of challenge: String? = nil,
    after run: Int64 = -1
  ) throws -> [(run: Int64, value: Value)] {
    let words = kinds.map { "'\($0.rawValue)'" }.joined(separator: ", ")
    let ofChallenge = challenge == nil ? "" : "challenge = ? AND "
    let arguments: StatementArguments = challenge.map { [$0, run] } ?? [run]
    return try file.read { db in
      try db.rows(
        """
        SELECT run, salt, document, sha256 FROM entry
        WHERE \(ofChallenge)kind IN (\(words)) AND document IS NOT NULL AND run > ?
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

  /// Follows the chain from the first entry to the last.
  ///
  /// - Returns: How many entries there are, and how many of them are erased.
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

  /// Erases a subject of a challenge: every document about it, its id, and the salts without which the digests
  /// tell nothing.
  ///
  /// - Returns: How many entries there were.
  func forget(_ key: SubjectKey) throws -> Int {
    try file.overwriteRemoved()
    // What was spent for the subject stays spent.
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

  /// The chain's end: the SHA-256 over all entries; empty without any.
  package func chainEnd() throws -> String {
    try file.read { db in
      try db.row("SELECT chain FROM entry ORDER BY number DESC LIMIT 1", [])?.text("chain") ?? ""
    }
  }

  /// Whether the chain ended so at some time.
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

/// What an entry of the book tells.
enum EntryKind: String, CaseIterable {
  case run, result, change
  /// The inputs of a subject that a run saw first.
  case seen
  /// The hand-in closed: of a challenge, or of a subject that was left open.
  case closed
  /// A subject was left open by the run that closed the hand-in.
  case open
  /// The operator says that a subject has handed in everything.
  case complete
  /// The operator takes that back.
  case incomplete
  /// What the operator says of a name is about these inputs.
  case stated
  /// A person decided on a subject, or took that back.
  case decision
  /// A run of a programme found something that no earlier one had; see ``RewardEntry``.
  case reward
  /// A key was first used for the challenge.
  case key
  /// Attestations of the challenge were sealed in a log.
  case seal
  /// A run began this book in the place of one that was lost.
  case begun
  /// What a row of the outbox has become; see ``OutboxRow``.
  case outbox
  /// What a payment has become; see ``Payment``.
  case payment
  /// A price that a service named; see ``PaymentQuote``.
  case quote
}

/// The digest of an entry.
private func sealed(_ salt: String, _ document: String) -> String {
  Digest(of: (salt + document).utf8).hex
}

/// The chain with one more entry.
private func chained(_ chain: String, _ digest: String) -> String {
  Digest(of: (chain + digest).utf8).hex
}

/// Writes entries.
struct EntryWriter {
  let db: Database
  let challenge: String
  /// The number of the run, from 1; of the hand-in, of the last run that changed something.
  let run: Int64
  var chain: String
  private var next: Int64

  /// Goes on after the last entry.
  init(_ db: Database, of challenge: String, isRun: Bool = false) throws {
    let last = try db.row("SELECT number, run, chain FROM entry ORDER BY number DESC LIMIT 1", [])
    (self.db, self.challenge) = (db, challenge)
    (run, chain) = ((last?.integer("run") ?? 0) + (isRun ? 1 : 0), last?.text("chain") ?? "")
    next = (last?.integer("number") ?? 0) + 1
  }

  mutating func append<Value>(
    _ kind: EntryKind, of subject: String?, _ value: Value, _ document: Kind<Value>
  ) throws {
    let text = String(decoding: document.bytes(value), as: UTF8.self)
    let salt = String(UInt128.random(in: .min ... .max), radix: 16)
    let digest = sealed(salt, text)
    chain = chained(chain, digest)
    try db.put(
      "entry",
      [
        "number": next, "challenge": challenge, "subject": subject, "kind": kind.rawValue,
        "run": run, "salt": salt, "document": text, "sha256": digest, "chain": chain,
      ])
    next += 1
  }
}

/// The versions of the book, oldest first; one that was ever released is never edited.
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
