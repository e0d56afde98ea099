import CDaymarkXML

/// Makes the bytes of a document such that no XML parser stops at them, in place.
///
/// Control bytes and NUL become spaces, and each byte that is no valid UTF-8 a question mark, so
/// that every later offset stays that of the file. It looks at every byte of an export, sixteen at a
/// time.
struct TextCleaner {
  /// A kind of bad byte: how many there were and where the first was.
  struct Replacement {
    var count = 0
    var byte = 0
    var line = 0
  }

  private(set) var controlBytes = Replacement()
  private(set) var invalidUTF8 = Replacement()
  /// Line, from 1, of the first byte not yet cleaned.
  private(set) var line: Int
  /// Offset in the document of the first byte not yet cleaned.
  private(set) var offset: Int

  init(offset: Int, line: Int) {
    self.offset = offset
    self.line = line
  }

  /// Cleans `bytes`, which follow those cleaned before.
  ///
  /// - Parameter isFinal: Nothing follows, so a sequence cut at the end is invalid.
  /// - Returns: How many bytes are clean; at most three, a sequence begun, are left for next time.
  mutating func clean(_ bytes: UnsafeMutableBufferPointer<UInt8>, isFinal: Bool) -> Int {
    var position = 0
    while position < bytes.count {
      var lines: Int64 = 0
      let rest = UnsafeBufferPointer(rebasing: bytes[position...])
      position += daymark_scan_plain(rest.baseAddress, rest.count, &lines)
      line += Int(lines)
      guard position < bytes.count else { break }
      let byte = bytes[position]
      if byte < 0x20 {
        bytes[position] = UInt8(ascii: " ")
        note(&controlBytes, at: position)
        position += 1
      } else {
        switch sequence(UnsafeBufferPointer(rebasing: bytes[position...])) {
        case .valid(let length): position += length
        case .cut where !isFinal:
          offset += position
          return position
        default:
          bytes[position] = UInt8(ascii: "?")
          note(&invalidUTF8, at: position)
          position += 1
        }
      }
    }
    offset += bytes.count
    return bytes.count
  }

  private func note(_ replacement: inout Replacement, at position: Int) {
    if replacement.count == 0 {
      replacement.byte = offset + position
      replacement.line = line
    }
    replacement.count += 1
  }

  private enum Sequence {
    case valid(length: Int)
    case invalid
    case cut
  }

  /// The UTF-8 sequence that begins with a byte above 0x7F; RFC 3629, section 4, without the two
  /// noncharacters that XML excludes.
  private func sequence(_ bytes: UnsafeBufferPointer<UInt8>) -> Sequence {
    let lead = bytes[0]
    let length: Int
    var second: ClosedRange<UInt8> = 0x80...0xBF
    switch lead {
    case 0xC2...0xDF: length = 2
    case 0xE0...0xEF:
      length = 3
      if lead == 0xE0 { second = 0xA0...0xBF }
      if lead == 0xED { second = 0x80...0x9F }
    case 0xF0...0xF4:
      length = 4
      if lead == 0xF0 { second = 0x90...0xBF }
      if lead == 0xF4 { second = 0x80...0x8F }
    default: return .invalid
    }
    for index in 1..<length {
      guard index < bytes.count else { return .cut }
      let allowed = index == 1 ? second : 0x80...0xBF
      guard allowed.contains(bytes[index]) else { return .invalid }
    }
    if lead == 0xEF, bytes[1] == 0xBF, bytes[2] >= 0xBE { return .invalid }
    return .valid(length: length)
  }
}
