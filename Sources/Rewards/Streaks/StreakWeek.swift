import DaymarkModel

/// The current week of a streak that counts weeks.
struct StreakWeek {
  /// The first date of the week.
  var first: CivilDay
  /// The last day so far.
  var last: CivilDay
  /// Whether part of the week lies outside the period, the season, or the time in which the subject
  /// takes part.
  var isPartial: Bool
  var hasPause = false
  var hasOpenDay = false
  var isMet = false
  var isOver = false
  private var passed = 0
  private var amount: Int64 = 0
  /// The rules that apply to the week's last day.
  var rules: Streak
  /// The number of freezes that were given or bought and may cover the week's last day.
  var granted = 0

  init(_ first: CivilDay, _ day: StreakDay, _ rules: Streak) {
    (self.first, last, self.rules) = (first, day.date, rules)
    // A skipped date that is a day lies outside the programme; a date that has no time in the zone
    // is not part of the week.
    isPartial = day.date != first && day.previous.map { $0 >= first } ?? true
  }

  /// Records that a date is not part of the programme.
  mutating func leave(out date: CivilDay) {
    if date < first.advanced(by: 7) { isPartial = true }
  }

  /// Adds a day; a rest day helps to reach the goal, a paused day does not.
  mutating func add(_ day: StreakDay, _ rules: (programme: Programme, streak: Streak)) {
    let end = first.advanced(by: 6)
    let programme = rules.programme
    if programme.to.map({ $0 < end }) ?? false
      || programme.season(of: end) != programme.season(of: first)
    {
      isPartial = true
    }
    (last, self.rules, granted) = (day.date, rules.streak, day.granted)
    if !day.isSettled { hasOpenDay = true }
    if day.isPaused {
      hasPause = true
    } else {
      if day.passes { passed += 1 }
      amount = amount.addingClamped(day.amount)
    }
  }

  /// Whether the days so far reach a goal.
  func reaches(_ goal: WeekGoal) -> Bool {
    switch goal {
    case .days(let days): passed >= days
    case .total(_, let least): amount >= least
    }
  }
}

extension StreakState {
  mutating func takeDayOfWeek(
    _ day: StreakDay, _ goal: WeekGoal, _ rules: (programme: Programme, streak: Streak)
  ) -> Step {
    let first = rules.programme.week(of: day.date)
    if week?.first != first {
      closeWeek()
      week = StreakWeek(first, day, rules.streak)
    }
    week?.add(day, rules)
    var step = Step()
    if let open = week, !open.isMet, !open.isPartial, open.reaches(goal) {
      week?.isMet = true
      step = lengthen(
        from: first, on: day.date, by: rules.streak, held: day.granted + freezeBalance)
    }
    // The last date of a week may have no time in the zone; the week is then over when the next one
    // begins.
    if day.date == first.advanced(by: 6) { closeWeek() }
    return step
  }

  /// Closes the week: if its goal was not reached, it is missed on its last day, once all its days
  /// are settled.
  private mutating func closeWeek() {
    guard let over = week, !over.isOver else { return }
    week?.isOver = true
    guard !over.isMet, !over.isPartial, !over.hasPause, !over.hasOpenDay else { return }
    miss(over.last, by: over.rules, held: over.granted + freezeBalance)
  }
}
