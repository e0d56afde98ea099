import CDaymarkSecp256k1
package import DaymarkDocuments
import DaymarkModel

/// The operator's program that holds the keys; see Signers.
package protocol PaymentSigner: Sendable {
  /// Sends a request to a wallet's signer and returns its answer.
  func ask(
    _ request: JSONValue, of wallet: PaymentWallet
  ) async throws(SignerFailure) -> JSONValue
}

/// The reason for which a signer gave no answer.
package struct SignerFailure: Error, Hashable, Sendable {
  package var words: String
  /// Whether the signer was stopped because it exceeded its time.
  package var tookTooLong: Bool

  package init(_ words: String, tookTooLong: Bool = false) {
    (self.words, self.tookTooLong) = (words.plainWords, tookTooLong)
  }
}

/// The signer's knowledge about a transfer.
package enum TransferStatus: Hashable, Sendable {
  case used(transaction: String?)
  case unused
  case unknown
}

/// A request to a signer about one payment.
struct SigningRequest {
  let payment: Payment
  let asset: PaymentAsset
  let authorization: TransferAuthorization
  let domain: TokenDomain

  /// Prepares the authorization of the payment's transfer, which the signer is to sign.
  ///
  /// - Returns: `nil` where an address in the policy is invalid.
  init?(_ payment: Payment, _ asset: PaymentAsset) {
    guard let network = PaymentNetwork(payment.terms.network), let chain = network.chainID,
      let contract = EthereumAddress(asset.contract), let from = EthereumAddress(payment.payer),
      let to = EthereumAddress(payment.terms.payee), let nonce = hexBytes(prefixed: payment.nonce),
      nonce.count == 32
    else { return nil }
    var authorization = TransferAuthorization()
    (authorization.from, authorization.to) = (from, to)
    authorization.value = payment.terms.amount
    authorization.validBefore = UInt64(max(0, payment.validBefore.secondsSince1970))
    authorization.nonce = nonce
    (self.payment, self.asset, self.authorization) = (payment, asset, authorization)
    domain = TokenDomain(
      name: asset.domainName, version: asset.domainVersion, chainID: chain, contract: contract)
  }

  private var digest: [UInt8] { authorization.digest(for: domain) }

  private func request(_ kind: String, _ members: [String: JSONValue]) -> JSONValue {
    let shared: [String: JSONValue] = [
      "protocol": .string("daymark/signer@1"), "request": .string(kind),
      "payment": .string(payment.id), "wallet": .string(payment.wallet),
      "network": .string(payment.terms.network), "asset": .string(asset.contract),
      "payer": .string("\(authorization.from)"), "nonce": .string(payment.nonce),
    ]
    return .object(shared.merging(members) { $1 })
  }

  /// The request for a signature.
  var sign: JSONValue {
    request(
      "sign",
      [
        "scheme": .string("exact"), "method": .string("eip3009"),
        "resource": .string(payment.terms.resource), "symbol": .string(asset.symbol),
        "decimals": .number(asset.decimals),
        "domain": .object([
          "name": .string(domain.name), "version": .string(domain.version),
          "chainId": .string("\(domain.chainID)"),
          "verifyingContract": .string("\(domain.contract)"),
        ]),
        "authorization": Members<TransferAuthorization>.authorization.kind.json(authorization),
        "digest": .string(hexText(digest)),
      ])
  }

  /// The request for the status of the transfer.
  var status: JSONValue { request("status", [:]) }

  /// Returns the signature in a signer's answer.
  ///
  /// - Throws: `PaymentRefusal` where the answer differs from the approved payment, or the wallet's
  ///   key has not made the signature.
  func signature(in answer: JSONValue) throws(PaymentRefusal) -> [UInt8] {
    let echo = Members<TransferAuthorization>.authorization.kind.json(authorization)
    for (key, known) in [
      ("authorization", echo), ("payment", .string(payment.id)), ("nonce", .string(payment.nonce)),
      ("network", .string(payment.terms.network)), ("digest", .string(hexText(digest))),
    ] {
      if let said = answer[key], said != known {
        throw PaymentRefusal(.signer, "its `\(key)` differs from what was approved")
      }
    }
    let known: Set = ["signature", "authorization", "payment", "nonce", "network", "digest"]
    guard case .object(let members) = answer, Set(members.keys).isSubset(of: known) else {
      throw PaymentRefusal(.signer, "its answer contains more than one signature")
    }
    guard let signature = answer.string("signature").flatMap({ hexBytes(prefixed: $0) }),
      signature.count == 65
    else { throw PaymentRefusal(.signer, "its answer does not contain a signature of 65 bytes") }
    guard recoveredAddress(of: digest, signature) == authorization.from else {
      throw PaymentRefusal(.signer, "it signed something else, or used another key")
    }
    return signatureOfLowS(signature)
  }

  func status(in answer: JSONValue) -> TransferStatus {
    switch answer.string("status") {
    case "used": .used(transaction: answer.string("transaction")?.plainWords)
    case "unused": .unused
    default: .unknown
    }
  }
}

/// Returns the equivalent signature with the lower of the two possible values of s.
///
/// Token contracts accept only that one. Signers that are not made for Ethereum return the higher
/// value half of the time. Source: EIP-2, point 2; OpenZeppelin, `ECDSA.sol`.
func signatureOfLowS(_ signature: [UInt8]) -> [UInt8] {
  // The order of secp256k1; SEC 2, version 2.0, 2.4.1.
  let order =
    [UInt8](repeating: 0xFF, count: 15) + [
      0xFE, 0xBA, 0xAE, 0xDC, 0xE6, 0xAF, 0x48, 0xA0, 0x3B, 0xBF, 0xD2, 0x5E, 0x8C, 0xD0, 0x36,
      0x41,
      0x41,
    ]
  var (other, borrow) = ([UInt8](repeating: 0, count: 32), 0)
  for place in (0..<32).reversed() {
    let difference = Int(order[place]) - Int(signature[32 + place]) - borrow
    (other[place], borrow) = (UInt8(truncatingIfNeeded: difference), difference < 0 ? 1 : 0)
  }
  guard other.lexicographicallyPrecedes(signature[32..<64]) else { return signature }
  return Array(signature[..<32]) + other + [55 - signature[64]]
}

/// Returns the address whose key has signed a digest; `nil` for an invalid signature.
private func recoveredAddress(of digest: [UInt8], _ signature: [UInt8]) -> EthereumAddress? {
  guard signature.count == 65, let last = signature.last, last == 27 || last == 28 else {
    return nil
  }
  var key = [UInt8](repeating: 0, count: 64)
  guard daymark_secp256k1_recover(digest, signature, Int32(last) - 27, &key) == 1 else {
    return nil
  }
  return EthereumAddress(publicKey: key)
}
