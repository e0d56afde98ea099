import DaymarkDocuments
package import DaymarkModel
import Foundation
import GRDB
import Synchronization

/// The SQLite file that keeps what was read and decided, so that a later run need not do it again.
///
/// It is a cache, because everything in it can be read again from archives. It therefore has one
/// version, and a file of another version is made anew. A document that is no longer what was
/// written counts as missing; see ``takeUnsound()``. Every call is one transaction and may be made
/// on any thread.
package final class Store: Sendable {
  package let path: String
  /// The book, which keeps what cannot be read again; `nil` for a store that is opened for reading
  /// alone.
  package let book: Book?
  /// The finding `store.renewed`, if a file of another version was made anew.
  package let renewal: Finding?
  let file: DatabaseFile
  private let unsound = Mutex<Set<SubjectKey>>([])

  /// The application id in the file's header, by which a store is recognised: `DYMK`.
  private static let applicationID = 0x4459_4D4B
  /// The version of the tables, and of the documents in them.
  private static let version = 5

  /// Opens the store and the book beside it, and creates them if needed.
  ///
  /// - Parameters:
  ///   - path: The path of the store.
  ///   - mode: The permissions of the files and of those beside them, as chmod(2) takes them; `nil`
  ///     leaves them to the umask.
  /// - Throws: `DaymarkError` `store.unusable` with the path and, as facts, `reason` and SQLite's
  ///   message (`system`).
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

  /// Opens a store for reading alone: none is created, and no byte of it changes.
  ///
  /// - Throws: `DaymarkError` `file.missing`, and `store.unusable` as ``init(at:mode:)`` does. The
  ///   reasons `olderVersion` and `newerVersion` mean that a run must make the store anew first,
  ///   and `noContents` that no run has begun to fill it.
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

  /// The version of a file whose contents are of another version than this one; `nil` for a file of
  /// this version.
  private static func otherVersion(of file: DatabaseFile) throws -> Int? {
    try file.read { db in
      let version = try Int.fetchOne(db, sql: "PRAGMA user_version") ?? 0
      let isEmpty = try db.row("SELECT 1 FROM sqlite_master", []) == nil
      return version == Self.version || isEmpty ? nil : version
    }
  }

  /// Folds the write-ahead logs into the files and closes them.
  package func close() throws {
    try file.close()
    try book?.close()
  }

  /// Returns the subjects whose stored document was not the one written, since the last call.
  ///
  /// They are read again.
  package func takeUnsound() -> [SubjectKey] {
    unsound.withLock { keys in
      defer { keys = [] }
      return keys.sorted { ($0.challenge, $0.subject) < ($1.challenge, $1.subject) }
    }
  }

  /// The value of a subject's document; `nil` where there is none, or where it is not what was
  /// written.
  ///
  /// - Throws: `store.unusable` for a store that is opened for reading alone, because nothing can
  ///   be read again for it.
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

// Documents are keyed by what they are about and never by a counter, so that the contents do not
// depend on the order in which subjects were processed. Instants are milliseconds since 1970.
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
  /// Every row except the states of subjects, as text, by which two stores can be compared.
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
