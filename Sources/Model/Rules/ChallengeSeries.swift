/// A recurring challenge: each of its occurrences is a challenge with its own period and deadline.
///
/// See Pipelines, "A challenge that comes again".
package struct ChallengeSeries: Hashable, Sendable {
  /// The interval at which a challenge recurs.
  package enum Rhythm: Hashable, Sendable {
    case day
    /// `days` successive days of each week, of which the first is `offset` days after the week's
    /// first.
    case week(offset: Int, days: Int)
    /// Each calendar month.
    case month
  }

  /// The id of the series, which every occurrence's id begins with.
  package var id: String
  /// The title that people read.
  package var title: String
  /// The interval at which the challenge recurs.
  package var rhythm: Rhythm
  /// The day on which weeks begin.
  package var weekStartsOn: CivilDay.Weekday
  /// The first day; there is no occurrence that begins earlier.
  package var from: CivilDay
  /// The last day; `nil` for a series without end.
  package var to: CivilDay?
  /// The number of days after an occurrence's last day at which its hand-in closes.
  package var deadlineAfter: Int
  /// The zone of subjects without a zone of their own.
  package var zone: Zone?

  /// Makes a series in which each hand-in closes a week after the occurrence.
  package init(id: String, title: String, _ rhythm: Rhythm, from: CivilDay) {
    (self.id, self.title, self.rhythm, self.from) = (id, title, rhythm, from)
    (weekStartsOn, deadlineAfter) = (.monday, 7)
  }

  /// One occurrence of the series.
  package struct Occurrence: Hashable, Sendable {
    /// The id of the series with the occurrence's first day or month.
    package var name: ChallengeOccurrence
    /// The first day.
    package var from: CivilDay
    /// The last day.
    package var to: CivilDay
  }

  /// The first occurrence; `nil` where the series ends before that would.
  package var first: Occurrence? {
    let span = firstSpan
    return to.map { $0 < span.to } ?? false ? nil : occurrence(span)
  }

  /// The occurrences that begin on or before a day, ascending.
  package func occurrences(through end: CivilDay) -> [Occurrence] {
    var occurrences: [Occurrence] = []
    var next = firstSpan
    while next.from <= min(end, to ?? end) {
      if to.map({ next.to <= $0 }) ?? true { occurrences.append(occurrence(next)) }
      next = span(after: next)
    }
    return occurrences
  }

  package func challenge(_ occurrence: Occurrence) -> Challenge {
    // Where the zone is that of each subject, the deadline is taken in the zone in which it comes
    // last.
    let calendar = DayCalendar(zone: zone ?? .fixedOffset(seconds: -12 * 3600))
    let days =
      occurrence.from == occurrence.to
      ? "\(occurrence.from)" : "\(occurrence.from) to \(occurrence.to)"
    return Challenge(
      id: "\(occurrence.name)", title: "\(title), \(days)",
      period: .days(from: occurrence.from, to: occurrence.to),
      proofDeadline: calendar.start(of: occurrence.to.advanced(by: deadlineAfter + 1)), zone: zone)
  }

  /// The occurrence that a name such as `2026-09-05` or `2026-09` means, even if it lies outside
  /// the series' first and last day.
  ///
  /// - Returns: `nil` where no occurrence begins on that day or month.
  package func occurrence(named name: String) -> Occurrence? {
    let span: Span? =
      if case .month = rhythm { CalendarMonth(name).map(Self.span(of:)) } else {
        CivilDay(name).map(span(around:))
      }
    return span.map(occurrence).flatMap { $0.name.occurrence == name ? $0 : nil }
  }

  /// The occurrence of an id such as `weekend-warrior@2026-09-05`.
  ///
  /// - Returns: `nil` where the series has no such occurrence.
  package func occurrence(ofID id: String) -> Occurrence? {
    guard id.hasPrefix("\(self.id)@"),
      let occurrence = occurrence(named: String(id.dropFirst(self.id.count + 1))),
      from <= occurrence.from, to.map({ occurrence.to <= $0 }) ?? true
    else { return nil }
    return occurrence
  }

  private typealias Span = (from: CivilDay, to: CivilDay)

  /// The first day, week or month of an occurrence that begins on or after the first day of the
  /// series.
  private var firstSpan: Span {
    let span = span(around: from)
    return span.from < from ? self.span(after: span) : span
  }

  /// The day, week or month of the series' rhythm to which a date belongs.
  private func span(around date: CivilDay) -> Span {
    switch rhythm {
    case .day: return (date, date)
    case .week(let offset, let days):
      let begin = date.week(beginningOn: weekStartsOn).advanced(by: offset)
      return (begin, begin.advanced(by: days - 1))
    case .month: return Self.span(of: CalendarMonth(of: date))
    }
  }

  private func span(after span: Span) -> Span {
    switch rhythm {
    case .day: (span.from.advanced(by: 1), span.to.advanced(by: 1))
    case .week: (span.from.advanced(by: 7), span.to.advanced(by: 7))
    case .month: Self.span(of: CalendarMonth(of: span.to.advanced(by: 1)))
    }
  }

  private static func span(of month: CalendarMonth) -> Span { (month.firstDay, month.lastDay) }

  private func occurrence(_ span: Span) -> Occurrence {
    let name = rhythm == .month ? "\(CalendarMonth(of: span.from))" : "\(span.from)"
    return Occurrence(
      name: ChallengeOccurrence(id, occurrence: name), from: span.from, to: span.to)
  }
}
