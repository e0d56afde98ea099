/// Leaves that must hold in the same weeks, months or stretches of days.
package struct JointLeaves: Hashable, Sendable {
  /// The stretches that count, and how many must be as asked.
  package let recurrence: Recurrence
  /// Whether a stretch must have what each of the leaves asks for, and not of one alone.
  package let needsAll: Bool
  /// The leaves, each of which asks for its own in the same stretches of the same days.
  package let leaves: [Leaf]
  /// The days that are looked at.
  package let days: DaySelection

  /// Makes leaves that are asked together.
  ///
  /// - Parameters:
  ///   - recurrence: The stretches.
  ///   - needsAll: Whether a stretch needs all, and not one.
  ///   - asked: What is asked of one stretch. Their own selection of days is not looked at.
  ///   - days: The days that are looked at.
  package init(
    _ recurrence: Recurrence, needsAll: Bool, of asked: [Leaf],
    on days: DaySelection = DaySelection()
  ) {
    self.recurrence = recurrence
    self.needsAll = needsAll
    self.days = days
    leaves = asked.map { $0.recurring(recurrence, on: days) }
  }

  /// The key of the list that a rule file writes.
  package var listKey: String { needsAll ? "all" : "any" }
}

extension Leaf {
  /// The leaf that asks for this one's requirement in each of several stretches.
  package func recurring(_ recurrence: Recurrence, on days: DaySelection) -> Leaf {
    Leaf(.recurring(recurrence, of: measure), of: value, comparison, on: days)
  }

  /// What the leaf asks of one stretch; itself where it does not ask for stretches.
  package var inStretch: Leaf { Leaf(measure.goal, of: value, comparison, on: days) }
}
