// Paths and names as the system has them: any bytes, for not every system's names are UTF-8.
//
// As text, a byte that is part of no UTF-8 stands as a scalar of a private plane, `U+10F780` for 0x80 to
// `U+10F7FF` for 0xFF. So each path is one text, and that text is the path again.

/// The scalars that stand for bytes from 0x80 on.
private let byteScalars: ClosedRange<UInt32> = 0x10_F780...0x10_F7FF

extension String {
  /// The text of a path that the system gives.
  package init(systemPath bytes: [UInt8]) {
    // Not `String(validating:)`, whose first call looks up types for a quarter of a millisecond of every start.
    let text = String(decoding: bytes, as: UTF8.self)
    // Bytes that are no UTF-8 were replaced in it.
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

  /// The bytes of the path that the text is, and a 0 behind them, as system calls take it.
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
  /// The byte that the scalar stands for in the text of a path; `nil` of any other.
  package var systemByte: UInt8? {
    byteScalars.contains(value) ? UInt8(value - byteScalars.lowerBound + 0x80) : nil
  }
}
