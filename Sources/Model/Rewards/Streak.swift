/// The rules of one streak; see Rewards, "Streaks".
package struct Streak: Hashable, Sendable {
  /// What the streak counts.
  package enum Unit: Hashable, Sendable {
    case day
    /// Weeks that reach a goal.
    case week(WeekGoal)
    /// Days, as long as so many of any so many days are active.
    case rolling(days: Int, within: Int)
  }

  /// What it counts.
  package var unit: Unit
  /// What makes a day active.
  package var day: DayTest
  /// The weekdays that neither count nor break.
  package var restDays: Set<CivilDay.Weekday> = []
  /// The missed day of a gap that breaks the run where no freeze covers it: 2 is "never miss twice".
  package var breaksAfter = 1
  /// The freezes, where there are any.
  package var freezes: FreezeRules?
  /// The lengths of a run that are told, ascending.
  package var milestones: [Int] = []

  /// Makes a streak without rest days, freezes and milestones.
  package init(_ unit: Unit, day: DayTest) { (self.unit, self.day) = (unit, day) }
}

/// What a week needs to count.
package enum WeekGoal: Hashable, Sendable {
  /// So many active days.
  case days(Int)
  /// A sum over its days, in the value's ``DayValue/partsOfUnit``.
  case total(DayValue, atLeast: Int64)
}

/// How freezes come about.
package struct FreezeRules: Hashable, Sendable {
  /// One is earned at each so many active days or weeks of a run; none where it is `nil`.
  package var earnEvery: Int?
  /// So many are held at most.
  package var atMost: Int
  /// The points that one costs; none is for sale where it is `nil`.
  package var price: Int?

  /// Makes rules.
  package init(earnEvery: Int? = nil, atMost: Int, price: Int? = nil) {
    (self.earnEvery, self.atMost, self.price) = (earnEvery, atMost, price)
  }
}
