import DaymarkModel

/// One day as a streak sees it.
struct StreakDay {
  var date: CivilDay
  /// The date of the day before, whether or not it exists for the programme.
  var previous: CivilDay?
  /// The programme and the rules of the streak that hold for the day; `nil` where there are none.
  var rules: (programme: Programme, streak: Streak)?
  /// Whether it neither counts nor breaks.
  var isPaused: Bool
  var isSettled: Bool
  /// Whether it surely passes the streak's test, be it a day of rest or not.
  var passes: Bool
  /// What it adds to the sum that a week needs, in parts of the value's unit.
  var amount: Int64
  /// Freezes that were given or bought and may cover it.
  var granted: Int

  /// Whether it may count or break: it is neither paused nor a day of rest.
  var counts: Bool {
    guard let rules, !isPaused else { return false }
    return !rules.streak.restDays.contains(date.weekday)
  }

  /// Whether it lengthens a run of days and has a streak part.
  var isActive: Bool { counts && passes }
}

extension StreakState {
  /// Goes on by one day.
  ///
  /// A day that is still open neither breaks nor misses anything; where it surely passes it counts.
  mutating func take(_ day: StreakDay) -> Step {
    guard let rules = day.rules else {
      week?.leave(out: day.date)
      return Step()
    }
    enter(Segment(of: day.date, rules.streak, in: rules.programme))
    switch rules.streak.unit {
    case .day: return takeDay(day, by: rules.streak)
    case .rolling(let days, let within):
      return takeRolling(day, days: days, within: within, by: rules.streak)
    case .week(let goal): return takeDayOfWeek(day, goal, rules)
    }
  }

  private mutating func takeDay(_ day: StreakDay, by rules: Streak) -> Step {
    let held = day.granted + dealt
    if day.isActive { return lengthen(from: day.date, on: day.date, by: rules, held: held) }
    if day.counts, day.isSettled { miss(day.date, by: rules, held: held) }
    return Step()
  }

  /// A run begins with the first window that has enough active days, and breaks with the first that has fewer.
  private mutating func takeRolling(
    _ day: StreakDay, days: Int, within: Int, by rules: Streak
  ) -> Step {
    guard day.counts, day.isSettled || day.passes else { return Step() }
    window.append(WindowDay(date: day.date, isActive: day.passes))
    if window.count > within { window.removeFirst() }
    let active = window.count(where: \.isActive)
    let former = run?.count ?? 0
    if let run {
      if day.passes {
        grow(StreakBook.Run(first: run.first, last: day.date, count: run.count + 1))
      }
      if active < days { end() }
    } else if active >= days, let first = window.first(where: \.isActive)?.date {
      grow(StreakBook.Run(first: first, last: day.date, count: active))
    }
    let count = run?.count ?? 0
    return Step(milestones: rules.milestones.filter { former < $0 && $0 <= count })
  }
}
