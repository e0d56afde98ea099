package import DaymarkModel

extension Rule {
  /// The rule with the operator's names of feats, for its sentences; its answers stay the same.
  ///
  /// - Parameter names: The names, by id; a feat without one is called by its id.
  package func naming(feats names: [String: String]) -> Rule {
    if featsAsked.isEmpty { return self }
    var rule = self
    rule.requires = requires.naming(feats: names)
    rule.score?.value.name(feats: names)
    return rule
  }

  /// The ids of the feats that the rule asks about.
  package var featsAsked: Set<String> {
    Set(valuesAsked.compactMap { if case .feat(_, let feat) = $0 { feat.id } else { nil } })
  }
}

extension Condition {
  fileprivate func naming(feats names: [String: String]) -> Condition {
    var condition = self
    func parts(_ parts: [Condition]) -> [Condition] { parts.map { $0.naming(feats: names) } }
    switch kind {
    case .all(let inner): condition.kind = .all(parts(inner))
    case .any(let inner): condition.kind = .any(parts(inner))
    case .some(let count, let inner): condition.kind = .some(count: count, of: parts(inner))
    case .not(let inner): condition.kind = .not(inner.naming(feats: names))
    case .leaf(var leaf):
      leaf.value.name(feats: names)
      condition.kind = .leaf(leaf)
    case .jointly(let joint):
      let leaves = joint.leaves.map { leaf in
        var leaf = leaf.inStretch
        leaf.value.name(feats: names)
        return leaf
      }
      condition.kind = .jointly(
        JointLeaves(joint.recurrence, needsAll: joint.needsAll, of: leaves, on: joint.days))
    }
    return condition
  }
}

extension DayValue {
  fileprivate mutating func name(feats names: [String: String]) {
    guard case .feat(let figure, var feat) = self else { return }
    feat.name = names[feat.id]
    self = .feat(figure, of: feat)
  }
}
