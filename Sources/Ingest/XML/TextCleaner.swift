import CDaymarkXML

/// Replaces bytes of a document on which XML parsers fail, in place.
///
/// Control bytes and NUL become spaces, and each byte that is not valid UTF-8 becomes a question
/// mark, so that later offsets do not change. Because it examines every byte of an export, it
/// processes many at a time.
struct TextCleaner {
  /// A kind of invalid byte: the number of such bytes, and the place of the first.
  struct Replacement {
    var count = 0
    var byte = 0
    var line = 0
  }

  private(set) var controlBytes = Replacement()
  private(set) var invalidUTF8 = Replacement()
  /// The runs of invalid bytes that no program writes.
  ///
  /// A disk or card returns them for a lost block.
  private(set) var lostBlocks = Replacement()
  /// The present run of invalid bytes, and the offset after it.
  private var run = (count: 0, end: -1)
  /// The line, from 1, of the first byte that is not yet cleaned.
  private(set) var line: Int
  /// The offset in the document of the first byte that is not yet cleaned.
  private(set) var offset: Int

  init(offset: Int, line: Int) {
    self.offset = offset
    self.line = line
  }

  /// Cleans `bytes`, which follow those cleaned before.
  ///
  /// - Parameter isFinal: Whether no bytes follow, so that a sequence cut at the end is invalid.
  /// - Returns: The number of cleaned bytes. At most three, an incomplete sequence, remain for the
  ///   next call.
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

  /// The number of consecutive invalid bytes that count as a lost block.
  ///
  /// Names with a few invalid bytes exist where text of another encoding was included.
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
