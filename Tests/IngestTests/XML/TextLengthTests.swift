import CDaymarkXML
import DaymarkTestSupport
import Testing

/// Where text ends, held against Swift's own decoder of UTF-8.
struct TextLengthTests {
  /// How many bytes come before the first that is no text in XML, and the line feeds among them.
  private static func expected(_ bytes: [UInt8]) -> (length: Int, lines: Int) {
    var (at, lines) = (0, 0)
    while at < bytes.count {
      let character = (1...4).lazy.compactMap { count in
        String(validating: bytes[at...].prefix(count), as: UTF8.self)?.unicodeScalars.first
      }.first
      guard let character, !["\u{FFFE}", "\u{FFFF}"].contains(character),
        character.value >= 0x20 || ["\n", "\t", "\r"].contains(character)
      else { break }
      lines += character == "\n" ? 1 : 0
      at += UTF8.width(character)
    }
    return (at, lines)
  }

  private static func found(_ bytes: [UInt8]) -> (length: Int, lines: Int) {
    var lines: Int64 = 5
    let length = bytes.withUnsafeBufferPointer {
      daymark_text_length($0.baseAddress, $0.count, &lines)
    }
    return (length, Int(lines) - 5)
  }

  @Test(arguments: UInt64(0)..<40)
  func `it ends at the first byte that is none`(_ seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let characters: [Unicode.Scalar] = [
      "é", "’", "\u{FFFD}", "😀", "\n", "\n", "\t", "\r", "\u{7F}",
    ]
    var bytes: [UInt8] = []
    // Each third is longer than what is counted at once.
    let size = random.below(seed % 3 == 0 ? 60_000 : 400)
    while bytes.count < size {
      if random.below(9) == 0 {
        bytes += String(random.pick(characters)).utf8
      } else {
        bytes.append(UInt8(0x20 + random.below(0x5F)))
      }
    }
    #expect(Self.found(bytes) == Self.expected(bytes))
    #expect(Self.found(bytes).length == bytes.count)
    for _ in 0..<8 where !bytes.isEmpty {
      var broken = bytes
      broken[random.below(bytes.count)] = UInt8(random.below(256))
      broken.removeLast(random.below(4) % broken.count)
      #expect(Self.found(broken) == Self.expected(broken))
    }
  }

  @Test func `characters that XML excludes, and bytes that are no UTF-8, are none`() {
    let none: [[UInt8]] = [
      [0], [0x1F], [0x80], [0xC0, 0x80], [0xC1, 0xBF], [0xE0, 0x9F, 0xBF], [0xED, 0xA0, 0x80],
      [0xEF, 0xBF, 0xBE], [0xEF, 0xBF, 0xBF], [0xF0, 0x8F, 0xBF, 0xBF], [0xF4, 0x90, 0x80, 0x80],
      [0xF5, 0x80, 0x80, 0x80], [0xE2, 0x80], [0xF0, 0x9F, 0x98],
    ]
    for bytes in none {
      for before in [0, 1, 62, 63, 64, 130] {
        let text = Array(repeating: UInt8(ascii: "a"), count: before)
        let behind = Array(repeating: UInt8(ascii: "b"), count: 70)
        #expect(Self.found(text + bytes).length == before)
        #expect(Self.found(text + bytes + behind).length == before)
      }
    }
  }
}
