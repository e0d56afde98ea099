import DaymarkDocuments
import DaymarkModel
package import DaymarkProof
import DaymarkStore
import Foundation
import Synchronization

/// How an intake is set up.
package struct IntakeSettings: Sendable {
  /// The address that clients call, such as `https://intake.example`, without a slash at its end; `nil` where it is the
  /// one that the service listens on.
  package var url: String?
  /// Whether a body must show by a token, or by a wallet's headers, that it comes from its subject.
  package var needsToken = false
  /// Addresses other than a subject's own that may sign its tokens.
  package var tokenSigners: Set<EthereumAddress> = []
  /// The keys whose attestations are believed.
  package var trusted: [PublicKey] = []
  /// The operator's table of verdicts.
  package var verdicts: String?
  /// The requests that one address may send; 0 for any number.
  package var requestsPerMinute = 600
  /// Whether the address of a client stands in the last entry of `X-Forwarded-For`, put there by the operator's proxy.
  package var isBehindProxy = false
  /// The time that a body may take.
  package var bodyTime = Duration.seconds(60)
  /// The time that the head of a request may take.
  package var headTime = Duration.seconds(15)
  /// The most connections at a time; others wait.
  package var connections = 1024

  package init() {}
}

/// What an intake does, whatever carries the requests to it.
final class IntakeService: Sendable {
  let settings: IntakeSettings
  let writer: GroupedWriter
  private let cashier: Cashier?
  private let verdicts: VerdictList?
  /// The submissions that are at work, by their keys.
  private let submissions = Gate()
  /// The signatures of wallets' headers that were used, and until when they could be again.
  private let usedSignatures = Mutex<[[UInt8]: Int64]>([:])

  init(_ settings: IntakeSettings, _ writer: GroupedWriter, _ cashier: Cashier?) throws {
    (self.settings, self.writer, self.cashier) = (settings, writer, cashier)
    verdicts = try settings.verdicts.map { try VerdictList($0) }
  }

  /// - Units: milliseconds since 1970.
  static var now: Instant {
    Instant(milliseconds: Int64((Date().timeIntervalSince1970 * 1000).rounded(.down)))
  }

  // MARK: Bodies

  /// The answer to a body, as JSON, and what the headers of the answer say of a payment.
  struct Receipt: Sendable {
    var answer: String
    var settlement: (version: PaymentVersion, header: String)?
  }

  /// The headers of a request that say something about its body.
  struct Claims: Sendable {
    var key: String?
    var wallet: WalletHeaders?
    /// The headers of payments, by their names.
    var payments: [String: String] = [:]
  }

  func receive(_ form: IntakeForm, _ claims: Claims) async throws -> Receipt {
    if let key = claims.key {
      guard submissions.enter(key) else {
        throw Refusal(
          409, "submission.running", "A request with this Idempotency-Key is being worked on.",
          hint: "Ask again with the same key and body.", retryAfter: 1)
      }
    }
    defer { claims.key.map { submissions.leave($0) } }
    // First, for a body that was taken while its token held has its answer for ever.
    if let earlier = try await earlierAnswer(form, claims) { return earlier }
    try authorize(form, claims.wallet)
    if let cashier { return try await cashier.receive(form, claims) }
    return Receipt(
      answer: try await writer.run { rows in try rows.store(form, claims.key, at: Self.now) })
  }

  private func earlierAnswer(_ form: IntakeForm, _ claims: Claims) async throws -> Receipt? {
    guard let key = claims.key else { return nil }
    let digest = form.body.digest
    let earlier = try await writer.run { rows in try rows.submission(key) }
    guard let earlier else { return nil }
    guard earlier.digest == digest else {
      throw Refusal(
        422, "submission.other_body", "This Idempotency-Key was used with another body.",
        hint: "Send another body with another key.")
    }
    return Receipt(
      answer: earlier.answer, settlement: try await cashier?.settlement(ofSubmission: key, claims))
  }

  private func authorize(_ form: IntakeForm, _ wallet: WalletHeaders?) throws(Refusal) {
    let now = Self.now.milliseconds
    if let token = form.token {
      guard token.holds(at: now, trusting: settings.tokenSigners) else { throw .wrongToken }
    } else if let wallet {
      try authorize(form.key.subject, wallet)
    } else if settings.needsToken {
      throw Refusal(
        401, "token.missing", "The body does not show that it comes from its subject.",
        hint: "Send evidenceToken and evidenceExpires of the participant's invitation.")
    }
  }

  /// Checks that a wallet is the subject's, and lets its headers be used once.
  private func authorize(_ subject: String, _ wallet: WalletHeaders) throws(Refusal) {
    let now = Self.now.milliseconds
    let isNew = usedSignatures.withLock { used in
      used = used.filter { $0.value >= now }
      return used.updateValue(
        wallet.timestamp + WalletHeaders.greatestDrift, forKey: wallet.signature) == nil
    }
    guard wallet.hold(at: now), isNew else { throw .wrongToken }
    guard wallet.address.description == subject else {
      throw Refusal(403, "wallet.other", "The wallet is not the subject's.")
    }
  }

  // MARK: What was received

  func evidence(_ id: String) async throws -> EvidenceStatus {
    guard let evidence = try await writer.run({ rows in try rows.evidence(id) }) else {
      throw Refusal.noEvidence
    }
    return standing(evidence)
  }

  private func standing(_ evidence: ReceivedEvidence) -> EvidenceStatus {
    EvidenceStatus(evidence: evidence, verdict: verdict(on: evidence))
  }

  private func verdict(on evidence: ReceivedEvidence) -> OperatorVerdict? {
    verdicts?.verdict(
      on: evidence, believesClaims: settings.trusted.isEmpty || evidence.attestedBy != nil)
  }

  /// The board of a challenge; with trusted keys, of attested evidence alone.
  func board(_ challenge: String) async throws -> ReceivedBoard {
    let rows = try await writer.run { rows in try rows.evidence(ofChallenge: challenge) }
    guard !rows.isEmpty else {
      throw Refusal(404, "challenge.unknown", "Nothing was received for that challenge.")
    }
    let entries = rows.compactMap { row -> Leaderboard.Entry? in
      guard let claims = row.claims, let score = claims.score,
        settings.trusted.isEmpty || row.attestedBy != nil
      else { return nil }
      return Leaderboard.Entry(
        subject: row.key.subject,
        outcome: verdict(on: row)?.outcome ?? claims.outcome, score: score)
    }
    // Scores of several rules cannot be compared.
    guard Set(entries.compactMap(\.score?.unit)).count <= 1 else {
      throw Refusal(
        409, "challenge.two_units", "The scores of that challenge are of several units.")
    }
    return ReceivedBoard(challenge: challenge, board: Leaderboard(entries))
  }

  func autoProof(
    _ challenge: String, _ request: AutoProofRequest, _ wallet: WalletHeaders?
  ) async throws -> AutoProofAnswer {
    guard let address = hexBytes(prefixed: request.subject), address.count == 20 else {
      throw Refusal(422, "field.malformed", "The subject is no address.")
    }
    let subject = hexText(address)
    if let wallet {
      try authorize(subject, wallet)
    } else if settings.needsToken {
      throw Refusal(
        401, "token.missing", "The request does not show that it comes from the subject.",
        hint: "Send \(WalletHeaders.names.joined(separator: ", ")).")
    }
    let rows = try await writer.run { rows in
      try rows.evidence(ofChallenge: challenge, subject: subject)
    }
    var answer = AutoProofAnswer()
    if let latest = rows.first { (answer.status, answer.evidence) = (.alreadySubmitted, latest.id) }
    return answer
  }

  // MARK: Attestations

  /// Checks an attestation, and keeps it beside the body that it is about.
  func attest(_ id: String, _ bytes: [UInt8]) async throws -> EvidenceStatus {
    guard !settings.trusted.isEmpty else {
      throw Refusal(
        403, "attestation.no_keys", "This intake trusts no key.",
        hint: "Its operator names keys with --trust.")
    }
    guard let row = try await writer.run({ rows in try rows.evidence(id) }) else {
      throw Refusal.noEvidence
    }
    let statement: TrustedStatement<AttestedEvidence>
    do { statement = try TrustedStatement(Envelope(bytes), trusting: settings.trusted) } catch {
      throw Refusal(error)
    }
    try Self.check(statement.statement, of: row, body: try await body(of: id))
    let key = statement.key.id
    let isKept = try await writer.run { rows in
      guard let latest = try rows.evidence(id), latest.digest == row.digest else { return false }
      if latest.attestedBy == nil { try rows.attest(id, bytes, by: key) }
      return true
    }
    guard isKept else { throw Refusal.otherBody }
    return try await evidence(id)
  }

  private func body(of id: String) async throws -> [UInt8] {
    try await writer.run { rows in try rows.body(id) } ?? []
  }

  private static func check(
    _ statement: Statement<AttestedEvidence>, of row: ReceivedEvidence, body: [UInt8]
  ) throws(Refusal) {
    let files = Dictionary(statement.files.map { ($0.name, $0.digest) }) { $1 }
    guard files["body.multipart"] == row.digest else { throw .otherBody }
    guard let claims = row.claims else { return }
    guard statement.predicate.figures.challenge == claims.challenge,
      statement.predicate.figures.subject == claims.subject,
      statement.predicate.figures.outcome == claims.outcome
    else {
      throw Refusal(
        422, "attestation.contradictory", "The attestation does not say what the evidence says.")
    }
  }
}

extension Refusal {
  static let noEvidence = Refusal(404, "evidence.unknown", "There is no evidence of that id.")

  fileprivate static let otherBody = Refusal(
    409, "attestation.other_body", "The attestation is about another body than the one stored.",
    hint: "Attest and send the latest body.")

  fileprivate init(_ fault: EnvelopeFault) {
    switch fault {
    case .malformed:
      self.init(400, "attestation.malformed", "It is no DSSE envelope, or it is cut.")
    case .untrusted:
      self.init(
        403, "attestation.untrusted", "None of the keys that this intake trusts has signed it.")
    case .signature:
      self.init(
        422, "attestation.signature", "It names a trusted key, and the signature does not hold.")
    case .payloadType, .statement, .predicateType:
      self.init(
        422, "attestation.other", "It is signed, and is no attestation of evidence.",
        hint: "Send attestation.dsse.json as daymark wrote it.")
    }
  }
}

extension ReceivedRows {
  /// Stores a body that was taken.
  func store(_ form: IntakeForm, _ key: String?, at now: Instant) throws -> String {
    try store(form.body, submission: key, at: now) { row in
      let answer = StoredAnswer(
        evidence: row.id, provider: row.key.provider, body: row.digest,
        records: form.document.count, isReplacement: row.former != nil)
      return String(decoding: Members<StoredAnswer>.stored.kind.bytes(answer), as: UTF8.self)
    }
  }
}
