import DaymarkModel

/// Where a streak stands after a day: all that later days need to know.
struct StreakState {
  /// The stretch of days within which a run may go on.
  var segment: Segment?
  var run: StreakBook.Run?
  /// Whether a run of the segment broke.
  var hasBroken = false
  /// The missed days, or last days of missed weeks, since the last active one that need a freeze each.
  var gap: [CivilDay] = []
  /// The missed days or weeks of the gap that need none.
  var forgiven = 0
  /// Freezes that were earned, less those that were spent.
  var dealt = 0
  var longest: StreakBook.Run?
  var longestOfSeason: StreakBook.Run?
  /// The last days of a rolling streak since its last run broke.
  var window: [WindowDay] = []
  var week: StreakWeek?

  /// Runs end where a season begins, and where a version counts something else.
  struct Segment: Hashable {
    var season: CivilDay?
    var unit: Unit
    var weekStartsOn: CivilDay.Weekday?

    /// What is counted, whatever a week needs.
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

  /// What a step along the days brought about.
  struct Step {
    /// The lengths of the run that were reached.
    var milestones: [Int] = []
    var earnsFreeze = false
    /// The missed days that a freeze was spent on.
    var spends: [CivilDay] = []
  }

  /// Ends the run without breaking it where another segment begins.
  mutating func enter(_ segment: Segment) {
    guard segment != self.segment else { return }
    if self.segment != nil, segment.season != self.segment?.season { longestOfSeason = nil }
    self.segment = segment
    (run, hasBroken, gap, forgiven, window, week) = (nil, false, [], 0, [], nil)
  }

  /// Lengthens the run by one, or begins one: freezes are spent for the gap first, then one may be earned.
  ///
  /// - Parameters:
  ///   - first: The first day, if a run begins.
  ///   - held: The freezes that are held, before any is spent.
  mutating func lengthen(from first: CivilDay, on day: CivilDay, by rules: Streak, held: Int)
    -> Step
  {
    var step = Step(spends: gap)
    dealt -= gap.count
    let held = held - gap.count
    (gap, forgiven) = ([], 0)
    grow(StreakBook.Run(first: run?.first ?? first, last: day, count: (run?.count ?? 0) + 1))
    let count = run?.count ?? 0
    step.milestones = rules.milestones.filter { $0 == count }
    if let freezes = rules.freezes, let every = freezes.earnEvery, count.isMultiple(of: every),
      held < freezes.atMost
    {
      dealt += 1
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

  /// Makes the run longer than it was; of two of one length the earlier is the longest.
  mutating func grow(_ run: StreakBook.Run) {
    self.run = run
    if run.count > longest?.count ?? 0 { longest = run }
    if run.count > longestOfSeason?.count ?? 0 { longestOfSeason = run }
  }
}

extension StreakState.Segment {
  /// The segment that a day lies in.
  init(of date: CivilDay, _ streak: Streak, in programme: Programme) {
    season = programme.season(of: date)
    switch streak.unit {
    case .day: unit = .day
    case .week: (unit, weekStartsOn) = (.week, programme.weekStartsOn)
    case .rolling(let days, let within): unit = .rolling(days: days, within: within)
    }
  }
}
