public import DaymarkModel

/// One number of a rule, at the place where its ``Rule/definition`` has it.
public struct RuleThreshold: Hashable, Sendable {
  /// Such as `requires.all.1.streak.atLeast`.
  public var path: RulePath
  /// In the canonical unit.
  public var value: Quantity
  /// Canonical; `nil` for a number of days, weeks, sessions, misses or flags.
  public var unit: String?

  /// What the value is compared with, not how many must reach it.
  package var isComparison: Bool {
    path.keys.suffix(2).contains(where: Comparison.keys.contains)
  }

  /// `10000 count`.
  public var text: String { "\(value)\(unit.map { " \($0)" } ?? "")" }

  /// `50 km; bare numbers are in m`: as people write it, and the canonical unit where that is another.
  public var words: String {
    guard let unit = unit.flatMap(Unit.init), unit != .count else { return text }
    let written = value.words(in: unit)
    return written.hasSuffix(" \(unit.rawValue)")
      ? written : "\(written); bare numbers are in \(unit.rawValue)"
  }

  /// Reads a value as a rule file writes it, or bare in the canonical unit.
  package func reading(_ text: String) -> Quantity? {
    guard !text.hasPrefix("-") else { return nil }
    guard let unit else { return Quantity(decimalText: text) }
    let written = text.contains(" ") ? text : "\(text) \(unit)"
    guard let canonical = Unit(rawValue: unit) else {
      // A share in percent.
      return written.hasSuffix(" %") ? Quantity(decimalText: written.dropLast(2)) : nil
    }
    // What is asked of one session is compared without the rounding of days.
    let step = path.keys.contains("where") ? nil : canonical.dailyStep
    return thresholdQuantity(written, in: canonical, step: step)
  }
}

extension Rule {
  /// Every number that decides, in the order of the definition: conditions, then gates.
  public var thresholds: [RuleThreshold] {
    var thresholds: [RuleThreshold] = []
    for key in ["requires", "quality"] {
      definition[key]?.visitThresholds(at: RulePath(key)) { thresholds.append($0) }
    }
    return thresholds
  }

  /// The rule with another number in place of one, or `nil` where no rule can have it.
  package func replacing(_ threshold: RuleThreshold, with value: Quantity) -> Rule? {
    let isNumber = threshold.unit == nil || threshold.unit == Unit.count.rawValue
    var number: JSONValue? =
      isNumber ? .number(value) : .string("\(value) \(threshold.unit ?? "")")
    // A rule without misses does not mention them.
    if threshold.path.keys.last == "misses", value == .zero { number = nil }
    return Rule(definition: definition.replacing(threshold.path.keys[...], with: number))
  }
}

extension JSONValue {
  fileprivate func visitThresholds(at path: RulePath, _ visit: (RuleThreshold) -> Void) {
    switch self {
    case .object(let members):
      for (key, member) in members.sorted(by: { $0.key < $1.key }) {
        // Words, not numbers, even where they look like one.
        guard !["reason", "name", "from", "to"].contains(key) else { continue }
        member.visitThresholds(at: path.child(key), visit)
      }
      if path.keys.last == "streak", members["misses"] == nil {
        visit(RuleThreshold(path: path.child("misses"), value: .zero, unit: nil))
      }
    case .array(let elements):
      for (index, element) in elements.enumerated() {
        element.visitThresholds(at: path.child(index), visit)
      }
    case .number(let number):
      guard let value = Quantity(decimalText: "\(number)") else { return }
      var threshold = RuleThreshold(path: path, value: value, unit: nil)
      // A gate's number of flags has none.
      if threshold.isComparison, path.isInside(.requires) {
        threshold.unit = Unit.count.rawValue
      }
      visit(threshold)
    case .string(let text):
      let parts = text.split(separator: " ", maxSplits: 1)
      guard parts.count == 2, let value = Quantity(decimalText: parts[0]) else { return }
      visit(RuleThreshold(path: path, value: value, unit: String(parts[1])))
    case .bool, .null: break
    }
  }

  fileprivate func replacing(_ path: ArraySlice<String>, with value: JSONValue?) -> JSONValue {
    guard let key = path.first else { return value ?? .null }
    let rest = path.dropFirst()
    switch self {
    case .object(var members):
      members[key] =
        rest.isEmpty ? value : members[key].map { $0.replacing(rest, with: value) }
      return .object(members)
    case .array(var elements):
      guard let index = Int(key), elements.indices.contains(index) else { return self }
      elements[index] = elements[index].replacing(rest, with: value)
      return .array(elements)
    default: return self
    }
  }
}
