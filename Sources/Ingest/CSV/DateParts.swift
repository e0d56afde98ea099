import DaymarkDocuments

/// The numbers and words of a text.
struct DateParts {
  var numbers: [(value: Int, digits: Int)] = []
  var words: [String] = []
  var hasSlash = false
  var hasDot = false

  /// Whether the day stands before the month wherever both are numbers: dots are Europe's, and `thg 3` is
  /// March in Vietnamese.
  var isDayFirst: Bool { hasDot || words.contains { ["thg", "tháng"].contains($0.lowercased()) } }

  /// `nil` for more of them, or longer numbers, than a date has.
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
        // `p.m.`, `ม.ค.`
        continue
      } else {
        hasSlash = hasSlash || scalar == "/"
        hasDot = hasDot || scalar == "."
        last = .other
      }
    }
  }
}

/// The month and the half of the day that the words of a date say.
struct DateWords {
  enum Half { case morning, afternoon }

  var month: Int?
  var half: Half?

  /// `nil` when a word is not known.
  init?(_ words: [String]) {
    let words = words.map { $0.lowercased() }
    for word in words {
      // A word between date and time in some languages, and half of `a. m.` in others.
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

  /// The hour of the day that a clock shows; `nil` where its half has no such hour.
  func hours(of shown: Int) -> Int? {
    guard let half else { return shown }
    guard (1...12).contains(shown) else { return nil }
    return shown % 12 + (half == .afternoon ? 12 : 0)
  }

  /// Takes hour, minute and second off the end.
  ///
  /// - Returns: Seconds since midnight.
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
  /// The number that a digit of any script stands for.
  var digit: Int? {
    if (48...57).contains(value) { return Int(value) - 48 }
    guard value > 0x7F, properties.numericType == .decimal else { return nil }
    return properties.numericValue.map { Int($0) }
  }

  fileprivate var isOfWord: Bool { properties.isAlphabetic }

  /// Whether it belongs to the letter before it, as vowels do in India.
  fileprivate var isMark: Bool {
    [.nonspacingMark, .spacingMark].contains(properties.generalCategory)
  }
}
