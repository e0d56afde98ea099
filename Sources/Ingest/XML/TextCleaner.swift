import CDaymarkXML

/// Makes the bytes of a document such that no XML parser stops at them, in place.
///
/// Control bytes and NUL become spaces, and each byte that is no valid UTF-8 a question mark, so
/// that every later offset stays that of the file. It looks at every byte of an export, many at a
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
  /// Rows of bad bytes that no program wrote: what a disk or a card gives for a block that it lost.
  private(set) var lostBlocks = Replacement()
  /// Bad bytes in a row so far, and the offset behind them.
  private var run = (count: 0, end: -1)
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
    while true {
      let rest = UnsafeBufferPointer(rebasing: bytes[position...])
      var lines: Int64 = 0
      position += daymark_text_length(rest.baseAddress, rest.count, &lines)
      line += Int(lines)
      guard position < bytes.count else { break }
      if bytes[position] < 0x20 {
        bytes[position] = UInt8(ascii: " ")
        count(&controlBytes, at: position)
      } else {
        let bad = UnsafeBufferPointer(rebasing: bytes[position...])
        let isCut = daymark_text_sequence(bad.baseAddress, bad.count) == DAYMARK_TEXT_CUT
        if isCut, !isFinal { break }
        bytes[position] = UInt8(ascii: "?")
        count(&invalidUTF8, at: position)
      }
      countRun(at: position)
      position += 1
    }
    offset += position
    return position
  }

  /// Bad bytes in a row that are a lost block.
  ///
  /// Names with a few were seen, as where text of another encoding was taken in.
  private static let blockBytes = 16

  private mutating func countRun(at position: Int) {
    let byte = offset + position
    run = (run.end == byte ? run.count + 1 : 1, byte + 1)
    if run.count == Self.blockBytes { count(&lostBlocks, at: position) }
  }

  private func count(_ replacement: inout Replacement, at position: Int) {
    if replacement.count == 0 {
      replacement.byte = offset + position
      replacement.line = line
    }
    replacement.count += 1
  }
}
