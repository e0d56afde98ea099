package import DaymarkDocuments

/// A token transfer that the holder signs and anybody may submit.
///
/// Source: EIP-3009, `TransferWithAuthorization`.
package struct TransferAuthorization: Hashable, Sendable {
  package var from = EthereumAddress.zero
  package var to = EthereumAddress.zero
  package var value = AtomicAmount.zero
  /// The time after which, exclusively, the transfer may be submitted.
  ///
  /// `validBefore` is the exclusive end.
  ///
  /// - Units: seconds since 1970.
  package var validAfter: UInt64 = 0
  package var validBefore: UInt64 = 0
  /// The 32 bytes that identify the transfer.
  ///
  /// A contract accepts each nonce once from a holder.
  package var nonce = [UInt8](repeating: 0, count: 32)

  package init() {}

  /// The hash of the signed struct.
  ///
  /// Source: EIP-712, "Definition of `hashStruct`".
  package var structHash: [UInt8] {
    let type =
      "TransferWithAuthorization(address from,address to,uint256 value,uint256 validAfter,"
      + "uint256 validBefore,bytes32 nonce)"
    return Keccak256.hash(
      Keccak256.hash(of: type) + word(from) + word(to) + word(value.units)
        + word(UInt128(validAfter)) + word(UInt128(validBefore)) + nonce)
  }

  /// Returns the digest to sign for a token.
  package func digest(for token: TokenDomain) -> [UInt8] {
    Keccak256.hash([0x19, 0x01] + token.separator + structHash)
  }
}

/// The EIP-712 domain, which ties a signature to one token on one chain.
///
/// Source: EIP-712, "Definition of `domainSeparator`".
package struct TokenDomain: Hashable, Sendable {
  package var name: String
  package var version: String
  package var chainID: UInt64
  package var contract: EthereumAddress

  package init(name: String, version: String, chainID: UInt64, contract: EthereumAddress) {
    (self.name, self.version, self.chainID, self.contract) = (name, version, chainID, contract)
  }

  package var separator: [UInt8] {
    let type =
      "EIP712Domain(string name,string version,uint256 chainId,address verifyingContract)"
    return Keccak256.hash(
      Keccak256.hash(of: type) + Keccak256.hash(of: name) + Keccak256.hash(of: version)
        + word(UInt128(chainID)) + word(contract))
  }
}

/// Returns a number as the 32 bytes of a `uint256`.
private func word(_ number: UInt128) -> [UInt8] {
  [UInt8](repeating: 0, count: 16)
    + (0..<16).reversed().map { UInt8(truncatingIfNeeded: number >> (8 * UInt128($0))) }
}

private func word(_ address: EthereumAddress) -> [UInt8] {
  [UInt8](repeating: 0, count: 12) + address.bytes
}

extension Members<TransferAuthorization> {
  package static let authorization = Members(
    TransferAuthorization(),
    [
      .needed("from", \.from, .ethereumAddress), .needed("to", \.to, .ethereumAddress),
      .needed("value", \.value, .atomicAmount), .needed("validAfter", \.validAfter, .seconds),
      .needed("validBefore", \.validBefore, .seconds), .needed("nonce", \.nonce, .nonce),
    ])
}

extension Kind<UInt64> {
  /// The JSON of a number of seconds: decimal text without leading zeros.
  fileprivate static let seconds = Kind<String>.text.converted(
    { text in UInt64(text).flatMap { "\($0)" == text ? $0 : nil } }, { "\($0)" })
}

extension Kind<[UInt8]> {
  fileprivate static let nonce = Kind<String>.text.converted(
    { text in hexBytes(prefixed: text).flatMap { $0.count == 32 ? $0 : nil } }, { hexText($0) })
}
