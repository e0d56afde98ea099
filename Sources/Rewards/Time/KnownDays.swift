import DaymarkModel

/// The days of a subject with everything that is known of them at an instant.
struct KnownDays {
  let statements: Statements
  private(set) var timeline: Timeline
  private var figures = Figures()
  private var versions: Arrivals<DayVersion>
  private var completeness: Arrivals<Known<Instant>>
  /// The instant up to which the data is complete.
  private var complete: Instant?

  init(_ history: RewardHistory) {
    statements = Statements(history)
    timeline = Timeline(statements)
    versions = Arrivals(history.days) { $0.knownAt }
    completeness = Arrivals(history.complete) { $0.knownAt }
  }

  /// Moves on to an instant.
  mutating func advance(to now: Instant) -> DayChanges {
    let changed = figures.take(versions.take(through: now))
    for through in completeness.take(through: now) {
      let believed = min(through.value, through.knownAt)
      complete = max(complete ?? believed, believed)
    }
    return DayChanges(changed, timeline.advance(to: now, complete: complete), timeline)
  }

  /// The number of days from the first on without an unsettled one.
  var settledPrefix: Int { timeline.settledPrefix }

  subscript(place: Int) -> ProgrammeDay { timeline.days[place] }

  /// The programme that applies to a day; `nil` for a day outside it.
  func programme(of place: Int) -> Programme? {
    timeline.days[place].programme.map { statements.programmes[$0].programme }
  }

  /// Returns the possible range of a value on a day.
  func figure(of value: DayValue, at place: Int) -> RewardFigure {
    figures.figure(of: value, timeline.days[place])
  }

  /// Returns the base points of a day by its known figures.
  func base(at place: Int) -> Int {
    programme(of: place)?.points.base { figure(of: $0, at: place) } ?? 0
  }

  /// The indices of the programme's days between two dates.
  func places(from: CivilDay, to: CivilDay) -> [Int] {
    let days = timeline.days
    var (low, high) = (0, days.count)
    while low < high {
      let middle = (low + high) / 2
      if days[middle].date < from { low = middle + 1 } else { high = middle }
    }
    return days[low...].indices.prefix { days[$0].date <= to }.filter { days[$0].programme != nil }
  }

  /// A day as a streak sees it.
  ///
  /// - Parameter granted: The freezes that were given or bought.
  func streakDay(at place: Int, _ name: String, _ granted: [FreezeRow]) -> StreakDay {
    let day = timeline.days[place]
    let programme = programme(of: place)
    let streak = programme?.streaks[name]
    var amount: Int64 = 0
    if case .week(.total(let value, _))? = streak?.unit {
      amount = figure(of: value, at: place).least
    }
    return StreakDay(
      date: day.date, previous: place > 0 ? timeline.days[place - 1].date : nil,
      rules: programme.flatMap { programme in streak.map { (programme, $0) } },
      isPaused: day.facts?.isPaused ?? false, isSettled: day.isSettled,
      passes: streak.map { $0.day.isSurelyPassed(by: figure(of: $0.day.value, at: place)) }
        ?? false,
      amount: amount, granted: granted.count { $0.streak == name && $0.mayCover(day) })
  }
}

extension FreezeRow {
  /// Whether the freeze may cover a day: it became known before the day was over, and is not for
  /// later days.
  func mayCover(_ day: ProgrammeDay) -> Bool {
    self.day <= day.date && knownAt < day.interval.end
  }
}
