/// Base64 (RFC 4648) with padding, in the standard alphabet or in that for URLs.
///
/// Reading accepts a mixture of the two and is otherwise strict: unused bits must be 0, and no
/// other character may stand in the text.
package enum Base64 {
  private static let standard = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

  /// The value of each character in either alphabet; 255 for any other character.
  private static let values: [UInt8] = {
    var values = [UInt8](repeating: 255, count: 256)
    for (value, character) in standard.enumerated() { values[Int(character)] = UInt8(value) }
    values[Int(UInt8(ascii: "-"))] = 62
    values[Int(UInt8(ascii: "_"))] = 63
    return values
  }()

  /// Encodes bytes in the standard alphabet, with padding.
  package static func text(of bytes: some Collection<UInt8>) -> String {
    var text: [UInt8] = []
    text.reserveCapacity((bytes.count + 2) / 3 * 4)
    var rest = bytes[...]
    while !rest.isEmpty {
      let group = rest.prefix(3)
      rest = rest.dropFirst(3)
      var bits = group.reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
      bits <<= UInt32(8 * (3 - group.count))
      for place in 0..<4 {
        let isPadding = place > group.count
        text.append(
          isPadding ? UInt8(ascii: "=") : standard[Int(bits >> UInt32(18 - 6 * place)) & 63])
      }
    }
    return String(decoding: text, as: UTF8.self)
  }

  /// Decodes a text.
  ///
  /// - Returns: `nil` for a text that is not strictly Base64 with padding.
  package static func bytes(of text: String) -> [UInt8]? {
    let characters = Array(text.utf8)
    guard characters.count.isMultiple(of: 4) else { return nil }
    let padding = characters.suffix(2).reversed().prefix { $0 == UInt8(ascii: "=") }.count
    var bytes: [UInt8] = []
    bytes.reserveCapacity(characters.count / 4 * 3)
    var (bits, count) = (UInt32(0), 0)
    for character in characters.dropLast(padding) {
      let value = values[Int(character)]
      guard value < 64 else { return nil }
      (bits, count) = (bits << 6 | UInt32(value), count + 6)
      guard count >= 8 else { continue }
      count -= 8
      bytes.append(UInt8(bits >> UInt32(count)))
      bits &= 1 << UInt32(count) - 1
    }
    return bits == 0 ? bytes : nil
  }
}

extension Kind<[UInt8]> {
  /// Bytes, written as Base64.
  package static let base64 = spelled(
    .object(["type": .string("string"), "contentEncoding": .string("base64")]),
    { Base64.text(of: $0) }, { Base64.bytes(of: $0) })
}
