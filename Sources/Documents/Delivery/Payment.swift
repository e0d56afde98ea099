package import DaymarkModel

/// The state of a payment; see Delivery, "The ledger".
package enum PaymentState: String, CaseIterable, Sendable {
  /// The policy allows the payment and its budget is reserved; nothing is signed.
  case approved
  /// The signer has signed exactly the approved terms.
  case signed
  /// A request with the signature was sent, and may have arrived.
  case sent
  /// The service says that the money has moved.
  case settled
  /// It is certain that no money has moved, and that none will.
  case failed
  /// It is not known whether the money has moved.
  case unknown
}

/// The terms of a payment: what the service offered, as far as the policy allows it.
package struct PaymentTerms: Hashable, Sendable {
  /// The version of the protocol x402.
  package var version: Int
  /// The chain, by its CAIP-2 name.
  package var network: String
  package var asset: String
  package var payee: String
  package var amount: AtomicAmount
  /// The URL whose use is paid for.
  package var resource: String

  package init(
    version: Int, network: String, asset: String, payee: String, amount: AtomicAmount,
    resource: String
  ) {
    (self.version, self.network, self.asset) = (version, network, asset)
    (self.payee, self.amount, self.resource) = (payee, amount, resource)
  }
}

/// A price that a service named for sending a body, before anything was paid.
package struct PaymentQuote: Hashable, Sendable {
  package var key: OutboxKey
  package var body: Digest
  package var terms: PaymentTerms
  package var at: Instant

  package init(_ key: OutboxKey, _ body: Digest, _ terms: PaymentTerms, at: Instant) {
    (self.key, self.body, self.terms, self.at) = (key, body, terms, at)
  }
}

/// A payment for one submission, in its present state.
package struct Payment: Hashable, Sendable {
  /// The id: 16 hexadecimal digits that are derived from the submission that is paid for.
  package var id: String
  package var key: OutboxKey
  package var body: Digest
  /// The number of the submission that is paid for.
  package var number: Int
  package var state: PaymentState
  package var at: Instant
  package var approvedAt: Instant
  /// The name of the paying wallet, and its address.
  package var wallet, payer: String
  package var terms: PaymentTerms
  /// The unique number of the transfer, in hexadecimal.
  package var nonce: String
  /// The instant until which the signature can be used.
  package var validBefore: Instant
  /// The value of the request header that pays, once it is signed; every request of the payment has
  /// the same.
  package var payload: String?
  /// The hash of the transaction, where the service or the signer has stated it.
  package var transaction: String?
  /// A message that explains the state, such as that of the service.
  package var words: String?
  /// The person who settled by hand how the payment ended, if one did.
  package var by: String?
  /// Whether the service has said that the paid submission is stored.
  package var isDelivered = false

  /// The most that the clocks of a chain and of this machine may differ.
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

  /// The instant from which the signature can no longer be used, even if the chain's clock is slow.
  package var lapsesAt: Instant { validBefore.advanced(byMilliseconds: Self.clockDrift) }

  /// Whether the amount counts against the caps.
  ///
  /// A payment whose signature never left the signer counts for as long as a signature could have
  /// been used.
  package func keepsBudget(at now: Instant) -> Bool {
    switch state {
    case .failed: false
    case .approved: now <= lapsesAt
    case .signed, .sent, .settled, .unknown: true
    }
  }

  /// The part of the payment that remains when its subject is forgotten: the amounts that count
  /// against the caps, and nothing that leads to the subject.
  package var withoutSubject: Payment {
    var rest = Payment(
      OutboxKey(endpoint: key.endpoint, challenge: key.challenge, subject: "", provider: ""),
      .ofNothing, number: 0, terms, wallet: wallet, payer: payer, nonce: "",
      validBefore: validBefore, at: at)
    // The old id is derived from the subject's, which could be guessed from it.
    rest.id = String(Digest(of: String(UInt128.random(in: .min ... .max)).utf8).hex.prefix(16))
    (rest.state, rest.approvedAt) = (state, approvedAt)
    return rest
  }

  /// The id of the payment for a submission; the same submission always gives the same id.
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
  /// A payment, as the book keeps it.
  package static let payment = Members(
    blank, listedMembers, [.optional("payload", \.payload, .text)])

  /// A payment, as it is listed: without the header that pays, which must stay secret.
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
