/// The smallest change of a subject's days that would change the verdict.
package struct VerdictChange: Hashable, Sendable {
  /// The outcome after the change.
  package var outcome: Outcome
  /// The necessary changes, in the order of the rule; gates come last.
  package var steps: [Step]

  /// The change that one leaf or gate needs.
  package struct Step: Hashable, Sendable {
    /// The path of the leaf in the rule, as in ``Rule/leaves``, or of the gate.
    package var path: RulePath
    /// A sentence for the participant, such as `2 more days with at least 10,000 steps`.
    package var text: String
    /// The values that days would need, of the leaf's value.
    ///
    /// They may be one example of many: everything that a sum lacks is put on one day.
    package var days: [DayChange]
    /// Whether the text asks for an amount that may be on any days, of which ``days`` are an
    /// example.
    package var isAnywhere: Bool

    /// Whether the step asks for data that is missing from days already recorded; that data alone
    /// may be enough.
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

  /// A day's present value and the value that it would need.
  package struct DayChange: Hashable, Sendable {
    package var day: CivilDay
    /// The day's present value; `nil` without data.
    package var now: Quantity?
    /// The value that the day would need.
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

  /// The steps that ask for missing data, which may be all that is needed.
  package var repairs: [Step] { steps.filter(\.isRepair) }

  /// The steps that are needed if the missing data does not suffice.
  package var others: [Step] { steps.filter { !$0.isRepair } }
}
