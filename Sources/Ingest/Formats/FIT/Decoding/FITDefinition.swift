/// The layout of the data messages of one local type, from the preceding definition.
///
/// It is compiled once, so that fields are found without a search. Source: FIT protocol,
/// "Definition message".
final class FITDefinition {
  let message: UInt16
  /// The number of bytes of a data message, with its header byte.
  let size: Int
  /// The developer fields that replace fields of the profile.
  let overrides: [FITNativeOverride]
  private let fields: [FITField]
  /// The index into `fields` by field number.
  private let slots: [UInt8]
  private static let noSlot = UInt8.max

  /// Compiles a definition message of a FIT file.
  ///
  /// - Parameters:
  ///   - bytes: The message with its header byte, in the length of ``size(of:held:)``.
  ///   - developer: The descriptions of developer fields so far.
  init(_ bytes: UnsafeRawPointer, developer: FITDeveloperFields) {
    func byte(_ index: Int) -> UInt8 { bytes.load(fromByteOffset: index, as: UInt8.self) }
    let isBigEndian = byte(2) != 0
    let number = bytes.loadUnaligned(fromByteOffset: 3, as: UInt16.self)
    message = isBigEndian ? UInt16(bigEndian: number) : UInt16(littleEndian: number)
    var (fields, slots) = ([FITField](), [UInt8](repeating: Self.noSlot, count: 256))
    var size = 1
    let count = Int(byte(5))
    for start in stride(from: 6, to: 6 + 3 * count, by: 3) {
      if let field = FITField(
        number: byte(start), code: byte(start + 2), size: byte(start + 1), offset: size,
        isBigEndian: isBigEndian), slots[Int(field.number)] == Self.noSlot
      {
        slots[Int(field.number)] = UInt8(truncatingIfNeeded: fields.count)
        fields.append(field)
      }
      size += Int(byte(start + 1))
    }
    var overrides: [FITNativeOverride] = []
    if byte(0) & FITHeaderByte.hasDeveloperFields != 0 {
      let first = 7 + 3 * count
      for start in stride(from: first, to: first + 3 * Int(byte(first - 1)), by: 3) {
        if let override = developer.override(
          of: message, number: byte(start), developer: byte(start + 2), size: byte(start + 1),
          offset: size, isBigEndian: isBigEndian)
        {
          overrides.append(override)
        }
        size += Int(byte(start + 1))
      }
    }
    (self.size, self.fields, self.slots, self.overrides) = (size, fields, slots, overrides)
  }

  /// Returns the number of bytes of the definition at `bytes`.
  ///
  /// If the `held` bytes do not show it, the result is greater than `held`.
  static func size(of bytes: UnsafeRawPointer, held: Int) -> Int {
    guard held >= 6 else { return 6 }
    let fields = 6 + 3 * Int(bytes.load(fromByteOffset: 5, as: UInt8.self))
    let header = bytes.load(as: UInt8.self)
    guard header & FITHeaderByte.hasDeveloperFields != 0 else { return fields }
    guard held > fields else { return fields + 1 }
    return fields + 1 + 3 * Int(bytes.load(fromByteOffset: fields, as: UInt8.self))
  }

  @inline(__always)  // It is called for every field, as `FITField.integer` is.
  func field(_ number: UInt8) -> FITField? {
    let slot = slots[Int(number)]
    return slot == Self.noSlot ? nil : fields[Int(slot)]
  }
}

/// The bytes that a part begins with.
enum FITHeader {
  static let minimumBytes = 12

  /// Returns whether the 12 bytes at `start` are a header.
  static func stands(at start: UnsafeRawPointer) -> Bool {
    start.load(as: UInt8.self) >= minimumBytes
      && start.loadUnaligned(fromByteOffset: 8, as: UInt32.self).littleEndian == 0x5449_462E
  }
}

/// The bits of a message's first byte.
///
/// Source: FIT protocol, "Record header byte".
enum FITHeaderByte {
  static let isCompressed: UInt8 = 0x80
  static let isDefinition: UInt8 = 0x40
  static let hasDeveloperFields: UInt8 = 0x20
}

/// The CRC-16 of FIT files: reflected polynomial 0xA001, initial value 0, no final inversion.
///
/// The result is that of the nibble table in the FIT protocol, "CRC", but it processes sixteen
/// bytes at a time.
struct FITChecksum {
  private(set) var value: UInt16 = 0

  /// Sixteen consecutive tables: the effect of a byte on the checksum if 0 to 15 zeros follow it.
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
        // The first two bytes come last, because only they depend on the previous sixteen.
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
