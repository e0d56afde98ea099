/// A normalised measurement over an interval: 40 bytes, kept until its subject is aggregated.
///
/// - Units: `value` in micro-units of the metric's canonical unit; times in milliseconds.
public struct Sample: Sendable {
  public var start: Instant
  /// Equal to `start` for an instant sample.
  public var end: Instant
  public var value: Quantity
  /// Seconds since 1970 of the record's creation; `UInt32.max` when the file does not say.
  public var created: UInt32
  /// The low 32 bits of the record's line.
  public var line: UInt32
  /// Source 16 bits, user-entered 1, spare 7, byte offset 40.
  private var packed: UInt64

  @inlinable
  public init(
    start: Instant, end: Instant, value: Quantity, source: UInt16 = 0, created: UInt32 = .max,
    isUserEntered: Bool = false, line: Int = 0, byte: Int = 0
  ) {
    self.init(
      start, end, value, created, UInt32(truncatingIfNeeded: line),
      UInt64(source) << 48 | (isUserEntered ? 1 << 47 : 0) | UInt64(byte) & 0xFF_FFFF_FFFF)
  }

  @usableFromInline
  init(
    _ start: Instant, _ end: Instant, _ value: Quantity, _ created: UInt32, _ line: UInt32,
    _ packed: UInt64
  ) {
    self.start = start
    self.end = end
    self.value = value
    self.created = created
    self.line = line
    self.packed = packed
  }

  /// Index of the sample's source: in `Normalize` as the input numbers them, afterwards by rank.
  public var source: UInt16 {
    get { UInt16(truncatingIfNeeded: packed >> 48) }
    set { packed = packed & 0xFFFF_FFFF_FFFF | UInt64(newValue) << 48 }
  }

  public var isUserEntered: Bool { packed >> 47 & 1 == 1 }

  /// Offset of the record in its entry.
  public var byte: Int { Int(packed & 0xFF_FFFF_FFFF) }

  public var isInstant: Bool { start == end }

  /// - Units: milliseconds.
  public var duration: Int64 { end.milliseconds - start.milliseconds }
}
