import DaymarkDocuments
import DaymarkModel
import GRDB

/// The subject matter of an entry of the book.
enum EntryKind: String, CaseIterable {
  case run, result, change
  /// The inputs of a subject that a run saw first.
  case seen
  /// The hand-in was closed: of a challenge, or of a subject that was still open.
  case closed
  /// The run that closed the hand-in left a subject open.
  case open
  /// The operator has stated that a subject has handed in everything.
  case complete
  /// The operator has withdrawn that statement.
  case incomplete
  /// The inputs that an operator's statement about a file name applied to.
  case stated
  /// A person decided on a subject, or withdrew a decision.
  case decision
  /// A run of a programme found something that was not known before; see ``RewardEntry``.
  case reward
  /// A key was used for the challenge for the first time.
  case key
  /// Attestations of the challenge were sealed in a log.
  case seal
  /// A run began this book to replace one that was lost.
  case begun
  /// A row of the outbox has changed; see ``OutboxRow``.
  case outbox
  /// A payment has changed; see ``Payment``.
  case payment
  /// A service has named a price; see ``PaymentQuote``.
  case quote
}

/// The digest of an entry, over its salt and its document.
func sealed(_ salt: String, _ document: String) -> String {
  Digest(of: (salt + document).utf8).hex
}

/// The chain's value after one more entry.
func chained(_ chain: String, _ digest: String) -> String {
  Digest(of: (chain + digest).utf8).hex
}

/// Writes entries at the end of the book.
struct EntryWriter {
  let db: Database
  let challenge: String
  /// The number of the run, from 1; an entry of the hand-in has the number of the last run that
  /// changed something.
  let run: Int64
  var chain: String
  private var next: Int64

  /// Continues after the last entry.
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
