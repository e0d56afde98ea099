import DaymarkDocuments
package import DaymarkModel

extension Rule {
  /// The rule without one of its parts, for each part in a list of several.
  ///
  /// A part is a condition, one of several leaves that are combined, or a gate.
  package var withoutParts: [(path: RulePath, rule: Rule)] {
    let conditions = requires.withoutParts(at: .requires).map { path, condition in
      var rule = self
      rule.requires = condition
      return (path: path, rule: rule)
    }
    let gates = quality.indices.map { index in
      var rule = self
      rule.quality.remove(at: index)
      return (path: RulePath.gate(index).child(quality[index].key), rule: rule)
    }
    return conditions + gates
  }
}

extension Condition {
  fileprivate func withoutParts(at path: RulePath) -> [(path: RulePath, condition: Condition)] {
    func made(_ kind: Kind) -> Condition {
      var condition = self
      condition.kind = kind
      return condition
    }
    if case .jointly(let joint) = kind {
      return joint.withoutParts(at: path).map { ($0.path, made(.jointly($0.joint))) }
    }
    let parts = parts(at: path)
    func replacing(_ index: Int, by part: Condition?) -> Condition {
      var others = parts.map(\.part)
      if let part { others[index] = part } else { others.remove(at: index) }
      return switch kind {
      case .all: made(.all(others))
      case .any: made(.any(others))
      case .some(let count, _): made(.some(count: count, of: others))
      case .not: made(.not(others[0]))
      case .leaf, .jointly: self
      }
    }
    return parts.enumerated().flatMap { index, placed in
      let own = parts.count > 1 ? [(path: placed.path, condition: replacing(index, by: nil))] : []
      return own
        + placed.part.withoutParts(at: placed.path).map {
          ($0.path, replacing(index, by: $0.condition))
        }
    }
  }
}

extension JointLeaves {
  fileprivate func withoutParts(at path: RulePath) -> [(path: RulePath, joint: JointLeaves)] {
    guard leaves.count > 1 else { return [] }
    return placed(at: path).enumerated().map { index, placed in
      var asked = leaves.map(\.inStretch)
      asked.remove(at: index)
      return (placed.path, JointLeaves(recurrence, needsAll: needsAll, of: asked, on: days))
    }
  }
}
