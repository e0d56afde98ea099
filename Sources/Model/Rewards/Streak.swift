/// The rules of one streak; see Rewards, "Streaks".
package struct Streak: Hashable, Sendable {
  /// The thing that a streak counts.
  package enum Unit: Hashable, Sendable {
    case day
    /// Weeks that each reach a goal.
    case week(WeekGoal)
    /// Days, as long as in every window of `within` days at least `days` are active.
    case rolling(days: Int, within: Int)
  }

  /// The thing that the streak counts.
  package var unit: Unit
  /// The comparison that makes a day active.
  package var day: DayTest
  /// The weekdays on which the streak rests: they neither count nor break.
  package var restDays: Set<CivilDay.Weekday> = []
  /// The number of successive missed days that breaks a run if no freeze covers them: 2 is "never
  /// miss twice".
  package var breaksAfter = 1
  /// The rules of freezes; `nil` where the streak has none.
  package var freezes: FreezeRules?
  /// The lengths of a run that are celebrated, ascending.
  package var milestones: [Int] = []

  package init(_ unit: Unit, day: DayTest) { (self.unit, self.day) = (unit, day) }
}

/// The goal that a week must reach.
package enum WeekGoal: Hashable, Sendable {
  /// At least this many active days.
  case days(Int)
  /// At least this sum over the week's days, in the value's ``DayValue/partsOfUnit``.
  case total(DayValue, atLeast: Int64)
}

/// The rules for earning and buying freezes.
package struct FreezeRules: Hashable, Sendable {
  /// The number of active days or weeks of a run for which one freeze is earned; `nil` where none
  /// is.
  package var earnEvery: Int?
  /// The most freezes that a subject holds.
  package var atMost: Int
  /// The points that one freeze costs; `nil` where none is for sale.
  package var price: Int?

  package init(earnEvery: Int? = nil, atMost: Int, price: Int? = nil) {
    (self.earnEvery, self.atMost, self.price) = (earnEvery, atMost, price)
  }
}
