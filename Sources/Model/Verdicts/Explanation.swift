/// A node of the explanation: the answer of one condition and the days behind it.
package struct Explanation: Hashable, Sendable {
  /// The key of the rule file: `all`, `any`, `not`, `some` or a leaf's.
  package var key: String
  /// The name of a named condition.
  package var name: String?
  /// The answer of this condition.
  package var answer: Outcome
  /// The metric that a leaf looks at.
  package var metric: Metric?
  /// The requirement, in words: `at least 10000 count on 7 consecutive days`.
  package var required: String?
  /// The thing that `actual` and `margin` count: `day`, `week`, `session`, `condition` or a unit's
  /// symbol.
  package var unit: String?
  /// The figure that was reached, in `unit`.
  package var actual: Quantity?
  /// How far above (or, negative, below) what was required.
  package var margin: Quantity?
  /// The reason that the verdict may state.
  package var reason: Reason?
  /// The days that decided: the longest run, the best window.
  package var span: ClosedRange<CivilDay>?
  /// The days that a leaf looked at, ascending.
  package var days: [Day] = []
  /// The weeks of a `weekly` leaf; of `monthly` the months, and of `within` all stretches of days.
  package var weeks: [Week] = []
  /// The target of a leaf that compares with the subject's own days before the period.
  package var target: Target?
  /// The nodes of the condition's parts, in their order.
  package var children: [Explanation] = []

  /// The unit of a reason's figures; `nil` where they count days, weeks, sessions or conditions, or no condition gave it.
  package func unit(of reason: Reason) -> Unit? {
    let leaves = leaves
    let leaf =
      leaves.count == 1
      ? leaves[0]
      : leaves.first { $0.reason?.code == reason.code && $0.reason?.actual == reason.actual }
    return leaf.flatMap { $0.metric == nil ? nil : $0.unit.flatMap(Unit.init) }
  }

  /// One week, or another stretch of days, as a leaf saw it.
  package struct Week: Hashable, Sendable {
    /// Its days that the leaf looks at lie within.
    package var days: ClosedRange<CivilDay>
    /// The figure that the week reached.
    package var actual: Quantity
    /// The answer of the week.
    package var answer: Outcome

    package init(days: ClosedRange<CivilDay>, actual: Quantity, answer: Outcome) {
      self.days = days
      self.actual = actual
      self.answer = answer
    }
  }

  /// What the days before the period make a leaf ask for.
  package struct Target: Hashable, Sendable {
    /// The least that is asked, by what is recorded, in the unit of days; `nil` where too few days are known.
    package var amount: Quantity?
    /// The days before the period, ascending.
    package var days: [Day]

    package init(_ amount: Quantity?, days: [Day]) { (self.amount, self.days) = (amount, days) }
  }

  /// One day as a leaf saw it.
  package struct Day: Hashable, Sendable {
    /// The reasons why a day counted or did not.
    package enum Standing: String, CaseIterable, Hashable, Sendable {
      /// Satisfies the comparison, or enters the sum.
      case counted
      /// Does not satisfy it; of sessions, none of the day is as asked for.
      case short
      /// Past, without data that anybody waits for.
      case missing
      /// Past, and the data ends before the day does.
      case incomplete
      /// Past, and damage to an input may have taken something of the day.
      case damaged
      /// Past, and rejected records leave open what it was.
      case rejected
      /// Past, with two figures of which nobody chose one.
      case twoFigures
      /// Not over at the instant of evaluation.
      case notOver
      /// A session of the day lacks what is asked about.
      case unknown
    }

    /// The civil day.
    package var day: CivilDay
    /// The value that the day has; `nil` without data.
    package var value: Quantity?
    /// The part that the day plays.
    package var standing: Standing
    /// How many sessions of a fitting kind are not as this requirement of `where` asks; one that misses
    /// several counts under each, one that lacks the figure under none.
    package var missed: [ActivityQuantity: Int]

    package init(
      day: CivilDay, value: Quantity?, standing: Standing, missed: [ActivityQuantity: Int] = [:]
    ) {
      self.day = day
      self.value = value
      self.standing = standing
      self.missed = missed
    }
  }

  package init(key: String, answer: Outcome) {
    self.key = key
    self.answer = answer
  }
}

extension Explanation {
  /// The weeks that a person is shown: of stretches that overlap those that count, share no day, and are as asked or
  /// may still be.
  package var weeksToShow: [Week] {
    let stretches = weeks.map { (days: $0.days, element: $0.answer) }
    guard let first = weeks.first, weeks.dropFirst().first?.days.overlaps(first.days) ?? false
    else {
      return weeks
    }
    let sure = Recurrence(1).counted(stretches) { $0 == .pass }
    let shown = sure.isEmpty ? Recurrence(1).counted(stretches) { $0 != .fail } : sure
    return shown.map { weeks[$0] }
  }
}

extension Explanation.Target {
  /// What is asked, with the days that it rests on: `10,800 steps by data on 26 of the 28 days before`.
  ///
  /// It tells what somebody did, so no reason has it.
  package func words(in unit: Unit) -> String {
    let days = "data on \(days.count { $0.value != nil }) of the \(days.count) days before"
    return amount.map { "\($0.thresholdWords(in: unit)), by \(days)" } ?? "not known, with \(days)"
  }
}
