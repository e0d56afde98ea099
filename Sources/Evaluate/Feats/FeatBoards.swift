package import DaymarkModel

/// The boards of one feat as of an instant: this week's, this month's and that of all time.
///
/// - Parameters:
///   - histories: Those of the feat, of any number of people.
///   - asOf: The instant; what came later does not count.
///   - earlier: The instant of the boards before, by which ranks moved.
///   - people: Gives the sex and weight that points need.
///   - calendar: Decides weeks and months.
package func featBoards(
  of feat: Feat, _ histories: [FeatHistory], asOf: Instant, since earlier: Instant,
  people: [FeatPerson] = [], _ calendar: DayCalendar
) -> [FeatBoard] {
  let people = Dictionary(people.map { ($0.id, $0) }) { first, _ in first }
  return FeatBoard.Span.allCases.map { span in
    let before = board(of: feat, histories, span, asOf: earlier, [:], calendar)
    var now = board(of: feat, histories, span, asOf: asOf, before.ranks, calendar)
    for index in now.standings.indices {
      let standing = now.standings[index]
      now.standings[index].points = points(of: standing, feat, people[standing.person])
    }
    return now
  }
}

private func board(
  of feat: Feat, _ histories: [FeatHistory], _ span: FeatBoard.Span, asOf: Instant,
  _ before: [String: Int], _ calendar: DayCalendar
) -> FeatBoard {
  let days = span.days(around: calendar.day(containing: asOf))
  let bests = histories.compactMap { history in
    history.counted.filter { judged in
      judged.attempt.isDone(by: asOf, calendar) && days?.contains(judged.attempt.day) ?? true
    }.best
  }
  return FeatBoard(feat: feat, span: span, days: days, bests: bests, before: before)
}

private func points(
  of standing: FeatStanding, _ feat: Feat, _ person: FeatPerson?
) -> LiftingPoints? {
  guard feat.counts == .load, let sex = person?.sex,
    let weight = standing.best.attempt.bodyWeight ?? person?.bodyWeight
  else { return nil }
  return LiftingPoints(
    load: standing.value, bodyWeight: weight, sex: sex, contest: feat.contest)
}

extension FeatBoard.Span {
  /// The days of the week or month that a day is in; `nil` of all time.
  fileprivate func days(around day: CivilDay) -> ClosedRange<CivilDay>? {
    switch self {
    case .thisWeek: day.monday...day.monday.advanced(by: 6)
    case .thisMonth:
      CalendarMonth(of: day).firstDay...CalendarMonth(of: day).lastDay
    case .allTime: nil
    }
  }
}
