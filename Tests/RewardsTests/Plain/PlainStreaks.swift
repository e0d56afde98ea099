import DaymarkModel

/// A streak after some days, worked out from the first of them.
struct PlainRun {
  var count = 0
  var first: CivilDay?
  var last: CivilDay?
  var hasBroken = false
  /// The missed days that the open gap would use freezes for.
  var reserved: [CivilDay] = []
  var earned: [CivilDay] = []
  var spent: [CivilDay] = []
}

extension PlainBooks {
  func isActive(_ day: PlainDay, _ streak: Streak) -> Bool {
    !day.isPaused && !streak.restDays.contains(day.date.weekday)
      && surely(figure(streak.day.value, day), streak.day.value, streak.day.comparison)
  }

  /// What ends a run without breaking it.
  private func segment(_ day: PlainDay, _ name: String) -> String? {
    guard let programme = day.programme, let streak = programme.streaks[name] else { return nil }
    var season = "-"
    for first in programme.seasons where first <= day.date { season = "\(first)" }
    switch streak.unit {
    case .day: return "\(season) day"
    case .week: return "\(season) week \(programme.weekStartsOn)"
    case .rolling(let days, let within): return "\(season) rolling \(days) \(within)"
    }
  }

  /// The days of one segment after another; days that the streak does not have are in the one before.
  func segments(_ days: [PlainDay], _ name: String) -> [[PlainDay]] {
    var parts: [[PlainDay]] = []
    var last: String?
    for day in days {
      if let segment = segment(day, name), segment != last {
        parts.append([])
        last = segment
      }
      if !parts.isEmpty { parts[parts.count - 1].append(day) }
    }
    return parts
  }

  /// Something that lengthens a run, or that a run may break on.
  private struct Event {
    var isDone: Bool
    var day: PlainDay
    var first: CivilDay
    var streak: Streak
  }

  /// Goes over days, all of which are known, from the first to the last.
  ///
  /// Days that are still open are passed over unless they pass.
  func walk(_ days: [PlainDay], _ name: String) -> PlainRun {
    var run = PlainRun()
    var freezes: [CivilDay] = []
    var taken: Set<Int> = []
    for part in segments(days, name) {
      (run.count, run.first, run.last, run.hasBroken, run.reserved) = (0, nil, nil, false, [])
      guard let some = part.first(where: { $0.programme?.streaks[name] != nil }),
        let unit = some.programme?.streaks[name]?.unit
      else { continue }
      if case .rolling(let need, let within) = unit {
        rolling(part, name, need, within, &run)
        continue
      }
      let events: [Event]
      if case .week = unit {
        events = weeks(part, name, before: days)
      } else {
        events = single(part, name)
      }
      deal(events, name, &run, &freezes, &taken)
    }
    return run
  }

  private func single(_ days: [PlainDay], _ name: String) -> [Event] {
    days.compactMap { day in
      guard let streak = day.programme?.streaks[name], !day.isPaused,
        !streak.restDays.contains(day.date.weekday)
      else { return nil }
      let isDone = isActive(day, streak)
      if !day.isSettled, !isDone { return nil }
      return Event(isDone: isDone, day: day, first: day.date, streak: streak)
    }
  }

  /// A week of a streak of weeks.
  struct Week {
    var first: CivilDay
    var last: PlainDay
    /// The day on which it was met.
    var met: PlainDay?
    /// Whether it neither counts nor breaks unless it is met.
    var isExempt = false
    var isOver = false
  }

  private func weeks(_ days: [PlainDay], _ name: String, before all: [PlainDay]) -> [Event] {
    listedWeeks(days, name, before: all).compactMap { week in
      if let day = week.met {
        return Event(
          isDone: true, day: day, first: week.first, streak: day.programme!.streaks[name]!)
      }
      guard week.isOver, !week.isExempt else { return nil }
      return Event(
        isDone: false, day: week.last, first: week.first,
        streak: week.last.programme!.streaks[name]!)
    }
  }

  /// The weeks of days of one segment.
  ///
  /// - Parameter all: All days, so that those of a week are seen that do not belong to the streak.
  func listedWeeks(_ days: [PlainDay], _ name: String, before all: [PlainDay]) -> [Week] {
    let own = days.filter { $0.programme?.streaks[name] != nil }
    func begin(_ day: PlainDay) -> CivilDay {
      var first = day.date
      while first.weekday != day.programme!.weekStartsOn { first = first.advanced(by: -1) }
      return first
    }
    return Set(own.map(begin)).sorted().map { first in
      let end = first.advanced(by: 6)
      let members = own.filter { begin($0) == first }
      func isMember(_ day: PlainDay) -> Bool { members.contains { $0.date == day.date } }
      var week = Week(first: first, last: members.last!)
      var (passed, amount): (Int, Int64) = (0, 0)
      var isPartial = members[0].date != first && all.first!.date == members[0].date
      for day in members {
        let programme = day.programme!
        let streak = programme.streaks[name]!
        isPartial =
          isPartial
          || all.contains { first <= $0.date && $0.date < day.date && !isMember($0) }
          || programme.to.map { $0 < end } ?? false
          || programme.seasons.contains { first < $0 && $0 <= end }
        if day.isPaused {
          week.isExempt = true
        } else {
          if surely(figure(streak.day.value, day), streak.day.value, streak.day.comparison) {
            passed += 1
          }
          if case .week(.total(let value, _)) = streak.unit { amount += figure(value, day).least }
        }
        guard week.met == nil, !isPartial, case .week(let goal) = streak.unit else { continue }
        switch goal {
        case .days(let need): if passed >= need { week.met = day }
        case .total(_, let least): if amount >= least { week.met = day }
        }
      }
      let isLeft = all.contains { week.last.date < $0.date && $0.date <= end }
      week.isExempt = week.isExempt || isPartial || isLeft
      // Over with its last date, or with a day of a later week; what is open is not missed.
      week.isOver =
        members.allSatisfy { $0.isSettled }
        && (week.last.date == end || own.contains { $0.date > end })
      return week
    }
  }

  /// Deals freezes along events, as tokens of which each covers one missed day.
  private func deal(
    _ events: [Event], _ name: String, _ run: inout PlainRun,
    _ tokens: inout [CivilDay], _ spent: inout Set<Int>
  ) {
    let bought = granted.filter { $0.streak == name }
    var gap: [Event] = []
    for event in events {
      if !event.isDone {
        if run.count > 0 { gap.append(event) }
        // Is the run broken by now?
        if run.count > 0, cover(gap, tokens, spent, bought) == nil {
          (run.count, run.first, run.last, run.hasBroken, run.reserved) = (0, nil, nil, true, [])
          gap = []
        }
        run.reserved = cover(gap, tokens, spent, bought)?.map(\.day) ?? []
        continue
      }
      for (index, day) in cover(gap, tokens, spent, bought) ?? [] {
        spent.insert(index)
        run.spent.append(day)
      }
      gap = []
      run.reserved = []
      if run.count == 0 { run.first = event.first }
      run.count += 1
      run.last = event.day.date
      guard let rules = event.streak.freezes, let every = rules.earnEvery, run.count % every == 0
      else { continue }
      let outside = bought.filter { mayCover($0, event.day) }.count
      if tokens.count + outside - spent.count < rules.atMost {
        tokens.append(event.day.date)
        run.earned.append(event.day.date)
      }
    }
  }

  private func mayCover(_ row: FreezeRow, _ day: PlainDay) -> Bool {
    row.day <= day.date && row.knownAt < day.end
  }

  /// A token for each missed day that needs one: earned ones by their place, others behind all of these.
  ///
  /// - Returns: `nil` where a day has none.
  private func cover(
    _ gap: [Event], _ tokens: [CivilDay], _ spent: Set<Int>,
    _ bought: [FreezeRow]
  ) -> [(index: Int, day: CivilDay)]? {
    var used: [(index: Int, day: CivilDay)] = []
    var forgiven = 0
    for miss in gap {
      if forgiven + 1 < miss.streak.breaksAfter {
        forgiven += 1
        continue
      }
      func isFree(_ index: Int) -> Bool {
        !spent.contains(index) && !used.contains { $0.index == index }
      }
      let earned = tokens.indices.first { isFree($0) && tokens[$0] < miss.day.date }
      let other = bought.indices.first {
        isFree(1_000_000 + $0) && mayCover(bought[$0], miss.day)
      }
      guard let index = earned ?? other.map({ 1_000_000 + $0 }) else { return nil }
      used.append((index, miss.day.date))
    }
    return used
  }

  private func rolling(
    _ days: [PlainDay], _ name: String, _ need: Int, _ within: Int, _ run: inout PlainRun
  ) {
    let counting = single(days, name)
    var begin = 0
    for place in counting.indices {
      let window = counting[max(begin, place - within + 1)...place]
      let active = window.filter(\.isDone)
      if run.count > 0 {
        if counting[place].isDone {
          run.count += 1
          run.last = counting[place].day.date
        }
        if active.count < need {
          (run.count, run.first, run.last, run.hasBroken) = (0, nil, nil, true)
          begin = place + 1
        }
      } else if active.count >= need {
        run.first = active.first!.day.date
        run.last = counting[place].day.date
        run.count = active.count
      }
    }
  }
}

extension PlainBooks {
  /// A streak at the instant of the books, in a line of text.
  func present(_ name: String, milestones: [Int]) -> String {
    let run = self.run(days[...], name, "all")
    let settled = self.run(prefix[...], name, "settled")
    var (best, season): (PlainRun, PlainRun) = (PlainRun(), PlainRun())
    var ofSeason: CivilDay??
    for place in days.indices {
      guard let programme = days[place].programme, programme.streaks[name] != nil else { continue }
      let after = self.run(days[...place], name, "all")
      let first = programme.seasons.filter { $0 <= days[place].date }.max()
      if ofSeason != .some(first) { season = PlainRun() }
      ofSeason = .some(first)
      if after.count > best.count { best = after }
      if after.count > season.count { season = after }
    }
    let left =
      granted.filter { $0.streak == name }.count + settled.earned.count - settled.spent.count
    return "\(name) \(state(run, name)) \(text(run)) \(text(best)) \(text(season)) "
      + "left \(left) reserved \(run.reserved.count) spent \(settled.spent) "
      + "next \(milestones.first { $0 > run.count } ?? 0)"
  }

  private func text(_ run: PlainRun) -> String {
    run.count == 0 ? "-" : "\(run.first!)...\(run.last!):\(run.count)"
  }

  private func state(_ run: PlainRun, _ name: String) -> String {
    let asked = days.last { day in
      guard let streak = day.programme?.streaks[name] else { return false }
      if case .week = streak.unit { return true }
      return day.isPaused || !streak.restDays.contains(day.date.weekday)
    }
    guard let day = asked, let streak = day.programme?.streaks[name] else { return "none" }
    if day.isPaused { return "paused" }
    if run.count == 0 { return run.hasBroken ? "broken" : "none" }
    if !run.reserved.isEmpty { return "frozen" }
    if case .week = streak.unit {
      let week = listedWeeks(segments(days, name).last!, name, before: days).last!
      return week.met != nil || week.isExempt ? "active" : "atRisk"
    }
    return isActive(day, streak) ? "active" : "atRisk"
  }
}
