import DaymarkModel

/// The texts of one set by their meaning, and its place.
///
/// A reader fills it, and ``LogSets`` interprets it. An omitted text is empty.
struct LogEntry {
  var line: Int
  var byte: Int
  private var texts = [String](repeating: "", count: LogField.allCases.count)
  private var units = [Unit?](repeating: nil, count: LogField.allCases.count)
  /// The meaning of the load; `nil` where it is not stated.
  var meaning: LoadMeaning?
  /// Whether the set has a load that the log does not state.
  var hasUnknownLoad = false
  /// Whether the mark in place of the set's number may be in an unknown language.
  var hasForeignMark = false
  /// The start of the session, if the reader already knows it.
  var session: LoggedTime?

  init(line: Int, byte: Int) {
    (self.line, self.byte) = (line, byte)
  }

  /// The text of a figure without surrounding white space; empty where it is omitted.
  subscript(field: LogField) -> String {
    get { texts[field.rawValue] }
    set { texts[field.rawValue] = newValue }
  }

  func unit(of field: LogField) -> Unit? { units[field.rawValue] }

  mutating func put(_ text: String, as field: LogField, in unit: Unit? = nil) {
    texts[field.rawValue] = text
    units[field.rawValue] = unit
  }

  /// Sets a figure from a JSON document.
  ///
  /// `null` and a missing value count as omitted.
  mutating func put(_ item: JSONItem?, as field: LogField, in unit: Unit? = nil) {
    switch item ?? .null {
    case .string(let text): put(text.trimmed, as: field, in: unit)
    case .number(let number): put(number.plainText, as: field, in: unit)
    case .bool(let flag): put(flag ? "true" : "false", as: field, in: unit)
    case .object, .array: put("?", as: field, in: unit)
    // The entry may still have the value of another set.
    case .null: put("", as: field)
    }
  }
}

extension LogEntry {
  /// Whether the words for the kind of set, and for yes or no, are known.
  ///
  /// Otherwise the set might wrongly count as a working set.
  var hasKnownWords: Bool {
    let kind = self[.kind].lowercased()
    let isKind = kind.isEmpty || SetKind(logWord: kind) != nil || SetKind(hevyNumber: kind) != nil
    return isKind && logFlag(self[.isWarmUp]) != nil && logFlag(self[.isSkipped]) != nil
  }

  /// The number of sets that the row stands for, 1 where it is not stated; `nil` for an invalid or
  /// implausible number.
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
