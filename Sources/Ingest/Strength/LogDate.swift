import DaymarkModel

/// The date of a session in a workout log.
enum LogDate: Equatable {
  case time(LoggedTime)
  /// A date such as `3/4/2026`, whose order is unknown.
  ///
  /// Each reading is `nil` where it is not a real date.
  case either(dayFirst: LoggedTime?, monthFirst: LoggedTime?)
  /// A date such as `Jan 14., 06:04`, without a year.
  case withoutYear(month: Int, day: Int, seconds: Int?)

  var hasYear: Bool { if case .withoutYear = self { false } else { true } }

  /// Reads ISO 8601, dates in words of the supported languages, numeric dates, clocks of 12 and 24
  /// hours, and serial days of spreadsheets.
  ///
  /// - Returns: The date; `nil` for any other text and for a date that does not exist.
  init?(_ written: String) {
    guard !written.isEmpty, written.utf8.count <= 64 else { return nil }
    let text = comparableName(written).trimmed.withPlainDigits
    if let day = Self.serialDay(text) {
      self = .time(.day(day))
      return
    }
    guard let clock = ClockText(text), let parts = DateParts(clock.before + " " + clock.after),
      let words = DateWords(parts.words)
    else { return nil }
    var seconds = clock.seconds
    if words.half != nil {
      guard let known = seconds, let hours = words.hours(of: known / 3600) else { return nil }
      seconds = hours * 3600 + known % 3600
    }
    self.init(parts, month: words.month, seconds, offset: clock.offsetSeconds)
  }

  private init?(_ parts: DateParts, month: Int?, _ seconds: Int?, offset: Int?) {
    func time(_ year: Int, _ month: Int, _ day: Int) -> LoggedTime? {
      guard let day = CivilDay(year: year, month: month, day: day) else { return nil }
      guard let seconds else { return .day(day) }
      let wall = Instant(seconds: Int64(day.ordinal) * 86_400 + Int64(seconds))
      return offset.map { .at(wall.advanced(byMilliseconds: Int64($0) * -1000)) } ?? .wall(wall)
    }
    func one(_ time: LoggedTime?) -> LogDate? { time.map { .time($0) } }
    let numbers = parts.numbers
    let found: LogDate?
    switch (numbers.count, month) {
    case (1, let month?) where numbers[0].digits <= 2:
      let isReal = CivilDay(year: 2000, month: month, day: numbers[0].value) != nil
      found = isReal ? .withoutYear(month: month, day: numbers[0].value, seconds: seconds) : nil
    case (2, let month?):
      let yearFirst = numbers[0].digits == 4
      let (year, day) = yearFirst ? (numbers[0], numbers[1]) : (numbers[1], numbers[0])
      found = year.digits == 4 ? one(time(year.value, month, day.value)) : nil
    case (3, nil) where numbers[0].digits == 4:
      found = one(time(numbers[0].value, numbers[1].value, numbers[2].value))
    case (3, nil) where numbers[2].digits == 4 || numbers[2].digits == 2:
      let year = numbers[2].digits == 4 ? numbers[2].value : 2000 + numbers[2].value
      let dayFirst = time(year, numbers[1].value, numbers[0].value)
      if parts.isDayFirst {
        found = one(dayFirst)
      } else {
        let monthFirst = time(year, numbers[0].value, numbers[1].value)
        let isNone = dayFirst == nil && monthFirst == nil
        found =
          dayFirst == monthFirst
          ? one(dayFirst)
          : isNone ? nil : .either(dayFirst: dayFirst, monthFirst: monthFirst)
      }
    default: found = nil
    }
    guard let found else { return nil }
    self = found
  }

  /// Returns the day for a spreadsheet's number of days since 30 December 1899, from 1954 to 2119.
  private static func serialDay(_ text: String) -> CivilDay? {
    guard text.utf8.count == 5, let number = Int(text), (20_000...80_000).contains(number),
      let zero = CivilDay(year: 1899, month: 12, day: 30)
    else { return nil }
    return zero.advanced(by: number)
  }
}

extension String {
  /// The text with digits 0 to 9 instead of those of other scripts.
  fileprivate var withPlainDigits: String {
    if utf8.allSatisfy({ $0 < 0x80 }) { return self }
    var plain = UnicodeScalarView()
    for scalar in unicodeScalars {
      if let digit = scalar.digit {
        plain.append(contentsOf: String(digit).unicodeScalars)
      } else {
        plain.append(scalar)
      }
    }
    return String(plain)
  }
}

/// A text from which the clock and the offset from UTC after it were removed.
private struct ClockText {
  var before: String
  var after: String
  /// The seconds since midnight; `nil` where there is no clock.
  var seconds: Int?
  var offsetSeconds: Int?

  /// Separates a text from the clock in it and the offset from UTC; `nil` where the clock is
  /// invalid.
  init?(_ text: String) {
    guard let colon = text.firstIndex(of: ":") else {
      (before, after) = (text, "")
      return
    }
    let hours = text[..<colon].reversed().prefix { $0.isASCII && $0.isNumber }.count
    let start = text.index(colon, offsetBy: -hours)
    let clock = text[start...].prefix { $0.isASCII && $0.isNumber || $0 == ":" || $0 == "." }
    let parts = clock.split(separator: ":", omittingEmptySubsequences: false)
    let whole = parts.map { Int($0.prefix { $0 != "." }) }
    guard (2...3).contains(parts.count), let hour = whole[0], hour < 24, let minute = whole[1],
      minute < 60
    else { return nil }
    var second = 0
    if parts.count == 3 {
      guard let value = whole[2], value < 60 else { return nil }
      second = value
    }
    seconds = (hour * 60 + minute) * 60 + second
    before = String(text[..<start])
    if before.last == "T" { before.removeLast() }
    after = String(text[clock.endIndex...]).trimmed
    guard let sign = after.first else { return }
    if after == "Z" || after == "z" || after == "UTC" {
      (after, offsetSeconds) = ("", 0)
    } else if sign == "+" || sign == "-" {
      var offset = after
      if offset.utf8.count == 5 {
        offset.insert(":", at: offset.utf8.index(offset.startIndex, offsetBy: 3))
      }
      guard let midnight = Instant(rfc3339: "1970-01-01T00:00:00" + offset) else { return nil }
      (after, offsetSeconds) = ("", -Int(midnight.secondsSince1970))
    }
  }
}

extension LoggedTime {
  /// Returns a date with a time of day added.
  ///
  /// - Returns: The time; `nil` where the text is not a clock.
  func at(clock text: String) -> LoggedTime? {
    guard case .day(let day) = self, case .time(.wall(let wall)) = LogDate("2000-01-01 " + text)
    else {
      return nil
    }
    let midnight = Int64(CivilDay(year: 2000, month: 1, day: 1)?.ordinal ?? 0) * 86_400_000
    return .wall(
      Instant(
        milliseconds: Int64(day.ordinal) * 86_400_000 + wall.milliseconds - midnight))
  }
}
