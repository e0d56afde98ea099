import DaymarkModel

/// The base type of a field.
///
/// The raw value is the low five bits of the type in the file.
///
/// Source: FIT protocol, table "FIT base types and invalid values".
enum FITBaseType: UInt8 {
  case enumeration = 0
  case sint8, uint8, sint16, uint16, sint32, uint32, string, float32, float64
  case uint8z, uint16z, uint32z, byte, sint64, uint64, uint64z

  /// Reads a base type from its code in a definition, in which 0x80 marks types of several bytes.
  init?(code: UInt8) { self.init(rawValue: code & 0x1F) }

  /// The number of bytes of one element.
  var size: Int {
    switch self {
    case .enumeration, .sint8, .uint8, .string, .uint8z, .byte: 1
    case .sint16, .uint16, .uint16z: 2
    case .sint32, .uint32, .uint32z, .float32: 4
    case .float64, .sint64, .uint64, .uint64z: 8
    }
  }
}

/// The position of a field in the messages of a definition.
struct FITField {
  let number: UInt8
  let type: FITBaseType
  let isBigEndian: Bool
  let size: UInt8
  /// The number of elements.
  ///
  /// ``elementSize`` is the size of each.
  ///
  /// Both are stored, because a division takes longer than reading an element.
  private let elementCount: UInt8
  private let elementSize: UInt8
  /// The offset from the message's header byte.
  let offset: Int32

  /// Places a field in its messages; `nil` where the code of its base type is unknown.
  ///
  /// A field whose size is not a multiple of its base type's is read as bytes, as some firmware
  /// requires.
  init?(number: UInt8, code: UInt8, size: UInt8, offset: Int, isBigEndian: Bool) {
    guard let type = FITBaseType(code: code) else { return nil }
    self.number = number
    self.type = Int(size) % type.size == 0 ? type : .byte
    self.size = size
    elementSize = UInt8(self.type.size)
    elementCount = size / elementSize
    self.offset = Int32(truncatingIfNeeded: offset)
    self.isBigEndian = isBigEndian
  }

  var count: Int { Int(elementCount) }

  /// Returns element `index` as a whole number.
  ///
  /// Floating-point numbers are rounded.
  ///
  /// - Returns: The number; `nil` for the type's invalid value, and for an element that is not a
  ///   number.
  @inline(__always)  // For each field of each message: the call takes as long as the reading.
  func integer(_ index: Int, in message: UnsafeRawPointer) -> Int64? {
    guard index < count else { return nil }
    let start = message + Int(offset) + index * Int(elementSize)
    switch type {
    case .enumeration, .uint8: return valid(start.load(as: UInt8.self), not: .max)
    case .byte: return size == 1 ? valid(start.load(as: UInt8.self), not: .max) : nil
    case .uint8z: return valid(start.load(as: UInt8.self), not: 0)
    case .sint8: return valid(start.load(as: Int8.self), not: .max)
    case .sint16: return valid(load(start), not: Int16.max)
    case .uint16: return valid(load(start), not: UInt16.max)
    case .uint16z: return valid(load(start), not: UInt16(0))
    case .sint32: return valid(load(start), not: Int32.max)
    case .uint32: return valid(load(start), not: UInt32.max)
    case .uint32z: return valid(load(start), not: UInt32(0))
    case .sint64: return valid(load(start), not: Int64.max)
    case .uint64: return valid(load(start), not: UInt64.max)
    case .uint64z: return valid(load(start), not: UInt64(0))
    case .float32, .float64: return double(at: start).flatMap { Int64(exactly: $0.rounded()) }
    case .string: return nil
    }
  }

  /// Returns the first element times `step`, in micro-units.
  ///
  /// - Parameter step: The micro-units in one raw unit: 10,000 where the profile's scale is 100.
  func microUnits(each step: Int64, in message: UnsafeRawPointer) -> Int64? {
    if type == .float32 || type == .float64 {
      guard count > 0, let value = double(at: message + Int(offset)) else { return nil }
      return Int64(exactly: (value * Double(step)).rounded())
    }
    guard let raw = integer(0, in: message) else { return nil }
    let (value, overflow) = raw.multipliedReportingOverflow(by: step)
    return overflow ? nil : value
  }

  /// Returns the text before the first NUL; `nil` where it is empty.
  func text(in message: UnsafeRawPointer) -> String? {
    guard type == .string else { return nil }
    let bytes = UnsafeRawBufferPointer(start: message + Int(offset), count: Int(size))
    let text = String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
    return text.isEmpty ? nil : text
  }

  private func load<T: FixedWidthInteger>(_ start: UnsafeRawPointer) -> T {
    let value = start.loadUnaligned(as: T.self)
    return isBigEndian ? T(bigEndian: value) : T(littleEndian: value)
  }

  private func valid<T: FixedWidthInteger>(_ value: T, not invalid: T) -> Int64? {
    value == invalid ? nil : Int64(exactly: value)
  }

  /// Returns a floating-point number.
  ///
  /// The invalid value, with all bits set, is not a number.
  private func double(at start: UnsafeRawPointer) -> Double? {
    let value =
      type == .float32
      ? Double(Float(bitPattern: load(start))) : Double(bitPattern: load(start))
    return value.isFinite ? value : nil
  }
}

/// A counter whose lowest bits alone are written.
///
/// Source: FIT protocol, "Accumulated fields".
struct FITAccumulator {
  private var value: UInt32
  private let mask: UInt32

  /// Begins with a complete reading of the counter; later ones state only so many low bits.
  init(bits: UInt32, from value: UInt32 = 0) {
    mask = (1 << bits) - 1
    self.value = value
  }

  /// Returns the complete reading for the lowest bits.
  mutating func add(_ low: UInt32) -> UInt32 {
    value &+= (low &- value) & mask
    return value
  }
}

/// Times of FIT files: seconds since 1989-12-31T00:00:00Z.
///
/// Source: FIT profile, type `date_time`.
enum FITTime {
  static let epoch: Int64 = 631_065_600
  /// The lowest value that is a date.
  ///
  /// Smaller ones count from when the device was switched on.
  static let firstDate: UInt32 = 0x1000_0000

  static func instant(_ time: UInt32) -> Instant? {
    time < firstDate ? nil : Instant(seconds: epoch + Int64(time))
  }

  /// Returns the offset from UTC between two clocks in one message.
  ///
  /// - Returns: The offset, rounded to a quarter of an hour; `nil` beyond 14 hours, which no zone
  ///   has.
  static func offsetSeconds(local: UInt32, utc: UInt32) -> Int? {
    let difference = Int(local) - Int(utc)
    guard abs(difference) <= 14 * 3600 + 450 else { return nil }
    let quarters = (Double(difference) / 900).rounded()
    return Int(quarters) * 900
  }
}
