import DaymarkDocuments
import DaymarkModel

/// A condition, and where it is written.
struct PlacedCondition {
  var condition: Condition
  /// The place of the condition; for a named condition, where it is used.
  var place: InputLocation
  /// The mapping from which a leaf was read.
  var leaf: YAMLMapping?
  var parts: [PlacedCondition] = []

  var nodeCount: Int { parts.reduce(1) { $0 + $1.nodeCount } }
  var depth: Int { 1 + (parts.map(\.depth).max() ?? 0) }
}

/// Reads conditions and leaves, and inserts conditions of `conditions:` where `use:` names them.
final class ConditionReader {
  /// The deepest nesting that is accepted, because evaluation recurses as deep.
  static let deepest = 32
  /// The most conditions after insertion; a few names that each use the next twice would otherwise
  /// give millions.
  static let most = 1000

  private let findings: FindingCollector
  private let days: PossibleDays?
  private var named: [String: Named] = [:]
  /// The names, in the order in which they are written.
  private var names: [String] = []
  /// The names that are being read, from the outermost, by which circles are found.
  private var open: [String] = []

  private struct Named {
    let value: YAMLValue
    let place: InputLocation
    var isRead = false
    var condition: PlacedCondition?
    var isUsed = false
  }

  init(_ days: PossibleDays?, _ findings: FindingCollector) {
    (self.days, self.findings) = (days, findings)
  }

  /// Records the conditions under `conditions:` for later use.
  func define(_ value: YAMLValue) {
    guard let entries = value.entries, !entries.isEmpty else {
      findings.add(
        .configBadValue, at: value.place,
        key: "conditions", expected: .namedConditions)
      return
    }
    for (key, condition) in entries {
      let name = key.text ?? ""
      guard conditionName.accepts(name) else {
        findings.add(
          .configBadValue, at: key.place,
          key: "conditions", value: name, expected: .newConditionName)
        continue
      }
      names.append(name)
      named[name] = Named(value: condition, place: key.place)
    }
  }

  /// Reads conditions that nothing used, for their errors.
  ///
  /// - Returns: The names that nothing used, with their places.
  func unused() -> [(name: String, place: InputLocation)] {
    for name in names where named[name]?.isRead == false { _ = read(name, depth: 1) }
    return names.compactMap { name in
      named[name].flatMap { $0.isUsed ? nil : (name, $0.place) }
    }
  }

  func condition(_ value: YAMLValue, key: String, depth: Int = 1) -> PlacedCondition? {
    guard depth <= Self.deepest else {
      rejectDepth(at: value.place, key)
      return nil
    }
    guard let mapping = YAMLMapping(value, .condition, key: key, findings) else { return nil }
    let reason = mapping.read("reason", freeText)
    if let entries = value.entries, entries.allSatisfy({ $0.key.text == "reason" }) {
      // To somebody who wrote no condition, an example says more than the list of all.
      findings.add(
        .configBadValue, at: value.place,
        key: key, value: entries.isEmpty ? "" : nil, expected: .mappingOf(key: "requires"))
      return nil
    }
    guard let kind = mapping.only(of: KeyTable.condition.alternatives[0]),
      var read = self.kind(kind, of: mapping, depth: depth)
    else { return nil }
    read.condition.reason = reason ?? read.condition.reason
    guard read.nodeCount <= Self.most else {
      rejectSize(at: value.place, key)
      return nil
    }
    return read
  }

  private func kind(_ key: String, of mapping: YAMLMapping, depth: Int) -> PlacedCondition? {
    func composed(_ kind: Condition.Kind, _ parts: [PlacedCondition]) -> PlacedCondition {
      PlacedCondition(condition: Condition(kind), place: mapping.place, parts: parts)
    }
    switch key {
    case "all", "any":
      guard let parts = conditions(key, of: mapping, depth: depth) else { return nil }
      let conditions = parts.map(\.condition)
      return composed(key == "all" ? .all(conditions) : .any(conditions), parts)
    case "not":
      return mapping[key].flatMap { condition($0, key: key, depth: depth + 1) }
        .map { composed(.not($0.condition), [$0]) }
    case "some":
      return mapping.mapping(key, .some).flatMap { some($0, depth: depth) }
        .map { composed(.some(count: $0.count, of: $0.parts.map(\.condition)), $0.parts) }
    case "use": return mapping[key].flatMap { use($0, in: mapping, depth: depth) }
    default:
      guard case .mapping(let table)? = mapping.table[key]?.form,
        let inner = mapping.mapping(key, table), let fields = FieldReader(inner, days).fields(),
        BaselineReader(inner).accepts(fields),
        let kind = Condition.Kind(key: key, definition: .object(fields))
      else { return nil }
      var placed = PlacedCondition(
        condition: Condition(kind), place: mapping.place, leaf: inner)
      placed.parts = parts(of: kind, in: inner, fields)
      return placed
    }
  }

  /// The single leaves of a condition that was read from one mapping, each with the place where it
  /// is written.
  ///
  /// It is empty for a condition that is a single leaf itself.
  private func parts(
    of kind: Condition.Kind, in mapping: YAMLMapping, _ fields: [String: JSONValue]
  ) -> [PlacedCondition] {
    switch kind {
    // The leaves that `each` makes stand in the file as one mapping.
    case .all(let leaves):
      return leaves.map { PlacedCondition(condition: $0, place: mapping.place, leaf: mapping) }
    case .jointly(let joint):
      let written = elements(joint.listKey, of: mapping, fields)
      return zip(joint.leaves, written ?? joint.leaves.map { _ in mapping }).map {
        PlacedCondition(condition: Condition(.leaf($0)), place: $1.place, leaf: $1)
      }
    default: return []
    }
  }

  /// The mapping of each leaf in a list of leaves; `nil` where the list is not written.
  ///
  /// A mapping with `each` makes one leaf for each name, and stands here once for each of them.
  private func elements(
    _ list: String, of mapping: YAMLMapping, _ fields: [String: JSONValue]
  ) -> [YAMLMapping]? {
    guard case .list(.mapping(let table), _, _)? = mapping.table[list]?.form,
      let elements = mapping[list]?.elements, case .array(let definitions)? = fields[list]
    else { return nil }
    return zip(elements, definitions).flatMap { element, definition -> [YAMLMapping] in
      guard case .object(let members) = definition,
        let written = YAMLMapping(element, table, key: list, findings)
      else { return [] }
      let leaves = members.values.first?.ofEachName?.count ?? 1
      return Array(repeating: written, count: leaves)
    }
  }

  private func conditions(_ key: String, of mapping: YAMLMapping, depth: Int) -> [PlacedCondition]?
  {
    guard let value = mapping[key] else { return nil }
    guard let elements = value.elements, !elements.isEmpty else {
      mapping.reject(key, value, expected: value.entries == nil ? nil : .dashes)
      return nil
    }
    var conditions: [PlacedCondition] = []
    var nodes = 0
    for element in elements {
      guard let condition = condition(element, key: key, depth: depth + 1) else { continue }
      nodes += condition.nodeCount
      guard nodes <= Self.most else {
        rejectSize(at: element.place, key)
        return nil
      }
      conditions.append(condition)
    }
    return conditions.count == elements.count ? conditions : nil
  }

  private func some(
    _ mapping: YAMLMapping, depth: Int
  ) -> (count: Int, parts: [PlacedCondition])? {
    let count = mapping.read("count") { wholeNumber($0).flatMap { $0 > 0 ? $0 : nil } }
    let parts = conditions("of", of: mapping, depth: depth)
    if let count, let value = mapping["count"], let most = mapping["of"]?.elements?.count,
      most > 0, count > most
    {
      mapping.reject("count", value, expected: .atMost(most, .conditions))
      return nil
    }
    guard let count, let parts else { return nil }
    return (count, parts)
  }

  // MARK: Names

  private func use(_ value: YAMLValue, in mapping: YAMLMapping, depth: Int) -> PlacedCondition? {
    guard let name = value.text, named[name] != nil else {
      mapping.reject(
        "use", value,
        expected: names.isEmpty ? .definedConditionName : .oneOf(names),
        suggestion: value.text.flatMap { suggestion(for: $0, among: names) })
      return nil
    }
    named[name]?.isUsed = true
    if let start = open.firstIndex(of: name) {
      mapping.reject("use", value, expected: .noCircle(open[start...] + [name]))
      return nil
    }
    guard var condition = read(name, depth: depth + 1) else { return nil }
    guard depth + condition.depth <= Self.deepest else {
      rejectDepth(at: value.place, "use")
      return nil
    }
    condition.condition.name = name
    condition.place = mapping.place
    return condition
  }

  private func read(_ name: String, depth: Int) -> PlacedCondition? {
    guard let known = named[name] else { return nil }
    if known.isRead { return known.condition }
    open.append(name)
    let condition = condition(known.value, key: name, depth: depth)
    open.removeLast()
    named[name]?.isRead = true
    named[name]?.condition = condition
    return condition
  }

  private func rejectDepth(at place: InputLocation, _ key: String) {
    findings.add(
      .configBadValue, at: place,
      key: key, expected: .nested(atMost: Self.deepest))
  }

  private func rejectSize(at place: InputLocation, _ key: String) {
    findings.add(
      .configBadValue, at: place,
      key: key, expected: .conditionsTogether(atMost: Self.most))
  }
}

/// Reads `quality:`, which is one mapping of gates or a list of them.
func readGates(_ value: YAMLValue, _ findings: FindingCollector) -> [QualityGate]? {
  guard let elements = value.elements else {
    return YAMLMapping(value, .gates, key: "quality", findings).flatMap(gates)
  }
  guard !elements.isEmpty else {
    findings.add(
      .configBadValue, at: value.place,
      key: "quality", expected: KeyTable.rule["quality"]?.expected)
    return nil
  }
  let read = elements.map { YAMLMapping($0, .gates, key: "quality", findings).flatMap(gates) }
  return read.contains { $0 == nil } ? nil : read.flatMap { $0 ?? [] }
}

/// The gates of one mapping, in the order manual share, late share, flags.
private func gates(_ mapping: YAMLMapping) -> [QualityGate]? {
  let written = mapping.any(of: KeyTable.gates.atLeastOneOf)
  let policy =
    mapping.has("onBreach") ? mapping.choice("onBreach", BreachPolicy.self) : .undetermined
  let read = written.map { gates(under: $0, of: mapping) }
  guard let policy, !written.isEmpty, !read.contains(where: { $0 == nil }) else { return nil }
  return read.flatMap { $0 ?? [] }.map { QualityGate($0.measure, onBreach: policy) }
}

/// Reads one gate, or a list of gates, under a key.
private func gates(under key: String, of mapping: YAMLMapping) -> [QualityGate]? {
  guard let value = mapping[key], let form = mapping.table[key]?.form else { return nil }
  var (table, elements): (KeyTable?, [YAMLValue]) = (nil, [value])
  switch form {
  case .mapping(let only): table = only
  case .oneOrMore(.mapping(let each), _): (table, elements) = (each, value.elements ?? [value])
  default: break
  }
  guard let table, !elements.isEmpty else {
    mapping.reject(key, value)
    return nil
  }
  let read = elements.map { element in
    YAMLMapping(element, table, key: key, mapping.findings).flatMap { FieldReader($0).fields() }
      .flatMap { QualityGate(definition: .object([key: .object($0)])) }
  }
  return read.contains { $0 == nil } ? nil : read.compactMap(\.self)
}
