extension [UInt8] {
  /// Appends a number, seven bits a byte, the lowest first.
  package mutating func append(varint value: UInt64) {
    var rest = value
    while rest >= 0x80 {
      append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    append(UInt8(rest))
  }

  /// Appends a number so that small ones of either sign take few bytes.
  package mutating func append(zigZag value: Int64) {
    append(varint: UInt64(bitPattern: (value << 1) ^ (value >> 63)))
  }
}

/// Numbers that this program packed a moment ago, taken out in their order.
package struct PackedNumbers {
  private let bytes: [UInt8]
  private var index = 0

  /// Begins at the first byte.
  package init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// Whether nothing is left.
  package var isAtEnd: Bool { index == bytes.count }

  /// Takes a byte.
  package mutating func nextByte() -> UInt8 {
    index += 1
    return bytes[index - 1]
  }

  /// Takes a number of ``Swift/Array/append(varint:)``.
  package mutating func nextVarint() -> UInt64 {
    var (value, shift): (UInt64, UInt64) = (0, 0)
    while true {
      let byte = nextByte()
      value |= UInt64(byte & 0x7F) << shift
      if byte < 0x80 { return value }
      shift += 7
    }
  }

  /// Takes a number of ``Swift/Array/append(zigZag:)``.
  package mutating func nextZigZag() -> Int64 {
    let value = nextVarint()
    return Int64(bitPattern: value >> 1) ^ -Int64(bitPattern: value & 1)
  }
}
