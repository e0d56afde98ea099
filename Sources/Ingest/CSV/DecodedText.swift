import DaymarkModel

/// The text of a document as UTF-8, decoded from UTF-8 or from UTF-16 with a byte order mark.
///
/// Offsets count in the UTF-8 text.
struct DecodedText {
  private enum Encoding {
    case utf8
    case utf16(isLittleEndian: Bool)
  }

  /// The decoded bytes that are not yet returned.
  private var pending: [UInt8] = []
  /// The number of ``pending`` bytes that were returned.
  private var taken = 0
  private var encoding: Encoding?
  /// The first byte of an incomplete UTF-16 unit.
  private var halfUnit: UInt8?
  private var highSurrogate: UInt16?
  private var isAtEnd = false

  /// The maximum number of bytes that are searched for the end of the first line.
  private static let mostAhead = 1 << 16
  private static let chunk = 4096

  init() {}

  /// Makes a text whose first bytes were already read.
  init(beginning bytes: some Sequence<UInt8>) { decide(Array(bytes)) }

  /// Returns the first line that is not blank, without consuming it.
  ///
  /// - Throws: The errors of reading the document.
  mutating func firstLine(of document: inout ArchiveReader) throws -> ArraySlice<UInt8> {
    while true {
      let line = pending.drop { $0 <= 0x20 }
      if let end = line.firstIndex(where: { $0 == 0x0A || $0 == 0x0D }) { return line[..<end] }
      guard !isAtEnd, pending.count < Self.mostAhead else { return line }
      try fill(Self.chunk, from: &document)
    }
  }

  /// Fills a buffer, only partly at the end of the document.
  ///
  /// - Throws: The errors of reading the document.
  mutating func read(
    into buffer: UnsafeMutableRawBufferPointer, from document: inout ArchiveReader
  ) throws -> Int {
    if taken == pending.count {
      pending.removeAll(keepingCapacity: true)
      taken = 0
    }
    while encoding == nil || pending.isEmpty, !isAtEnd {
      try fill(max(1, buffer.count), from: &document)
    }
    let count = min(buffer.count, pending.count - taken)
    buffer.copyBytes(from: pending[taken..<taken + count])
    taken += count
    return count
  }

  private mutating func fill(_ count: Int, from document: inout ArchiveReader) throws {
    var bytes = [UInt8](repeating: 0, count: count)
    let got = try bytes.withUnsafeMutableBytes { try document.read(into: $0) }
    isAtEnd = got == 0
    bytes.removeLast(count - got)
    guard let encoding else { return decide(bytes) }
    decode(bytes[...], encoding)
  }

  /// Detects the encoding by the first two bytes; see RFC 2781, section 3.2.
  private mutating func decide(_ bytes: [UInt8]) {
    pending += bytes
    guard pending.count >= 2 || isAtEnd else { return }
    let first = pending
    let isLittle = first.starts(with: [0xFF, 0xFE])
    guard isLittle || first.starts(with: [0xFE, 0xFF]) else {
      encoding = .utf8
      return
    }
    let found = Encoding.utf16(isLittleEndian: isLittle)
    encoding = found
    pending = []
    decode(first.dropFirst(2), found)
  }

  private mutating func decode(_ bytes: ArraySlice<UInt8>, _ encoding: Encoding) {
    guard case .utf16(let isLittle) = encoding else {
      pending += bytes
      return
    }
    for byte in bytes {
      guard let first = halfUnit else {
        halfUnit = byte
        continue
      }
      halfUnit = nil
      let (low, high) = isLittle ? (first, byte) : (byte, first)
      append(UInt16(high) << 8 | UInt16(low))
    }
  }

  private mutating func append(_ unit: UInt16) {
    if let high = highSurrogate {
      highSurrogate = nil
      if (0xDC00...0xDFFF).contains(unit) {
        let value = 0x10000 + (UInt32(high) - 0xD800) << 10 + UInt32(unit) - 0xDC00
        return append(Unicode.Scalar(value))
      }
      append(Unicode.Scalar?.none)
    }
    if (0xD800...0xDBFF).contains(unit) {
      highSurrogate = unit
    } else {
      append(Unicode.Scalar(unit))
    }
  }

  /// Appends a character.
  ///
  /// Half of a surrogate pair becomes a replacement character.
  private mutating func append(_ scalar: Unicode.Scalar?) {
    pending += Array(String(scalar ?? "\u{FFFD}").utf8)
  }

  /// Returns the decoded form of a complete text.
  static func decoded(_ bytes: UnsafeBufferPointer<UInt8>) -> [UInt8] {
    var text = DecodedText()
    text.decide(Array(bytes.prefix(2)))
    text.isAtEnd = true
    if text.encoding == nil { text.decide([]) }
    text.decode(bytes.dropFirst(2)[...], text.encoding)
    return text.pending
  }

  private mutating func decode(
    _ bytes: Slice<UnsafeBufferPointer<UInt8>>, _ encoding: Encoding?
  ) {
    decode(Array(bytes)[...], encoding ?? .utf8)
  }
}

extension UInt8 {
  /// Returns the separator of a line: the most frequent of comma, semicolon and tab outside quotes,
  /// or else a comma.
  static func separator(in line: some Sequence<UInt8>) -> UInt8 {
    let candidates = [UInt8(ascii: ","), UInt8(ascii: ";"), UInt8(ascii: "\t")]
    var counts = [0, 0, 0]
    var isQuoted = false
    for byte in line {
      if byte == UInt8(ascii: "\"") { isQuoted.toggle() }
      if !isQuoted, let index = candidates.firstIndex(of: byte) { counts[index] += 1 }
    }
    let most = counts.max() ?? 0
    return candidates[counts.firstIndex(of: most) ?? 0]
  }
}
