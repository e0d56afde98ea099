import DaymarkDocuments

/// An address of an EVM chain.
package struct EthereumAddress: Hashable, Sendable, CustomStringConvertible {
  /// The 20 bytes of the address.
  package let bytes: [UInt8]

  package static let zero = EthereumAddress(bytes: [UInt8](repeating: 0, count: 20))

  private init(bytes: [UInt8]) { self.bytes = bytes }

  /// Reads `0x` and 40 hexadecimal digits.
  ///
  /// Letters of one case carry no checksum. Mixed case does (EIP-55), and a text with a wrong
  /// checksum is not an address.
  package init?(_ text: some StringProtocol) {
    guard let bytes = hexBytes(prefixed: String(text)), bytes.count == 20 else { return nil }
    self.bytes = bytes
    let letters = text.dropFirst(2).filter(\.isLetter)
    guard
      letters.allSatisfy(\.isLowercase) || letters.allSatisfy(\.isUppercase) || text == checksummed
    else { return nil }
  }

  /// Makes the address of a public key: the last 20 bytes of the key's hash.
  ///
  /// - Parameter publicKey: The 64 bytes of the coordinates x and y.
  init(publicKey: [UInt8]) { bytes = Array(Keccak256.hash(publicKey).suffix(20)) }

  /// The address in lower case, the form that rows and messages use as a key.
  package var description: String { hexText(bytes) }

  /// The address with its checksum in the case of the letters.
  ///
  /// Source: EIP-55.
  package var checksummed: String {
    let digits = description.dropFirst(2)
    let hash = Keccak256.hash(of: String(digits))
    return "0x"
      + zip(digits, 0...).map { digit, place in
        let half = place.isMultiple(of: 2) ? hash[place / 2] >> 4 : hash[place / 2] & 15
        return half >= 8 ? digit.uppercased() : String(digit)
      }.joined()
  }
}

extension Kind<EthereumAddress> {
  /// The JSON of an address, written with its checksum.
  static let ethereumAddress = Kind<String>.text.converted(
    { EthereumAddress($0) }, { $0.checksummed })
}

/// Returns bytes as `0x` and lower-case hexadecimal digits.
package func hexText(_ bytes: [UInt8]) -> String {
  let digits = Array("0123456789abcdef".utf8)
  return "0x"
    + String(
      decoding: bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
}

/// Returns the bytes of `0x` and an even number of hexadecimal digits; `nil` for any other text.
package func hexBytes(prefixed text: String) -> [UInt8]? {
  let digits = Array(text.utf8)
  guard digits.count.isMultiple(of: 2), digits.starts(with: "0x".utf8) else { return nil }
  let values = digits.dropFirst(2).map { digit -> UInt8 in
    switch digit {
    case 48...57: digit - 48
    case 97...102: digit - 87
    case 65...70: digit - 55
    default: 255
    }
  }
  guard !values.contains(255) else { return nil }
  return stride(from: 0, to: values.count, by: 2).map { values[$0] << 4 | values[$0 + 1] }
}
