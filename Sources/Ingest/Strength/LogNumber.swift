import DaymarkModel

/// A number in a cell of a workout log: `102,5`, `60 kg`, `1,500`, `1 500`, `1e3`.
struct LogNumber {
  var value: DecimalNumber
  /// The letters after the number, in lower case.
  var suffix: String

  /// Reads the number at the beginning of a cell; what follows it becomes the suffix.
  ///
  /// - Parameter commaIsDecimal: Whether a single comma before three digits separates decimals.
  ///   Before another number of digits it always does.
  /// - Returns: The number; `nil` where the text does not begin with one.
  init?(_ text: String, commaIsDecimal: Bool) {
    if let plain = DecimalNumber(plain: text) {
      (value, suffix) = (plain, "")
      return
    }
    let text = text.trimmed
    guard !text.contains(where: \.isNewline) else { return nil }
    // White space may separate groups of digits, or precede a unit.
    var digits = text.prefix { "+-0123456789.,'’".contains($0) || $0.isWhitespace }
    while digits.last?.isWhitespace == true { digits = digits.dropLast() }
    var rest = text[digits.endIndex...]
    // This is an exponent, while `8 e` would be a word.
    if let first = rest.first, first == "e" || first == "E",
      let next = rest.dropFirst().first, next.isNumber || next == "-" || next == "+"
    {
      let exponent = rest.dropFirst().prefix { "+-0123456789".contains($0) }
      digits = text[text.startIndex..<exponent.endIndex]
      rest = text[exponent.endIndex...]
    }
    guard let plain = Self.withPoint(String(digits), commaIsDecimal),
      let value = DecimalNumber(plain)
    else { return nil }
    self.value = value
    suffix = rest.filter { !$0.isWhitespace }.lowercased()
  }

  /// Returns the number with a decimal point as the only separator; `nil` where the digits before
  /// it are not in groups of three, so that `60 5` is not a number.
  private static func withPoint(_ digits: String, _ commaIsDecimal: Bool) -> String? {
    let decimals = decimals(of: digits, commaIsDecimal)
    let whole = decimals.map { digits[..<$0] } ?? digits[...]
    let groups = whole.drop { "+-".contains($0) }.split(omittingEmptySubsequences: false) {
      !$0.isNumber && !"+-eE".contains($0)
    }
    guard
      groups.count == 1
        || groups[0].count <= 3 && groups[0].count > 0
          && groups.dropFirst().allSatisfy({ $0.count == 3 })
    else { return nil }
    let sign = whole.prefix { "+-".contains($0) }
    let fraction = decimals.map { "." + digits[digits.index(after: $0)...] } ?? ""
    return sign + groups.joined() + fraction
  }

  /// Returns the position of the point or comma before the decimals.
  private static func decimals(of digits: String, _ commaIsDecimal: Bool) -> String.Index? {
    let (points, commas) = (digits.count { $0 == "." }, digits.count { $0 == "," })
    let last = digits.lastIndex { $0 == "." || $0 == "," }
    if points > 0, commas > 0 { return last }
    guard points + commas == 1, let last else { return nil }
    let count = digits.distance(from: last, to: digits.endIndex) - 1
    return points == 1 || count != 3 || commaIsDecimal ? last : nil
  }

  var isZero: Bool { value.coefficient == 0 }

  /// The number in tenths, rounded; `nil` below zero or above one hundred.
  var tenths: Int? {
    guard !value.isNegative, let amount = try? value.quantity(times: UnitRatio(10)),
      amount <= Quantity(1000)
    else { return nil }
    return Int(amount.rounded(toMultipleOf: 1_000_000).microUnits / 1_000_000)
  }

  /// The whole part, because only a completed repetition counts; `nil` below zero or above a
  /// million.
  var wholePart: Int? {
    guard !value.isNegative, let amount = try? value.quantity(times: UnitRatio(1)),
      amount <= Quantity(1_000_000)
    else { return nil }
    return Int(amount.microUnits / 1_000_000)
  }
}

extension DecimalNumber {
  /// Whether the number is not whole, in the precision of a millionth.
  var hasFraction: Bool {
    ((try? quantity(times: UnitRatio(1)))?.microUnits ?? 0) % 1_000_000 != 0
  }
}

extension Unit {
  /// Makes the unit that a word in a workout log names, in lower case.
  init?(logWord word: String) {
    guard let unit = logUnits[word] else { return nil }
    self = unit
  }

  /// Makes the unit of this dimension, because `m` is a meter or a minute.
  init?(logWord word: String, of dimension: Dimension) {
    let unit = dimension == .time ? timeWords[word].flatMap { timeUnits[$0] } : logUnits[word]
    guard let unit, unit.dimension == dimension else { return nil }
    self = unit
  }
}

private let logUnits: [String: Unit] = [
  "kg": .kilogram, "kgs": .kilogram, "kilogram": .kilogram, "kilograms": .kilogram,
  "kilos": .kilogram, "kilo": .kilogram, "кг": .kilogram, "公斤": .kilogram, "千克": .kilogram,
  "キロ": .kilogram, "킬로그램": .kilogram, "фунт": .pound, "фунты": .pound, "磅": .pound,
  "ポンド": .pound, "파운드": .pound, "livres": .pound, "libras": .pound, "lb": .pound, "lbs": .pound,
  "pound": .pound, "pounds": .pound,
  "m": .meter, "meter": .meter, "meters": .meter, "metre": .meter, "metres": .meter,
  "km": .kilometer, "kms": .kilometer, "kilometer": .kilometer, "kilometers": .kilometer,
  "mi": .mile, "mile": .mile, "miles": .mile, "ft": .foot, "feet": .foot, "yd": .yard,
  "yds": .yard, "yards": .yard, "cm": .centimeter,
]

extension DecimalNumber {
  /// Reads digits with at most one point, as most numbers have; `nil` for any other text.
  fileprivate init?(plain text: String) {
    var points = 0
    for byte in text.utf8 {
      if byte == UInt8(ascii: ".") { points += 1 } else if byte &- 48 > 9 { return nil }
    }
    guard points <= 1 else { return nil }
    self.init(text)
  }

  /// Reads a time in a workout log: `1h 2m`, `1h:28m`, `0:45`, `0:01:48`, `1:02 hr`, `90`.
  ///
  /// - Parameter unit: The unit of a number without one.
  /// - Returns: The seconds; `nil` for any other text, and for a number below zero.
  init?(logTime text: String, in unit: Unit, commaIsDecimal: Bool) {
    if text.contains(":"), !text.contains(where: \.isLetter) {
      self.init(secondsOfClock: text)
      return
    }
    let words = text.lowercased().split(separator: " ")
    if text.contains(":"), words.count == 2, words[0].allSatisfy({ $0 == ":" || $0.isNumber }),
      let unit = timeWords[String(words[1])], unit > 1
    {
      self.init(secondsOfClock: unit == 3600 ? words[0] + ":00" : String(words[0]))
      return
    }
    guard text.contains(where: \.isLetter) else {
      let scale: Int64 = unit == .minute ? 60 : unit == .hour ? 3600 : 1
      guard let number = LogNumber(text, commaIsDecimal: commaIsDecimal),
        let seconds = try? number.value.quantity(times: UnitRatio(scale))
      else { return nil }
      self.init(coefficient: UInt128(seconds.microUnits), exponent: -6)
      return
    }
    self.init(partsOfTime: text, commaIsDecimal: commaIsDecimal)
  }

  /// Reads numbers that each have a unit: `2h 30m 15s`, `1.5 min`.
  private init?(partsOfTime text: String, commaIsDecimal: Bool) {
    var microseconds: UInt128 = 0
    var digits = ""
    var word = ""
    func take() -> Bool {
      guard !word.isEmpty else { return digits.isEmpty }
      guard let number = LogNumber(digits, commaIsDecimal: commaIsDecimal), number.suffix.isEmpty,
        let unit = timeWords[word],
        let seconds = try? number.value.quantity(times: UnitRatio(unit)), seconds >= .zero
      else { return false }
      microseconds += UInt128(seconds.microUnits)
      (digits, word) = ("", "")
      return true
    }
    for character in text.lowercased() {
      if character.isNumber, character.isASCII {
        if !word.isEmpty, !take() { return nil }
        digits.append(character)
      } else if character.isLetter {
        word.append(character)
      } else if !character.isWhitespace, ![":", ".", ","].contains(character) {
        return nil
      } else if word.isEmpty, !digits.isEmpty {
        // The character belongs to the number, whether it is valid or not.
        digits.append(character)
      }
    }
    guard take(), digits.isEmpty else { return nil }
    let (seconds, rest) = microseconds.quotientAndRemainder(dividingBy: 1_000_000)
    if rest == 0 {
      self.init(coefficient: seconds)
    } else {
      self.init(coefficient: microseconds, exponent: -6)
    }
  }
}

/// Whether a word of a workout log, in lower case, is a unit of time.
func isTimeWord(_ word: String) -> Bool { timeWords[word] != nil }

private let timeUnits: [Int64: Unit] = [1: .second, 60: .minute, 3600: .hour]

/// The words after numbers in the length of a session, in the languages of the apps.
private let timeWords: [String: Int64] = [
  "h": 3600, "hr": 3600, "hrs": 3600, "hour": 3600, "hours": 3600, "std": 3600, "ч": 3600,
  "小时": 3600, "小時": 3600, "時間": 3600, "시간": 3600, "u": 3600, "uur": 3600, "t": 3600,
  "tim": 3600, "godz": 3600, "hod": 3600, "sa": 3600, "ore": 3600, "год": 3600,
  "m": 60, "min": 60, "mins": 60, "minute": 60, "minutes": 60, "мин": 60, "分": 60, "分钟": 60,
  "分鐘": 60, "분": 60, "dk": 60, "mnt": 60, "хв": 60,
  "s": 1, "sec": 1, "secs": 1, "second": 1, "seconds": 1, "sek": 1, "seg": 1, "с": 1, "сек": 1,
  "秒": 1, "초": 1, "sn": 1,
]
