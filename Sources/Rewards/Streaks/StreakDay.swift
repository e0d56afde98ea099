import DaymarkModel

/// One day as a streak sees it.
struct StreakDay {
  var date: CivilDay
  /// The date before, even if the programme does not have it.
  var previous: CivilDay?
  /// The programme and the streak's rules that apply to the day; `nil` where there are none.
  var rules: (programme: Programme, streak: Streak)?
  /// Whether the day is paused, so that it neither counts nor breaks.
  var isPaused: Bool
  var isSettled: Bool
  /// Whether the day certainly satisfies the streak's comparison, on a rest day, too.
  var passes: Bool
  /// The amount that the day adds to a week's sum, in parts of the value's unit.
  var amount: Int64
  /// The number of freezes that were given or bought and may cover the day.
  var granted: Int

  /// Whether the day may count or break, which paused days and rest days may not.
  var counts: Bool {
    guard let rules, !isPaused else { return false }
    return !rules.streak.restDays.contains(date.weekday)
  }

  /// Whether the day lengthens a run of days, and earns the streak's points.
  var isActive: Bool { counts && passes }
}

extension StreakState {
  /// Moves the state on by one day.
  ///
  /// An open day breaks nothing and is not missed; if it certainly satisfies the comparison it
  /// counts.
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
    let held = day.granted + freezeBalance
    if day.isActive { return lengthen(from: day.date, on: day.date, by: rules, held: held) }
    if day.counts, day.isSettled { miss(day.date, by: rules, held: held) }
    return Step()
  }

  /// Moves a rolling streak on by one day: a run begins with the first window that has enough
  /// active days, and breaks with the first that has too few.
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
