import DaymarkModel

/// Supposes values of days until a condition's answer is as wished.
///
/// Each leaf is changed on top of what the leaves before it had changed, so that what they need on
/// the same days comes together.
struct ChangeSearch {
  private let rule: Rule
  private var now: DayFacts
  /// At the deadline if nothing more comes.
  private var final: DayFacts
  /// At the deadline, with what is supposed.
  private var facts: DayFacts
  private var changes: [LeafChange] = []

  init(_ rule: Rule, now: DayFacts, final: DayFacts) {
    (self.rule, self.now, self.final, facts) = (rule, now, final, final)
  }

  /// - Returns: Whether the wish was granted; then ``steps`` says how.
  mutating func grant(_ wish: Wish) -> Bool {
    // What one part needs may undo another's; a second look mends most of that.
    for _ in 0..<3 {
      guard let next = granting(wish, rule.requires, at: .requires) else { return false }
      self = next
      if wish.isGranted(by: ConditionEvaluation(rule.requires, with: &facts).answer) { return true }
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

  private func granting(_ wish: Wish, _ condition: Condition, at path: RulePath) -> ChangeSearch? {
    let parts = condition.parts(at: path)
    return switch condition.kind {
    case .leaf(let leaf): granting(wish, leaf, at: path.child(leaf.key))
    case .not: granting(wish.negated, 1, of: parts)
    case .all: granting(wish, parts.count, of: parts)
    case .any: granting(wish, 1, of: parts)
    case .some(let count, _): granting(wish, count, of: parts)
    }
  }

  /// - Parameter count: So many parts are to hold, or fewer are to.
  private func granting(
    _ wish: Wish, _ count: Int, of parts: [(path: RulePath, part: Condition)]
  ) -> ChangeSearch? {
    let needed = wish.holds ? count : parts.count - count + 1
    let possible = parts.indices.compactMap { index in
      granting(wish, parts[index].part, at: parts[index].path)
        .map { (index: index, cost: $0.cost) }
    }
    guard needed <= possible.count else { return nil }
    let cheapest = possible.sorted {
      ($0.cost.past, $0.cost.shortfall, $0.index) < ($1.cost.past, $1.cost.shortfall, $1.index)
    }
    var search = self
    for index in cheapest.prefix(max(0, needed)).map(\.index).sorted() {
      guard let next = search.granting(wish, parts[index].part, at: parts[index].path) else {
        return nil
      }
      search = next
    }
    return search
  }

  private func granting(_ wish: Wish, _ leaf: Leaf, at path: RulePath) -> ChangeSearch? {
    var search = self
    let final = search.facts.facts(of: leaf.value, on: leaf.days)
    let present = search.now.facts(of: leaf.value, on: leaf.days)
    guard let bounds = facts.bounds(of: leaf.days), !final.isEmpty else { return nil }
    func evaluation(_ days: [DayFact]) -> LeafEvaluation {
      LeafEvaluation(
        leaf, on: days, within: bounds, readsMissingAsZero: rule.onMissing == .zero)
    }
    let before = evaluation(final)
    if wish.isGranted(by: before.answer) {
      // What time alone brings about is worth saying, but changes nothing.
      let unchanged = search.final.facts(of: leaf.value, on: leaf.days)
      if !wish.isGranted(by: evaluation(present).answer),
        wish.isGranted(by: evaluation(unchanged).answer)
      {
        search.add(
          LeafChange(path: path, leaf: leaf, wish: wish, edits: [], weeks: 0, shortfall: 0))
      }
      return search
    }
    guard let change = leaf.change(for: wish, final, now: present, within: bounds) else {
      return nil
    }
    for edit in change.edits.edits {
      search.facts.suppose(edit.value, of: leaf.value, on: edit.day)
    }
    let after = evaluation(search.facts.facts(of: leaf.value, on: leaf.days))
    guard wish.isGranted(by: after.answer) else { return nil }
    search.add(
      LeafChange(
        path: path, leaf: leaf, wish: wish, edits: change.edits.edits, weeks: change.weeks,
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
      return VerdictChange.Step(path: path, text: change.sentence, days: days)
    }
  }
}
