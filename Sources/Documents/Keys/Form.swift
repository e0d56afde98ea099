package import DaymarkModel

/// The form that the value of a key must have: a finding's expectation and the JSON Schema come
/// from it.
package indirect enum Form: Sendable {
  /// Text with something in it and without control characters.
  case text
  /// A scalar that a regular expression describes.
  ///
  /// Written without quotes it may be something else to other readers of YAML.
  case word(Pattern, ExpectedValue, orAs: [YAMLType] = [])
  /// A whole number, and what there may be fewer of.
  case number(ClosedRange<Int>, atMost: ExpectedValue.Countable? = nil)
  case choice([String])
  case truth([Bool])
  case threshold(ThresholdUnit, aboveZero: Bool = false)
  /// Two thresholds.
  case between(ThresholdUnit)
  case percent
  /// A whole heart rate above which there can be others.
  case wholeRate
  /// A factor: `1/3`, `0.25` or `2`.
  case weight
  /// A name of an exercise; a definition has its id.
  case exercise
  /// Words stand in it once each.
  case list(Form, of: ExpectedValue.Item, mayBeEmpty: Bool = false)
  /// One, or a list.
  case oneOrMore(Form, ExpectedValue.Item)
  case mapping(KeyTable)
  /// A mapping from names, which a pattern describes, to values of one form.
  case named(Pattern, Form)
  /// A scalar, or a mapping in its place.
  case either(Form, Form)
  case condition
  /// A mapping from names to conditions.
  case namedConditions
  /// An instant, or a mapping from names of files to instants.
  case receipts

  /// The reading of a scalar that YAML's core schema does not take for text.
  package enum YAMLType: String {
    case number, null
  }

  /// The words that may stand in it, alone or in a list.
  package var words: [String] {
    switch self {
    case .choice(let words): words
    case .list(let form, _, _), .oneOrMore(let form, _): form.words
    default: []
    }
  }

  /// Whether it is a list that may be without elements.
  package var mayBeEmpty: Bool {
    if case .list(_, _, let mayBeEmpty) = self { mayBeEmpty } else { false }
  }

  /// Whether a scalar, or an element of a list, is one of those that a pattern describes; true without
  /// a pattern.
  package func accepts(_ text: String) -> Bool {
    switch self {
    case .word(let pattern, _, _): pattern.matches(text)
    case .list(let form, _, _), .oneOrMore(let form, _): form.accepts(text)
    default: true
    }
  }

  /// The expected value, as a finding names it.
  package var expected: ExpectedValue {
    switch self {
    case .text: .text
    case .word(_, let expected, _): expected
    case .list(_, let item, _): .list(of: item)
    case .oneOrMore(_, let item): .oneOrMore(item)
    case .number(let range, _):
      .wholeNumber(
        from: range.lowerBound,
        through: range.upperBound == wholeNumberLimit ? nil : range.upperBound)
    case .choice(let words): .oneOf(words)
    case .truth(let values): .oneOf(values.map { "\($0)" })
    case .threshold: .threshold
    case .between: .twoThresholds
    case .percent: .percentage
    case .wholeRate: .wholeHeartRate
    case .weight: .weight
    case .exercise: .exercise
    case .mapping, .named: .mapping
    case .either(let scalar, _): scalar.expected
    case .condition: .condition
    case .namedConditions: .namedConditions
    case .receipts: .receipts
    }
  }
}

/// The thing that a mapping's thresholds are compared with, which decides on their unit.
package enum ThresholdUnit: Sendable {
  /// One session, as it is.
  case ofSession(Unit)
  /// The load of one set, as it is, in kilograms or as a multiple of the body's weight.
  case ofLoad
  /// Days, or sums of them, which are rounded to ``Unit/dailyStep``.
  case ofDays(Unit)
  /// The same, with the unit by the word under another key of the same mapping.
  case ofDaysBy(key: String, [String: Unit])
  /// One attempt, as it is, with the unit by the word under another key, or by `otherwise` without one.
  case ofAttemptBy(key: String, [String: Unit], otherwise: String)

  /// - Parameter members: What stands beside the threshold.
  package func unit(beside members: [String: JSONValue]) -> Unit? {
    switch self {
    case .ofSession(let unit), .ofDays(let unit): return unit
    case .ofLoad: return .kilogram
    case .ofDaysBy(let key, let units):
      if members[KeyTable.heartMinutesKey] != nil { return .minute }
      // Of several, the first: all have one unit.
      let first: JSONValue? =
        if case .array(let terms)? = members["of"] { terms.first } else { nil }
      guard case .string(let word)? = members[key] ?? first?[key] else { return nil }
      return units[word]
    case .ofAttemptBy(let key, let units, let otherwise):
      guard case .string(let word) = members[key] ?? .string(otherwise) else { return nil }
      return units[word]
    }
  }

  package var isOfDays: Bool {
    switch self {
    case .ofDays, .ofDaysBy: true
    case .ofSession, .ofLoad, .ofAttemptBy: false
    }
  }

  /// The key by which the unit goes, and the word where it is not written.
  package var choice: (key: String, units: [String: Unit], otherwise: String?)? {
    switch self {
    case .ofSession, .ofLoad, .ofDays: nil
    case .ofDaysBy(let key, let units): (key, units, nil)
    case .ofAttemptBy(let key, let units, let otherwise): (key, units, otherwise)
    }
  }
}

/// The largest whole number that a rule may hold: no period has more days, and nothing overflows.
package let wholeNumberLimit = 999_999

/// The digits of ``wholeNumberLimit``, all of them nines.
package let wholeNumberDigits = String(wholeNumberLimit).count

// Forms that several files have. The patterns are those of ECMAScript, as JSON Schema reads them.
extension Form {
  package static let date = Form.word(
    Pattern(
      "^(?!0000)[0-9]{4}-((0[13578]|1[02])-(0[1-9]|[12][0-9]|3[01])"
        + "|(0[469]|11)-(0[1-9]|[12][0-9]|30)|02-(0[1-9]|[12][0-9]))$"),
    .date)
}
