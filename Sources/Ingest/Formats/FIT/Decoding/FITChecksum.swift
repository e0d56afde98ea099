/// The CRC-16 of FIT files: reflected polynomial 0xA001, initial value 0, no final inversion.
///
/// The same as the nibble table of the FIT protocol, "CRC", a byte at a time.
struct FITChecksum {
  private(set) var value: UInt16 = 0
  /// The table lies in the instance, because a global would be checked for being initialised at
  /// every byte.
  private let table: [UInt16] = (0..<256).map { byte in
    (0..<8).reduce(UInt16(byte)) { crc, _ in
      crc & 1 == 1 ? (crc >> 1) ^ 0xA001 : crc >> 1
    }
  }

  mutating func restart() { value = 0 }

  mutating func add(_ bytes: UnsafeRawBufferPointer) {
    var crc = value
    table.withUnsafeBufferPointer { table in
      for byte in bytes { crc = (crc >> 8) ^ table[Int(UInt8(truncatingIfNeeded: crc) ^ byte)] }
    }
    value = crc
  }
}
