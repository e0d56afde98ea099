import DaymarkModel
import Foundation
import GRDB

/// A SQLite file of Daymark: the store, or the book beside it.
///
/// Every call is one transaction and may be made on any thread. Anything wrong with the file
/// (another program's, damaged, read-only, a full disk) throws `store.unusable`.
struct DatabaseFile: Sendable {
  let path: String
  private let queue: DatabaseQueue

  /// Opens a file for writing, and creates it if needed.
  ///
  /// - Parameters:
  ///   - path: The path of the file.
  ///   - id: The application id in the file's header.
  ///   - mode: The permissions of the file and of those beside it, as chmod(2) takes them; `nil`
  ///     leaves them to the umask.
  init(at path: String, id: Int, mode: UInt32?) throws {
    self.path = path
    queue = try DatabaseFile.translatingErrors(at: path) {
      var configuration = Configuration()
      configuration.label = "daymark"
      // Runs take turns by the lock file; this is for people who look into the store during a run.
      configuration.busyMode = .timeout(30)
      configuration.prepareDatabase { try $0.execute(sql: "PRAGMA synchronous = FULL") }
      if let mode { DatabaseFile.makeFile(at: path, mode) }
      let queue = try DatabaseQueue(path: path, configuration: configuration)
      try queue.read { try DatabaseFile.refuseForeign($0, id, at: path) }
      // The mode of another user's file cannot be set; a killed run leaves files beside the store.
      if let mode { for suffix in DatabaseFile.suffixes { chmod(path + suffix, mode) } }
      try queue.writeWithoutTransaction { db in
        try db.execute(sql: "PRAGMA journal_mode = WAL")
        // Writing the same id again would write to the disk again.
        guard try Int.fetchOne(db, sql: "PRAGMA application_id") != id else { return }
        try db.execute(sql: "PRAGMA application_id = \(id)")
      }
      return queue
    }
  }

  /// Opens a file for reading alone: none is created, and no byte of it changes.
  ///
  /// - Throws: `DaymarkError` `file.missing`, and `store.unusable`.
  init(reading path: String, id: Int) throws {
    self.path = path
    guard FileManager.default.fileExists(atPath: path) else {
      throw DaymarkError(.fileMissing, at: InputLocation(file: path)) { $0.path = path }
    }
    queue = try DatabaseFile.translatingErrors(at: path) {
      var configuration = Configuration()
      configuration.label = "daymark"
      configuration.busyMode = .timeout(30)
      // A connection that may write folds the write-ahead log of a killed run into the file when it
      // closes, so with a log the file is opened for reading alone. Without a log it is the other
      // way round: a connection that may not write leaves an empty log behind.
      configuration.readonly = DatabaseFile.hasLog(path)
      let queue = try DatabaseQueue(
        path: DatabaseFile.unwritableName(of: path) ?? path, configuration: configuration)
      try queue.read { try DatabaseFile.refuseForeign($0, id, at: path) }
      return queue
    }
  }

  /// The endings that SQLite adds to a file's name for the files beside it.
  static let suffixes = ["", "-wal", "-shm", "-journal"]

  /// Creates the empty file with a mode, which SQLite would create under the umask; the files
  /// beside it take its mode.
  private static func makeFile(at path: String, _ mode: UInt32) {
    let file = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    // If the file cannot be created, SQLite's own error says more.
    guard file >= 0 else { return }
    fchmod(file, mode)
    Foundation.close(file)
  }

  /// Returns the name with which SQLite opens a file that nobody can change; `nil` for any other
  /// file.
  ///
  /// On a read-only medium SQLite cannot create the files beside it that it otherwise needs for
  /// reading.
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

  /// Throws for a file of another program, before anything is changed in it.
  private static func refuseForeign(_ db: Database, _ id: Int, at path: String) throws {
    let found = try Int.fetchOne(db, sql: "PRAGMA application_id") ?? 0
    // A run that was killed while it created the file leaves at most GRDB's own empty table.
    let tables = try String.fetchAll(
      db, sql: "SELECT name FROM sqlite_master WHERE name NOT LIKE 'sqlite_%'")
    guard found == id || (found == 0 && tables.allSatisfy { $0 == "grdb_migrations" }) else {
      throw unusable(path, reason: .notOurs)
    }
  }

  func read<Value>(_ body: (Database) throws -> Value) throws -> Value {
    try DatabaseFile.translatingErrors(at: path) {
      // `queue.read` sets `PRAGMA query_only` and resets it, and after each of these SQLite
      // compiles every statement again.
      try queue.unsafeRead { db in
        try db.beginTransaction(.deferred)
        // Nothing was written, so nothing can be lost.
        defer { try? db.commit() }
        return try body(db)
      }
    }
  }

  func write<Value>(_ body: @Sendable (Database) throws -> Value) throws -> Value {
    try DatabaseFile.translatingErrors(at: path) { try queue.write(body) }
  }

  func migrate(_ migrator: DatabaseMigrator) throws {
    try DatabaseFile.translatingErrors(at: path) { try migrator.migrate(queue) }
  }

  /// Makes SQLite overwrite the pages of rows that are removed from now on.
  func overwriteRemoved() throws {
    try withoutTransaction { try $0.execute(sql: "PRAGMA secure_delete = ON") }
  }

  /// Writes the whole file anew, so that neither it nor its log contains anything of removed rows.
  func rewrite() throws {
    try withoutTransaction { db in
      // Temporary data of the rewriting must not be written to another file.
      try db.execute(sql: "PRAGMA temp_store = MEMORY; VACUUM")
      _ = try db.checkpoint(.truncate)
    }
  }

  private func withoutTransaction(_ body: @Sendable (Database) throws -> Void) throws {
    try DatabaseFile.translatingErrors(at: path) { try queue.writeWithoutTransaction(body) }
  }

  /// Folds the write-ahead log into the file and closes it.
  func close() throws {
    try DatabaseFile.translatingErrors(at: path) { try queue.close() }
  }

  private static func translatingErrors<Value>(
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
        case .SQLITE_IOERR: error.wantOfRoom(at: path) ?? .refused
        case .SQLITE_BUSY, .SQLITE_LOCKED: .busy
        default: .refused
        }
      throw unusable(path, reason: reason, system: error.message)
    } catch let error as UnsoundRow {
      throw unusable(path, reason: .damaged, table: error.table)
    } catch is RowDecodingError {
      // The damage is in the list of migrations, which GRDB itself reads.
      throw unusable(path, reason: .damaged)
    }
  }

  static func unusable(
    _ path: String, reason: Finding.Reason, system: String? = nil, table: String? = nil
  ) -> DaymarkError {
    DaymarkError(.storeUnusable, at: InputLocation(file: path)) {
      ($0.reason, $0.system, $0.table) = (reason, system, table)
    }
  }
}

extension DatabaseError {
  /// The full disk, or the bound on the file's size, that probably caused the failure; SQLite does
  /// not distinguish it from an error of the disk.
  fileprivate func wantOfRoom(at path: String) -> Finding.Reason? {
    let reading: [ResultCode] = [.SQLITE_IOERR_READ, .SQLITE_IOERR_SHORT_READ]
    if reading.contains(extendedResultCode) { return nil }
    var room = statvfs()
    // The index of the log needs this much space at once.
    if statvfs(path, &room) == 0, UInt64(room.f_bavail) * UInt64(room.f_frsize) < 1 << 16 {
      return .diskFull
    }
    var limit = rlimit()
    let isLimited =
      getrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit) == 0
      && limit.rlim_cur != rlim_t(bitPattern: -1)
    return isLimited ? .fileLimit : nil
  }
}

/// A row is not what was written.
struct UnsoundRow: Error {
  var table: String
}

extension Row {
  /// The text of a column, without trusting the row: GRDB's own subscripts trap on a value of
  /// another type.
  func text(_ column: String) -> String? {
    String.fromDatabaseValue(self[column] as DatabaseValue? ?? .null)
  }

  func integer(_ column: String) -> Int64? {
    Int64.fromDatabaseValue(self[column] as DatabaseValue? ?? .null)
  }
}

extension Database {
  /// Inserts a row, or replaces the row with the same key.
  func put(
    _ table: String, _ row: KeyValuePairs<String, (any DatabaseValueConvertible)?>
  ) throws {
    let columns = row.map { "\"\($0.key)\"" }.joined(separator: ", ")
    let marks = row.map { _ in "?" }.joined(separator: ", ")
    let statement = try cachedStatement(
      sql: "INSERT OR REPLACE INTO \(table) (\(columns)) VALUES (\(marks))")
    try statement.execute(arguments: StatementArguments(row.map(\.value)))
  }

  /// The first row of a query.
  func row(_ sql: String, _ arguments: StatementArguments) throws -> Row? {
    try Row.fetchOne(cachedStatement(sql: sql), arguments: arguments)
  }

  func rows(_ sql: String, _ arguments: StatementArguments = []) throws -> [Row] {
    try Row.fetchAll(cachedStatement(sql: sql), arguments: arguments)
  }

  func remove(_ sql: String, _ arguments: StatementArguments) throws {
    try cachedStatement(sql: "DELETE FROM \(sql)").execute(arguments: arguments)
  }
}
