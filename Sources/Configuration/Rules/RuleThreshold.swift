import DaymarkDocuments
package import DaymarkModel

/// One number of a rule that can be varied, by its place in the rule's ``Rule/definition``.
package struct RuleThreshold: Hashable, Sendable {
  /// The path of the number, such as `requires.all.1.streak.atLeast`.
  package var path: RulePath
  /// The paths of the same number of other conditions that differ in the names of sessions alone,
  /// as `each` makes them.
  package var otherNames: [RulePath] = []
  /// The value, in the canonical unit; a weight to the nearest millionth.
  package var value: Quantity
  /// The canonical unit; `nil` for a number of days, weeks, sessions, misses or flags.
  package var unit: String?

  /// The text in the rule's file; `nil` where it is not known, or stands at another place.
  package var written: String?
  /// Whether the number bounds a figure; otherwise it counts how many days, weeks or the like must
  /// satisfy the condition.
  package var isComparison = false
  /// Whether values of days are compared with it, which are rounded; figures of one session are
  /// not.
  var isOfDays = true
  /// Whether it is a weight, which may be a fraction such as `1/3`.
  package var isWeight = false

  /// The number with its unit as it is written, such as `10000 count` or `5 mi`.
  package var text: String { spelled(written ?? "\(value)") }

  /// Reads a value as a rule file writes it, or as a bare number in the canonical unit; `nil` for
  /// other text.
  package func reading(_ text: String) -> Quantity? {
    guard !text.hasPrefix("-") else { return nil }
    if isWeight { return Weight(text)?.toMillionths }
    guard let unit else { return Quantity(decimalText: text) }
    let written = spelled(text)
    guard let canonical = Unit(rawValue: unit) else {
      // A unit that is none of Daymark's is a percentage.
      return written.hasSuffix(" %") ? Quantity(decimalText: written.dropLast(2)) : nil
    }
    return thresholdQuantity(written, in: canonical, step: isOfDays ? canonical.dailyStep : nil)
  }

  /// The text with its unit added, where only a number, or minutes and seconds, were written.
  package func spelled(_ text: String) -> String {
    guard let unit, !text.contains(" ") else { return text }
    let isClock = text.contains(":") && unit == Unit.secondPerKilometer.rawValue
    return "\(text) \(isClock ? Unit.minutePerKilometer.rawValue : unit)"
  }

  /// The value in the form in which a rule's definition states it.
  ///
  /// - Parameter text: The value as it is written; a weight such as `1/3` is taken from it exactly,
  ///   because `value` is rounded to a millionth.
  fileprivate func definition(of value: Quantity, written text: String?) -> JSONValue {
    if isWeight { return Weight(text ?? "\(value)").map { .string("\($0)") } ?? .null }
    guard let unit else { return .number(value) }
    return Unit(rawValue: unit).map(value.threshold(in:)) ?? .string("\(value) \(unit)")
  }
}

/// The thresholds of a rule, with their texts in its file.
///
/// - Parameter path: The rule's folder or file; see ``loadRule(named:period:)``, which also reports
///   errors in it.
package func writtenThresholds(of rule: Rule, named path: String) -> [RuleThreshold] {
  let findings = FindingCollector()
  let root = RulesFolder(at: path, findings).flatMap { readYAML(at: $0.rulesPath, findings) }
  return rule.thresholds.map { threshold in
    var threshold = threshold
    threshold.written = root?.value(at: threshold.path)?.text ?? threshold.written
    return threshold
  }
}

extension Rule {
  /// Every number of the rule that can be varied, in the order of the definition: those of
  /// conditions, then of gates.
  ///
  /// Of conditions that differ in the names of sessions alone, a number is one threshold.
  package var thresholds: [RuleThreshold] {
    let definition = definition
    let all = ["requires", "quality"].flatMap { key in
      guard let form = KeyTable.rule[key]?.form, let value = definition[key] else {
        return [RuleThreshold]()
      }
      return form.thresholds(in: value, at: RulePath(key))
    }
    var places: [String: Int] = [:]
    return all.reduce(into: []) { joined, threshold in
      guard let condition = definition.textWithoutNames(at: threshold.path) else {
        return joined.append(threshold)
      }
      if let place = places[condition] {
        joined[place].otherNames.append(threshold.path)
      } else {
        places[condition] = joined.count
        joined.append(threshold)
      }
    }
  }

  /// The rule with another value for one number; `nil` where that would be no valid rule.
  ///
  /// - Parameter text: The value as it is written; needed for a weight that is a fraction.
  package func replacing(
    _ threshold: RuleThreshold, with value: Quantity, written text: String? = nil
  ) -> Rule? {
    let number = threshold.definition(of: value, written: text)
    let paths = [threshold.path] + threshold.otherNames
    return Rule(
      reading: paths.reduce(definition) { $0.replacing($1.keys[...], with: number) })
  }
}

extension Form {
  /// The thresholds in a value of this form.
  ///
  /// - Parameter members: The members of the mapping around the value.
  fileprivate func thresholds(
    in value: JSONValue, at path: RulePath, beside members: [String: JSONValue] = [:]
  ) -> [RuleThreshold] {
    func comparison(_ value: JSONValue, _ by: ThresholdUnit, at path: RulePath) -> RuleThreshold? {
      guard let quantity = Quantity(threshold: value), var unit = by.unit(beside: members) else {
        return nil
      }
      if value.isInBodyWeights { unit = .bodyWeight }
      return RuleThreshold(
        path: path, value: quantity, unit: unit.rawValue, isComparison: true, isOfDays: by.isOfDays)
    }
    switch (self, value) {
    case (.number, .number):
      return Quantity(threshold: value).map { [RuleThreshold(path: path, value: $0)] } ?? []
    case (.weight, .string(let text)):
      return Weight(text).map {
        [RuleThreshold(path: path, value: $0.toMillionths, written: text, isWeight: true)]
      } ?? []
    case (.wholeRate, _):
      let unit = Unit.beatsPerMinute.rawValue
      return Quantity(threshold: value).map { [RuleThreshold(path: path, value: $0, unit: unit)] }
        ?? []
    case (.percent, _):
      return Quantity(threshold: value).map { [RuleThreshold(path: path, value: $0, unit: "%")] }
        ?? []
    case (.threshold(let by, _), _): return [comparison(value, by, at: path)].compactMap(\.self)
    case (.between(let by), .array(let bounds)):
      return bounds.enumerated().compactMap { comparison($1, by, at: path.child($0)) }
    case (.list(let form, _, _), .array(let elements)),
      (.oneOrMore(let form, _), .array(let elements)):
      return elements.enumerated().flatMap { form.thresholds(in: $1, at: path.child($0)) }
    case (.oneOrMore(let form, _), _): return form.thresholds(in: value, at: path)
    case (.mapping(let table), .object(let members)): return table.thresholds(in: members, at: path)
    case (.condition, .object(let members)):
      return KeyTable.condition.thresholds(in: members, at: path)
    default: return []
    }
  }
}

extension KeyTable {
  /// The thresholds of the keys, including standard values of keys that are not written.
  fileprivate func thresholds(
    in members: [String: JSONValue], at path: RulePath
  ) -> [RuleThreshold] {
    keys.sorted { $0.name < $1.name }.flatMap { key in
      (members[key.name] ?? key.standard).map {
        key.form.thresholds(in: $0, at: path.child(key.name), beside: members)
      } ?? []
    }
  }
}

extension JSONValue {
  /// Returns a key that is equal for numbers which a rule states once, and which `each` has copied
  /// into several conditions.
  ///
  /// Such conditions stand in one list and differ only in the names of sessions.
  ///
  /// - Parameter path: The path of the number.
  /// - Returns: The key; `nil` for a condition without names of sessions.
  fileprivate func textWithoutNames(at path: RulePath) -> String? {
    guard let list = path.keys.lastIndex(of: "all"), path.keys.count > list + 2 else { return nil }
    let around = path.keys[...list]
    let (index, inside) = (path.keys[list + 1], path.keys[(list + 2)...])
    guard let condition = value(at: around + [index]), let leaf = inside.first,
      condition[leaf]?["where"]?[KeyTable.nameKey] != nil
    else { return nil }
    let unnamed = condition.replacing([leaf, "where", KeyTable.nameKey], with: .null)
    return "\(around.joined(separator: ".")) \(inside.joined(separator: ".")) "
      + unnamed.canonicalText
  }

  /// The value at a path; `nil` where the path leads nowhere.
  private func value(at path: ArraySlice<String>) -> JSONValue? {
    guard let key = path.first else { return self }
    if case .array(let elements) = self {
      guard let index = Int(key), elements.indices.contains(index) else { return nil }
      return elements[index].value(at: path.dropFirst())
    }
    return self[key]?.value(at: path.dropFirst())
  }

  fileprivate func replacing(_ path: ArraySlice<String>, with value: JSONValue) -> JSONValue {
    guard let key = path.first else { return value }
    let rest = path.dropFirst()
    switch self {
    case .object(var members):
      members[key] = rest.isEmpty ? value : members[key].map { $0.replacing(rest, with: value) }
      return .object(members)
    case .array(var elements):
      guard let index = Int(key), elements.indices.contains(index) else { return self }
      elements[index] = elements[index].replacing(rest, with: value)
      return .array(elements)
    default: return self
    }
  }
}
