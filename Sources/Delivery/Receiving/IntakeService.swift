import DaymarkDocuments
import DaymarkModel
package import DaymarkProof
import DaymarkStore
import Foundation

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
  /// The operator's tables of verdicts.
  package var verdicts: [VerdictFile] = []
  /// The requests that one address may send; 0 for any number.
  package var requestsPerMinute = 600
  /// Whether the address of a client stands in the last entry of `X-Forwarded-For`, put there by the operator's proxy.
  package var isBehindProxy = false
  /// The time between two looks at payments of which nobody knows.
  package var timeBetweenLooks = Duration.seconds(10)
  /// The time that a body may take.
  package var bodyTime = Duration.seconds(60)
  /// The time that the head of a request may take.
  package var headTime = Duration.seconds(15)
  /// The most connections at a time; others wait.
  package var connections = 1024
  /// The most connections that one address has, unless any number of requests is served or a proxy stands before.
  package var connectionsOfOneAddress = 32
  /// The bytes of all bodies that are being read at a time.
  package var bodyBytes = 256 << 20
  /// Those of them that come from one address, unless any number of requests is served.
  package var bodyBytesOfOneAddress = 32 << 20

  package init() {}

  /// Whether others than the programs of this machine can call a service.
  ///
  /// Who listens on this machine alone is called by others all the same where a proxy hands their requests on.
  ///
  /// - Parameters:
  ///   - host: The address that it listens on.
  ///   - url: The address that clients call, if one is given.
  package static func isReachable(
    listeningOn host: String, url: String?, isBehindProxy: Bool
  ) -> Bool {
    let isHere = ["127.0.0.1", "::1"].contains(host) && (url.map(isLoopbackURL) ?? true)
    return !isHere || isBehindProxy
  }
}

/// What an intake does, whatever carries the requests to it.
final class IntakeService: Sendable {
  let settings: IntakeSettings
  let writer: GroupedWriter
  private let cashier: Cashier?
  private let verdicts: [VerdictList]
  private let boards: BoardDesk
  /// The submissions that are at work, by their keys.
  private let submissions = Gate()

  /// - Parameter reader: The file over a connection of its own, by which nobody keeps the writer from storing.
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
    // So is one that waits for its payment: it was looked at before that was begun.
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
        hint: "Send another body with another key.")
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
        hint: "Send evidenceToken and evidenceExpires of the participant's invitation.")
    }
  }

  /// Checks that a wallet is the subject's, and lets its headers be used for one request alone.
  ///
  /// Nothing is kept of headers that do not hold: anybody can write them. A use is known by address and time, because one
  /// signature has several spellings.
  ///
  /// - Parameter request: The digest of what they came with, which may come again.
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

  /// What keeps the service from saying all that it should, for anybody to read.
  var problem: String? {
    verdicts.allSatisfy(\.isReadable)
      ? nil : "A table of verdicts cannot be read; the program has told its operator why."
  }

  /// The board of a challenge as JSON; with trusted keys, of attested evidence alone.
  func board(_ challenge: String) async throws -> [UInt8] { try await boards.board(challenge) }

  func autoProof(
    _ challenge: String, _ request: AutoProofRequest, _ wallet: WalletHeaders?
  ) async throws -> AutoProofAnswer {
    guard let address = hexBytes(prefixed: request.subject), address.count == 20 else {
      throw Refusal(422, "field.malformed", "The subject is no address.")
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
    answer.evidence = rows.first?.id
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
  ///
  /// - Parameter yields: Whether a body that came after it keeps its place.
  func store(
    _ form: IntakeForm, _ key: String?, at now: Instant, yields: Bool = false
  ) throws -> String {
    try store(form.body, submission: key, at: now, yields: yields) { row in
      let answer = StoredAnswer(
        evidence: row.id, provider: row.key.provider, body: row.digest,
        records: form.document.count, isReplacement: row.former != nil)
      return String(decoding: Members<StoredAnswer>.stored.kind.bytes(answer), as: UTF8.self)
    }
  }
}
