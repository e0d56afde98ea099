import DaymarkModel

/// A time in the form `dateTime` of XML Schema, with an existing date.
///
/// Digits of a fraction after the third are ignored. A time without a zone is UTC, as the schemas
/// of TCX and GPX prescribe. `+02:00` may also be written `+0200`.
struct XMLTime {
  let instant: Instant
  /// The offset from UTC; `nil` for `Z` and `+00:00`, which programs write for UTC anywhere, and
  /// where none is stated.
  let offsetSeconds: Int?
  /// Whether the time is written without a zone.
  let isZoneless: Bool

  init?(_ text: AttributeText) {
    let text = text.trimmed
    guard text.count >= 19, text[4] == UInt8(ascii: "-"), text[7] == UInt8(ascii: "-"),
      text[10] == UInt8(ascii: "T"), text[13] == UInt8(ascii: ":"), text[16] == UInt8(ascii: ":")
    else { return nil }
    var isValid = true
    func two(_ index: Int) -> Int {
      let (tens, ones) = (text[index] &- 48, text[index + 1] &- 48)
      if tens > 9 || ones > 9 { isValid = false }
      return Int(tens) * 10 + Int(ones)
    }
    let day = CivilDay(year: two(0) * 100 + two(2), month: two(5), day: two(8))
    let (hour, minute, second) = (two(11), two(14), two(17))
    guard isValid, let day, hour < 24, minute < 60, second < 60,
      let (milliseconds, end) = Self.fraction(of: text, from: 19),
      let offset = Self.offset(AttributeText(rebasing: text[end...]))
    else { return nil }
    let seconds = ((Int(day.ordinal) * 24 + hour) * 60 + minute) * 60 + second - offset
    instant = Instant(milliseconds: Int64(seconds * 1000 + milliseconds))
    offsetSeconds = offset == 0 ? nil : offset
    isZoneless = end == text.endIndex
  }

  /// Returns the milliseconds of a fraction, and where it ends.
  private static func fraction(
    of text: AttributeText, from start: Int
  ) -> (milliseconds: Int, end: Int)? {
    guard start < text.count, text[start] == UInt8(ascii: ".") else { return (0, start) }
    let digits = text[(start + 1)...].prefix { $0 &- 48 <= 9 }
    if digits.isEmpty { return nil }
    let weights = [100, 10, 1]
    let milliseconds = zip(digits, weights).reduce(0) { $0 + Int($1.0 &- 48) * $1.1 }
    return (milliseconds, digits.endIndex)
  }

  /// Returns the seconds east of UTC in `Z`, `±hh:mm`, `±hhmm` or an empty text.
  private static func offset(_ text: AttributeText) -> Int? {
    if text.isEmpty || text.count == 1 && text[0] == UInt8(ascii: "Z") { return 0 }
    let digits = text.dropFirst().filter { $0 != UInt8(ascii: ":") }.map { Int($0) - 48 }
    guard text[0] == UInt8(ascii: "+") || text[0] == UInt8(ascii: "-"), digits.count == 4,
      text.count == 5 || text.count == 6 && text[3] == UInt8(ascii: ":"),
      digits.allSatisfy({ 0...9 ~= $0 })
    else { return nil }
    let (hours, minutes) = (digits[0] * 10 + digits[1], digits[2] * 10 + digits[3])
    guard hours < 24, minutes < 60 else { return nil }
    let seconds = (hours * 60 + minutes) * 60
    return text[0] == UInt8(ascii: "-") ? -seconds : seconds
  }
}
