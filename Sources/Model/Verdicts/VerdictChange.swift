/// The smallest change of the days that would make a verdict another one.
package struct VerdictChange: Hashable, Sendable {
  /// The outcome after the change.
  package var outcome: Outcome
  /// The steps in the rule's order, those of gates last.
  package var steps: [Step]

  /// The part of the change that one leaf or gate needs.
  package struct Step: Hashable, Sendable {
    /// The path of a leaf, as ``Rule/leaves`` gives it, or of a gate.
    package var path: RulePath
    /// The text for the participant: `2 more days with at least 10,000 steps`.
    package var text: String
    /// The values that days would have, of the kind that the leaf looks at.
    ///
    /// Some of them are examples of many: all that a sum lacks is put on one day.
    package var days: [DayChange]
    /// Whether the text asks for an amount that may lie on any days, of which ``days`` are an example.
    package var isAnywhere: Bool

    /// Whether it is what the recorded data lacks to be judged, which may be all that is needed.
    package var isRepair: Bool

    package init(
      path: RulePath, text: String, days: [DayChange], isAnywhere: Bool = false,
      isRepair: Bool = false
    ) {
      self.path = path
      self.text = text
      self.days = days
      self.isAnywhere = isAnywhere
      self.isRepair = isRepair
    }
  }

  /// One day as it is and as it would be.
  package struct DayChange: Hashable, Sendable {
    /// The civil day that would be another.
    package var day: CivilDay
    /// `nil` without data.
    package var now: Quantity?
    /// The value that it would need.
    package var then: Quantity

    package init(day: CivilDay, now: Quantity?, then: Quantity) {
      self.day = day
      self.now = now
      self.then = then
    }
  }

  package init(outcome: Outcome, steps: [Step]) {
    self.outcome = outcome
    self.steps = steps
  }

  /// The steps that may be all that is needed.
  package var repairs: [Step] { steps.filter(\.isRepair) }

  /// The steps that are needed where repairs bring nothing more.
  package var others: [Step] { steps.filter { !$0.isRepair } }
}
