/// The CRC-16 of FIT files: reflected polynomial 0xA001, initial value 0, no final inversion.
///
/// The same as the nibble table of the FIT protocol, "CRC", eight bytes at a time.
struct FITChecksum {
  private(set) var value: UInt16 = 0

  /// Eight tables one after the other: what a byte does to the checksum when 0 to 7 zeros follow it.
  private static let tables: [UInt16] = {
    var tables: [UInt16] = (0..<256).map { byte -> UInt16 in
      (0..<8).reduce(UInt16(byte)) { crc, _ in
        crc & 1 == 1 ? (crc >> 1) ^ 0xA001 : crc >> 1
      }
    }
    for index in 256..<2048 {
      let before = tables[index - 256]
      tables.append((before >> 8) ^ tables[Int(before & 0xFF)])
    }
    return tables
  }()

  mutating func restart() { value = 0 }

  mutating func add(_ bytes: UnsafeRawBufferPointer) {
    var crc = value
    Self.tables.withUnsafeBufferPointer { tables in
      let eights = bytes.count & ~7
      for start in stride(from: 0, to: eights, by: 8) {
        let word = bytes.loadUnaligned(fromByteOffset: start, as: UInt64.self).littleEndian
        let mixed = word ^ UInt64(crc)
        crc = 0
        for place in 0..<8 {
          let byte = UInt8(truncatingIfNeeded: mixed >> UInt64(8 * place))
          crc ^= tables[(7 - place) * 256 + Int(byte)]
        }
      }
      for byte in bytes[eights...] {
        crc = (crc >> 8) ^ tables[Int(UInt8(truncatingIfNeeded: crc) ^ byte)]
      }
    }
    value = crc
  }
}
