/// A node of a verdict's explanation: the answer of one condition, with the days behind it.
package struct Explanation: Hashable, Sendable {
  /// The condition's key in the rule file: `all`, `any`, `not`, `some`, or that of a leaf.
  package var key: String
  /// The name of the condition under `conditions:`, if it has one.
  package var name: String?
  /// The answer of this condition.
  package var answer: Outcome
  /// The metric that a leaf compares; `nil` for other values.
  package var metric: Metric?
  /// The requirement of the condition in words, for example `at least 10000 count on 7 consecutive
  /// days`.
  package var required: String?
  /// The thing that ``actual`` and ``margin`` count: `day`, `week`, `session`, `condition` or the
  /// symbol of a unit.
  package var unit: String?
  /// The figure that the subject reached, in ``unit``.
  package var actual: Quantity?
  /// The distance of the figure above the required one; negative where it is below.
  package var margin: Quantity?
  /// The reason for which the condition does not hold.
  ///
  /// The verdict may give it as its reason.
  package var reason: Reason?
  /// The days that decided, such as the longest run or the best window.
  package var span: ClosedRange<CivilDay>?
  /// The days that the leaf counts, ascending.
  package var days: [Day] = []
  /// The weeks of a `weekly` leaf, the months of a `monthly` one, or the stretches of days of
  /// `within`.
  package var weeks: [Week] = []
  /// The target of a leaf with a baseline; `nil` for other leaves.
  package var target: Target?
  /// The nodes of the conditions that this one combines, in their order.
  package var children: [Explanation] = []

  /// The unit of a reason's figures; `nil` where they count days, weeks, sessions or conditions, or
  /// are those of a quality gate, or no node has the reason.
  package func unit(of reason: Reason) -> Unit? {
    // Their figures count conditions and signs, or are shares, and may equal those of a leaf.
    guard !["some.", "quality."].contains(where: reason.code.hasPrefix) else { return nil }
    // A reason about missing data has the figures of its leaf, but a code of its own.
    let alike = leaves.filter {
      $0.reason?.required == reason.required && $0.reason?.actual == reason.actual
    }
    let leaf = alike.first { $0.reason?.code == reason.code } ?? alike.first
    return leaf?.unit.flatMap(Unit.init)
  }

  /// The answer of a leaf for one week, month or other stretch of days.
  package struct Week: Hashable, Sendable {
    /// The first and last day of the stretch, within the days that the leaf counts.
    package var days: ClosedRange<CivilDay>
    /// The figure that the subject reached in the stretch.
    package var actual: Quantity
    package var answer: Outcome

    package init(days: ClosedRange<CivilDay>, actual: Quantity, answer: Outcome) {
      self.days = days
      self.actual = actual
      self.answer = answer
    }
  }

  /// The target that follows from the subject's days before the period.
  package struct Target: Hashable, Sendable {
    /// The target by the recorded days, in the unit of days; `nil` where too few days have data.
    package var amount: Quantity?
    /// The days before the period, ascending.
    package var days: [Day]

    package init(_ amount: Quantity?, days: [Day]) { (self.amount, self.days) = (amount, days) }
  }

  /// One day, and whether it counted for a leaf.
  package struct Day: Hashable, Sendable {
    /// The reason for which a day counted or did not.
    package enum Standing: String, CaseIterable, Hashable, Sendable {
      /// The day satisfies the comparison, or is part of the sum.
      case counted
      /// The day does not satisfy the comparison, or has no session that does.
      case short
      /// The day is over and has no data, and none is expected.
      case missing
      /// The day is over, and the data ends before the day does.
      case incomplete
      /// The day is over, and damage to an input may have taken data from it.
      case damaged
      /// The day is over, and its figure is uncertain because records were rejected.
      case rejected
      /// The day is over and has two figures, between which the operator's configuration does not
      /// choose.
      case twoFigures
      /// The day is not over at the instant of evaluation.
      case notOver
      /// The day has a session that lacks the figure the leaf asks about.
      case unknown
    }

    package var day: CivilDay
    /// The day's value; `nil` without data.
    package var value: Quantity?
    /// The reason for which the day counted or did not.
    package var standing: Standing
    /// The number of the day's sessions of a fitting kind that do not satisfy a comparison under
    /// `where:`, by the quantity that is compared.
    ///
    /// A session that misses several comparisons counts for each; one without the quantity counts
    /// for none.
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
  /// The stretches to show a person; of stretches that overlap, those that do not share a day and
  /// satisfy the leaf, or still may.
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
  /// The target with the days behind it, such as `10,800 steps, by data on 26 of the 28 days
  /// before`.
  ///
  /// It reveals what the subject did before, so no reason contains it.
  package func words(in unit: Unit) -> String {
    let days = "data on \(days.count { $0.value != nil }) of the \(days.count) days before"
    return amount.map { "\($0.thresholdWords(in: unit)), by \(days)" } ?? "not known, with \(days)"
  }
}
