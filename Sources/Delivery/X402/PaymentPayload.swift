package import DaymarkDocuments

/// A payment in a request: the content of `X-PAYMENT` (version 1) and `PAYMENT-SIGNATURE` (version
/// 2).
package struct PaymentPayload: Hashable, Sendable {
  package var version: PaymentVersion
  package var scheme: String
  /// The network in the sender's spelling.
  package var networkName: String
  /// The offer that the payment accepts; version 2 only.
  package var accepted: PaymentOffer?
  /// The resource that is paid for; version 2 only, and optional there.
  package var resource: PaymentResource?
  /// The part of the payment that the payer signed.
  package var proof: PaymentProof
  /// The extensions of the protocol; version 2 only.
  package var extensions: JSONValue?
  /// The whole document as it was read, with unknown members.
  ///
  /// The facilitator receives it unchanged.
  package let json: JSONValue

  /// Makes a payment for an offer.
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

  /// Reads the value of a version's header.
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

  /// The value of the header.
  package var header: String { PaymentHeader.text(of: json) }

  package var network: PaymentNetwork? { PaymentNetwork(networkName, version) }
}

/// The signed part of a payment, its member `payload`.
package enum PaymentProof: Hashable, Sendable {
  /// A signed transfer on an EVM chain, which anybody may submit (EIP-3009).
  case authorization(TransferAuthorization, signature: [UInt8])
  /// A Solana transaction in Base64, signed by the wallet and not yet by the fee payer.
  case transaction(String)
  /// The proof of another scheme or method, such as Permit2.
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

/// The result of settling a payment.
///
/// The headers `X-PAYMENT-RESPONSE` and `PAYMENT-RESPONSE` contain it, and so does the answer of a
/// facilitator's `/settle`.
package struct SettlementResponse: Hashable, Sendable {
  package var success = false
  /// The code of a failure, such as `settlement_pending`.
  package var errorReason: String?
  package var payer: String?
  /// The hash or signature of the transaction; empty where there is no transaction.
  package var transaction = ""
  package var networkName = ""
  /// The settled amount, in atomic units.
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
