package import DaymarkModel

/// The boards of one feat at an instant: of the week, of the month, and of all time.
///
/// - Parameters:
///   - feat: The feat.
///   - histories: The histories of the feat's attempts, by person.
///   - asOf: The instant; later attempts do not count.
///   - earlier: The instant of the previous boards, with which ranks are compared.
///   - people: The sex and weight of people, which points need.
///   - calendar: The calendar that decides weeks and months.
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
  /// The first and last day of the week or month around a day; `nil` for all time.
  fileprivate func days(around day: CivilDay) -> ClosedRange<CivilDay>? {
    switch self {
    case .thisWeek: day.monday...day.monday.advanced(by: 6)
    case .thisMonth:
      CalendarMonth(of: day).firstDay...CalendarMonth(of: day).lastDay
    case .allTime: nil
    }
  }
}
