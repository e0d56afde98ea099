// Paths and names as the system has them: any bytes, because file names need not be UTF-8.
//
// As text, a byte that is not part of valid UTF-8 becomes a scalar of a private-use plane, from
// `U+10F780` for 0x80 to `U+10F7FF` for 0xFF. Each path thus has one text, from which the path can
// be restored.

/// The scalars that stand for the bytes 0x80 to 0xFF where these are not valid UTF-8.
private let byteScalars: ClosedRange<UInt32> = 0x10_F780...0x10_F7FF

extension String {
  /// The text of a path that the system returned.
  package init(systemPath bytes: [UInt8]) {
    // The first call of `String(validating:)` would cost a quarter of a millisecond at every start,
    // because it looks up types.
    let text = String(decoding: bytes, as: UTF8.self)
    // Bytes that are not valid UTF-8 were replaced in the text, so it then differs from them.
    if text.utf8.elementsEqual(bytes),
      !text.unicodeScalars.contains(where: { $0.systemByte != nil })
    {
      self = text
      return
    }
    self.init()
    var rest = bytes[...]
    while let byte = rest.first {
      let scalar = (1...4).lazy.compactMap { length in
        String(validating: rest.prefix(length), as: UTF8.self)?.unicodeScalars.first
      }.first { $0.systemByte == nil }
      let next = scalar ?? Unicode.Scalar(byteScalars.lowerBound - 0x80 + UInt32(byte))
      if let next { unicodeScalars.append(next) }
      rest.removeFirst(scalar.map { UTF8.width($0) } ?? 1)
    }
  }

  /// The bytes of the path, ended by a 0, as system calls take it.
  package var systemPath: [CChar] {
    guard unicodeScalars.contains(where: { $0.systemByte != nil }) else {
      return Array(utf8CString)
    }
    let bytes = unicodeScalars.flatMap { scalar in
      scalar.systemByte.map { [$0] } ?? Array(String(scalar).utf8)
    }
    return bytes.map(CChar.init(bitPattern:)) + [0]
  }
}

extension Unicode.Scalar {
  /// The byte that the scalar stands for in the text of a path; `nil` for any other scalar.
  package var systemByte: UInt8? {
    byteScalars.contains(value) ? UInt8(value - byteScalars.lowerBound + 0x80) : nil
  }
}
