import DaymarkModel

/// A JSON value that a format has asked for.
///
/// Numbers stay the decimals that were written. Of a key given twice the last value counts, as it
/// does for most programs, and `json.duplicate_key` says so.
indirect enum JSONItem: Hashable {
  case object([String: JSONItem])
  case array([JSONItem])
  case string(String)
  case number(DecimalNumber)
  case bool(Bool)
  /// Also the literals `NaN`, `Infinity` and `-Infinity`, which some apps write for a missing figure.
  case null

  /// The member of an object; `nil` when there is none or it is `null`.
  subscript(key: String) -> JSONItem? {
    guard case .object(let members) = self, let member = members[key], member != .null else {
      return nil
    }
    return member
  }

  /// Elements of an array, or nothing.
  var elements: [JSONItem] { if case .array(let elements) = self { elements } else { [] } }

  /// Members of an object, or nothing; in no order.
  var members: [String: JSONItem] { if case .object(let members) = self { members } else { [:] } }

  var text: String? { if case .string(let text) = self { text } else { nil } }

  var flag: Bool? { if case .bool(let flag) = self { flag } else { nil } }

  /// A number, or text that is one: many web services quote their numbers.
  var decimal: DecimalNumber? {
    switch self {
    case .number(let number): number
    case .string(let text): DecimalNumber(text)
    default: nil
    }
  }

  /// ``decimal`` rounded to a whole number; `nil` beyond ±9 × 10¹².
  var integer: Int? {
    guard let decimal else { return nil }
    // Quantities are not negative.
    let magnitude =
      decimal.isNegative
      ? DecimalNumber(coefficient: decimal.coefficient, exponent: decimal.exponent) : decimal
    guard let quantity = try? magnitude.quantity(times: UnitRatio(1)) else { return nil }
    let rounded = Int(quantity.rounded(toMultipleOf: 1_000_000).microUnits / 1_000_000)
    return decimal.isNegative ? -rounded : rounded
  }

  /// An amount as a record carries it, or `nil` when the member is missing.
  ///
  /// A member that is no number gives an amount without value, which `Normalize` rejects.
  func amount(_ key: String, _ unit: Unit) -> WrittenAmount? {
    self[key].map { WrittenAmount($0.decimal, .known(unit)) }
  }

  /// A heart rate; zero and negative numbers, which services write for "none", are missing.
  func heartRate(_ key: String) -> WrittenAmount? {
    guard let rate = amount(key, .beatsPerMinute) else { return nil }
    return rate.value.map { $0.isNegative || $0.coefficient == 0 } == true ? nil : rate
  }
}

/// An element of a document, with its place.
struct JSONElement: Hashable {
  /// Index of the path that it stands at, among those asked for.
  var path: Int
  var item: JSONItem
  /// Line of its first byte, from 1.
  var line: Int
  /// Offset of its first byte, from 0.
  var byte: Int
  /// Somewhere in it; the offset is one in the document.
  var repeated: RepeatedJSONKey?
}
