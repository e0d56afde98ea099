/// A data message, which is valid only while it is being read.
struct FITMessage {
  /// The definition, which `FITDecoder.definitions` keeps alive while a message is read.
  ///
  /// Counting references for each field would take longer than reading it.
  private let definition: Unmanaged<FITDefinition>
  /// The bytes, from the header byte on.
  let bytes: UnsafeRawPointer
  /// The offset of the header byte in the document.
  let byte: Int
  /// The time in field 253, or that of a compressed header.
  let timestamp: UInt32?
  /// The newest field 253 in this and all earlier messages of the part.
  let lastTimestamp: UInt32?

  /// The global message number.
  let number: UInt16
  /// The number of bytes of the message, with its header byte.
  let size: Int
  /// Whether developer fields replace some of its fields.
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

  /// Returns the first element of a field, unscaled; `nil` where it is missing or invalid.
  func integer(_ field: FITProfileField) -> Int64? {
    self.field(field)?.integer(0, in: bytes)
  }

  /// Returns the first element of a field as a number of a type; `nil` also where it is out of the
  /// type's range.
  func integer<Number: FixedWidthInteger>(
    _ field: FITProfileField, as type: Number.Type
  ) -> Number? {
    integer(field).flatMap(Number.init(exactly:))
  }

  /// Returns the elements of a field, unscaled.
  func integers(_ field: FITProfileField) -> [Int64?] {
    guard let field = self.field(field) else { return [] }
    return (0..<field.count).map { field.integer($0, in: bytes) }
  }

  /// Returns the bytes of a field of any type.
  func rawBytes(_ field: FITProfileField) -> UnsafeRawBufferPointer {
    guard let field = self.field(field) else { return .init(start: nil, count: 0) }
    return .init(start: bytes + Int(field.offset), count: Int(field.size))
  }

  func text(_ field: FITProfileField) -> String? {
    self.field(field)?.text(in: bytes)
  }

  /// Returns the value of a `date_time` field.
  func time(_ field: FITProfileField) -> UInt32? { integer(field, as: UInt32.self) }

  /// Returns a field in micro-units of its unit, or the developer field that replaces it if it is
  /// missing or zero.
  func microUnits(_ field: FITProfileField) -> Int64? {
    let native = self.field(field)?.microUnits(each: field.step, in: bytes)
    if let native, native != 0 || !hasOverrides { return native }
    return override(of: field) ?? native
  }

  /// Returns whether a developer field states zero where the field that it replaces states more.
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
  /// Begins a part, after its header.
  ///
  /// Facts from earlier parts no longer apply.
  ///
  /// - Parameter statedBytes: The number of bytes of messages that the header states.
  mutating func beginPart(statedBytes: Int)
  mutating func add(_ message: FITMessage)
}
