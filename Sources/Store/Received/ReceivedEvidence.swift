package import DaymarkDocuments
package import DaymarkModel
import Foundation
import GRDB

/// The statements that evidence of the profile `daymark` makes about itself.
package struct EvidenceClaims: Hashable, Sendable {
  /// The id of the challenge in the document; the row itself has the service's number of it.
  package var challenge = ""
  /// The id of the subject in the document; the row itself has the subject's address.
  package var subject = ""
  package var outcome = Outcome.undetermined
  package var score: ScoreValue?

  package init() {}
}

extension Members<EvidenceClaims> {
  package static let claims = Members(
    EvidenceClaims(),
    [
      .needed("challenge", \.challenge, .text), .needed("subject", \.subject, .text),
      .needed("outcome", \.outcome, .outcome),
      .optional("score", \.score, Members<ScoreValue>.score.kind),
    ])
}

/// The identity of a row: challenge, subject and provider.
package struct ReceivedKey: Hashable, Sendable {
  /// The number of the challenge, as the body states it.
  package var challenge: String
  /// The Ethereum address of the subject, in lower case.
  package var subject: String
  package var provider: String

  package init(challenge: String, subject: String, provider: String) {
    (self.challenge, self.subject, self.provider) = (challenge, subject, provider)
  }
}

/// A received body that passed all checks and may be stored.
package struct ReceivedBody: Hashable, Sendable {
  package var key: ReceivedKey
  package var contentType: String
  package var bytes: [UInt8]
  package var digest: Digest
  package var claims: EvidenceClaims?

  package init(
    _ key: ReceivedKey, contentType: String, _ bytes: [UInt8], claims: EvidenceClaims? = nil
  ) {
    (self.key, self.contentType, self.bytes, self.claims) = (key, contentType, bytes, claims)
    digest = Digest(of: bytes)
  }
}

/// A row of received evidence, without the body.
package struct ReceivedEvidence: Hashable, Sendable {
  package var id: String
  package var key: ReceivedKey
  package var digest: Digest
  /// The digest of the body that this one has replaced.
  package var former: Digest?
  package var received: Instant
  /// The number of bodies that were stored in the row, including this one.
  package var bodies: Int
  package var claims: EvidenceClaims?
  /// The `keyid` of the trusted key that attested this body.
  package var attestedBy: Digest?

  /// An empty row, from which reading starts.
  package static let nobodys = ReceivedEvidence(
    id: "", key: ReceivedKey(challenge: "", subject: "", provider: ""), digest: Digest(of: []),
    received: Instant(milliseconds: 0), bodies: 0)
}

/// A submission that was stored under an idempotency key.
package struct ReceivedSubmission: Hashable, Sendable {
  package var digest: Digest
  /// The answer that was given, byte for byte.
  package var answer: String
}

extension ReceivedRows {
  private static let columns =
    "id, challenge, subject, provider, sha256, former, received, bodies, claim, attested_by"

  package func evidence(_ id: String) throws -> ReceivedEvidence? {
    try db.row("SELECT \(Self.columns) FROM evidence WHERE id = ?", [id]).map(evidence)
  }

  package func evidence(of key: ReceivedKey) throws -> ReceivedEvidence? {
    try db.row(
      """
      SELECT \(Self.columns) FROM evidence WHERE challenge = ? AND subject = ? AND provider = ?
      """, [key.challenge, key.subject, key.provider]
    ).map(evidence)
  }

  /// The rows of a challenge, ascending by subject and provider.
  package func evidence(ofChallenge challenge: String) throws -> [ReceivedEvidence] {
    try db.rows(
      "SELECT \(Self.columns) FROM evidence WHERE challenge = ? ORDER BY subject, provider",
      [challenge]
    ).map(evidence)
  }

  /// The rows of a subject in a challenge, the latest first.
  package func evidence(
    ofChallenge challenge: String, subject: String
  ) throws -> [ReceivedEvidence] {
    try db.rows(
      """
      SELECT \(Self.columns) FROM evidence WHERE challenge = ? AND subject = ?
      ORDER BY received DESC, provider
      """, [challenge, subject]
    ).map(evidence)
  }

  package func submission(_ key: String) throws -> ReceivedSubmission? {
    try db.row("SELECT sha256, answer FROM submission WHERE key = ?", [key]).map { row in
      guard let digest = row.digest("sha256"), let answer = row.text("answer") else {
        throw UnsoundRow(table: "submission")
      }
      return ReceivedSubmission(digest: digest, answer: answer)
    }
  }

  /// Stores a body, which replaces the one before it.
  ///
  /// - Parameters:
  ///   - body: The body.
  ///   - submission: The idempotency key that came with it.
  ///   - now: The instant at which it came.
  ///   - yields: Whether a body that came later keeps its place, because this one was held back
  ///     until it was paid for.
  ///   - answer: Returns the answer, given the row as it now is.
  /// - Returns: The answer.
  package func store(
    _ body: ReceivedBody, submission: String?, at now: Instant, yields: Bool = false,
    answer: (ReceivedEvidence) -> String
  ) throws -> String {
    var row =
      try evidence(of: body.key)
      ?? ReceivedEvidence(
        id: UUID().uuidString.lowercased(), key: body.key, digest: body.digest, received: now,
        bodies: 0)
    if yields, row.bodies > 0, row.received > now {
      (row.digest, row.former) = (body.digest, nil)
    } else if row.bodies == 0 || row.digest != body.digest {
      if row.bodies > 0 { row.former = row.digest }
      row.bodies += 1
      (row.digest, row.received) = (body.digest, now)
      (row.claims, row.attestedBy) = (body.claims, nil)
      try write(row, body)
    }
    let text = answer(row)
    if let submission {
      try db.put(
        "submission",
        ["key": submission, "evidence": row.id, "sha256": body.digest.hex, "answer": text])
    }
    return text
  }

  private func write(_ row: ReceivedEvidence, _ body: ReceivedBody) throws {
    let claim = row.claims.map { Members<EvidenceClaims>.claims.kind.bytes($0) }
      .map { String(decoding: $0, as: UTF8.self) }
    // An upsert and not a replacement, which would delete the row's submissions, too.
    try db.cachedStatement(
      sql: """
        INSERT INTO evidence (id, challenge, subject, provider, content_type, body, sha256, former,
          received, bodies, claim) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
        ON CONFLICT (id) DO UPDATE SET content_type = excluded.content_type, body = excluded.body,
          sha256 = excluded.sha256, former = excluded.former, received = excluded.received,
          bodies = excluded.bodies, claim = excluded.claim, attestation = NULL, attested_by = NULL
        """
    ).execute(arguments: [
      row.id, row.key.challenge, row.key.subject, row.key.provider, body.contentType,
      Data(body.bytes), row.digest.hex, row.former?.hex, row.received.milliseconds, row.bodies,
      claim,
    ])
  }

  /// Stores the attestation of a row's body.
  package func attest(_ id: String, _ envelope: [UInt8], by key: Digest) throws {
    try db.cachedStatement(sql: "UPDATE evidence SET attestation = ?, attested_by = ? WHERE id = ?")
      .execute(arguments: [Data(envelope), key.hex, id])
  }

  private func evidence(_ row: Row) throws -> ReceivedEvidence {
    guard let id = row.text("id"), let challenge = row.text("challenge"),
      let subject = row.text("subject"), let provider = row.text("provider"),
      let digest = row.digest("sha256"), let received = row.integer("received"),
      let bodies = row.integer("bodies").flatMap({ Int(exactly: $0) })
    else { throw UnsoundRow(table: "evidence") }
    var evidence = ReceivedEvidence(
      id: id, key: ReceivedKey(challenge: challenge, subject: subject, provider: provider),
      digest: digest, received: Instant(milliseconds: received), bodies: bodies)
    (evidence.former, evidence.attestedBy) = (row.digest("former"), row.digest("attested_by"))
    if let claim = row.text("claim") {
      guard let claims = Members<EvidenceClaims>.claims.kind.value(Array(claim.utf8)) else {
        throw UnsoundRow(table: "evidence")
      }
      evidence.claims = claims
    }
    return evidence
  }
}

extension Row {
  func digest(_ column: String) -> Digest? { text(column).flatMap { Digest(hex: $0) } }

  func bytes(_ column: String) -> [UInt8]? {
    Data.fromDatabaseValue(self[column] as DatabaseValue? ?? .null).map { Array($0) }
  }
}
