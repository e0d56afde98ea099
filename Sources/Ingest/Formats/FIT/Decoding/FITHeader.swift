/// The bytes that a part begins with.
enum FITHeader {
  static let minimumBytes = 12

  /// Whether the 12 bytes at `start` are a header's.
  static func stands(at start: UnsafeRawPointer) -> Bool {
    start.load(as: UInt8.self) >= minimumBytes
      && start.loadUnaligned(fromByteOffset: 8, as: UInt32.self).littleEndian == 0x5449_462E
  }
}

/// Bits of the byte that every message begins with.
///
/// Source: FIT protocol, "Record header byte".
enum FITHeaderByte {
  static let isCompressed: UInt8 = 0x80
  static let isDefinition: UInt8 = 0x40
  static let hasDeveloperFields: UInt8 = 0x20
}
