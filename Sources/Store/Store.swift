import DaymarkDocuments
package import DaymarkModel
import Foundation
import GRDB
import Synchronization

/// The SQLite file that keeps what was read and decided, so that a rerun need not do it again.
///
/// It is a cache: all of it can be read again from archives. So there is one version of it, and a file of another
/// version is made anew. A document in it that is no longer what was written is taken for not there; see
/// ``takeUnsound()``. Every call is one transaction and may come from any thread.
package final class Store: Sendable {
  package let path: String
  /// What cannot be read again; `nil` of a store that is only looked at.
  package let book: Book?
  /// `store.renewed`, where a file of another version was made anew.
  package let renewal: Finding?
  let file: DatabaseFile
  private let unsound = Mutex<Set<SubjectKey>>([])

  /// Says in the file's header that it is Daymark's: `DYMK`.
  private static let applicationID = 0x4459_4D4B
  /// The version of the tables and of the documents in them.
  private static let version = 4

  /// Opens the store and the book beside it, making either as needed.
  ///
  /// - Parameter mode: The permissions of the files and of those beside them, as chmod(2) takes them; what the
  ///   umask leaves when `nil`.
  /// - Throws: `DaymarkError` `store.unusable` with the path and, as facts, `reason` and what SQLite said (`system`).
  package init(at path: String, mode: UInt32? = nil) throws {
    self.path = path
    var file = try DatabaseFile(at: path, id: Self.applicationID, mode: mode)
    var renewal: Finding?
    if let found = try Store.otherVersion(of: file) {
      renewal = Finding(.storeRenewed, at: InputLocation(file: path)) {
        $0.reason = found > Self.version ? .newerVersion : .olderVersion
      }
      try file.close()
      for suffix in DatabaseFile.suffixes { unlink(path + suffix) }
      file = try DatabaseFile(at: path, id: Self.applicationID, mode: mode)
    }
    if try !file.read({ try $0.tableExists("document") }) {
      try file.write { try $0.execute(sql: schema + "PRAGMA user_version = \(Self.version)") }
    }
    (self.file, self.renewal) = (file, renewal)
    book = try Book(at: Book.path(besideStore: path), mode: mode)
  }

  /// Opens a store that a run left, to look at it alone: none is made, and no byte of it changes.
  ///
  /// - Throws: `DaymarkError` `file.missing`, and `store.unusable` as ``init(at:mode:)``; the `reason`s
  ///   `olderVersion` and `newerVersion` say that a run must make it anew first, `noContents` that none has begun
  ///   to fill it.
  package init(reading path: String) throws {
    self.path = path
    (book, renewal) = (nil, nil)
    file = try DatabaseFile(reading: path, id: Self.applicationID)
    if let found = try Store.otherVersion(of: file) {
      throw DatabaseFile.unusable(
        path, reason: found > Self.version ? .newerVersion : .olderVersion)
    }
    guard try file.read({ try $0.tableExists("document") }) else {
      throw DatabaseFile.unusable(path, reason: .noContents)
    }
  }

  /// The version of a file that has contents of another one.
  private static func otherVersion(of file: DatabaseFile) throws -> Int? {
    try file.read { db in
      let version = try Int.fetchOne(db, sql: "PRAGMA user_version") ?? 0
      let isEmpty = try db.row("SELECT 1 FROM sqlite_master", []) == nil
      return version == Self.version || isEmpty ? nil : version
    }
  }

  /// Folds the write-ahead logs into the files and lets go of them.
  package func close() throws {
    try file.close()
    try book?.close()
  }

  /// The subjects of whom a document was not what was written since this was last asked, which are read again.
  package func takeUnsound() -> [SubjectKey] {
    unsound.withLock { keys in
      defer { keys = [] }
      return keys.sorted { ($0.challenge, $0.subject) < ($1.challenge, $1.subject) }
    }
  }

  /// The value of a subject's document; `nil` where there is none, and where it is not what was written.
  ///
  /// - Throws: `store.unusable` in a store that is only looked at, where nothing can be read again.
  func value<Value>(
    _ kind: Kind<Value>, in row: Row?, of key: SubjectKey
  ) throws -> Value? {
    guard let row else { return nil }
    if let value = StoredDocument.value(kind, in: row) { return value }
    guard book != nil else {
      throw DatabaseFile.unusable(path, reason: .damaged, table: "document")
    }
    unsound.withLock { _ = $0.insert(key) }
    return nil
  }

  func value<Value>(
    _ document: DocumentKind, _ kind: Kind<Value>, of key: SubjectKey
  ) throws -> Value? {
    try file.read { db in try value(kind, in: db.row(document, of: key), of: key) }
  }
}

// Documents are keyed by what they are about and never by a counter, so that the contents do not depend on the order
// in which subjects were done. Instants are milliseconds since 1970.
private let schema = """
  CREATE TABLE document (
    challenge TEXT NOT NULL, kind TEXT NOT NULL, subject TEXT NOT NULL,
    text TEXT NOT NULL, sha256 TEXT NOT NULL,
    PRIMARY KEY (challenge, kind, subject)
  ) STRICT, WITHOUT ROWID;

  -- The verdicts on a subject's reading.
  CREATE TABLE verdict (
    challenge TEXT NOT NULL, subject TEXT NOT NULL, rule TEXT NOT NULL, as_of INTEGER NOT NULL,
    proof_deadline INTEGER, text TEXT NOT NULL, sha256 TEXT NOT NULL,
    PRIMARY KEY (challenge, subject, rule, as_of)
  ) STRICT, WITHOUT ROWID;

  -- Who stood in a challenge and could be read when it was last run.
  CREATE TABLE participant (
    challenge TEXT NOT NULL, subject TEXT NOT NULL, PRIMARY KEY (challenge, subject)
  ) STRICT, WITHOUT ROWID;

  -- What the pipeline said of a challenge when it was last run.
  CREATE TABLE challenge (id TEXT NOT NULL PRIMARY KEY, text TEXT NOT NULL, sha256 TEXT NOT NULL)
    STRICT, WITHOUT ROWID;

  CREATE TABLE rule (sha256 TEXT NOT NULL PRIMARY KEY, text TEXT NOT NULL) STRICT, WITHOUT ROWID;

  -- Digests of archives that have not changed since, so that they need not be hashed again.
  CREATE TABLE archive (path TEXT NOT NULL PRIMARY KEY, text TEXT NOT NULL, sha256 TEXT NOT NULL)
    STRICT, WITHOUT ROWID;

  """

extension Store {
  /// Every row but the states of subjects, as text: equal for two stores that hold the same.
  ///
  /// - Returns: `table: column=value, ...` in the order of the tables' names and keys.
  package func contents() throws -> [String] {
    try file.read { db in
      try ["archive", "challenge", "document", "participant", "rule", "verdict"].flatMap { table in
        try db.rows("SELECT * FROM \(table)").filter {
          $0.text("kind") != DocumentKind.state.rawValue
        }
        .map { row in "\(table): " + row.map { "\($0)=\($1)" }.joined(separator: ", ") }.sorted()
      }
    }
  }
}
