import DaymarkModel

/// XML text as bytes, made without formatting functions, because a large export has millions of
/// lines.
extension [UInt8] {
  @inline(__always)
  mutating func append(_ text: StaticString) {
    append(contentsOf: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
  }

  @inline(__always)
  mutating func append(_ text: String) {
    append(contentsOf: text.utf8)
  }

  /// Appends ` name="value"` with the value escaped, or nothing where there is no value.
  mutating func appendAttribute(_ name: StaticString, _ value: String?) {
    guard let value else { return }
    append(UInt8(ascii: " "))
    append(name)
    append("=\"" as StaticString)
    appendEscaped(value)
    append(UInt8(ascii: "\""))
  }

  mutating func appendEscaped(_ text: String) {
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "&"): append("&amp;" as StaticString)
      case UInt8(ascii: "<"): append("&lt;" as StaticString)
      case UInt8(ascii: ">"): append("&gt;" as StaticString)
      case UInt8(ascii: "\""): append("&quot;" as StaticString)
      default: append(byte)
      }
    }
  }

  /// Appends ` name="yyyy-MM-dd HH:mm:ss ±hhmm"`, or nothing where there is no time.
  mutating func appendAttribute(
    _ name: StaticString, _ time: ExportTime?, offsetSeconds: Int
  ) {
    guard let time else { return }
    append(UInt8(ascii: " "))
    append(name)
    append("=\"" as StaticString)
    append(time, offsetSeconds: offsetSeconds)
    append(UInt8(ascii: "\""))
  }

  mutating func append(_ time: ExportTime, offsetSeconds: Int) {
    switch time {
    case .text(let text): appendEscaped(text)
    case .at(let instant): append(instant, offsetSeconds: offsetSeconds)
    }
  }

  private mutating func append(_ instant: Instant, offsetSeconds: Int) {
    let local = Int(instant.secondsSince1970) + offsetSeconds
    let ordinal = (local >= 0 ? local : local - 86_399) / 86_400
    let clock = local - ordinal * 86_400
    let (year, month, day) = CivilDay(ordinal: Int32(clamping: ordinal)).yearMonthDay
    appendTwoDigits(year / 100)
    appendTwoDigits(year % 100)
    append(UInt8(ascii: "-"))
    appendTwoDigits(month)
    append(UInt8(ascii: "-"))
    appendTwoDigits(day)
    append(UInt8(ascii: " "))
    appendTwoDigits(clock / 3600)
    append(UInt8(ascii: ":"))
    appendTwoDigits(clock / 60 % 60)
    append(UInt8(ascii: ":"))
    appendTwoDigits(clock % 60)
    append(UInt8(ascii: " "))
    append(offsetSeconds < 0 ? UInt8(ascii: "-") : UInt8(ascii: "+"))
    let minutes = abs(offsetSeconds) / 60
    appendTwoDigits(minutes / 60)
    appendTwoDigits(minutes % 60)
  }

  @inline(__always)
  private mutating func appendTwoDigits(_ number: Int) {
    append(UInt8(truncatingIfNeeded: 48 + number / 10))
    append(UInt8(truncatingIfNeeded: 48 + number % 10))
  }

  /// Appends eight hexadecimal digits, as in device addresses.
  mutating func appendHex(_ number: UInt32) {
    for shift in stride(from: 28, through: 0, by: -4) {
      let digit = UInt8(truncatingIfNeeded: number >> UInt32(shift) & 0xF)
      append(digit < 10 ? digit + 48 : digit + 87)
    }
  }
}

/// Returns the decimal text of `number` × 10^-`places` without trailing zeros: `decimal(1250,
/// places: 3)` is `1.25`.
func decimal(_ number: Int, places: Int) -> String {
  var millionths = number
  for _ in places..<6 { millionths *= 10 }
  return decimalText(ofMillionths: Int128(millionths))
}
