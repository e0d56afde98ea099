public import DaymarkModel

/// Reads `rules.yaml`.
///
/// - Parameters:
///   - path: The file.
///   - period: What the rule is for. When given, what the period cannot hold is an error: more days
///     than it has, days outside it, a selection without a day.
/// - Throws: ``ConfigurationError`` with every error of the file.
public func loadRule(at path: String, period: Period?) throws -> Rule {
  let findings = FindingCollector()
  let rule = readRule(at: path, period: period, findings)
  guard let rule, findings.isEmpty else { throw findings.error() }
  return rule
}

/// - Parameter place: Where the pipeline names the file.
func readRule(
  at path: String, period: Period?, _ findings: FindingCollector, missingAt place: Place? = nil
) -> Rule? {
  guard let root = readYAML(at: path, findings, missingAt: place),
    let file = Mapping(root, .rule, findings)
  else { return nil }
  let identity = file.read("rule", ruleIdentity)
  let title = file.read("title", freeText)
  let onMissing = file.read("onMissing", MissingPolicy.init(rawValue:))
  let reader = ConditionReader(findings: findings, days: period.map(PossibleDays.init))
  let requires = file["requires"].flatMap { reader.condition($0, key: "requires") }
  guard let identity, let title, let requires else { return nil }
  return Rule(
    name: identity.name, version: identity.version, title: title, requires: requires,
    onMissing: onMissing ?? .fail)
}

/// Conditions and their leaves.
private struct ConditionReader {
  /// Deeper nesting is nobody's rule, and evaluation recurses as deep.
  static let deepest = 32
  static let kinds = KeyTable.condition.keys.map(\.name).filter { $0 != "reason" }

  let findings: FindingCollector
  let days: PossibleDays?

  func condition(_ value: Value, key: String, depth: Int = 1) -> Condition? {
    guard depth <= Self.deepest else {
      findings.add(
        .configBadValue, at: value.place,
        ["key": key, "expected": "conditions nested at most \(Self.deepest) deep"])
      return nil
    }
    guard let mapping = Mapping(value, .condition, key: key, findings) else { return nil }
    let reason = mapping.read("reason", freeText)
    guard let kind = mapping.only(of: Self.kinds),
      let read = self.kind(kind, of: mapping, depth: depth)
    else { return nil }
    return Condition(read, reason: reason)
  }

  private func kind(_ key: String, of mapping: Mapping, depth: Int) -> Condition.Kind? {
    switch key {
    case "all": conditions(key, of: mapping, depth: depth).map { .all($0) }
    case "any": conditions(key, of: mapping, depth: depth).map { .any($0) }
    case "not":
      mapping[key].flatMap { condition($0, key: key, depth: depth + 1) }.map { .not($0) }
    case "total":
      mapping.mapping(key, .total).flatMap { LeafReader($0, days).leaf { _ in .total } }
        .map { .leaf($0) }
    case "best":
      mapping.mapping(key, .best).flatMap { LeafReader($0, days).leaf { _ in .best } }
        .map { .leaf($0) }
    case "days":
      mapping.mapping(key, .days).flatMap { LeafReader($0, days).days() }.map { .leaf($0) }
    case "streak":
      mapping.mapping(key, .streak).flatMap { LeafReader($0, days).streak() }.map { .leaf($0) }
    default:
      mapping.mapping(key, .average).flatMap { LeafReader($0, days).average() }.map { .leaf($0) }
    }
  }

  private func conditions(_ key: String, of mapping: Mapping, depth: Int) -> [Condition]? {
    guard let value = mapping[key] else { return nil }
    guard let elements = value.elements, !elements.isEmpty else {
      mapping.reject(key, value)
      return nil
    }
    let conditions = elements.compactMap { condition($0, key: key, depth: depth + 1) }
    return conditions.count == elements.count ? conditions : nil
  }
}

/// `name@1.2.3`, of a rule or of limits.
func ruleIdentity(_ text: String) -> (name: String, version: String)? {
  let parts = text.split(separator: "@", omittingEmptySubsequences: false)
  guard parts.count == 2, identifier(String(parts[0])) != nil,
    isSemanticVersion(String(parts[1]))
  else { return nil }
  return (String(parts[0]), String(parts[1]))
}
