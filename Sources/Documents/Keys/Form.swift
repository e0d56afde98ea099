package import DaymarkModel

/// The form that the value of a key must have, in files that people write; messages and JSON
/// Schemas are derived from it.
package indirect enum Form: Sendable {
  /// Text that is not empty and has no control characters.
  case text
  /// A scalar that a regular expression describes.
  ///
  /// `orAs` lists the types that other readers of YAML may take it for when it is written without
  /// quotes.
  case word(Pattern, ExpectedValue, orAs: [YAMLType] = [])
  /// A whole number; `atMost` names what is counted, for messages about the upper bound.
  case number(ClosedRange<Int>, atMost: ExpectedValue.Countable? = nil)
  case choice([String])
  case truth([Bool])
  case threshold(ThresholdUnit, aboveZero: Bool = false)
  /// A list of two thresholds.
  case between(ThresholdUnit)
  case percent
  /// A whole heart rate in bpm, above which minutes can be counted.
  case wholeRate
  /// A factor: `1/3`, `0.25` or `2`.
  case weight
  /// A name of an exercise, which a rule's definition replaces by the exercise's id.
  case exercise
  /// A list in which no word stands twice.
  case list(Form, of: ExpectedValue.Item, mayBeEmpty: Bool = false)
  /// One value of a form, or a list of them.
  case oneOrMore(Form, ExpectedValue.Item)
  case mapping(KeyTable)
  /// A mapping with values of one form; its keys are names that a pattern describes.
  case named(Pattern, Form)
  /// A value of the first form, which is a scalar, or of the second, which is a mapping or
  /// a list.
  case either(Form, Form)
  case condition
  /// A mapping of names to conditions.
  case namedConditions
  /// An instant, or a mapping of file names to instants.
  case receipts

  /// A type that YAML's core schema gives to a scalar in place of text.
  package enum YAMLType: String {
    case number, null
  }

  /// The words that the value may be, or that its list may hold.
  package var words: [String] {
    switch self {
    case .choice(let words): words
    case .list(let form, _, _), .oneOrMore(let form, _): form.words
    default: []
    }
  }

  /// Whether the form is a list that may be empty.
  package var mayBeEmpty: Bool {
    if case .list(_, _, let mayBeEmpty) = self { mayBeEmpty } else { false }
  }

  /// Whether a scalar, or an element of a list, matches the form's pattern; true for a form without
  /// a pattern.
  package func accepts(_ text: String) -> Bool {
    switch self {
    case .word(let pattern, _, _): pattern.matches(text)
    case .list(let form, _, _), .oneOrMore(let form, _): form.accepts(text)
    default: true
    }
  }

  /// The expected value, for messages.
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

/// The values that the thresholds of a mapping are compared with, which decide their unit.
package enum ThresholdUnit: Sendable {
  /// A figure of one session, which is not rounded.
  case ofSession(Unit)
  /// The load of one set, in kilograms or as a multiple of the body weight; it is not rounded.
  case ofLoad
  /// A value of days or of sums of days, which is rounded to ``Unit/dailyStep``.
  case ofDays(Unit)
  /// The same as ``ofDays(_:)``, where the word under another key of the mapping decides the unit.
  case ofDaysBy(key: String, [String: Unit])
  /// A figure of one attempt, which is not rounded; the word under another key decides the unit, or
  /// `otherwise` if it is not written.
  case ofAttemptBy(key: String, [String: Unit], otherwise: String)

  /// The unit of a threshold.
  ///
  /// - Parameter members: The other members of the threshold's mapping.
  /// - Returns: `nil` where the members do not decide it.
  package func unit(beside members: [String: JSONValue]) -> Unit? {
    switch self {
    case .ofSession(let unit), .ofDays(let unit): return unit
    case .ofLoad: return .kilogram
    case .ofDaysBy(let key, let units):
      if members[KeyTable.heartMinutesKey] != nil { return .minute }
      // All terms have the same unit, so the first one decides.
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

  /// The key whose word decides the unit, with the units by word and the word that holds where none
  /// is written.
  package var choice: (key: String, units: [String: Unit], otherwise: String?)? {
    switch self {
    case .ofSession, .ofLoad, .ofDays: nil
    case .ofDaysBy(let key, let units): (key, units, nil)
    case .ofAttemptBy(let key, let units, let otherwise): (key, units, otherwise)
    }
  }
}

/// The largest whole number that a rule may contain; no period has more days, and no sum overflows.
package let wholeNumberLimit = 999_999

/// The number of digits of ``wholeNumberLimit``, which are all nines.
package let wholeNumberDigits = String(wholeNumberLimit).count

// Forms that several files share. The patterns are in the syntax of ECMAScript, which JSON Schema
// uses.
extension Form {
  package static let date = Form.word(
    Pattern(
      "^(?!0000)[0-9]{4}-((0[13578]|1[02])-(0[1-9]|[12][0-9]|3[01])"
        + "|(0[469]|11)-(0[1-9]|[12][0-9]|30)|02-(0[1-9]|[12][0-9]))$"),
    .date)
}
