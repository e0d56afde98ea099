import DaymarkDocuments
package import DaymarkModel
import Foundation
import GRDB

extension Book {
  /// The rows of a challenge's outbox, each as it was after its last change.
  package func outbox(of challenge: String) throws -> [OutboxKey: OutboxRow] {
    try entries([.outbox], Members<OutboxRow>.outbox.kind, of: challenge).reduce(into: [:]) {
      $0[$1.value.key] = $1.value
    }
  }

  /// Adds what a row has become, and keeps the body while it is under way: it is asked for again, byte for byte, when
  /// its answer was lost, and a later run may have written another by then.
  ///
  /// - Parameter body: What is sent, when it begins to be; `nil` where the body that is kept stays, or goes.
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

  /// The body of a row that is under way; `nil` of any other.
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

  /// Whether a run began this book in the place of one that was lost, so that nobody knows what was sent before.
  package func tookPlaceOfAnother(of challenge: String) throws -> Bool {
    try !entries([.begun], Members<BookBeginning>.beginning.kind, of: challenge).isEmpty
  }

  /// Notes that a run began this book in the place of one that was lost.
  package func noteBeginning(of challenge: String, at: Instant) throws {
    try append(
      .begun, [(nil, BookBeginning(at: at))], Members<BookBeginning>.beginning.kind, of: challenge)
  }
}

extension OutboxKey {
  fileprivate var arguments: StatementArguments { [endpoint, challenge, subject, provider] }
}

/// When a book was begun in the place of one that was lost.
private struct BookBeginning: Sendable {
  var at: Instant
}

extension Members<BookBeginning> {
  fileprivate static let beginning = Members(
    BookBeginning(at: Instant(milliseconds: 0)), [.needed("at", \.at, .instant)])
}
