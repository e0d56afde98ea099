public import DaymarkModel

/// Which answers of a rule's parts the cases of its tests have shown, counted from what evaluation
/// answered.
public struct RuleCoverage: Hashable, Sendable {
  public struct Leaf: Hashable, Sendable {
    /// See `Rule.leaves`.
    public var path: String
    public var counts: [Outcome: Int] = [:]

    /// The answers that no case has shown.
    public var unseen: [Outcome] { Outcome.allCases.filter { counts[$0] == nil } }
  }

  /// In the order of the rule.
  public var leaves: [Leaf]

  init(of rule: Rule) {
    leaves = rule.leaves.map { Leaf(path: $0.path) }
  }

  /// Every leaf has passed, failed and been undetermined.
  public var isFull: Bool { leaves.allSatisfy(\.unseen.isEmpty) }

  mutating func count(_ verdict: Verdict) {
    // Both are in the order of the rule, so a leaf that stands twice is counted at each place.
    for (index, leaf) in zip(leaves.indices, verdict.explanation.leaves) {
      leaves[index].counts[leaf.node.answer, default: 0] += 1
    }
  }
}
