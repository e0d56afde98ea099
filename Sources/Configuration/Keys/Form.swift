import DaymarkModel

/// What the value of a key must be: from it come what a finding says was expected, and the JSON Schema.
indirect enum Form: Sendable {
  /// Text with something in it and without control characters.
  case text
  /// A scalar that a regular expression describes, in the words that a finding names it with.
  ///
  /// Written without quotes it may be something else to other readers of YAML.
  case word(Pattern, String, orAs: [OtherReading] = [])
  case number(ClosedRange<Int>)
  case choice([String])
  case truth([Bool])
  case threshold(ThresholdUnit, aboveZero: Bool = false)
  /// Two thresholds.
  case between(ThresholdUnit)
  case percent
  /// Words stand in it once each.
  case list(Form, String, mayBeEmpty: Bool = false)
  /// One, or a list.
  case oneOrMore(Form, String)
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
  var expected: String {
    switch self {
    case .text: "text"
    case .word(_, let words, _), .list(_, let words, _), .oneOrMore(_, let words): words
    case .number(let range):
      range.upperBound == wholeNumberLimit
        ? "a whole number from \(range.lowerBound)"
        : "a whole number from \(range.lowerBound) to \(range.upperBound)"
    case .choice(let words): oneOf(words)
    case .truth(let values): oneOf(values.map { "\($0)" })
    case .threshold: "a threshold"
    case .between: "two thresholds"
    case .percent: "a percentage from 0 % to 100 %, such as 12.5 %"
    case .mapping: "a mapping"
    case .condition: "a condition"
    case .namedConditions: "conditions, each under a name of letters, digits, - and _"
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

/// `a`, `a or b`, `a, b or c`.
func oneOf(_ words: [String]) -> String {
  guard let last = words.last, words.count > 1 else { return words.first ?? "" }
  return words.dropLast().joined(separator: ", ") + " or " + last
}
