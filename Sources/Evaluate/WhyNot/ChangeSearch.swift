import DaymarkDocuments
import DaymarkModel

/// A search for changes of days that make a condition's answer the wanted one.
///
/// Each leaf is changed on top of what the leaves before it had changed, so that what they need on
/// the same days comes together.
struct ChangeSearch {
  private let rule: Rule
  private var now: DayFacts
  /// At the deadline if nothing more comes.
  private var final: DayFacts
  /// At the deadline, with the changes so far.
  private var facts: DayFacts
  private var changes: [LeafChange] = []

  init(_ rule: Rule, now: DayFacts, final: DayFacts) {
    (self.rule, self.now, self.final, facts) = (rule, now, final, final)
  }

  /// - Returns: Whether the answer can be reached; then ``steps`` says how.
  mutating func reach(_ wanted: WantedAnswer) -> Bool {
    // What one part needs may undo another's; a second look mends most of that.
    for _ in 0..<3 {
      guard let next = reaching(wanted, rule.requires, at: .requires) else { return false }
      self = next
      let answer = ConditionEvaluation(rule.requires, with: &facts).answer
      if wanted.isReached(by: answer) { return true }
    }
    return false
  }

  /// Past days go before what is lacking.
  private var cost: (past: Int, shortfall: Double) {
    (
      changes.contains { $0.edits.contains { !$0.isOpen } } ? 1 : 0,
      changes.reduce(0) { $0 + $1.shortfall }
    )
  }

  private func reaching(
    _ wanted: WantedAnswer, _ condition: Condition, at path: RulePath
  ) -> ChangeSearch? {
    let parts = condition.parts(at: path)
    return switch condition.kind {
    case .leaf(let leaf): reaching(wanted, leaf, at: path.child(leaf.key))
    case .not: reaching(wanted.negated, 1, of: parts)
    case .all: reaching(wanted, parts.count, of: parts)
    case .any: reaching(wanted, 1, of: parts)
    case .some(let count, _): reaching(wanted, count, of: parts)
    }
  }

  /// - Parameter count: So many parts are to hold, or fewer are to.
  private func reaching(
    _ wanted: WantedAnswer, _ count: Int, of parts: [(path: RulePath, part: Condition)]
  ) -> ChangeSearch? {
    let needed = wanted.holds ? count : parts.count - count + 1
    let possible = parts.indices.compactMap { index in
      reaching(wanted, parts[index].part, at: parts[index].path)
        .map { (index: index, cost: $0.cost) }
    }
    guard needed <= possible.count else { return nil }
    let cheapest = possible.sorted {
      ($0.cost.past, $0.cost.shortfall, $0.index) < ($1.cost.past, $1.cost.shortfall, $1.index)
    }
    var search = self
    for index in cheapest.prefix(max(0, needed)).map(\.index).sorted() {
      guard let next = search.reaching(wanted, parts[index].part, at: parts[index].path) else {
        return nil
      }
      search = next
    }
    return search
  }

  private func reaching(_ wanted: WantedAnswer, _ leaf: Leaf, at path: RulePath) -> ChangeSearch? {
    var search = self
    let final = search.facts.facts(of: leaf.value, on: leaf.days)
    let present = search.now.facts(of: leaf.value, on: leaf.days)
    guard let bounds = facts.bounds(of: leaf.days), !final.isEmpty else { return nil }
    func evaluation(_ days: [DayFact]) -> LeafEvaluation {
      LeafEvaluation(
        leaf, on: days, within: bounds, readsMissingAsZero: rule.onMissing == .zero)
    }
    let before = evaluation(final)
    if wanted.isReached(by: before.answer) {
      // What time alone brings about is worth saying, but changes nothing.
      let unchanged = search.final.facts(of: leaf.value, on: leaf.days)
      if !wanted.isReached(by: evaluation(present).answer),
        wanted.isReached(by: evaluation(unchanged).answer)
      {
        search.add(
          LeafChange(path: path, leaf: leaf, wanted: wanted, edits: [], weeks: 0, shortfall: 0))
      }
      return search
    }
    guard let change = leaf.change(for: wanted, final, now: present, within: bounds) else {
      return nil
    }
    for edit in change.edits.edits {
      search.facts.replaceValue(edit.value, of: leaf.value, on: edit.day)
    }
    let after = evaluation(search.facts.facts(of: leaf.value, on: leaf.days))
    guard wanted.isReached(by: after.answer) else { return nil }
    search.add(
      LeafChange(
        path: path, leaf: leaf, wanted: wanted, edits: change.edits.edits, weeks: change.weeks,
        shortfall: leaf.shortfall(of: change, before.result, days: final.count)))
    return search
  }

  private mutating func add(_ change: LeafChange) {
    guard let place = changes.firstIndex(where: { $0.path == change.path }) else {
      changes.append(change)
      return
    }
    changes[place].edits = DayEdits(changes[place].edits).followed(by: change.edits).edits
    changes[place].weeks += change.weeks
    changes[place].shortfall += change.shortfall
  }

  /// In the rule's order.
  var steps: [VerdictChange.Step] {
    var (now, facts) = (now, facts)
    return rule.leaves.compactMap { path, leaf in
      guard let change = changes.first(where: { $0.path == path }) else { return nil }
      let edited = Set(change.edits.map(\.day))
      let final = facts.facts(of: leaf.value, on: leaf.days)
      let days = zip(now.facts(of: leaf.value, on: leaf.days), final).compactMap { now, then in
        edited.contains(now.day)
          ? VerdictChange.DayChange(
            day: now.day, now: now.recorded, then: then.recorded ?? .limit) : nil
      }
      return VerdictChange.Step(
        path: path, text: change.sentence, days: days, isAnywhere: change.isAnywhere)
    }
  }
}
