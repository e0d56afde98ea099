import DaymarkModel
import Foundation
import GRDB

/// The SQLite file in which an intake keeps what it received.
///
/// It has one row for each challenge, subject and provider. A later body replaces the row's body,
/// of which the digest is kept. Idempotency keys and payments are kept as long as the row. See
/// Intake, "What is kept".
package final class ReceivedFile: Sendable {
  private let file: DatabaseFile

  /// The application id in the file's header, by which an intake's file is recognised: `DYIN`.
  private static let applicationID = 0x4459_494E

  /// Opens a file; it is created if needed, accessible to its owner alone.
  ///
  /// - Throws: `DaymarkError` `store.unusable`.
  package init(at path: String) throws {
    file = try DatabaseFile(at: path, id: Self.applicationID, mode: 0o600)
    try file.migrate(migrator)
  }

  package func close() throws { try file.close() }

  /// Reads rows, as they are at one instant.
  package func read<Value>(_ body: (ReceivedRows) throws -> Value) throws -> Value {
    try file.read { db in try body(ReceivedRows(db: db)) }
  }

  /// Changes rows in one transaction.
  package func run<Value>(
    _ body: @Sendable (ReceivedRows) throws -> Value
  ) throws -> Value {
    try file.write { db in try body(ReceivedRows(db: db)) }
  }

  /// Erases what was received about a subject in a challenge, or in all of them, so that nothing of
  /// it is left in the file.
  ///
  /// Of payments, a hash of their identity and their state are kept, so that none can be used a
  /// second time.
  package func forget(_ subject: String, challenge: String?) throws -> ForgottenRows {
    try file.overwriteRemoved()
    let forgotten = try file.write { db in
      try ReceivedRows(db: db).forget(subject, challenge: challenge)
    }
    try file.rewrite()
    return forgotten
  }

  /// Runs several pieces of work in one transaction, which is on the disk before this returns.
  ///
  /// A piece that throws has no effect, and does not affect the others.
  ///
  /// - Returns: For each piece, the error that it threw, or `nil`.
  /// - Throws: `store.unusable` where nothing was kept of any piece.
  package func commit(
    _ pieces: [@Sendable (ReceivedRows) throws -> Void]
  ) throws -> [(any Error)?] {
    try file.write { db in
      try pieces.map { piece in
        do {
          try db.inSavepoint {
            try piece(ReceivedRows(db: db))
            return .commit
          }
          return nil
        } catch let error as DatabaseError where error.resultCode.isOfTheFile {
          // When the disk is full, SQLite may have undone the whole transaction.
          throw error
        } catch { return error }
      }
    }
  }
}

extension ResultCode {
  /// Whether the error concerns the file, and not a single statement.
  fileprivate var isOfTheFile: Bool { self != .SQLITE_CONSTRAINT }
}

/// The rows that were erased about a subject.
package struct ForgottenRows: Hashable, Sendable {
  /// The number of erased rows of evidence.
  package var evidence = 0
  /// The names of payments whose end is not known, so that their money must still be looked for.
  package var openPayments: [String] = []
}

/// Access to the rows of an intake, inside one transaction.
package struct ReceivedRows {
  let db: Database

  fileprivate func forget(_ subject: String, challenge: String?) throws -> ForgottenRows {
    let condition = "subject = :subject AND (:challenge IS NULL OR challenge = :challenge)"
    let arguments: StatementArguments = ["subject": subject, "challenge": challenge]
    var forgotten = ForgottenRows()
    try db.execute(sql: "DELETE FROM evidence WHERE \(condition)", arguments: arguments)
    forgotten.evidence = db.changesCount
    for payment in try db.rows("SELECT * FROM payment WHERE \(condition)", arguments).map(payment) {
      if payment.state == .settling { forgotten.openPayments.append(payment.id) }
      try forget(payment)
    }
    return forgotten
  }

  /// Makes a harmless change, to find out whether the file can be written.
  package func tryWriting() throws {
    let version = try Int.fetchOne(db, sql: "PRAGMA user_version") ?? 0
    try db.execute(sql: "PRAGMA user_version = \(version == 0 ? 1 : 0)")
  }
}

/// The versions of the file, oldest first; a released one is never edited.
private var migrator: DatabaseMigrator {
  var migrator = DatabaseMigrator()
  migrator.registerMigration("1: evidence, submissions, payments") { db in
    try db.execute(
      sql: """
        CREATE TABLE evidence (
          id TEXT PRIMARY KEY,              -- cannot be guessed: whoever has it may ask
          challenge TEXT NOT NULL, subject TEXT NOT NULL, provider TEXT NOT NULL,
          content_type TEXT NOT NULL, body BLOB NOT NULL, sha256 TEXT NOT NULL,
          former TEXT,                      -- SHA-256 of the body before
          received INTEGER NOT NULL,        -- milliseconds since 1970
          bodies INTEGER NOT NULL,          -- how many were stored, this one included
          claim TEXT,                       -- what evidence of the profile daymark says of itself
          attestation BLOB, attested_by TEXT,
          UNIQUE (challenge, subject, provider)
        ) STRICT;
        CREATE TABLE submission (
          key TEXT PRIMARY KEY, evidence TEXT NOT NULL REFERENCES evidence ON DELETE CASCADE,
          sha256 TEXT NOT NULL, answer TEXT NOT NULL
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX submission_of_evidence ON submission (evidence);
        CREATE TABLE payment (
          id TEXT PRIMARY KEY,              -- network, payer and nonce
          challenge TEXT NOT NULL, subject TEXT NOT NULL,
          submission TEXT NOT NULL,         -- the key, or the body's SHA-256
          sha256 TEXT NOT NULL,             -- of the body that it came with first
          state TEXT NOT NULL,
          settlement TEXT,                  -- what the facilitator said last
          payload TEXT NOT NULL, offer TEXT NOT NULL,
          content_type TEXT NOT NULL,
          body BLOB,                        -- until it is settled or has failed
          key TEXT,
          answer TEXT, received INTEGER NOT NULL
        ) STRICT;
        CREATE INDEX payment_of_submission ON payment (submission);
        CREATE INDEX payment_of_subject ON payment (subject);
        CREATE INDEX payment_open ON payment (state) WHERE state = 'settling';
        """)
  }
  migrator.registerMigration("2: uses of wallets' headers") { db in
    try db.execute(
      sql: """
        CREATE TABLE wallet_use (
          name TEXT PRIMARY KEY,            -- SHA-256 of address and timestamp
          request TEXT NOT NULL,            -- SHA-256 of these and of the request
          until INTEGER NOT NULL            -- milliseconds since 1970
        ) STRICT, WITHOUT ROWID;
        """)
  }
  return migrator
}
