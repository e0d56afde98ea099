/// A moment, as milliseconds since 1970-01-01T00:00:00Z.
///
/// Intervals are half-open, `[start, end)`. See Semantics, "Time".
public struct Instant: Hashable, Comparable, Sendable {
  /// Milliseconds since 1970-01-01T00:00:00Z.
  public var milliseconds: Int64

  @inlinable
  public init(milliseconds: Int64) {
    self.milliseconds = milliseconds
  }

  @inlinable
  package init(seconds: Int64) {
    self.milliseconds = seconds * 1000
  }

  /// Orders instants by time.
  @inlinable
  public static func < (a: Instant, b: Instant) -> Bool { a.milliseconds < b.milliseconds }

  /// The instant this many milliseconds later, or earlier where the number is negative.
  @inlinable
  package func advanced(byMilliseconds milliseconds: Int64) -> Instant {
    Instant(milliseconds: self.milliseconds + milliseconds)
  }

  /// The instant this many days of 24 hours later, or earlier where the number is negative.
  @inlinable
  package func advanced(byDays days: Int) -> Instant {
    advanced(byMilliseconds: Int64(days) * 86_400_000)
  }

  /// The whole seconds since 1970, rounded down.
  @inlinable package var secondsSince1970: Int64 { floorDivided(milliseconds, by: 1000) }
}

/// A half-open stretch of time, `[start, end)`.
public struct Interval: Hashable, Sendable {
  /// The first instant, included.
  public var start: Instant
  /// The end, not included.
  public var end: Instant

  @inlinable
  public init(_ start: Instant, _ end: Instant) {
    self.start = start
    self.end = end
  }

  /// The length of the interval.
  ///
  /// - Units: milliseconds.
  @inlinable package var duration: Int64 { end.milliseconds - start.milliseconds }

  /// Whether an instant lies in the interval; its end does not.
  @inlinable
  package func contains(_ instant: Instant) -> Bool { start <= instant && instant < end }
}

extension Instant: CustomStringConvertible {
  /// The instant in RFC 3339 in UTC, such as `2025-10-01T00:00:00Z`, with milliseconds only if
  /// there are any.
  public var description: String {
    let seconds = secondsSince1970
    let day = CivilDay(ordinal: Int32(clamping: floorDivided(seconds, by: 86_400)))
    let second = Int(seconds - floorDivided(seconds, by: 86_400) * 86_400)
    let milli = Int(milliseconds - seconds * 1000)
    let fraction = milli == 0 ? "" : "." + padded(milli, 3)
    return
      "\(day)T\(padded(second / 3600, 2)):\(padded(second / 60 % 60, 2)):\(padded(second % 60, 2))"
      + "\(fraction)Z"
  }

  /// Reads RFC 3339, such as `2025-10-01T00:00:00Z`, with `Z` or an offset, and with up to three
  /// decimals of a second.
  ///
  /// - Returns: `nil` for any other text and for dates that do not exist.
  public init?(rfc3339 text: String) {
    let bytes = Array(text.utf8)
    guard bytes.count >= 20, bytes[10] == UInt8(ascii: "T"),
      let day = CivilDay(String(decoding: bytes[0..<10], as: UTF8.self)),
      let clock = clockMilliseconds(Array(bytes[11..<19]))
    else { return nil }
    var position = 19
    var milli: Int64 = 0
    if bytes[position] == UInt8(ascii: ".") {
      let digits = bytes[(position + 1)...].prefix { $0 >= 48 && $0 <= 57 }
      guard (1...3).contains(digits.count) else { return nil }
      milli = digits.reduce(0) { $0 * 10 + Int64($1 - 48) }
      for _ in digits.count..<3 { milli *= 10 }
      position += 1 + digits.count
    }
    guard let offset = Self.offsetSeconds(Array(bytes[position...])) else { return nil }
    self.milliseconds = Int64(day.ordinal) * 86_400_000 + clock + milli - Int64(offset) * 1000
  }

  private static func offsetSeconds(_ bytes: [UInt8]) -> Int? {
    if bytes == [UInt8(ascii: "Z")] { return 0 }
    return Zone.fixedOffsetSeconds(String(decoding: bytes, as: UTF8.self))
  }
}

/// Reads `HH:mm:ss` as milliseconds since midnight; `nil` for any other text.
private func clockMilliseconds(_ bytes: [UInt8]) -> Int64? {
  guard bytes.count == 8, bytes[2] == UInt8(ascii: ":"), bytes[5] == UInt8(ascii: ":") else {
    return nil
  }
  func two(_ index: Int) -> Int64? {
    let (tens, ones) = (bytes[index] &- 48, bytes[index + 1] &- 48)
    return tens < 10 && ones < 10 ? Int64(tens) * 10 + Int64(ones) : nil
  }
  guard let hour = two(0), let minute = two(3), let second = two(6),
    hour < 24, minute < 60, second < 60
  else { return nil }
  return ((hour * 60 + minute) * 60 + second) * 1000
}

@inlinable
package func floorDivided(_ dividend: Int64, by divisor: Int64) -> Int64 {
  let quotient = dividend / divisor
  return dividend % divisor < 0 ? quotient - 1 : quotient
}

/// A number in decimal, with zeros in front up to `width` digits.
func padded(_ number: Int, _ width: Int) -> String {
  let digits = String(number)
  return String(repeating: "0", count: max(0, width - digits.count)) + digits
}
