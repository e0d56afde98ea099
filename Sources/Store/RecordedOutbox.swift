import DaymarkDocuments
package import DaymarkModel
import Foundation
import GRDB

extension Book {
  /// The present rows of a challenge's outbox.
  package func outbox(of challenge: String) throws -> [OutboxKey: OutboxRow] {
    try entries(
      [.outbox], Members<OutboxRow>.outbox.kind, of: challenge,
      lastOfEach: ["endpoint", "subject", "provider"]
    ).reduce(into: [:]) { $0[$1.value.key] = $1.value }
  }

  /// Records the new state of a row, and keeps the body while its request is under way.
  ///
  /// If the answer is lost, exactly the same bytes must be sent again, and a later run may have
  /// written another body by then.
  ///
  /// - Parameter body: The body, when its sending begins; `nil` leaves the kept body, or removes it
  ///   once the request has ended.
  package func append(_ row: OutboxRow, sending body: [UInt8]? = nil) throws {
    try write(of: row.key.challenge) { db, writer in
      try writer.append(.outbox, of: row.key.subject, row, Members<OutboxRow>.outbox.kind)
      let key = row.key.arguments
      if !row.state.isUnderWay {
        try db.remove(
          "sending WHERE endpoint = ? AND challenge = ? AND subject = ? AND provider = ?", key)
      } else if let body {
        try db.put(
          "sending",
          [
            "endpoint": row.key.endpoint, "challenge": row.key.challenge,
            "subject": row.key.subject, "provider": row.key.provider, "body": Data(body),
          ])
      }
    }
  }

  /// The body of a row whose request is under way; `nil` for any other row.
  package func bodyUnderWay(of key: OutboxKey) throws -> [UInt8]? {
    try read { db in
      try db.row(
        """
        SELECT body FROM sending
        WHERE endpoint = ? AND challenge = ? AND subject = ? AND provider = ?
        """, key.arguments
      ).flatMap { Data.fromDatabaseValue($0["body"] as DatabaseValue? ?? .null) }.map(Array.init)
    }
  }

  /// Whether a run began this book to replace one that was lost, so that it is not known what was
  /// sent before.
  package func tookPlaceOfAnother(of challenge: String) throws -> Bool {
    try !entries([.begun], Members<BookBeginning>.beginning.kind, of: challenge).isEmpty
  }

  /// Records that a run began this book to replace one that was lost.
  package func noteBeginning(of challenge: String, at: Instant) throws {
    try append(
      .begun, [(nil, BookBeginning(at: at))], Members<BookBeginning>.beginning.kind, of: challenge)
  }
}

extension OutboxKey {
  fileprivate var arguments: StatementArguments { [endpoint, challenge, subject, provider] }
}

/// The instant at which a book was begun to replace one that was lost.
private struct BookBeginning: Sendable {
  var at: Instant
}

extension Members<BookBeginning> {
  fileprivate static let beginning = Members(
    BookBeginning(at: Instant(milliseconds: 0)), [.needed("at", \.at, .instant)])
}
