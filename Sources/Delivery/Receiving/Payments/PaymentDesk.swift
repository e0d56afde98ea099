import DaymarkDocuments
import DaymarkModel
import Synchronization

/// Checks payments as far as the intake can without a facilitator.
final class PaymentDesk: Sendable {
  /// The offers, as version 2 of x402 spells them.
  private let offers: [PaymentOffer]
  /// The offers that a payment of x402's version 1 can accept.
  private let olderOffers = Mutex<[PaymentOffer]>([])
  private let base: Mutex<String?>

  /// The time for which a payment must remain valid, so that it can still be settled.
  ///
  /// - Units: seconds.
  private static let leastTime: UInt64 = 6

  /// Keeps the offers, and the address that clients call; without one it is the address on which
  /// the service listens.
  init(_ offers: [PaymentOffer], base: String?) {
    self.offers = offers
    self.base = Mutex(base)
  }

  func listens(on url: String) { base.withLock { $0 = $0 ?? url } }

  /// Sets the facilitator's abilities.
  ///
  /// A payment of version 1 names its network but not its token, so that each network can have only
  /// one offer in that version.
  func settles(_ supported: [SupportedPayment]) {
    var networks: Set<String> = []
    let older = offers.filter { offer in
      guard let name = offer.network(.two)?.name(.one), networks.insert(name).inserted else {
        return false
      }
      let kind = SupportedPayment(version: 1, scheme: offer.scheme, networkName: name)
      return supported.contains(kind)
    }
    olderOffers.withLock { $0 = older }
  }

  /// The URL that is paid for.
  private var resource: String {
    (base.withLock { $0 } ?? "") + Endpoint.intake.route.path
  }

  // MARK: What is asked for

  /// Returns an answer 402 in both versions: a header, and a body if version 1 has a name for a
  /// network.
  func demand(_ sentence: String) -> PaymentDemand {
    let resource = PaymentResource(
      url: resource, details: "One body of evidence", mimeType: "application/json")
    let header = PaymentRequired(.two, offers, of: resource, error: sentence).header
    let older = olderOffers.withLock(\.self).compactMap(offerOfVersion1)
    let body =
      older.isEmpty
      ? Members<Refusal>.refusal.kind.bytes(Refusal(402, "payment.wanted", sentence))
      : PaymentRequired(.one, older, error: sentence).body
    return PaymentDemand(
      status: 402, body: body,
      headers: [
        PaymentVersion.priceHeader: header,
        "Access-Control-Expose-Headers": PaymentVersion.priceHeader,
      ])
  }

  private func offerOfVersion1(_ offer: PaymentOffer) -> PaymentOffer? {
    guard let name = offer.network(.two)?.name(.one) else { return nil }
    var older = offer
    older.networkName = name
    (older.resource, older.details) = (resource, "One body of evidence")
    older.mimeType = "application/json"
    return older
  }

  /// Returns the answer to a payment that will not be settled.
  ///
  /// Its status is not 402, because a client would then pay again automatically.
  static func failure(
    _ settlement: SettlementResponse, _ version: PaymentVersion
  ) -> PaymentDemand {
    let refusal = Refusal(
      422, "payment.failed", "The payment was not settled, and nothing was stored.",
      hint: "Find out why before you make a new payment.")
    return PaymentDemand(
      status: 422, body: Members<Refusal>.refusal.kind.bytes(refusal),
      headers: [version.settlementHeader: settlement.header])
  }

  // MARK: What was sent

  /// Returns the payment in a request's headers; `nil` where there is none.
  func payment(_ headers: [String: String]) throws -> PaymentPayload? {
    let sent = PaymentVersion.allCases.filter { headers[$0.paymentHeader] != nil }
    guard sent.count <= 1 else { throw Refusal.twoPayments }
    guard let version = sent.first, let text = headers[version.paymentHeader] else { return nil }
    do { return try PaymentPayload(header: text, version) } catch {
      if let json = try? PaymentHeader.json(text), json.isOfNess { throw Refusal.nessPayment }
      throw Refusal(error, version)
    }
  }

  /// Returns the id of a payment: its network, payer and nonce.
  ///
  /// It does not depend on the offers, so that a payment is recognized after the price has changed.
  func id(of payment: PaymentPayload) throws -> String {
    try payerName(of: payment) + hexText(transfer(of: payment).nonce)
  }

  /// Returns the common beginning of the ids of a payer's payments on a network.
  func payerName(of payment: PaymentPayload) throws -> String {
    let transfer = try transfer(of: payment)
    guard let network = payment.network else { throw demand("The payment is on another network.") }
    return "\(network)|\(transfer.from)|"
  }

  private func transfer(of payment: PaymentPayload) throws -> TransferAuthorization {
    guard case .authorization(let transfer, _) = payment.proof else {
      throw demand("The payment is not a signed EIP-3009 transfer, the only kind accepted here.")
    }
    return transfer
  }

  /// Returns the offer that a payment accepts, in the payment's version, after checking the
  /// payment.
  func offer(for payment: PaymentPayload) throws -> PaymentOffer {
    let offer = try matchingOffer(payment)
    guard case .authorization(let transfer, let signature) = payment.proof,
      let price = offer.amount
    else { throw demand("The payment is not a signed transfer.") }
    guard EthereumAddress(offer.payTo) == transfer.to else {
      throw demand("The payment is to somebody else.")
    }
    guard transfer.value >= price else { throw demand("The payment is too little.") }
    guard !signature.isEmpty else { throw demand("The payment is not signed.") }
    let now = UInt64(max(0, IntakeService.now.secondsSince1970))
    guard transfer.validAfter < now else { throw demand("The payment is not valid yet.") }
    guard transfer.validBefore > now + Self.leastTime else {
      throw demand("The payment has expired or is about to expire.")
    }
    if let paidFor = payment.resource, paidFor.url != resource {
      throw demand("The payment is for another URL.")
    }
    guard payment.accepted?.isOfAuthorizationFlow ?? true else {
      throw demand("The payment does not use the flow authorization.")
    }
    guard payment.version == .one else { return offer }
    return offerOfVersion1(offer) ?? offer
  }

  /// Returns the offer with the payment's scheme and network, and the asset, payee and amount if it
  /// states them.
  private func matchingOffer(_ payment: PaymentPayload) throws -> PaymentOffer {
    guard payment.scheme == "exact" else {
      throw demand("The payment does not use the scheme exact.")
    }
    let offers = payment.version == .one ? olderOffers.withLock(\.self) : self.offers
    let onNetwork = offers.filter { $0.network(.two) == payment.network && payment.network != nil }
    guard let first = onNetwork.first else { throw demand("The payment is on another network.") }
    guard let accepted = payment.accepted else { return first }
    let ofAsset = onNetwork.filter { EthereumAddress($0.asset) == EthereumAddress(accepted.asset) }
    guard !ofAsset.isEmpty else { throw demand("The payment is in another asset.") }
    guard
      let offer = ofAsset.first(where: {
        EthereumAddress($0.payTo) == EthereumAddress(accepted.payTo)
      })
    else { throw demand("The payment is to somebody else.") }
    guard let price = offer.amount, let amount = accepted.amount, amount >= price else {
      throw demand("The payment is too little.")
    }
    return offer
  }
}

extension JSONValue {
  /// Whether the JSON is a payment by ness: signature, payer and resource of a transaction that was
  /// already made.
  fileprivate var isOfNess: Bool {
    self["transaction_signature"] != nil || self["amount_lamports"] != nil
  }
}

extension Refusal {
  static let twoPayments = Refusal(
    400, "payment.two", "The request has more than one payment.",
    hint: "Send one of \(PaymentVersion.allCases.map(\.paymentHeader).joined(separator: " and ")).")

  static let nessPayment = Refusal(
    400, "payment.ness", "The request pays in the form of ness, which is not x402.",
    hint: "X-Payment-Proof and amount_lamports do not fix the amount, payee and time. Pay by x402."
  )

  fileprivate init(_ fault: PaymentHeaderFault, _ version: PaymentVersion) {
    let sentence =
      switch fault {
      case .tooLong: "is longer than \(PaymentHeader.mostBytes) bytes"
      case .notBase64: "is not standard Base64 with padding"
      case .notJSON: "is not valid JSON, or has a key twice"
      case .malformed: "lacks a member, or has one of the wrong type"
      case .otherVersion: "states an x402 version other than that of its header"
      }
    self.init(
      400, "payment.malformed", "The header \(version.paymentHeader) \(sentence).",
      hint: "See the specification of x402, version \(version.rawValue).")
  }
}
