/// The CRC-16 of FIT files: reflected polynomial 0xA001, initial value 0, no final inversion.
///
/// The same as the nibble table of the FIT protocol, "CRC", sixteen bytes at a time.
struct FITChecksum {
  private(set) var value: UInt16 = 0

  /// Sixteen tables one after the other: what a byte does to the checksum when 0 to 15 zeros follow it.
  private static let tables: [UInt16] = {
    var tables: [UInt16] = (0..<256).map { byte -> UInt16 in
      (0..<8).reduce(UInt16(byte)) { crc, _ in
        crc & 1 == 1 ? (crc >> 1) ^ 0xA001 : crc >> 1
      }
    }
    for index in 256..<4096 {
      let before = tables[index - 256]
      tables.append((before >> 8) ^ tables[Int(before & 0xFF)])
    }
    return tables
  }()

  mutating func restart() { value = 0 }

  mutating func add(_ bytes: UnsafeRawBufferPointer) {
    var crc = value
    Self.tables.withUnsafeBufferPointer { tables in
      func word(at start: Int) -> UInt64 {
        bytes.loadUnaligned(fromByteOffset: start, as: UInt64.self).littleEndian
      }
      let sixteens = bytes.count & ~15
      for start in stride(from: 0, to: sixteens, by: 16) {
        let (first, second) = (word(at: start) ^ UInt64(crc), word(at: start + 8))
        crc = 0
        // The first two bytes last: these alone wait for the sixteen before.
        for place in (0..<8).reversed() {
          let shift = UInt64(8 * place)
          crc ^= tables[(15 - place) * 256 + Int(UInt8(truncatingIfNeeded: first >> shift))]
          crc ^= tables[(7 - place) * 256 + Int(UInt8(truncatingIfNeeded: second >> shift))]
        }
      }
      for byte in bytes[sixteens...] {
        crc = (crc >> 8) ^ tables[Int(UInt8(truncatingIfNeeded: crc) ^ byte)]
      }
    }
    value = crc
  }
}
