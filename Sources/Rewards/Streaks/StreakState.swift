import DaymarkModel

/// The state of a streak after a day, which is all that later days depend on.
struct StreakState {
  /// The stretch of days within which the current run may go on.
  var segment: Segment?
  var run: StreakBook.Run?
  /// Whether a run of the segment was broken.
  var hasBroken = false
  /// The missed days, or last days of missed weeks, since the last active one, each of which needs
  /// a freeze.
  var gap: [CivilDay] = []
  /// The number of missed days or weeks of the gap that need no freeze.
  var forgiven = 0
  /// The number of freezes that were earned, less those spent.
  var freezeBalance = 0
  var longest: StreakBook.Run?
  var longestOfSeason: StreakBook.Run?
  /// The last days of a rolling streak since its last run was broken.
  var window: [WindowDay] = []
  var week: StreakWeek?

  /// A stretch of days without a new season or a change of what is counted, at which runs end.
  struct Segment: Hashable {
    var season: CivilDay?
    var unit: Unit
    var weekStartsOn: CivilDay.Weekday?

    /// The thing that the streak counts, whatever the goal of a week is.
    enum Unit: Hashable {
      case day, week
      case rolling(days: Int, within: Int)
    }
  }

  /// A day of a rolling streak.
  struct WindowDay {
    var date: CivilDay
    var isActive: Bool
  }

  /// The change from one day to the next.
  struct Step {
    /// The milestones that the run reached.
    var milestones: [Int] = []
    var earnsFreeze = false
    /// The missed days for which a freeze was spent.
    var spends: [CivilDay] = []
  }

  /// Ends the run, without breaking it, where a new segment begins.
  mutating func enter(_ segment: Segment) {
    guard segment != self.segment else { return }
    if self.segment != nil, segment.season != self.segment?.season { longestOfSeason = nil }
    self.segment = segment
    (run, hasBroken, gap, forgiven, window, week) = (nil, false, [], 0, [], nil)
  }

  /// Lengthens the run by one, or begins one; freezes for the gap are spent first, then one may be
  /// earned.
  ///
  /// - Parameters:
  ///   - first: The first day, if a run begins.
  ///   - day: The active day.
  ///   - rules: The rules of the streak.
  ///   - held: The number of freezes before any is spent.
  mutating func lengthen(from first: CivilDay, on day: CivilDay, by rules: Streak, held: Int)
    -> Step
  {
    var step = Step(spends: gap)
    freezeBalance -= gap.count
    let held = held - gap.count
    (gap, forgiven) = ([], 0)
    grow(StreakBook.Run(first: run?.first ?? first, last: day, count: (run?.count ?? 0) + 1))
    let count = run?.count ?? 0
    step.milestones = rules.milestones.filter { $0 == count }
    if let freezes = rules.freezes, let every = freezes.earnEvery, count.isMultiple(of: every),
      held < freezes.atMost
    {
      freezeBalance += 1
      step.earnsFreeze = true
    }
    return step
  }

  /// Takes a missed day or week: it is forgiven, covered by a freeze, or breaks the run.
  mutating func miss(_ day: CivilDay, by rules: Streak, held: Int) {
    guard run != nil else { return }
    if forgiven < rules.breaksAfter - 1 {
      forgiven += 1
    } else if gap.count < held {
      gap.append(day)
    } else {
      end()
    }
  }

  /// Breaks the run.
  mutating func end() {
    (run, hasBroken, gap, forgiven, window) = (nil, true, [], 0, [])
  }

  /// Makes the run longer; of equally long runs the earliest is the longest.
  mutating func grow(_ run: StreakBook.Run) {
    self.run = run
    if run.count > longest?.count ?? 0 { longest = run }
    if run.count > longestOfSeason?.count ?? 0 { longestOfSeason = run }
  }
}

extension StreakState.Segment {
  /// The segment that a day belongs to.
  init(of date: CivilDay, _ streak: Streak, in programme: Programme) {
    season = programme.season(of: date)
    switch streak.unit {
    case .day: unit = .day
    case .week: (unit, weekStartsOn) = (.week, programme.weekStartsOn)
    case .rolling(let days, let within): unit = .rolling(days: days, within: within)
    }
  }
}
