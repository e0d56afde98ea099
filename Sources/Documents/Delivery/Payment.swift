package import DaymarkModel

/// Where a payment stands; see Delivery, "The ledger".
package enum PaymentState: String, CaseIterable, Sendable {
  /// The policy allows it, its budget is reserved, and nothing is signed yet.
  case approved
  /// The signer has signed exactly what was approved.
  case signed
  /// A request with the signature may have arrived.
  case sent
  /// The service says that the money has moved.
  case settled
  /// It is sure that no money has moved, nor will.
  case failed
  /// The money may have moved or not.
  case unknown
}

/// The terms of a payment: what was offered, and what the policy made of it.
package struct PaymentTerms: Hashable, Sendable {
  /// The version of x402.
  package var version: Int
  /// The chain, by its CAIP-2 name.
  package var network: String
  package var asset: String
  package var payee: String
  package var amount: AtomicAmount
  /// The URL that is paid for.
  package var resource: String

  package init(
    version: Int, network: String, asset: String, payee: String, amount: AtomicAmount,
    resource: String
  ) {
    (self.version, self.network, self.asset) = (version, network, asset)
    (self.payee, self.amount, self.resource) = (payee, amount, resource)
  }
}

/// A price that a service named for a body, before anything was paid.
package struct PaymentQuote: Hashable, Sendable {
  package var key: OutboxKey
  package var body: Digest
  package var terms: PaymentTerms
  package var at: Instant

  package init(_ key: OutboxKey, _ body: Digest, _ terms: PaymentTerms, at: Instant) {
    (self.key, self.body, self.terms, self.at) = (key, body, terms, at)
  }
}

/// A payment for one submission, as it was after its last change.
package struct Payment: Hashable, Sendable {
  /// 16 hexadecimal digits, made of what it pays for.
  package var id: String
  package var key: OutboxKey
  package var body: Digest
  /// The number of the submission.
  package var number: Int
  package var state: PaymentState
  package var at: Instant
  package var approvedAt: Instant
  /// The name of the wallet, and its address.
  package var wallet, payer: String
  package var terms: PaymentTerms
  /// The unique number of the transfer, in hexadecimal.
  package var nonce: String
  /// When the signature lapses.
  package var validBefore: Instant
  /// The header that pays, once it is signed; the same for every request.
  package var payload: String?
  /// The transaction, where the service or the signer has named it.
  package var transaction: String?
  /// Why it is as it is.
  package var words: String?
  /// Who said how it ended, where a person did.
  package var by: String?
  /// Whether the service has said that what it pays for is stored.
  package var isDelivered = false

  /// How far the clocks of a chain and of this machine may differ.
  ///
  /// - Units: milliseconds.
  package static let clockDrift: Int64 = 600_000

  package init(
    _ key: OutboxKey, _ body: Digest, number: Int, _ terms: PaymentTerms, wallet: String,
    payer: String, nonce: String, validBefore: Instant, at: Instant
  ) {
    id = Self.id(of: key, body, number: number)
    (self.key, self.body, self.number, self.terms) = (key, body, number, terms)
    (self.wallet, self.payer, self.nonce) = (wallet, payer, nonce)
    (self.validBefore, self.at, approvedAt, state) = (validBefore, at, at, .approved)
  }

  /// Until then a signature may still be settled, whatever the clock of the chain.
  package var lapsesAt: Instant { validBefore.advanced(byMilliseconds: Self.clockDrift) }

  /// Whether its amount counts against the caps.
  ///
  /// A reservation of which no signature has left the signer counts for as long as one could be settled.
  package func keepsBudget(at now: Instant) -> Bool {
    switch state {
    case .failed: false
    case .approved: now <= lapsesAt
    case .signed, .sent, .settled, .unknown: true
    }
  }

  /// What stays of it when its subject is forgotten: what counts against the caps, and nothing that leads to the subject.
  package var withoutSubject: Payment {
    var rest = Payment(
      OutboxKey(endpoint: key.endpoint, challenge: key.challenge, subject: "", provider: ""),
      .ofNothing, number: 0, terms, wallet: wallet, payer: payer, nonce: "",
      validBefore: validBefore, at: at)
    // Its own id is made of the subject's, and could be guessed.
    rest.id = String(Digest(of: String(UInt128.random(in: .min ... .max)).utf8).hex.prefix(16))
    (rest.state, rest.approvedAt) = (state, approvedAt)
    return rest
  }

  /// The id of the payment for a submission.
  package static func id(of key: OutboxKey, _ body: Digest, number: Int) -> String {
    let parts = [key.endpoint, key.challenge, key.subject, key.provider, body.hex, "\(number)"]
    let text = parts.map { "\($0.utf8.count):\($0)" }.joined()
    return String(Digest(of: text.utf8).hex.prefix(16))
  }
}

extension Members<PaymentTerms> {
  fileprivate static let terms = Members(
    PaymentTerms(version: 2, network: "", asset: "", payee: "", amount: .zero, resource: ""),
    [
      .needed("x402Version", \.version, .count), .needed("network", \.network, .text),
      .needed("asset", \.asset, .text), .needed("payTo", \.payee, .text),
      .needed("amount", \.amount, .atomicAmount), .needed("resource", \.resource, .text),
    ])
}

private let nobody = OutboxKey(endpoint: "", challenge: "", subject: "", provider: "")
private let nothing = PaymentTerms(
  version: 2, network: "", asset: "", payee: "", amount: .zero, resource: "")

extension Members<OutboxKey> {
  fileprivate static let key = Members(
    nobody,
    [
      .needed("endpoint", \.endpoint, .text), .needed("challenge", \.challenge, .text),
      .needed("subject", \.subject, .text), .needed("provider", \.provider, .text),
    ])
}

extension Members<PaymentQuote> {
  package static let quote = Members(
    PaymentQuote(nobody, .ofNothing, nothing, at: Instant(milliseconds: 0)),
    Members<OutboxKey>.key.inside(\.key),
    [
      .needed("body", \.body, .digest),
      .needed("terms", \.terms, Members<PaymentTerms>.terms.kind), .needed("at", \.at, .instant),
    ])
}

extension Members<Payment> {
  /// A payment as the book keeps it.
  package static let payment = Members(
    blank, listedMembers, [.optional("payload", \.payload, .text)])

  /// A payment as it is listed: without the header that pays, which is nobody's business.
  package static let listedPayment = Members(blank, listedMembers)

  private static let blank = Payment(
    nobody, .ofNothing, number: 0, nothing, wallet: "", payer: "", nonce: "",
    validBefore: Instant(milliseconds: 0), at: Instant(milliseconds: 0))

  private static let listedMembers: [Member<Payment>] =
    [.needed("id", \.id, .text)] + Members<OutboxKey>.key.inside(\.key) + [
      .needed("body", \.body, .digest), .needed("number", \.number, .count),
      .needed("state", \.state, .word), .needed("at", \.at, .instant),
      .needed("approvedAt", \.approvedAt, .instant), .needed("wallet", \.wallet, .text),
      .needed("payer", \.payer, .text),
      .needed("terms", \.terms, Members<PaymentTerms>.terms.kind),
      .needed("nonce", \.nonce, .text), .needed("validBefore", \.validBefore, .instant),
      .optional("transaction", \.transaction, .text), .optional("words", \.words, .text),
      .optional("by", \.by, .text), .unlessEmpty("delivered", \.isDelivered, .flag),
    ]
}
