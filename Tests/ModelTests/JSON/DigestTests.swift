import DaymarkModel
import Testing

struct DigestTests {
  /// FIPS 180-2, appendix B, and the empty message.
  @Test(arguments: [
    ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
    ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
    (
      "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
      "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
    ),
  ])
  func `digest is SHA-256`(text: String, hex: String) {
    #expect(Digest(of: text.utf8).hex == hex)
    #expect(Digest(hex: hex.uppercased()) == Digest(of: text.utf8))
  }

  @Test func `pieces give the digest of the whole`() {
    let bytes = (0..<1000).map { UInt8($0 % 251) }
    for size in [1, 63, 64, 65, 999] {
      var hasher = DigestHasher()
      for start in stride(from: 0, to: bytes.count, by: size) {
        let piece = Array(bytes[start..<min(start + size, bytes.count)])
        if start % 2 == 0 {
          hasher.update(piece)
        } else {
          piece.withUnsafeBytes { hasher.update($0) }
        }
      }
      #expect(hasher.finish() == Digest(of: bytes))
    }
  }

  @Test func `hex is 64 digits and nothing else`() {
    let hex = String(repeating: "0a", count: 32)
    #expect(Digest(hex: hex)?.bytes == Array(repeating: 10, count: 32))
    for text in [
      "", String(hex.dropLast()), hex + "0", "0x" + hex.dropLast(2), hex.dropLast() + "g",
    ] {
      #expect(Digest(hex: text) == nil, "\(text)")
    }
    #expect(Digest(hex: hex.dropLast(2) + "é") == nil)
  }

  @Test func `order is that of the hex text`() throws {
    let low = try #require(Digest(hex: "09" + String(repeating: "f", count: 62)))
    let high = try #require(Digest(hex: "0a" + String(repeating: "0", count: 62)))
    #expect(low < high && !(high < low) && low.hex < high.hex)
  }
}
