import DaymarkModel

extension Bookkeeper {
  /// The present state of a programme's streaks, by name.
  func streaks(of programme: Programme) -> [StreakBook] {
    programme.streaks.keys.sorted().compactMap { name in
      folds[name].map { streak($0, milestones: programme.streaks[name]?.milestones ?? []) }
    }
  }

  private func streak(_ fold: StreakFold, milestones: [Int]) -> StreakBook {
    // Open days are skipped unless they certainly pass, because no run breaks before a day is
    // settled.
    let open = (fold.outcomes.count..<days.timeline.days.count)
      .map { days.streakDay(at: $0, fold.name, requests.granted) }
    let state = open.reduce(fold.state) { $0.outcome(of: $1).state }
    var book = StreakBook(name: fold.name)
    book.state = present(state, fold.name)
    (book.current, book.longest) = (state.run, state.longest)
    book.longestOfSeason = state.longestOfSeason
    book.freezesLeft = fold.state.freezeBalance + requests.granted.count { $0.streak == fold.name }
    book.freezesReserved = state.gap.count
    book.freezesSpent = fold.outcomes.flatMap(\.step.spends)
    book.nextMilestone = milestones.first { $0 > state.run?.count ?? 0 }
    return book
  }

  /// The state of a streak now, which is the first that applies; on a rest day it is that of the
  /// day before.
  private func present(_ state: StreakState, _ name: String) -> StreakBook.State {
    let place = days.timeline.days.indices.last { place in
      let day = days.streakDay(at: place, name, [])
      guard let rules = day.rules else { return false }
      if case .week = rules.streak.unit { return true }
      return day.counts || day.isPaused
    }
    guard let place else { return .none }
    let day = days.streakDay(at: place, name, [])
    if day.isPaused { return .paused }
    guard state.run != nil else { return state.hasBroken ? .broken : .none }
    if !state.gap.isEmpty { return .frozen }
    guard let week = state.week else { return day.isActive ? .active : .atRisk }
    return week.isMet || week.isPartial || week.hasPause ? .active : .atRisk
  }

  /// The calendar of each streak of a programme, by name.
  func calendars(of programme: Programme) -> [StreakCalendar] {
    programme.streaks.keys.sorted().map { name in
      var calendar = StreakCalendar(streak: name)
      let frozen = Set(folds[name]?.outcomes.flatMap(\.step.spends) ?? [])
      calendar.days = days.timeline.days.indices.compactMap { place in
        let day = days.streakDay(at: place, name, [])
        return day.mark(frozen.contains(day.date)).map { StreakCalendar.Day(day.date, $0) }
      }
      return calendar
    }
  }
}

extension StreakDay {
  /// Returns the effect of the day on the streak; `nil` for a day outside the programme.
  fileprivate func mark(_ isFrozen: Bool) -> StreakCalendar.Mark? {
    guard let rules else { return nil }
    if isPaused { return .paused }
    if isActive { return .active }
    if isFrozen { return .frozen }
    if !counts { return .rest }
    if !isSettled { return .open }
    return rules.streak.unit == .day ? .missed : .idle
  }
}
