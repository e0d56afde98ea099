import DaymarkModel

// A short example of what may stand in a file, for messages about something else that was written
// there. It comes from the tables of keys, so that every mapping has one.

extension KeyTable {
  /// A mapping with the keys that it needs, as it can be written: `{ days: 28, before: period }`.
  ///
  /// - Returns: `nil` where a value that it needs has no example.
  package var example: String? {
    var members: [String: JSONValue] = [:]
    var parts: [String] = []
    for key in keysOfExample {
      guard let value = key.form.example(beside: members) else { return nil }
      members[key.name] = .string(value)
      parts.append("\(key.name): \(value)")
    }
    return parts.isEmpty ? nil : "{ \(parts.joined(separator: ", ")) }"
  }

  /// The keys that an example of the mapping shows: every needed key, and one of each group of
  /// alternatives.
  private var keysOfExample: [Key] {
    let needed = Set(keys.filter(\.isRequired).map(\.name))
    let chosen = alternatives.compactMap { group in
      group.first { self[$0]?.form.isOfPace == true && $0 == "lessThan" } ?? group.first
    }
    var names = needed.union(chosen)
    if names.isDisjoint(with: atLeastOneOf), let first = atLeastOneOf.first { names.insert(first) }
    if names.isEmpty, let first = keys.first { names.insert(first.name) }
    return keys.filter { names.contains($0.name) }
  }
}

extension Form {
  fileprivate var isOfPace: Bool {
    if case .threshold(.ofSession(.secondPerKilometer), _) = self { true } else { false }
  }

  /// A value of the form, as it is written; `nil` where there is no example.
  ///
  /// - Parameter members: The values that stand before it in the same mapping.
  fileprivate func example(beside members: [String: JSONValue]) -> String? {
    switch self {
    case .text: "TEXT"
    case .word(_, let expected, _): expected.example
    case .number(let range, _): "\(Swift.min(Swift.max(range.lowerBound, 5), range.upperBound))"
    case .choice(let words): words.first
    case .truth(let values): values.first.map { "\($0)" }
    case .threshold(let unit, _): unit.unit(beside: members)?.exampleOfThreshold
    case .between(let unit):
      unit.unit(beside: members).map { "[\($0.exampleOfThreshold), \($0.exampleOfThreshold)]" }
    case .percent: "3 %"
    case .wholeRate: "140 bpm"
    case .weight: "1/3"
    case .exercise: "bench-press"
    case .list(let form, _, _): form.example(beside: [:]).map { "[\($0)]" }
    case .oneOrMore(let form, _): form.example(beside: members)
    case .mapping(let table): table.example
    case .either(let scalar, _): scalar.example(beside: members)
    case .condition: Self.exampleOfCondition
    case .named, .namedConditions: nil
    case .receipts: ExpectedValue.instant.example
    }
  }

  private static let exampleOfCondition = LeafKind.all.first.flatMap { kind in
    kind.example.map { "{ \(kind.key): \($0) }" }
  }
}

extension Unit {
  /// A plausible threshold, in the unit that people use for such amounts.
  fileprivate var exampleOfThreshold: String {
    switch self {
    case .count: "10"
    case .meter: "5 km"
    case .kilocalorie: "300 kcal"
    case .minute: "30 min"
    case .second: "60 s"
    case .kilogram: "80 kg"
    case .beatsPerMinute: "140 bpm"
    case .secondPerKilometer: "6:00 min/km"
    case .meterPerSecond: "10 km/h"
    default: "10 \(rawValue)"
    }
  }
}

extension ExpectedValue {
  /// A value that is as the description says; `nil` where there is no example.
  fileprivate var example: String? {
    switch self {
    case .identifier: "september"
    case .text: "TEXT"
    case .path: "rules.yaml"
    case .date: "2025-09-01"
    case .month: "2025-09"
    case .instant, .instantOrDate: "2025-10-01T00:00:00Z"
    case .timeZone: "Europe/Berlin"
    case .versionedName(let example): example
    case .featID: "pushups-1min"
    case .challengeID, .subjectID: "anna"
    case .numberWithUnit(let unit): "10 \(unit)"
    case .wholeHeartRate: "140 bpm"
    case .wholeSeconds: "90 s"
    case .bareNumber: "10000"
    default: nil
    }
  }
}
