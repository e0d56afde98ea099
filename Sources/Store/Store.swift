import DaymarkModel
import Foundation
import GRDB

/// The SQLite file that keeps what was read and decided, so that a rerun need not do it again.
///
/// Every call is one transaction and may come from any thread. Whatever is wrong with the file (not
/// ours, of a newer version, damaged, read-only, no room on the disk) is `store.unusable`.
package final class Store: Sendable {
  package let path: String
  private let queue: DatabaseQueue

  /// Opens the store, making it or bringing it to this version as needed.
  ///
  /// - Parameter mode: The permissions of the file and of those beside it, as chmod(2) takes them; what the
  ///   umask leaves when `nil`.
  /// - Throws: `DaymarkError` `store.unusable` with the path and, as facts, `reason` and what SQLite
  ///   said (`system`).
  package init(at path: String, mode: UInt32? = nil) throws {
    self.path = path
    queue = try Store.translatingErrors(at: path) {
      var configuration = Configuration()
      configuration.label = "daymark.store"
      // Two runs take turns at the lock file; this is for people who look inside meanwhile.
      configuration.busyMode = .timeout(30)
      configuration.prepareDatabase { db in
        try db.execute(sql: "PRAGMA synchronous = FULL")
      }
      if let mode { Store.makeFile(at: path, mode) }
      let queue = try DatabaseQueue(path: path, configuration: configuration)
      try queue.read { try Store.refuseForeign($0, at: path) }
      if let mode { Store.setMode(mode, at: path) }
      try queue.writeWithoutTransaction { try $0.execute(sql: "PRAGMA journal_mode = WAL") }
      try migrator.migrate(queue)
      return queue
    }
  }

  /// Makes the empty file that SQLite would make as the umask has it; the files beside it take its mode.
  private static func makeFile(at path: String, _ mode: UInt32) {
    let file = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    // Why it cannot be made SQLite says better.
    guard file >= 0 else { return }
    fchmod(file, mode)
    Foundation.close(file)
  }

  /// Sets the mode of a store that was there, and of what a killed run left beside it; of somebody else's
  /// it cannot be set.
  private static func setMode(_ mode: UInt32, at path: String) {
    for suffix in ["", "-wal", "-shm", "-journal"] { chmod(path + suffix, mode) }
  }

  /// Opens a store that a run left, to look at it alone: none is made, none is brought to this version,
  /// and no byte of it changes.
  ///
  /// - Throws: `DaymarkError` `file.missing`, and `store.unusable` as ``init(at:)``; the `reason`
  ///   `olderVersion` says that a run must bring it to this version first, `empty` that none has begun
  ///   to fill it.
  package init(reading path: String) throws {
    self.path = path
    guard FileManager.default.fileExists(atPath: path) else {
      throw DaymarkError(.fileMissing, at: InputLocation(file: path)) { $0.path = path }
    }
    queue = try Store.translatingErrors(at: path) {
      var configuration = Configuration()
      configuration.label = "daymark.store"
      configuration.busyMode = .timeout(30)
      // Whoever may write folds the write-ahead log of a killed run into the file when letting go of
      // it. Without a log it is the other way round: who may not write leaves an empty one behind.
      configuration.readonly = Store.hasLog(path)
      let queue = try DatabaseQueue(
        path: Store.unwritableName(of: path) ?? path, configuration: configuration)
      try queue.read { db in
        try Store.refuseForeign(db, at: path)
        guard try migrator.hasCompletedMigrations(db) else {
          let isEmpty = try migrator.appliedMigrations(db).isEmpty
          throw Store.unusable(path, reason: isEmpty ? .noContents : .olderVersion)
        }
      }
      return queue
    }
  }

  /// What SQLite calls a file that nobody can change, where this is one: beside it there is no room for
  /// the files that it otherwise reads with, as on a read-only medium.
  private static func unwritableName(of path: String) -> String? {
    let file = URL(fileURLWithPath: path)
    let folder = file.deletingLastPathComponent().path
    guard !hasLog(path), !FileManager.default.isWritableFile(atPath: folder) else { return nil }
    return file.absoluteURL.absoluteString + "?immutable=1"
  }

  private static func hasLog(_ path: String) -> Bool {
    let log = try? FileManager.default.attributesOfItem(atPath: path + "-wal")
    return (log?[.size] as? NSNumber)?.int64Value ?? 0 > 0
  }

  /// Folds the write-ahead log into the file and lets go of it.
  package func close() throws {
    try Store.translatingErrors(at: path) { try queue.close() }
  }

  /// Refuses what another program or a later version wrote, before anything is changed in it.
  private static func refuseForeign(_ db: Database, at path: String) throws {
    let id = try Int.fetchOne(db, sql: "PRAGMA application_id") ?? 0
    // A run killed while it made the store leaves at most GRDB's own empty table.
    let tables = try String.fetchAll(
      db, sql: "SELECT name FROM sqlite_master WHERE name NOT LIKE 'sqlite_%'")
    guard id == applicationID || (id == 0 && tables.allSatisfy { $0 == "grdb_migrations" }) else {
      throw unusable(path, reason: .notOurs)
    }
    if try migrator.hasBeenSuperseded(db) { throw unusable(path, reason: .newerVersion) }
  }

  func read<Value>(_ body: (Database) throws -> Value) throws -> Value {
    try Store.translatingErrors(at: path) {
      // `queue.read` sets `PRAGMA query_only` and takes it back, and after either SQLite compiles every
      // statement anew.
      try queue.unsafeRead { db in
        try db.beginTransaction(.deferred)
        // Nothing was written that could be lost.
        defer { try? db.commit() }
        return try body(db)
      }
    }
  }

  func write(_ body: @Sendable (Database) throws -> Void) throws {
    try Store.translatingErrors(at: path) { try queue.write(body) }
  }

  func withoutTransaction(_ body: @Sendable (Database) throws -> Void) throws {
    try Store.translatingErrors(at: path) { try queue.writeWithoutTransaction(body) }
  }

  static func translatingErrors<Value>(
    at path: String, _ body: () throws -> Value
  ) throws -> Value {
    do {
      return try body()
    } catch let error as DatabaseError {
      let reason: Finding.Reason =
        switch error.resultCode {
        case .SQLITE_NOTADB: .notOurs
        case .SQLITE_CORRUPT: .damaged
        case .SQLITE_READONLY, .SQLITE_CANTOPEN, .SQLITE_PERM: .unwritable
        case .SQLITE_FULL: .diskFull
        case .SQLITE_BUSY, .SQLITE_LOCKED: .busy
        default: .refused
        }
      throw unusable(path, reason: reason, system: error.message)
    } catch let error as UnreadableRow {
      throw unusable(path, reason: .damaged, table: error.table)
    } catch is RowDecodingError {
      // In the list of versions, which GRDB reads for itself.
      throw unusable(path, reason: .damaged)
    }
  }

  private static func unusable(
    _ path: String, reason: Finding.Reason, system: String? = nil, table: String? = nil
  ) -> DaymarkError {
    DaymarkError(.storeUnusable, at: InputLocation(file: path)) {
      ($0.reason, $0.system, $0.table) = (reason, system, table)
    }
  }
}
