import DaymarkModel

/// One civil day of a subject, with its own first and last instant.
struct ProgrammeDay {
  /// The date.
  var date: CivilDay
  /// From the end of the day before; a date without any time is no day.
  var interval: Interval
  /// What was known of it when it began; `nil` before it does.
  var facts: Facts?
  /// Whether its figures are settled.
  var isSettled = false

  /// What the operator had said of a day when it began.
  struct Facts {
    /// The place of the programme's version; `nil` of a day that does not exist for the programme.
    var programme: Int?
    var isPaused: Bool
  }

  /// The place of the programme's version; `nil` of a day that does not exist for the programme.
  var programme: Int? { facts?.programme }
}

/// The subject's days up to now.
///
/// When the zone changes, days keep their cut up to the last settled one, and the others are cut anew. See
/// Rewards, "Days and zones".
struct Timeline {
  private let statements: Statements
  /// In order; the last is that of now.
  private(set) var days: [ProgrammeDay] = []
  /// So many keep their cut: those up to the last settled one.
  private(set) var fixed = 0
  /// So many are settled or do not exist for the programme, without an open one before them.
  private(set) var prefix = 0
  private var zone: Zone?
  private var places: [CivilDay: Int] = [:]
  private var unsettled = 0
  /// Before it every day is settled, or is over and does not exist for the programme.
  private var looked = 0

  init(_ statements: Statements) { self.statements = statements }

  /// The place of a date's day.
  subscript(date: CivilDay) -> Int? { places[date] }

  /// The place of the day that now is; `nil` before the first.
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
  /// - Returns: The places of the days that are settled now and were not before, ascending.
  mutating func advance(to now: Instant, complete: Instant?) -> [Int] {
    cut(at: now)
    var settled: [Int] = []
    guard let today = days.last?.date else { return [] }
    for place in looked..<days.count where days[place].interval.end <= now {
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
    prefix = unsettled
    while looked < days.count,
      days[looked].isSettled
        || days[looked].programme == nil && days[looked].interval.end <= now
    { looked += 1 }
    return settled
  }

  /// Cuts time into days up to the one that an instant lies in.
  private mutating func cut(at now: Instant) {
    let known = statements.zone(at: now)
    let calendar = DayCalendar(zone: known)
    guard let beginning = statements.beginning(at: now, in: calendar) else { return }
    let isOther = zone != known || fixed == 0 && days.first.map { $0.date != beginning } ?? true
    if isOther {
      zone = known
      for day in days[fixed...] { places[day.date] = nil }
      days.removeSubrange(fixed...)
      looked = min(looked, fixed)
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
