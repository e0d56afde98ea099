// Where a leaf stands in its rule, as the keys and list positions that lead to it in the rule's
// ``Rule/definition``: `requires.all.1.streak`.

extension Rule {
  /// The leaves of `requires`, in the rule's order.
  public var leaves: [(path: String, leaf: Leaf)] {
    var leaves: [(path: String, leaf: Leaf)] = []
    requires.visitLeaves(at: "requires") { leaves.append(($0, $1)) }
    return leaves
  }
}

extension Condition {
  private func visitLeaves(_ parts: [Condition], at path: String, _ visit: (String, Leaf) -> Void) {
    for (index, part) in parts.enumerated() { part.visitLeaves(at: "\(path).\(index)", visit) }
  }

  fileprivate func visitLeaves(at path: String, _ visit: (String, Leaf) -> Void) {
    switch kind {
    case .all(let parts): visitLeaves(parts, at: path + ".all", visit)
    case .any(let parts): visitLeaves(parts, at: path + ".any", visit)
    case .some(_, let parts): visitLeaves(parts, at: path + ".some.of", visit)
    case .not(let part): part.visitLeaves(at: path + ".not", visit)
    case .leaf(let leaf): visit("\(path).\(leaf.key)", leaf)
    }
  }
}

extension Explanation {
  /// The nodes of leaves with the paths that ``Rule/leaves`` gives, in the same order.
  public var leaves: [(path: String, node: Explanation)] {
    var leaves: [(path: String, node: Explanation)] = []
    visitLeaves(at: "requires") { leaves.append(($0, $1)) }
    return leaves
  }

  private func visitLeaves(at path: String, _ visit: (String, Explanation) -> Void) {
    switch key {
    case "not":
      for child in children { child.visitLeaves(at: path + ".not", visit) }
    case "all", "any", "some":
      let list = key == "some" ? "\(path).some.of" : "\(path).\(key)"
      for (index, child) in children.enumerated() {
        child.visitLeaves(at: "\(list).\(index)", visit)
      }
    default: visit("\(path).\(key)", self)
    }
  }
}
