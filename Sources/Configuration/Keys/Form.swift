import DaymarkModel

/// What the value of a key must be: from it come what a finding says was expected, and the JSON Schema.
indirect enum Form: Sendable {
  /// Text with something in it and without control characters.
  case text
  /// A scalar that a regular expression describes.
  ///
  /// Written without quotes it may be something else to other readers of YAML.
  case word(Pattern, ExpectedValue, orAs: [OtherReading] = [])
  case number(ClosedRange<Int>)
  case choice([String])
  case truth([Bool])
  case threshold(ThresholdUnit, aboveZero: Bool = false)
  /// Two thresholds.
  case between(ThresholdUnit)
  case percent
  /// Words stand in it once each.
  case list(Form, of: ExpectedValue.Item, mayBeEmpty: Bool = false)
  /// One, or a list.
  case oneOrMore(Form, ExpectedValue.Item)
  case mapping(KeyTable)
  case condition
  /// A mapping from names to conditions.
  case namedConditions

  /// What the core schema of YAML makes of scalars that are no text to it.
  enum OtherReading: String {
    case number, null
  }

  /// The words that may stand in it, alone or in a list.
  var words: [String] {
    switch self {
    case .choice(let words): words
    case .list(let form, _, _), .oneOrMore(let form, _): form.words
    default: []
    }
  }

  /// Whether a scalar, or an element of a list, is one of those that a pattern describes; true without
  /// a pattern.
  func accepts(_ text: String) -> Bool {
    switch self {
    case .word(let pattern, _, _): pattern.matches(text)
    case .list(let form, _, _), .oneOrMore(let form, _): form.accepts(text)
    default: true
    }
  }

  /// As a finding names it.
  var expected: ExpectedValue {
    switch self {
    case .text: .text
    case .word(_, let expected, _): expected
    case .list(_, let item, _): .list(of: item)
    case .oneOrMore(_, let item): .oneOrMore(item)
    case .number(let range):
      .wholeNumber(
        from: range.lowerBound,
        through: range.upperBound == wholeNumberLimit ? nil : range.upperBound)
    case .choice(let words): .oneOf(words)
    case .truth(let values): .oneOf(values.map { "\($0)" })
    case .threshold: .threshold
    case .between: .twoThresholds
    case .percent: .percentage
    case .mapping: .mapping
    case .condition: .condition
    case .namedConditions: .namedConditions
    }
  }
}

/// What the unit of a mapping's thresholds goes by.
enum ThresholdUnit: Sendable {
  case fixed(Unit)
  /// The canonical units by the word under another key of the same mapping.
  case of(key: String, [String: Unit])
}

/// The largest whole number that a rule may hold: no period has more days, and nothing overflows.
let wholeNumberLimit = 999_999
