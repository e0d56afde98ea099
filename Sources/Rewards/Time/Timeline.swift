import DaymarkModel

/// One civil day of a subject, with its own first and last instant.
struct ProgrammeDay {
  /// The date.
  var date: CivilDay
  /// The time of the day, from the end of the day before; a date that has no time in the zone is no
  /// day.
  var interval: Interval
  /// The operator's statements that apply to the day; `nil` before it has begun.
  var facts: Facts?
  /// Whether the day's figures are settled.
  var isSettled = false

  /// The operator's statements about a day, as they were when it began.
  struct Facts {
    /// The index of the programme's version; `nil` for a day outside the programme.
    var programme: Int?
    var isPaused: Bool
  }

  /// The index of the programme's version; `nil` for a day outside the programme.
  var programme: Int? { facts?.programme }
}

/// The subject's days up to now.
///
/// When the zone changes, days up to the last settled one keep their bounds, and later ones get new
/// bounds. See Rewards, "Days and zones".
struct Timeline {
  private let statements: Statements
  /// The days in order; the last one is today.
  private(set) var days: [ProgrammeDay] = []
  /// The number of days that keep their bounds, which are those up to the last settled one.
  private(set) var fixed = 0
  /// The number of days from the first on that are settled or outside the programme.
  private(set) var settledPrefix = 0
  private var zone: Zone?
  private var places: [CivilDay: Int] = [:]
  private var unsettled = 0
  /// The index of the first day that may still have to be settled.
  ///
  /// Each day before it is settled, or is over and outside the programme.
  private var firstPending = 0

  init(_ statements: Statements) { self.statements = statements }

  /// The index of a date's day; `nil` for a date without one.
  subscript(date: CivilDay) -> Int? { places[date] }

  /// The index of today; `nil` before the first day.
  var today: Int? { days.indices.last }

  /// The end of today, or the start of the first day; `nil` before there is a programme.
  func nextBoundary(after now: Instant) -> Instant? {
    if let today = days.last { return today.interval.end }
    let calendar = DayCalendar(zone: statements.zone(at: now))
    return statements.beginning(at: now, in: calendar).map(calendar.start)
  }

  /// Moves on to an instant.
  ///
  /// - Parameter complete: The instant up to which the data is complete.
  /// - Returns: The indices of newly settled days, ascending.
  mutating func advance(to now: Instant, complete: Instant?) -> [Int] {
    cut(at: now)
    var settled: [Int] = []
    guard let today = days.last?.date else { return [] }
    for place in firstPending..<days.count where days[place].interval.end <= now {
      guard !days[place].isSettled, let version = days[place].programme else { continue }
      let waits = statements.programmes[version].programme.settleAfter
      let isComplete = complete.map { days[place].interval.end <= $0 } ?? false
      guard isComplete || days[place].date.advanced(by: waits) < today else { continue }
      days[place].isSettled = true
      settled.append(place)
    }
    if let last = settled.last { fixed = max(fixed, last + 1) }
    while unsettled < fixed, days[unsettled].isSettled || days[unsettled].programme == nil {
      unsettled += 1
    }
    settledPrefix = unsettled
    while firstPending < days.count,
      days[firstPending].isSettled
        || days[firstPending].programme == nil && days[firstPending].interval.end <= now
    { firstPending += 1 }
    return settled
  }

  /// Divides time into days up to the one to which an instant belongs.
  private mutating func cut(at now: Instant) {
    let known = statements.zone(at: now)
    let calendar = DayCalendar(zone: known)
    guard let beginning = statements.beginning(at: now, in: calendar) else { return }
    let isOther = zone != known || fixed == 0 && days.first.map { $0.date != beginning } ?? true
    if isOther {
      zone = known
      for day in days[fixed...] { places[day.date] = nil }
      days.removeSubrange(fixed...)
      firstPending = min(firstPending, fixed)
    }
    var date = days.last.map { $0.date.advanced(by: 1) } ?? beginning
    var start = days.last?.interval.end ?? calendar.start(of: beginning)
    while start <= now {
      let end = calendar.start(of: date.advanced(by: 1))
      if start < end {
        places[date] = days.count
        days.append(
          ProgrammeDay(
            date: date, interval: Interval(start, end),
            facts: statements.facts(of: date, beginning: start)))
        start = end
      }
      date = date.advanced(by: 1)
    }
  }
}
