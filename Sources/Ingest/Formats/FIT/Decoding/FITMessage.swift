import DaymarkModel

/// A data message; good only while it is being taken.
struct FITMessage {
  let definition: FITDefinition
  /// From its header byte.
  let bytes: UnsafeRawPointer
  /// Offset of its header byte in the document.
  let byte: Int
  /// Field 253, or the time of a compressed header.
  let timestamp: UInt32?
  /// The newest field 253 of this and all messages of the part before.
  let lastTimestamp: UInt32?

  /// The global message number.
  var number: UInt16 { definition.message }

  /// The first element of a field, unscaled; `nil` when it is missing or invalid.
  func integer(_ field: UInt8) -> Int64? {
    definition.field(field)?.integer(0, in: bytes)
  }

  /// The elements of a field, unscaled.
  func integers(_ field: UInt8) -> [Int64?] {
    guard let field = definition.field(field) else { return [] }
    return (0..<field.count).map { field.integer($0, in: bytes) }
  }

  /// The bytes of a field, whatever its type is.
  func rawBytes(_ field: UInt8) -> UnsafeRawBufferPointer {
    guard let field = definition.field(field) else { return .init(start: nil, count: 0) }
    return .init(start: bytes + Int(field.offset), count: Int(field.size))
  }

  func text(_ field: UInt8) -> String? { definition.field(field)?.text(in: bytes) }

  /// A field in micro-units of its unit; where it is missing, the developer field that stands for it.
  ///
  /// - Parameter step: Micro-units in one of the raw number: 10,000 where the profile's scale is 100.
  func microUnits(_ field: UInt8, each step: Int64) -> Int64? {
    if let value = definition.field(field)?.microUnits(each: step, in: bytes) { return value }
    for override in definition.overrides where override.native == field {
      if let value = override.microUnits(in: bytes) { return value }
    }
    return nil
  }

  /// A `date_time` field.
  func time(_ field: UInt8) -> UInt32? { integer(field).flatMap(UInt32.init(exactly:)) }
}

/// Takes the messages of a document, in their order.
protocol FITMessageConsumer {
  /// A header was read; what was said in the parts before does not hold any more.
  mutating func beginPart()
  mutating func take(_ message: FITMessage)
}

/// Times of FIT files: seconds since 1989-12-31T00:00:00Z.
///
/// Source: FIT profile, type `date_time`.
enum FITTime {
  static let epoch: Int64 = 631_065_600
  /// Less than this counts from when the device was switched on, and is no date.
  static let firstDate: UInt32 = 0x1000_0000

  static func instant(_ time: UInt32) -> Instant? {
    time < firstDate ? nil : Instant(seconds: epoch + Int64(time))
  }

  /// The offset from UTC that two clocks of one message show.
  ///
  /// - Returns: Rounded to a quarter of an hour; `nil` beyond 14 hours, which no zone has.
  static func offsetSeconds(local: UInt32, utc: UInt32) -> Int? {
    let difference = Int(local) - Int(utc)
    guard abs(difference) <= 14 * 3600 + 450 else { return nil }
    let quarters = (Double(difference) / 900).rounded()
    return Int(quarters) * 900
  }
}

/// A counter of which only the lowest bits are written.
///
/// Source: FIT protocol, "Accumulated fields".
struct FITAccumulator {
  private var value: UInt32
  private let mask: UInt32

  /// - Parameter value: A full reading of the counter.
  init(bits: UInt32, from value: UInt32 = 0) {
    mask = (1 << bits) - 1
    self.value = value
  }

  /// The full reading, after one of the lowest bits.
  mutating func add(_ low: UInt32) -> UInt32 {
    value &+= (low &- value) & mask
    return value
  }
}
