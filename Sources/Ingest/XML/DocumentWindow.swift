import CDaymarkXML
import DaymarkModel

#if canImport(Glibc)
  import Glibc
#endif

/// The part of a document that is in memory: from the first byte still needed to the last one read.
///
/// Every position is an offset in the document. Bytes are used only after they are cleaned.
struct DocumentWindow: ~Copyable {
  private let bytes: UnsafeMutableBufferPointer<UInt8>
  private(set) var cleaner = TextCleaner(offset: 0, line: 1)
  private(set) var start = 0
  /// The end of the bytes read.
  private(set) var end = 0
  /// The end of the cleaned bytes, which the parser may see.
  private(set) var cleanEnd = 0
  /// The decoder of a document in UTF-16, whose offsets count in its UTF-8 text; `nil` for any
  /// other document.
  private var text: DecodedText?

  private let decodesUTF16: Bool

  /// Reserves memory for the part of the document.
  ///
  /// - Parameters:
  ///   - capacity: The maximum number of bytes that are needed at a time.
  ///   - decodesUTF16: Whether text in UTF-16 is converted to UTF-8, which is all that the parser
  ///     accepts.
  init(capacity: Int, decodesUTF16: Bool = false) {
    self.decodesUTF16 = decodesUTF16
    bytes = .allocate(capacity: capacity)
  }

  deinit { bytes.deallocate() }

  // MARK: Reading

  /// Reads up to the next multiple of `options.blockBytes`.
  ///
  /// - Returns: Whether there were any bytes.
  mutating func fill(from archive: inout ArchiveReader, options: ReadOptions) throws -> Bool {
    let before = end
    let goal = min((end / options.blockBytes + 1) * options.blockBytes, start + bytes.count)
    while end < goal {
      let next = min(goal, end + options.chunkBytes)
      let free = UnsafeMutableBufferPointer(rebasing: bytes[(end - start)..<(next - start)])
      let count = try read(into: UnsafeMutableRawBufferPointer(free), from: &archive)
      if count == 0 { break }
      end += count
    }
    return end > before
  }

  private mutating func read(
    into free: UnsafeMutableRawBufferPointer, from archive: inout ArchiveReader
  ) throws -> Int {
    if text == nil {
      let count = try archive.read(into: free)
      // A text in UTF-8 cannot begin with this byte.
      guard decodesUTF16, end == 0, count > 0, free[0] >= 0xFE else { return count }
      text = DecodedText(beginning: free[..<count])
    }
    return try text?.read(into: free, from: &archive) ?? 0
  }

  /// The bytes that are not yet dropped, whether cleaned or not.
  var unclean: UnsafeBufferPointer<UInt8> { UnsafeBufferPointer(rebasing: bytes[..<(end - start)]) }

  /// Skips the bytes before `position`, which is on `line`, without cleaning them.
  mutating func skip(to position: Int, line: Int) {
    cleaner = TextCleaner(offset: position, line: line)
    cleanEnd = position
  }

  /// Cleans the bytes that were read since the last call.
  mutating func clean(isFinal: Bool) {
    let part = UnsafeMutableBufferPointer(rebasing: bytes[(cleanEnd - start)..<(end - start)])
    cleanEnd += cleaner.clean(part, isFinal: isFinal)
  }

  /// Drops the bytes before `position`.
  mutating func drop(before position: Int) {
    guard position > start, let base = bytes.baseAddress else { return }
    memmove(base, base + (position - start), end - position)
    start = position
  }

  // MARK: Looking

  subscript(position: Int) -> UInt8 { bytes[position - start] }

  /// Returns the address of a cleaned byte.
  func address(of position: Int) -> UnsafePointer<UInt8>? {
    UnsafePointer(bytes.baseAddress.map { $0 + (position - start) })
  }

  /// Returns the line, from 1, of a position in the window.
  func line(of position: Int) -> Int { cleaner.line - newlines(in: position..<cleanEnd) }

  func newlines(in range: Range<Int>) -> Int {
    var count = 0
    var at = range.lowerBound
    while let line = first(UInt8(ascii: "\n"), in: at..<range.upperBound) {
      count += 1
      at = line + 1
    }
    return count
  }

  func starts(_ text: StaticString, at position: Int) -> Bool {
    let count = text.utf8CodeUnitCount
    guard position >= start, position + count <= cleanEnd else { return false }
    let slice = bytes[(position - start)..<(position - start + count)]
    return text.withUTF8Buffer { AttributeText(rebasing: slice).hasBytes($0) }
  }

  func first(_ byte: UInt8, in range: Range<Int>) -> Int? {
    guard !range.isEmpty, let from = address(of: range.lowerBound),
      let found = memchr(from, Int32(byte), range.count)
    else { return nil }
    return range.lowerBound + (UnsafeRawPointer(found) - UnsafeRawPointer(from))
  }

  func last(_ byte: UInt8, in range: Range<Int>) -> Int? {
    guard let from = address(of: range.lowerBound) else { return nil }
    let found = daymark_text_last(from, range.count, byte)
    return found < range.count ? range.lowerBound + found : nil
  }

  func first(_ text: StaticString, in range: Range<Int>) -> Int? {
    range.first { starts(text, at: $0) && $0 + text.utf8CodeUnitCount <= range.upperBound }
  }

  // MARK: Mending

  /// Overwrites the bytes at `position`.
  mutating func write(_ text: String, at position: Int) {
    for (index, byte) in text.utf8.enumerated() { bytes[position - start + index] = byte }
  }
}
