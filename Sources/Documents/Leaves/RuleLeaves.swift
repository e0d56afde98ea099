package import DaymarkModel

extension Rule {
  /// The leaves of `requires` with their paths, in the order of the rule.
  package var leaves: [(path: RulePath, leaf: Leaf)] { requires.leaves(at: .requires) }

  /// The values of days that `requires` and the score look at, in the order of the rule.
  package var valuesAsked: [DayValue] {
    requires.leaves.map(\.value) + [score?.value].compactMap(\.self)
  }

  /// The heart rates above which the rule asks for minutes.
  package var heartRatesAsked: Set<Int> {
    Set(
      valuesAsked.compactMap { if case .heartMinutes(let above) = $0 { above } else { nil } })
  }
}

extension Rule {
  /// The ids of the exercises whose loads the rule compares as multiples of the body weight.
  package var exercisesInBodyWeights: Set<String> {
    Set(
      requires.leaves.compactMap {
        if case .lift(.bodyWeights, let exercise) = $0.value { exercise } else { nil }
      })
  }
}

extension Condition {
  /// The leaves of the condition with their paths, in the order of the rule; the condition stands
  /// at `path`.
  package func leaves(at path: RulePath) -> [(path: RulePath, leaf: Leaf)] {
    if case .leaf(let leaf) = kind { return [(path.child(leaf.key), leaf)] }
    if case .jointly(let joint) = kind { return joint.placed(at: path) }
    return parts(at: path).flatMap { $0.part.leaves(at: $0.path) }
  }

  /// The leaves of the condition, in the order of the rule.
  ///
  /// Building the paths takes longer than finding the leaves, so what is asked for each subject
  /// uses this list.
  package var leaves: [Leaf] {
    switch kind {
    case .all(let parts), .any(let parts), .some(_, let parts): parts.flatMap(\.leaves)
    case .not(let part): part.leaves
    case .leaf(let leaf): [leaf]
    case .jointly(let joint): joint.leaves
    }
  }

  /// The conditions that this one combines, each with its path; empty for leaves.
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
  /// The leaves with their paths; the condition stands at `path`.
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
