/// The ISO weeks (or those that start on another day) that a `weekly` leaf counts.
package struct Weekly: Hashable, Sendable {
  /// The goal that a week must reach.
  package enum Goal: Hashable, Sendable {
    /// Days that each satisfy the leaf's comparison.
    case days(Leaf.DayCount)
    /// A sum of the days' values that satisfies it.
    case total
  }

  /// At least so many weeks.
  package var weeks: Int
  /// The thing that each week must have.
  package var goal: Goal
  /// The first day of a week.
  package var startsOn: CivilDay.Weekday
  /// Weeks count of which some days lie outside the leaf's days from first to last.
  package var countsPartialWeeks: Bool

  /// Makes the requirement of a number of weeks.
  package init(
    weeks: Int, goal: Goal, startsOn: CivilDay.Weekday = .monday, countsPartialWeeks: Bool = false
  ) {
    self.weeks = weeks
    self.goal = goal
    self.startsOn = startsOn
    self.countsPartialWeeks = countsPartialWeeks
  }
}
