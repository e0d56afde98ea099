import DaymarkModel

/// The figures of one set as texts, by what they mean, and where it stands.
///
/// A reader fills it, ``LogSets`` understands it. What is not said is empty.
struct LogEntry {
  var line: Int
  var byte: Int
  private var texts = [String](repeating: "", count: LogField.allCases.count)
  private var units = [Unit?](repeating: nil, count: LogField.allCases.count)
  /// The way in which its load counts.
  var meaning: LoadMeaning?
  /// Whether it has a load that the log does not show.
  var hasUnknownLoad = false
  /// Whether the mark in place of the set's number may be in an unknown language.
  var hasForeignMark = false
  /// The start of its session, where the reader knows it already.
  var session: LoggedTime?

  init(line: Int, byte: Int) {
    (self.line, self.byte) = (line, byte)
  }

  /// The text of a figure, without white space around it; empty where nothing is said.
  subscript(field: LogField) -> String {
    get { texts[field.rawValue] }
    set { texts[field.rawValue] = newValue }
  }

  func unit(of field: LogField) -> Unit? { units[field.rawValue] }

  mutating func put(_ text: String, as field: LogField, in unit: Unit? = nil) {
    texts[field.rawValue] = text
    units[field.rawValue] = unit
  }

  /// Puts a figure of a JSON document; `null` and what is missing says nothing.
  mutating func put(_ item: JSONItem?, as field: LogField, in unit: Unit? = nil) {
    switch item ?? .null {
    case .string(let text): put(text.trimmed, as: field, in: unit)
    case .number(let number): put(number.plainText, as: field, in: unit)
    case .bool(let flag): put(flag ? "true" : "false", as: field, in: unit)
    case .object, .array: put("?", as: field, in: unit)
    // An entry may have been filled for another set before.
    case .null: put("", as: field)
    }
  }
}

extension LogEntry {
  /// Whether its words for the kind of set, and for yes or no, are known: what is no working set may not
  /// count as one.
  var hasKnownWords: Bool {
    let kind = self[.kind].lowercased()
    let isKind = kind.isEmpty || SetKind(logWord: kind) != nil || SetKind(hevyNumber: kind) != nil
    return isKind && logFlag(self[.isWarmUp]) != nil && logFlag(self[.isSkipped]) != nil
  }

  /// The sets that the row stands for: one where it does not say; `nil` where that is no whole number, or
  /// more than anybody does.
  var setCount: Int? {
    guard !self[.setCount].isEmpty else { return 1 }
    let number = LogNumber(self[.setCount], commaIsDecimal: true)
    guard let number, number.suffix.isEmpty, let count = number.wholePart,
      (0...Self.mostSets).contains(count),
      (try? number.value.quantity(times: UnitRatio(1))) == Quantity(count)
    else { return nil }
    return count
  }

  private static let mostSets = 100
}

extension DecimalNumber {
  /// The number without an exponent.
  fileprivate var plainText: String {
    var digits = String(coefficient)
    if exponent >= 0 {
      digits += String(repeating: "0", count: exponent)
    } else {
      digits = String(repeating: "0", count: max(0, 1 - exponent - digits.count)) + digits
      digits.insert(".", at: digits.index(digits.endIndex, offsetBy: exponent))
    }
    return (isNegative ? "-" : "") + digits
  }
}
