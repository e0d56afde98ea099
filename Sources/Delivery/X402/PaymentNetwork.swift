/// A blockchain by its CAIP-2 name: a namespace and a reference, such as `eip155:8453`.
package struct PaymentNetwork: Hashable, Sendable, CustomStringConvertible {
  package let namespace: String
  package let reference: String

  /// Reads a CAIP-2 name, and returns `nil` for any other text.
  package init?(_ text: some StringProtocol) {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 2, (3...8).contains(parts[0].utf8.count),
      (1...32).contains(parts[1].utf8.count),
      parts[0].utf8.allSatisfy({ $0.isLowercaseOrDigit || $0 == UInt8(ascii: "-") }),
      parts[1].utf8.allSatisfy({ $0.isLetterOrDigit || "-_".utf8.contains($0) })
    else { return nil }
    (namespace, reference) = (String(parts[0]), String(parts[1]))
    guard namespace != "eip155" || chainID != nil else { return nil }
  }

  /// Reads the name of a network as a version of x402 writes it: 2 by its CAIP-2 name, 1 by a word
  /// such as `base`.
  ///
  /// - Returns: `nil` for any other text.
  package init?(_ text: String, _ version: PaymentVersion) {
    switch version {
    case .two: self.init(text)
    case .one:
      guard let name = Self.names[text] else { return nil }
      self.init(name)
    }
  }

  package var description: String { "\(namespace):\(reference)" }

  /// Returns the name in a version of the protocol; `nil` where version 1 has no name for the
  /// network.
  package func name(_ version: PaymentVersion) -> String? {
    switch version {
    case .two: description
    case .one: Self.names.first { $0.value == description }?.key
    }
  }

  /// The number of an EVM chain; `nil` for other chains.
  ///
  /// It has no leading zeros, so that each chain has one name. Source: EIP-155.
  package var chainID: UInt64? {
    guard namespace == "eip155", reference.first != "0",
      reference.utf8.allSatisfy({ (48...57).contains($0) })
    else { return nil }
    return UInt64(reference)
  }

  /// The names of networks in version 1.
  ///
  /// Source: x402, "Protocol Specification", version 1, and the network maps of the public
  /// reference packages.
  private static let names = [
    "ethereum": "eip155:1", "base": "eip155:8453", "base-sepolia": "eip155:84532",
    "polygon": "eip155:137", "polygon-amoy": "eip155:80002", "avalanche": "eip155:43114",
    "avalanche-fuji": "eip155:43113", "abstract": "eip155:2741", "abstract-testnet": "eip155:11124",
    "iotex": "eip155:4689", "sei": "eip155:1329", "sei-testnet": "eip155:1328",
    "peaq": "eip155:3338", "story": "eip155:1513", "educhain": "eip155:656476",
    "skale-base-sepolia": "eip155:1444673419", "megaeth": "eip155:4326", "monad": "eip155:143",
    "monad-testnet": "eip155:10143", "stable": "eip155:988", "stable-testnet": "eip155:2201",
    "celo": "eip155:42220", "flare": "eip155:14",
    "solana": "solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp",
    "solana-devnet": "solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1",
    "solana-testnet": "solana:4uhcVJyU9pJkvQyS88uRDiswHXSCkY3z",
  ]
}

extension UInt8 {
  fileprivate var isLowercaseOrDigit: Bool { (97...122).contains(self) || (48...57).contains(self) }
  fileprivate var isLetterOrDigit: Bool { isLowercaseOrDigit || (65...90).contains(self) }
}
