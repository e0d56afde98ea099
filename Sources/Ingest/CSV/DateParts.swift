import DaymarkDocuments

/// The numbers and words of a date.
struct DateParts {
  var numbers: [(value: Int, digits: Int)] = []
  var words: [String] = []
  var hasSlash = false
  var hasDot = false

  /// Whether the day precedes the month if both are numbers.
  ///
  /// Dots are European, and `thg 3` is March in Vietnamese.
  var isDayFirst: Bool { hasDot || words.contains { ["thg", "tháng"].contains($0.lowercased()) } }

  /// Divides a text; `nil` where it has more or longer numbers than a date.
  init?(_ text: String) {
    enum Kind { case number, word, other }
    var last = Kind.other
    let scalars = Array(text.unicodeScalars)
    for (index, scalar) in scalars.enumerated() {
      if let digit = scalar.digit {
        if last != .number { numbers.append((0, 0)) }
        let at = numbers.count - 1
        numbers[at] = (numbers[at].value * 10 + digit, numbers[at].digits + 1)
        guard at < 6, numbers[at].digits <= 4 else { return nil }
        last = .number
      } else if scalar.isOfWord || last == .word && scalar.isMark {
        if last != .word { words.append("") }
        guard words.count <= 8 else { return nil }
        words[words.count - 1].unicodeScalars.append(scalar)
        last = .word
      } else if last == .word, scalar == ".", scalars.dropFirst(index + 1).first?.isOfWord == true {
        // Dots within words are ignored, as in `p.m.` or `ม.ค.`.
        continue
      } else {
        hasSlash = hasSlash || scalar == "/"
        hasDot = hasDot || scalar == "."
        last = .other
      }
    }
  }
}

/// The month and the half of the day that the words of a date state.
struct DateWords {
  enum Half { case morning, afternoon }

  var month: Int?
  var half: Half?

  /// Reads the words; `nil` where one is unknown.
  init?(_ words: [String]) {
    let words = words.map { $0.lowercased() }
    for word in words {
      // This word is between date and time in some languages, and half of `a. m.` in others.
      if word == "a", !words.contains("m") { continue }
      if let number = monthNumbers[word], month == nil {
        month = number
      } else if morningWords.contains(word), half == nil {
        half = .morning
      } else if afternoonWords.contains(word), half == nil {
        half = .afternoon
      } else if !dateFillWords.contains(word) {
        return nil
      }
    }
  }

  /// Returns the hour of the day for a clock's hour; `nil` where that half of the day has no such
  /// hour.
  func hours(of shown: Int) -> Int? {
    guard let half else { return shown }
    guard (1...12).contains(shown) else { return nil }
    return shown % 12 + (half == .afternoon ? 12 : 0)
  }

  /// Removes hour, minute and second from the end.
  ///
  /// - Returns: The seconds since midnight.
  func takeClock(from numbers: inout [(value: Int, digits: Int)]) -> Int? {
    guard numbers.count >= 3 else { return nil }
    let clock = numbers.suffix(3).map(\.value)
    numbers.removeLast(3)
    guard let hour = hours(of: clock[0]), hour < 24, clock[1] < 60, clock[2] < 60 else {
      return nil
    }
    return (hour * 60 + clock[1]) * 60 + clock[2]
  }
}

extension Unicode.Scalar {
  /// The value of a digit in any script; `nil` for any other character.
  var digit: Int? {
    if (48...57).contains(value) { return Int(value) - 48 }
    guard value > 0x7F, properties.numericType == .decimal else { return nil }
    return properties.numericValue.map { Int($0) }
  }

  fileprivate var isOfWord: Bool { properties.isAlphabetic }

  /// Whether the character belongs to the letter before it, as vowels do in Indian scripts.
  fileprivate var isMark: Bool {
    [.nonspacingMark, .spacingMark].contains(properties.generalCategory)
  }
}
