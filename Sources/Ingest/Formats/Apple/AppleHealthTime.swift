import DaymarkModel

/// A time in an export: the instant, and the phone's offset from UTC at the time of the export.
struct AppleHealthTime {
  let instant: Instant
  let offsetSeconds: Int

  init(instant: Instant, offsetSeconds: Int) {
    self.instant = instant
    self.offsetSeconds = offsetSeconds
  }

  /// Reads `yyyy-MM-dd HH:mm:ss ±hhmm` with an existing date; `nil` for any other text.
  ///
  /// This is Apple's own format; see Semantics, "What is rejected". It is parsed without a general
  /// parser, because each record has three of them.
  init?(_ text: AttributeText) {
    guard text.count == 25, let base = text.baseAddress,
      base[4] == UInt8(ascii: "-"), base[7] == UInt8(ascii: "-"), base[10] == UInt8(ascii: " "),
      base[13] == UInt8(ascii: ":"), base[16] == UInt8(ascii: ":"), base[19] == UInt8(ascii: " "),
      base[20] == UInt8(ascii: "+") || base[20] == UInt8(ascii: "-")
    else { return nil }
    var invalid: UInt8 = 0
    func two(_ index: Int) -> Int {
      let (tens, ones) = (base[index] &- 48, base[index + 1] &- 48)
      invalid |= (tens > 9 ? 1 : 0) | (ones > 9 ? 1 : 0)
      return Int(tens) * 10 + Int(ones)
    }
    let (year, month, day) = (two(0) * 100 + two(2), two(5), two(8))
    let (hour, minute, second) = (two(11), two(14), two(17))
    let (offsetHours, offsetMinutes) = (two(21), two(23))
    guard invalid == 0, year >= 1, (1...12).contains(month), day >= 1,
      day <= 28 || day <= CivilDay.length(ofMonth: month, year: year),
      hour < 24, minute < 60, second < 60, offsetHours < 24, offsetMinutes < 60
    else { return nil }
    let magnitude = (offsetHours * 60 + offsetMinutes) * 60
    let offset = base[20] == UInt8(ascii: "-") ? -magnitude : magnitude
    let days = daysSince1970(year: year, month: month, day: day)
    let local = ((days * 24 + hour) * 60 + minute) * 60 + second
    instant = Instant(seconds: Int64(local - offset))
    offsetSeconds = offset
  }
}
