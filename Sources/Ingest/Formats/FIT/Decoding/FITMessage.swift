/// A data message; good only while it is being taken.
struct FITMessage {
  /// The definition, which `FITDecoder.definitions` holds: none is replaced while a message is taken.
  ///
  /// To count references for each field would take longer than to read it.
  private let definition: Unmanaged<FITDefinition>
  /// The bytes from its header byte on.
  let bytes: UnsafeRawPointer
  /// Offset of its header byte in the document.
  let byte: Int
  /// Field 253, or the time of a compressed header.
  let timestamp: UInt32?
  /// The newest field 253 of this and all messages of the part before.
  let lastTimestamp: UInt32?

  /// The global message number.
  let number: UInt16
  /// Bytes of the message with its header byte.
  let size: Int
  /// Whether developer fields stand for some of its fields.
  let hasOverrides: Bool

  init(
    _ definition: Unmanaged<FITDefinition>, bytes: UnsafeRawPointer, byte: Int, timestamp: UInt32?,
    lastTimestamp: UInt32?
  ) {
    self.definition = definition
    (self.bytes, self.byte) = (bytes, byte)
    (self.timestamp, self.lastTimestamp) = (timestamp, lastTimestamp)
    (number, size, hasOverrides) = definition._withUnsafeGuaranteedRef {
      ($0.message, $0.size, !$0.overrides.isEmpty)
    }
  }

  private func field(_ field: FITProfileField) -> FITField? {
    definition._withUnsafeGuaranteedRef { $0.field(field.number) }
  }

  /// The first element of a field, unscaled; `nil` when it is missing or invalid.
  func integer(_ field: FITProfileField) -> Int64? {
    self.field(field)?.integer(0, in: bytes)
  }

  /// The first element of a field as a number of a type; `nil`, too, when the type has no such.
  func integer<Number: FixedWidthInteger>(
    _ field: FITProfileField, as type: Number.Type
  ) -> Number? {
    integer(field).flatMap(Number.init(exactly:))
  }

  /// The elements of a field, unscaled.
  func integers(_ field: FITProfileField) -> [Int64?] {
    guard let field = self.field(field) else { return [] }
    return (0..<field.count).map { field.integer($0, in: bytes) }
  }

  /// The bytes of a field, whatever its type is.
  func rawBytes(_ field: FITProfileField) -> UnsafeRawBufferPointer {
    guard let field = self.field(field) else { return .init(start: nil, count: 0) }
    return .init(start: bytes + Int(field.offset), count: Int(field.size))
  }

  func text(_ field: FITProfileField) -> String? {
    self.field(field)?.text(in: bytes)
  }

  /// A `date_time` field.
  func time(_ field: FITProfileField) -> UInt32? { integer(field, as: UInt32.self) }

  /// A field in micro-units of its unit; where it is missing or zero, the developer field that stands for it.
  func microUnits(_ field: FITProfileField) -> Int64? {
    let native = self.field(field)?.microUnits(each: field.step, in: bytes)
    if let native, native != 0 || !hasOverrides { return native }
    return override(of: field) ?? native
  }

  /// Whether a developer field says zero where the field that it stands for says more.
  func isOverriddenByZero(_ field: FITProfileField) -> Bool {
    override(of: field) == 0 && microUnits(field) != 0
  }

  private func override(of field: FITProfileField) -> Int64? {
    definition.takeUnretainedValue().overrides.lazy.filter { $0.native == field.number }
      .compactMap { $0.microUnits(in: bytes) }.first
  }
}

/// A receiver of the messages of a document, in their order.
protocol FITMessageConsumer {
  /// A header was read; what was said in the parts before does not hold any more.
  ///
  /// - Parameter statedBytes: As many bytes of messages as the header promises.
  mutating func beginPart(statedBytes: Int)
  mutating func add(_ message: FITMessage)
}
