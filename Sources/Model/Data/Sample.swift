/// A normalised measurement over an interval: 40 bytes, kept in memory until its subject is
/// aggregated.
///
/// As with ``Record``, every member is usable from code that is inlined into other modules.
///
/// - Units: `value` in micro-units of the metric's canonical unit; times in milliseconds.
@usableFromInline
package struct Sample: Sendable {
  /// The instant at which the sample begins, included.
  @usableFromInline package var start: Instant
  /// The instant at which the sample ends, excluded; equal to `start` for a measurement at an
  /// instant.
  @usableFromInline package var end: Instant
  /// The amount, in the metric's canonical unit.
  @usableFromInline package var value: Quantity
  /// The time at which the record was written, in seconds since 1970; `UInt32.max` when the file
  /// does not say.
  @usableFromInline package var created: UInt32
  /// The low 32 bits of the record's line.
  @usableFromInline package var line: UInt32
  /// Four values in one number.
  ///
  /// From the highest bit they are 16 bits of source, 1 bit for user-entered, 11 bits of input and
  /// 36 bits of byte offset.
  @usableFromInline var packed: UInt64

  @inlinable
  package init(
    start: Instant, end: Instant, value: Quantity, source: UInt16 = 0, created: UInt32 = .max,
    isUserEntered: Bool = false, input: Int = 0, line: Int = 0, byte: Int = 0
  ) {
    self.init(
      start, end, value, created, UInt32(truncatingIfNeeded: line),
      UInt64(source) << 48 | (isUserEntered ? 1 << 47 : 0)
        | UInt64(min(max(input, 0), Sample.lastInput)) << 36
        | UInt64(truncatingIfNeeded: byte) & 0xF_FFFF_FFFF)
  }

  @inlinable
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

  /// The largest index of an input that a sample can hold; it stands for all further inputs, too.
  @inlinable package static var lastInput: Int { 2047 }

  /// The sample's source: in `Normalize` the number that its input gives to it, and afterwards its
  /// rank.
  @inlinable package var source: UInt16 {
    get { UInt16(truncatingIfNeeded: packed >> 48) }
    set { packed = packed & 0xFFFF_FFFF_FFFF | UInt64(newValue) << 48 }
  }

  /// Whether a person typed it in.
  @inlinable package var isUserEntered: Bool {
    get { packed >> 47 & 1 == 1 }
    set { packed = packed & ~(1 << 47) | (newValue ? 1 << 47 : 0) }
  }

  /// Index of the input that the sample was read from; only `Normalize` needs it.
  @inlinable package var input: Int {
    get { Int(packed >> 36 & 0x7FF) }
    set {
      packed = packed & ~(0x7FF << 36) | UInt64(min(max(newValue, 0), Sample.lastInput)) << 36
    }
  }

  /// Offset of the record in its document, in bytes from 0.
  @inlinable package var byte: Int { Int(packed & 0xF_FFFF_FFFF) }

  /// Whether the sample starts and ends at one instant.
  @inlinable package var isInstant: Bool { start == end }

  /// The time from start to end.
  ///
  /// - Units: milliseconds.
  @inlinable package var duration: Int64 { end.milliseconds - start.milliseconds }

  /// The time of the sample in quarters of a millisecond.
  ///
  /// Two of these ranges overlap exactly when the samples do: samples that only touch do not, and
  /// an instant meets samples that contain or touch it; see Semantics, "Several exports".
  package var meetingTime: ClosedRange<Int64> {
    let (start, end) = (start.milliseconds * 4, end.milliseconds * 4)
    return isInstant ? start - 1...start + 1 : start + 1...end - 1
  }

  /// Whether the two are the same measurement, with equal source, time and value.
  @inlinable package func isDuplicate(of other: Sample) -> Bool {
    start == other.start && source == other.source && end == other.end && value == other.value
  }

  /// Whether this sample is the one to keep of two duplicates.
  ///
  /// A measured sample comes before a user-entered one, then the one written earlier, and at last
  /// the one with the lower position, so that the order is total.
  func precedesDuplicate(_ other: Sample) -> Bool {
    if isUserEntered != other.isUserEntered { return other.isUserEntered }
    if created != other.created { return created < other.created }
    return packed < other.packed
  }
}
