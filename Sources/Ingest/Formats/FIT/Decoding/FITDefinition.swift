/// The layout of the data messages of one local type, from the definition before them.
///
/// Compiled once, so that a field of a message is found without a search.
///
/// Source: FIT protocol, "Definition message".
final class FITDefinition {
  let message: UInt16
  /// Bytes of a data message with its header byte.
  let size: Int
  /// Developer fields that stand for fields of the profile.
  let overrides: [FITNativeOverride]
  private let fields: [FITField]
  /// Index into `fields` by field number.
  private let slots: [UInt8]
  private static let noSlot = UInt8.max

  /// - Parameters:
  ///   - bytes: The definition from its header byte, as long as ``size(of:held:)`` says.
  ///   - developer: Descriptions of developer fields met so far.
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

  /// Bytes of the definition that begins at `bytes`, as far as the `held` ones tell: more than are
  /// held when they are too few.
  static func size(of bytes: UnsafeRawPointer, held: Int) -> Int {
    guard held >= 6 else { return 6 }
    let fields = 6 + 3 * Int(bytes.load(fromByteOffset: 5, as: UInt8.self))
    let header = bytes.load(as: UInt8.self)
    guard header & FITHeaderByte.hasDeveloperFields != 0 else { return fields }
    guard held > fields else { return fields + 1 }
    return fields + 1 + 3 * Int(bytes.load(fromByteOffset: fields, as: UInt8.self))
  }

  @inline(__always)  // As `FITField.integer`.
  func field(_ number: UInt8) -> FITField? {
    let slot = slots[Int(number)]
    return slot == Self.noSlot ? nil : fields[Int(slot)]
  }
}
