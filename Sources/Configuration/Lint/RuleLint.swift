import DaymarkDocuments
import DaymarkModel

/// Finds what a rule says that its author can hardly have meant.
///
/// It looks at comparisons alone. A condition that it calls always or never true is so whatever a
/// subject's days are.
final class RuleLint {
  private let rule: PlacedRule
  /// The days that the period can have; `nil` if the period is not known.
  let days: PossibleDays?
  private let isStaked: Bool
  private let found = FindingCollector()
  private var seen: Set<Finding> = []

  /// Prepares the search.
  ///
  /// - Parameters:
  ///   - rule: The rule with the places of its parts.
  ///   - days: The days that the period can have.
  ///   - isStaked: Whether money may be staked on verdicts.
  init(_ rule: PlacedRule, over days: PossibleDays?, isStaked: Bool = false) {
    (self.rule, self.days, self.isStaked) = (rule, days, isStaked)
  }

  /// The warnings, ordered by place; a condition that is used twice is warned about once.
  func warnings() -> [Finding] {
    visit(rule.requires)
    for (name, place) in rule.unused { warn(.ruleUnused, at: place) { $0.key = name } }
    checkZero()
    checkZeroHelps()
    checkGate()
    checkTypedIn()
    return found.isEmpty ? [] : found.error().findings
  }

  func warn(_ code: FindingCode, at place: InputLocation, _ fill: (inout Finding.Facts) -> Void) {
    let finding = Finding(code, at: place, fill)
    if seen.insert(finding).inserted { found.add(code, at: place, fill) }
  }

  private func visit(_ node: PlacedCondition) {
    switch node.condition.kind {
    case .leaf(let leaf):
      guard let mapping = node.leaf else { return }
      let written = WrittenLeaf(leaf, mapping)
      if checkTruth(of: written) { checkPlausibility(of: written) }
      checkRoom(of: written)
    case .all: checkSiblings(node.parts, list: "all")
    case .any: checkSiblings(node.parts, list: "any")
    case .some: checkSiblings(node.parts, list: "some")
    case .jointly(let joint): checkSiblings(node.parts, list: joint.listKey)
    case .not: break
    }
    node.parts.forEach(visit)
  }

  /// Warns that `zero` does not apply to heart rates, because a missing one is never read as zero.
  private func checkZero() {
    guard rule.rule.onMissing == .zero, let place = rule.file["onMissing"]?.place,
      rule.rule.leaves.contains(where: { !$0.leaf.readsZero })
    else { return }
    warn(.ruleZeroHeartRate, at: place) { $0.key = "onMissing" }
  }
}

extension RuleLint {
  /// Warns that anybody can write session logs that would pass, where money may be staked.
  fileprivate func checkTypedIn() {
    guard isStaked, let place = rule.file["requires"]?.place,
      let asked = rule.rule.leaves.first(where: { $0.leaf.asksForLogs })
    else { return }
    warn(.ruleTypedIn, at: place) { $0.key = "\(asked.path)" }
  }

  /// Warns that without a gate a pass stands whatever its data looks like.
  fileprivate func checkGate() {
    guard rule.file["quality"] == nil, let place = rule.file["rule"]?.place else { return }
    warn(.ruleNoGate, at: place) { $0.key = "quality" }
  }

  /// Warns that with `zero` a day without data is the best possible where less is better, which
  /// rewards handing in nothing.
  fileprivate func checkZeroHelps() {
    guard rule.rule.onMissing == .zero, let place = rule.file["onMissing"]?.place else { return }
    let leaves = rule.rule.requires.leaves.filter(\.readsZero)
    for key in ["atMost", "lessThan", "between"]
    where leaves.contains(where: { $0.holdsAtZero(key) }) {
      warn(.ruleZeroHelps, at: place) { ($0.key, $0.value) = ("onMissing", key) }
    }
    if rule.rule.requires.hasNegation {
      warn(.ruleZeroHelps, at: place) { ($0.key, $0.value) = ("onMissing", "not") }
    }
  }
}

extension Leaf {
  /// Whether the leaf asks for sessions that stand in logs alone.
  fileprivate var asksForLogs: Bool {
    guard case .activities(_, let test) = value else { return false }
    return test.kinds?.contains(where: \.isLogged) ?? (test.names != nil)
  }

  /// Whether `onMissing: zero` gives the leaf a value; a missing heart rate is never read as zero.
  fileprivate var readsZero: Bool { if case .heartRate = value { false } else { true } }

  /// Whether the leaf has this comparison, and zero satisfies it.
  fileprivate func holdsAtZero(_ key: String) -> Bool {
    comparison.key == key && comparison.holds(for: 0)
  }
}

extension Condition {
  fileprivate var hasNegation: Bool {
    switch kind {
    case .not(let part): part.leaves.contains(where: \.readsZero)
    case .all(let parts), .any(let parts), .some(_, let parts): parts.contains(where: \.hasNegation)
    case .leaf, .jointly: false
    }
  }
}

/// A leaf, and where its comparison is written.
struct WrittenLeaf {
  let leaf: Leaf
  let mapping: YAMLMapping
  /// The mapping with the comparison: that of the leaf, or of what `weekly` asks of a week or
  /// `lift` of a set.
  let compared: YAMLMapping

  init(_ leaf: Leaf, _ mapping: YAMLMapping) {
    self.leaf = leaf
    self.mapping = mapping
    var compared = mapping
    while let inner = compared.holder { compared = inner }
    self.compared = compared
  }

  /// The key of the comparison; a number of sessions is written as `count`.
  var key: String {
    if leaf.baseline != nil { return KeyTable.floorKey }
    return compared.has(leaf.comparison.key) ? leaf.comparison.key : "count"
  }

  /// The place of the comparison's threshold, or of the first of two.
  var place: InputLocation { compared[key]?.place ?? mapping.place }

  /// The mapping under `where`.
  var requirements: YAMLMapping? { compared.mapping("where", .requirements) }
}

extension YAMLMapping {
  /// The mapping inside this one that contains the comparison, at any depth; `nil` where this one
  /// contains it.
  fileprivate var holder: YAMLMapping? {
    let keys = LeafKind.all.map(\.key) + LiftQuantity.allCases.map(\.rawValue)
    for key in keys {
      guard case .mapping(let table)? = table[key]?.form, has(key) else { continue }
      return mapping(key, table)
    }
    return nil
  }
}
