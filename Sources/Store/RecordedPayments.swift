package import DaymarkDocuments
package import DaymarkModel
import Foundation
import GRDB

extension Book {
  /// All payments of the book in their present state, in the order in which they were approved.
  package func payments() throws -> [Payment] {
    let entries = try entries([.payment], Members<Payment>.payment.kind).map(\.value)
    return Dictionary(entries.map { ($0.id, $0) }) { $1 }.values
      .sorted { ($0.approvedAt, $0.id) < ($1.approvedAt, $1.id) }
  }

  /// Records the new state of a payment.
  package func append(_ payment: Payment) throws {
    try append(
      .payment, of: payment.key.subject, payment, Members<Payment>.payment.kind,
      of: payment.key.challenge)
  }

  /// The last quote for each row of a challenge's outbox.
  package func quotes(of challenge: String) throws -> [OutboxKey: PaymentQuote] {
    try entries(
      [.quote], Members<PaymentQuote>.quote.kind, of: challenge,
      lastOfEach: ["endpoint", "subject", "provider"]
    ).reduce(into: [:]) { $0[$1.value.key] = $1.value }
  }

  /// Adds a quote.
  package func append(_ quote: PaymentQuote) throws {
    try append(
      .quote, of: quote.key.subject, quote, Members<PaymentQuote>.quote.kind,
      of: quote.key.challenge)
  }

  /// The secret from which the numbers of transfers are derived, so that nobody can foresee them
  /// and each can be derived again: 32 bytes, made once.
  package func paymentSecret() throws -> [UInt8] {
    let secret = Data((0..<32).map { _ in UInt8.random(in: 0...255) })
    try writeBeside { db in
      try db.execute(
        sql: "INSERT OR IGNORE INTO secret (name, value) VALUES ('payments', ?)",
        arguments: [secret])
    }
    let kept = try read { db in
      try db.row("SELECT value FROM secret WHERE name = 'payments'", [])
        .flatMap { Data.fromDatabaseValue($0["value"] as DatabaseValue? ?? .null) }
    }
    guard let kept, kept.count == 32 else {
      throw DatabaseFile.unusable(path, reason: .damaged, table: "secret")
    }
    return Array(kept)
  }
}
