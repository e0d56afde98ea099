package import DaymarkDocuments

/// A request's payment: what the headers `X-PAYMENT` (version 1) and `PAYMENT-SIGNATURE` (version 2) hold.
package struct PaymentPayload: Hashable, Sendable {
  package var version: PaymentVersion
  package var scheme: String
  /// The network as it is written.
  package var networkName: String
  /// The offer that is taken up; version 2 alone.
  package var accepted: PaymentOffer?
  /// What is paid for; version 2 alone, and not always there.
  package var resource: PaymentResource?
  /// What pays.
  package var proof: PaymentProof
  /// Version 2 alone.
  package var extensions: JSONValue?
  /// All of it as it was read, members included that are not named here: what a facilitator is handed.
  package let json: JSONValue

  /// A payment by an offer.
  package init(
    _ version: PaymentVersion, by offer: PaymentOffer, _ proof: PaymentProof,
    for resource: PaymentResource? = nil, extensions: JSONValue? = nil
  ) {
    (self.version, self.proof) = (version, proof)
    (scheme, networkName) = (offer.scheme, offer.networkName)
    accepted = version == .two ? offer : nil
    self.resource = version == .two ? resource : nil
    self.extensions = version == .two ? extensions : nil
    var members: [String: JSONValue?] = [
      "x402Version": .number(version.rawValue), "payload": proof.json,
    ]
    if version == .two {
      members["accepted"] = Members<PaymentOffer>.offer(.two).kind.json(offer)
      members["resource"] = resource.map { Members<PaymentResource>.resource.kind.json($0) }
      members["extensions"] = extensions
    } else {
      members["scheme"] = .string(offer.scheme)
      members["network"] = .string(offer.networkName)
    }
    json = .object(present: members)
  }

  /// Reads the header of a version.
  package init(header: String, _ expected: PaymentVersion) throws(PaymentHeaderFault) {
    let json = try PaymentHeader.json(header)
    version = try json.paymentVersion()
    guard version == expected else { throw .otherVersion }
    self.json = json
    proof = try PaymentProof(json["payload"])
    if version == .two {
      let offer = try Members<PaymentOffer>.offer(.two).kind.required(json["accepted"])
      (accepted, scheme, networkName) = (offer, offer.scheme, offer.networkName)
      resource = try json["resource"].present.map { json throws(PaymentHeaderFault) in
        try Members<PaymentResource>.resource.kind.required(json)
      }
      extensions = json["extensions"].present
    } else {
      scheme = try Kind<String>.text.required(json["scheme"])
      networkName = try Kind<String>.text.required(json["network"])
    }
  }

  /// The header's text.
  package var header: String { PaymentHeader.text(of: json) }

  package var network: PaymentNetwork? { PaymentNetwork(networkName, version) }
}

/// What pays: `payload` of a payment.
package enum PaymentProof: Hashable, Sendable {
  /// EVM: a signed transfer that anybody may hand in (EIP-3009).
  case authorization(TransferAuthorization, signature: [UInt8])
  /// Solana: a transaction that the wallet has signed and the fee payer has not, in Base64.
  case transaction(String)
  /// That of another scheme, or of another way to transfer, such as Permit2.
  case other(JSONValue)

  init(_ json: JSONValue?) throws(PaymentHeaderFault) {
    guard let json, case .object = json else { throw .malformed }
    if let authorization = json["authorization"] {
      guard let signature = json.string("signature").flatMap({ hexBytes(prefixed: $0) }) else {
        throw .malformed
      }
      self = .authorization(
        try Members<TransferAuthorization>.authorization.kind.required(authorization),
        signature: signature)
    } else if let transaction = json.string("transaction") {
      guard Base64.bytes(of: transaction)?.isEmpty == false else { throw .malformed }
      self = .transaction(transaction)
    } else {
      self = .other(json)
    }
  }

  package var json: JSONValue {
    switch self {
    case .authorization(let authorization, let signature):
      .object([
        "authorization": Members<TransferAuthorization>.authorization.kind.json(authorization),
        "signature": .string(hexText(signature)),
      ])
    case .transaction(let text): .object(["transaction": .string(text)])
    case .other(let json): json
    }
  }
}

/// Whether a payment was settled: what the headers `X-PAYMENT-RESPONSE` and `PAYMENT-RESPONSE` hold, and what a
/// facilitator's `/settle` answers.
package struct SettlementResponse: Hashable, Sendable {
  package var success = false
  /// The code of a failure, such as `settlement_pending`.
  package var errorReason: String?
  package var payer: String?
  /// The hash or signature of the transaction; empty where there is none.
  package var transaction = ""
  package var networkName = ""
  /// What was settled, in atomic units.
  package var amountText: String?

  package init() {}

  package init(header: String) throws(PaymentHeaderFault) {
    self = try Members<SettlementResponse>.settlement.kind.required(PaymentHeader.json(header))
  }

  package var header: String {
    PaymentHeader.text(of: Members<SettlementResponse>.settlement.kind.json(self))
  }
}

extension Members<SettlementResponse> {
  package static let settlement = Members(
    SettlementResponse(),
    [
      .needed("success", \.success, .flag), .optional("errorReason", \.errorReason, .text),
      .optional("payer", \.payer, .text), .always("transaction", \.transaction, .text),
      .always("network", \.networkName, .text), .optional("amount", \.amountText, .text),
    ])
}
