package import DaymarkModel

extension Rule {
  /// The leaves of `requires`, in the rule's order.
  package var leaves: [(path: RulePath, leaf: Leaf)] { requires.leaves(at: .requires) }

  /// The heart rates above which it asks for minutes.
  package var heartRatesAsked: Set<Int> {
    let values = leaves.map(\.leaf.value) + [score?.value].compactMap(\.self)
    return Set(
      values.compactMap { if case .heartMinutes(let above) = $0 { above } else { nil } })
  }
}

extension Rule {
  /// The exercises, by id, of which it asks for multiples of the body's weight.
  package var exercisesInBodyWeights: Set<String> {
    Set(
      leaves.compactMap {
        if case .lift(.bodyWeights, let exercise) = $0.leaf.value { exercise } else { nil }
      })
  }
}

extension Condition {
  /// The leaves of the condition, in the rule's order, where it stands at `path`.
  package func leaves(at path: RulePath) -> [(path: RulePath, leaf: Leaf)] {
    if case .leaf(let leaf) = kind { return [(path.child(leaf.key), leaf)] }
    if case .jointly(let joint) = kind { return joint.placed(at: path) }
    return parts(at: path).flatMap { $0.part.leaves(at: $0.path) }
  }

  /// The parts of a composition, each with its place; none for leaves.
  package func parts(at path: RulePath) -> [(path: RulePath, part: Condition)] {
    switch kind {
    case .all(let parts): parts.placed(in: path.child("all"))
    case .any(let parts): parts.placed(in: path.child("any"))
    case .some(_, let parts): parts.placed(in: path.child("some").child("of"))
    case .not(let part): [(path.child("not"), part)]
    case .leaf, .jointly: []
    }
  }
}

extension JointLeaves {
  /// The leaves, each with its place, where the condition stands at `path`.
  package func placed(at path: RulePath) -> [(path: RulePath, leaf: Leaf)] {
    let list = path.child(recurrence.key).child(listKey)
    return leaves.enumerated().map { (list.child($0).child($1.inStretch.key), $1) }
  }
}

extension [Condition] {
  fileprivate func placed(in list: RulePath) -> [(path: RulePath, part: Condition)] {
    enumerated().map { (list.child($0), $1) }
  }
}
