import CDaymarkSecp256k1

/// A text with a wallet's signature.
///
/// Source: EIP-191, version `0x45`.
package struct SignedMessage: Hashable, Sendable {
  package var text: String
  /// The bytes r, s and the recovery id, which is 27 or 28, or 0 or 1.
  package var signature: [UInt8]

  package init(_ text: String, signature: [UInt8]) {
    (self.text, self.signature) = (text, signature)
  }

  /// The digest that the wallet signs.
  package var digest: [UInt8] {
    Keccak256.hash(of: "\u{19}Ethereum Signed Message:\n\(text.utf8.count)\(text)")
  }

  /// The address that has signed; `nil` for an invalid signature.
  package var signer: EthereumAddress? {
    guard signature.count == 65, let last = signature.last else { return nil }
    let parity: Int32 = last >= 27 ? Int32(last) - 27 : Int32(last)
    var key = [UInt8](repeating: 0, count: 64)
    guard daymark_secp256k1_recover(digest, signature, parity, &key) == 1 else { return nil }
    return EthereumAddress(publicKey: key)
  }
}
