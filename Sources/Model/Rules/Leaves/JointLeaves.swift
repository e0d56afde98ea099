/// Leaves that must hold together in the same weeks, months or stretches of days.
package struct JointLeaves: Hashable, Sendable {
  /// The stretches, and how many of them must satisfy the leaves.
  package let recurrence: Recurrence
  /// Whether a stretch must satisfy every leaf, and not only one.
  package let needsAll: Bool
  /// The leaves, each asking for its own requirement in the same stretches.
  package let leaves: [Leaf]
  /// The days of the period that count.
  package let days: DaySelection

  /// Joins leaves on the same stretches.
  ///
  /// - Parameters:
  ///   - recurrence: The stretches, and how many of them must satisfy the leaves.
  ///   - needsAll: Whether a stretch must satisfy every leaf, and not only one.
  ///   - asked: The leaves for one stretch; their own selection of days is ignored.
  ///   - days: The days of the period that count.
  package init(
    _ recurrence: Recurrence, needsAll: Bool, of asked: [Leaf],
    on days: DaySelection = DaySelection()
  ) {
    self.recurrence = recurrence
    self.needsAll = needsAll
    self.days = days
    leaves = asked.map { $0.recurring(recurrence, on: days) }
  }

  /// The key of the list in which a rule file writes the leaves.
  package var listKey: String { needsAll ? "all" : "any" }
}

extension Leaf {
  /// The leaf that asks for this leaf's requirement in each of several stretches.
  package func recurring(_ recurrence: Recurrence, on days: DaySelection) -> Leaf {
    Leaf(.recurring(recurrence, of: measure), of: value, comparison, on: days)
  }

  /// The leaf's requirement on one stretch, or the leaf itself where it does not count stretches.
  package var inStretch: Leaf { Leaf(measure.goal, of: value, comparison, on: days) }
}
