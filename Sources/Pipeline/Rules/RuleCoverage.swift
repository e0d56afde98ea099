package import DaymarkModel

/// The answers of a rule's parts that the cases of its tests have shown, counted from what evaluation
/// answered.
package struct RuleCoverage: Hashable, Sendable {
  /// The answers of one leaf.
  package struct Leaf: Hashable, Sendable {
    /// See `Rule.leaves`.
    package var path: RulePath
    /// The number of cases for each answer.
    package var counts: [Outcome: Int] = [:]

    /// The answers that no case has shown.
    package var unseen: [Outcome] { Outcome.allCases.filter { counts[$0] == nil } }
  }

  /// The answers of one gate.
  package struct Gate: Hashable, Sendable {
    /// `quality.0.manualShare`, by the rule's definition.
    package var path: RulePath
    /// The number of passing cases in which it held.
    package var held = 0
    /// The number of cases that would pass without it.
    package var breached = 0
  }

  /// In the order of the rule.
  package var leaves: [Leaf]
  /// In the order of the rule.
  package var gates: [Gate]

  init(of rule: Rule) {
    leaves = rule.leaves.map { Leaf(path: $0.path) }
    gates = rule.quality.enumerated().map { Gate(path: .gate($0).child($1.key)) }
  }

  /// Every leaf has passed, failed and been undetermined, and every gate has held and been breached.
  package var isFull: Bool {
    leaves.allSatisfy(\.unseen.isEmpty) && gates.allSatisfy { $0.held > 0 && $0.breached > 0 }
  }

  /// - Parameter gatesHold: Of each gate, as it was or would have been asked.
  mutating func count(_ verdict: Verdict, gatesHold: [Bool]) {
    // Gates are asked of a pass alone.
    if verdict.explanation.answer == .pass {
      for (index, holds) in zip(gates.indices, gatesHold) {
        if holds { gates[index].held += 1 } else { gates[index].breached += 1 }
      }
    }
    // Both are in the order of the rule, so a leaf that stands twice is counted at each place.
    for (index, leaf) in zip(leaves.indices, verdict.explanation.leaves) {
      leaves[index].counts[leaf.answer, default: 0] += 1
    }
  }
}
