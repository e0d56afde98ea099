package import DaymarkModel
import Foundation
import GRDB

/// A payment that came with a body; it is recorded just before it is settled.
package struct ReceivedPayment: Hashable, Sendable {
  /// The state of the payment.
  package enum State: String, CaseIterable, Sendable {
    /// A settlement was requested or is about to be, and its end is not known.
    case settling
    case settled
    /// The payment will not be settled, and its body was not stored.
    case failed
  }

  /// The identity of the payment: network, payer and nonce, or a hash of these once it is
  /// forgotten.
  package var id: String
  /// The challenge of the body that is paid for.
  package var challenge: String
  package var subject: String
  /// The submission that is paid for: its idempotency key or, without one, the body's SHA-256.
  package var submission: String
  /// The digest of the body that the payment first came with, which is the only one it pays for;
  /// `nil` once the subject is forgotten.
  package var digest: Digest?
  package var state: State
  /// The facilitator's last answer, as JSON.
  package var settlement: String?
  /// The payment with the offer that it accepts, as JSON.
  package var payload: String
  package var offer: String
  package var contentType: String
  /// The body, until the payment is settled or has failed, or the subject is forgotten.
  package var body: [UInt8]?
  /// The Idempotency-Key that came with the payment.
  package var key: String?
  /// The answer that was given, for a settled payment.
  package var answer: String?
  package var received: Instant

  package init(
    id: String, of row: ReceivedKey, submission: String, digest: Digest?, payload: String,
    offer: String, contentType: String, body: [UInt8], key: String?, received: Instant
  ) {
    (challenge, subject) = (row.challenge, row.subject)
    (self.id, self.submission, self.digest, state) = (id, submission, digest, .settling)
    (self.payload, self.offer, self.contentType) = (payload, offer, contentType)
    (self.body, self.key, self.received) = (body, key, received)
  }
}

extension ReceivedRows {
  /// The payment with an identity, even if it is forgotten.
  package func payment(_ name: String) throws -> ReceivedPayment? {
    try db.row("SELECT * FROM payment WHERE id IN (?, ?)", [name, Self.forgottenName(name)])
      .map(payment)
  }

  /// The identity of a forgotten payment, which does not reveal the payer: most people pay from the
  /// wallet that is the subject.
  private static func forgottenName(_ name: String) -> String {
    Digest(of: Array(name.utf8)).hex
  }

  /// The payment of a submission that is settled, or whose end is not known.
  package func standingPayment(ofSubmission submission: String) throws -> ReceivedPayment? {
    try db.row(
      "SELECT * FROM payment WHERE submission = ? AND state <> 'failed' LIMIT 1", [submission]
    ).map(payment)
  }

  /// Returns the payments whose end is not known, oldest first.
  ///
  /// They lack body and payload, because they may be many.
  package func openPayments() throws -> [ReceivedPayment] {
    try db.rows(
      """
      SELECT id, challenge, subject, submission, sha256, state, settlement, '' AS payload, offer,
        content_type, NULL AS body, key, answer, received
      FROM payment WHERE state = 'settling' ORDER BY received
      """
    ).map(payment)
  }

  /// Records a payment that is about to be settled.
  ///
  /// - Returns: Whether it was recorded: there was none of its identity, or only one for the same
  ///   body that has failed, and that it replaces.
  package func begin(_ begun: ReceivedPayment) throws -> Bool {
    let known = try payment(begun.id)
    guard known == nil || known?.state == .failed && known?.digest == begun.digest else {
      return false
    }
    try put(begun)
    return true
  }

  /// Removes a payment that was recorded and of which nothing was sent.
  package func takeBack(_ id: String) throws {
    try db.remove("payment WHERE id = ? AND state = 'settling'", [id])
  }

  /// Removes what says whose payment it is and what it is for.
  func forget(_ payment: ReceivedPayment) throws {
    try db.cachedStatement(
      sql: """
        UPDATE payment SET id = ?, subject = '', submission = '', sha256 = '', settlement = NULL,
          payload = '', offer = '', content_type = '', body = NULL, key = NULL, answer = NULL
        WHERE id = ?
        """
    ).execute(arguments: [Self.forgottenName(payment.id), payment.id])
  }

  private func put(_ payment: ReceivedPayment) throws {
    try db.put(
      "payment",
      [
        "id": payment.id, "challenge": payment.challenge, "subject": payment.subject,
        "submission": payment.submission, "sha256": payment.digest?.hex ?? "",
        "state": payment.state.rawValue, "settlement": payment.settlement,
        "payload": payment.payload, "offer": payment.offer, "content_type": payment.contentType,
        "body": payment.body.map { Data($0) }, "key": payment.key, "answer": payment.answer,
        "received": payment.received.milliseconds,
      ])
  }

  /// Records the end of a payment, or what is known about it.
  ///
  /// The body of an ended payment is removed.
  package func set(
    _ id: String, _ state: ReceivedPayment.State, settlement: String?, answer: String? = nil
  ) throws {
    try db.cachedStatement(
      sql: """
        UPDATE payment SET state = :state, settlement = coalesce(:settlement, settlement),
          answer = :answer, body = CASE WHEN :state = 'settling' THEN body END WHERE id = :id
        """
    ).execute(arguments: [
      "state": state.rawValue, "settlement": settlement, "answer": answer, "id": id,
    ])
  }

  func payment(_ row: Row) throws -> ReceivedPayment {
    guard let id = row.text("id"), let challenge = row.text("challenge"),
      let subject = row.text("subject"), let submission = row.text("submission"),
      let digest = row.text("sha256"), digest.isEmpty || Digest(hex: digest) != nil,
      let state = row.text("state").flatMap(ReceivedPayment.State.init(rawValue:)),
      let payload = row.text("payload"), let offer = row.text("offer"),
      let contentType = row.text("content_type"), let received = row.integer("received")
    else { throw UnsoundRow(table: "payment") }
    var payment = ReceivedPayment(
      id: id, of: ReceivedKey(challenge: challenge, subject: subject, provider: ""),
      submission: submission, digest: Digest(hex: digest), payload: payload, offer: offer,
      contentType: contentType, body: [], key: row.text("key"),
      received: Instant(milliseconds: received))
    (payment.state, payment.settlement) = (state, row.text("settlement"))
    (payment.body, payment.answer) = (row.bytes("body"), row.text("answer"))
    return payment
  }
}
