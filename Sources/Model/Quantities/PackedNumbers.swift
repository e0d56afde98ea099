extension [UInt8] {
  /// Appends a number as a varint: seven bits a byte, the lowest first, with the top bit set on all
  /// bytes but the last.
  package mutating func append(varint value: UInt64) {
    var rest = value
    while rest >= 0x80 {
      append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    append(UInt8(rest))
  }

  /// Appends a signed number in zigzag form, so that numbers near zero take few bytes whatever
  /// their sign.
  package mutating func append(zigZag value: Int64) {
    append(varint: UInt64(bitPattern: (value << 1) ^ (value >> 63)))
  }
}

/// Reads back, in order, numbers that this program packed a moment ago.
///
/// The bytes are trusted, so that reading beyond them traps.
package struct PackedNumbers {
  private let bytes: [UInt8]
  private var index = 0

  package init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// Whether all numbers were read.
  package var isAtEnd: Bool { index == bytes.count }

  /// Reads one byte.
  package mutating func nextByte() -> UInt8 {
    index += 1
    return bytes[index - 1]
  }

  /// Reads a number that ``Swift/Array/append(varint:)`` wrote.
  package mutating func nextVarint() -> UInt64 {
    var (value, shift): (UInt64, UInt64) = (0, 0)
    while true {
      let byte = nextByte()
      value |= UInt64(byte & 0x7F) << shift
      if byte < 0x80 { return value }
      shift += 7
    }
  }

  /// Reads a number that ``Swift/Array/append(zigZag:)`` wrote.
  package mutating func nextZigZag() -> Int64 {
    let value = nextVarint()
    return Int64(bitPattern: value >> 1) ^ -Int64(bitPattern: value & 1)
  }
}
