import DaymarkDocuments
import DaymarkModel
package import DaymarkProof
import DaymarkStore
import Foundation

/// The settings of an intake.
package struct IntakeSettings: Sendable {
  /// The address that clients call, such as `https://intake.example`, without a slash at its end;
  /// `nil` for the address that the service listens on.
  package var url: String?
  /// Whether a body must prove by a token or a wallet's headers that its subject sends it.
  package var needsToken = false
  /// The addresses, other than a subject's own, that may sign its tokens.
  package var tokenSigners: Set<EthereumAddress> = []
  /// The keys whose attestations are accepted.
  package var trusted: [PublicKey] = []
  /// The operator's tables of verdicts.
  package var verdicts: [VerdictFile] = []
  /// The maximum number of requests per minute from one address; 0 for no limit.
  package var requestsPerMinute = 600
  /// Whether the client's address is the last entry of `X-Forwarded-For`, which the operator's
  /// proxy sets.
  package var isBehindProxy = false
  /// The interval between two checks of payments of unknown outcome.
  package var timeBetweenLooks = Duration.seconds(10)
  /// The maximum time for receiving a body.
  package var bodyTime = Duration.seconds(60)
  /// The maximum time for receiving the head of a request.
  package var headTime = Duration.seconds(15)
  /// The maximum number of connections at a time; others wait.
  package var connections = 1024
  /// The maximum number of connections from one address.
  ///
  /// It does not apply if requests are unlimited or come through a proxy.
  package var connectionsOfOneAddress = 32
  /// The maximum number of bytes of all bodies that are being received.
  package var bodyBytes = 256 << 20
  /// The maximum number of bytes of one address's bodies that are being received.
  ///
  /// It does not apply if requests are unlimited.
  package var bodyBytesOfOneAddress = 32 << 20

  package init() {}

  /// Whether programs on other machines can call a service.
  ///
  /// A service that listens only on this machine can still be called through a proxy.
  ///
  /// - Parameters:
  ///   - host: The address that the service listens on.
  ///   - url: The address that clients call, if one is given.
  package static func isReachable(
    listeningOn host: String, url: String?, isBehindProxy: Bool
  ) -> Bool {
    let isHere = ["127.0.0.1", "::1"].contains(host) && (url.map(isLoopbackURL) ?? true)
    return !isHere || isBehindProxy
  }
}

/// The intake itself, independent of the HTTP server.
final class IntakeService: Sendable {
  let settings: IntakeSettings
  let writer: GroupedWriter
  private let cashier: Cashier?
  private let verdicts: [VerdictList]
  private let boards: BoardDesk
  /// The keys of the submissions in progress.
  private let submissions = Gate()

  /// Connects the intake's settings, file, cashier and lists of verdicts.
  ///
  /// - Parameter reader: The file over a connection of its own, so that reading does not delay the
  ///   writer.
  init(
    _ settings: IntakeSettings, _ writer: GroupedWriter, reader: ReceivedFile,
    _ cashier: Cashier?, _ verdicts: [VerdictList]
  ) {
    (self.settings, self.writer, self.cashier) = (settings, writer, cashier)
    self.verdicts = verdicts
    let needsAttestation = !settings.trusted.isEmpty
    boards = BoardDesk { challenge in
      let rows = try reader.read { rows in try rows.evidence(ofChallenge: challenge) }
      let board = try ReceivedBoard(challenge, rows, verdicts, needsAttestation: needsAttestation)
      return Members<ReceivedBoard>.board.kind.bytes(board)
    }
  }

  /// The present instant, in whole milliseconds.
  static var now: Instant {
    Instant(milliseconds: Int64((Date().timeIntervalSince1970 * 1000).rounded(.down)))
  }

  // MARK: Bodies

  /// The answer to a body as JSON, and the header that reports the settlement of its payment.
  struct Receipt: Sendable {
    var answer: String
    var settlement: (version: PaymentVersion, header: String)?
  }

  /// The headers of a request that concern its body.
  struct Claims: Sendable {
    var key: String?
    var wallet: WalletHeaders?
    /// The headers that carry payments, by their names.
    var payments: [String: String] = [:]
  }

  func receive(_ form: IntakeForm, _ claims: Claims) async throws -> Receipt {
    if let key = claims.key {
      guard submissions.enter(key) else {
        throw Refusal(
          409, "submission.running", "Another request with this Idempotency-Key is in progress.",
          hint: "Try again with the same key and body.", retryAfter: 1)
      }
    }
    defer { claims.key.map { submissions.leave($0) } }
    // This comes first, because a body that was stored while its token was valid keeps its answer
    // after the token expires.
    if let earlier = try await earlierAnswer(form, claims) { return earlier }
    // A body that waits for its payment was authorized before the payment began.
    if try await cashier?.hasBegun(form, claims) != true {
      try await authorize(form, claims.wallet)
    }
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
        hint: "Use a new key for a new body.")
    }
    return Receipt(
      answer: earlier.answer, settlement: try await cashier?.settlement(ofSubmission: key, claims))
  }

  private func authorize(_ form: IntakeForm, _ wallet: WalletHeaders?) async throws {
    let now = Self.now.milliseconds
    if let token = form.token {
      guard token.holds(at: now, trusting: settings.tokenSigners) else {
        throw Refusal.wrongToken
      }
    } else if let wallet {
      try await authorize(form.key.subject, wallet, for: form.body.digest)
    } else if settings.needsToken {
      throw Refusal(
        401, "token.missing", "The body does not show that it comes from its subject.",
        hint: "Send evidenceToken and evidenceExpires from the participant's invitation.")
    }
  }

  /// Checks that a wallet is the subject's, and that its headers are used for one request only.
  ///
  /// Invalid headers leave no entry, because anybody can write them. A use is recorded by address
  /// and time, because one signature has several spellings.
  ///
  /// - Parameter request: The digest of the request, which may be repeated with the same headers.
  private func authorize(
    _ subject: String, _ wallet: WalletHeaders, for request: Digest
  ) async throws {
    let now = Self.now
    guard wallet.hold(at: now.milliseconds) else { throw Refusal.wrongToken }
    guard wallet.address.description == subject else {
      throw Refusal(403, "wallet.other", "The wallet is not the subject's.")
    }
    let use = WalletUse(
      "\(wallet.address)|\(wallet.timestamp)", with: request,
      until: Instant(milliseconds: wallet.timestamp + WalletHeaders.greatestDrift))
    guard try await writer.run({ rows in try rows.note(use, at: now) }) else {
      throw Refusal.wrongToken
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
    EvidenceStatus(evidence: evidence, verdict: verdicts.verdict(on: evidence))
  }

  /// The problem that limits the service, in words that anybody may read; `nil` where there is
  /// none.
  var problem: String? {
    verdicts.allSatisfy(\.isReadable)
      ? nil : "A table of verdicts cannot be read; the reason is in the intake's error output."
  }

  /// Returns the ranking of a challenge as JSON.
  ///
  /// If there are trusted keys, only attested evidence counts.
  func board(_ challenge: String) async throws -> [UInt8] { try await boards.board(challenge) }

  func autoProof(
    _ challenge: String, _ request: AutoProofRequest, _ wallet: WalletHeaders?
  ) async throws -> AutoProofAnswer {
    guard let address = hexBytes(prefixed: request.subject), address.count == 20 else {
      throw Refusal(422, "field.malformed", "The subject is not an address.")
    }
    let subject = hexText(address)
    if let wallet {
      let request = Digest(of: Array("auto-proof|\(challenge)|\(subject)".utf8))
      try await authorize(subject, wallet, for: request)
    } else if settings.needsToken {
      throw Refusal(
        401, "token.missing", "The request does not show that it comes from the subject.",
        hint: "Send \(WalletHeaders.names.joined(separator: ", ")).")
    }
    let rows = try await writer.run { rows in
      try rows.evidence(ofChallenge: challenge, subject: subject)
    }
    var answer = AutoProofAnswer()
    answer.evidenceID = rows.first?.id
    return answer
  }

  // MARK: Attestations

  /// Checks an attestation, and stores it with its body.
  func attest(_ id: String, _ bytes: [UInt8]) async throws -> EvidenceStatus {
    guard !settings.trusted.isEmpty else {
      throw Refusal(
        403, "attestation.no_keys", "This intake accepts no attestations.",
        hint: "Its operator can name trusted keys with --trust.")
    }
    guard let row = try await writer.run({ rows in try rows.evidence(id) }) else {
      throw Refusal.noEvidence
    }
    let statement: TrustedStatement<AttestedEvidence>
    do { statement = try TrustedStatement(Envelope(bytes), trusting: settings.trusted) } catch {
      throw Refusal(error)
    }
    try Self.check(statement.statement, of: row)
    let key = statement.key.id
    let isKept = try await writer.run { rows in
      guard let latest = try rows.evidence(id), latest.digest == row.digest else { return false }
      if latest.attestedBy == nil { try rows.attest(id, bytes, by: key) }
      return true
    }
    guard isKept else { throw Refusal.otherBody }
    return try await evidence(id)
  }

  private static func check(
    _ statement: Statement<AttestedEvidence>, of row: ReceivedEvidence
  ) throws(Refusal) {
    let files = Dictionary(statement.files.map { ($0.name, $0.digest) }) { $1 }
    guard files["body.multipart"] == row.digest else { throw .otherBody }
    guard let claims = row.claims else { return }
    guard statement.predicate.figures.challenge == claims.challenge,
      statement.predicate.figures.subject == claims.subject,
      statement.predicate.figures.outcome == claims.outcome
    else {
      throw Refusal(
        422, "attestation.contradictory", "The attestation and the evidence disagree.")
    }
  }
}

extension Refusal {
  static let noEvidence = Refusal(404, "evidence.unknown", "There is no evidence with that id.")

  fileprivate static let otherBody = Refusal(
    409, "attestation.other_body", "The attestation is for a body other than the stored one.",
    hint: "Attest and send the latest body.")

  fileprivate init(_ fault: EnvelopeFault) {
    switch fault {
    case .malformed:
      self.init(400, "attestation.malformed", "The attestation is not a complete DSSE envelope.")
    case .untrusted:
      self.init(
        403, "attestation.untrusted",
        "The attestation is not signed by a key that this intake trusts.")
    case .signature:
      self.init(
        422, "attestation.signature",
        "The attestation names a trusted key, but the signature is invalid.")
    case .payloadType, .statement, .predicateType:
      self.init(
        422, "attestation.other", "The signed document is not an attestation of evidence.",
        hint: "Send attestation.dsse.json as Daymark wrote it.")
    }
  }
}

extension ReceivedRows {
  /// Stores an accepted body, and returns its answer as JSON.
  ///
  /// - Parameter yields: Whether a body that was received later is kept in its place.
  func store(
    _ form: IntakeForm, _ key: String?, at now: Instant, yields: Bool = false
  ) throws -> String {
    try store(form.body, submission: key, at: now, yields: yields) { row in
      let answer = StoredAnswer(
        evidenceID: row.id, provider: row.key.provider, body: row.digest,
        records: form.document.count, isReplacement: row.former != nil)
      return String(decoding: Members<StoredAnswer>.stored.kind.bytes(answer), as: UTF8.self)
    }
  }
}
