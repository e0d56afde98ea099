/// A challenge that comes again: each of its occurrences is a challenge with a period and a deadline of its own.
///
/// See Pipelines, "A challenge that comes again".
package struct ChallengeSeries: Hashable, Sendable {
  /// How often it comes again.
  package enum Rhythm: Hashable, Sendable {
    case day
    /// So many days of each week, the first of them so many days after the week's first.
    case week(offset: Int, days: Int)
    /// Each calendar month.
    case month
  }

  /// The id of all occurrences together.
  package var id: String
  /// The title that people read.
  package var title: String
  /// How often it comes again.
  package var rhythm: Rhythm
  /// The day on which weeks begin.
  package var weekStartsOn: CivilDay.Weekday
  /// The first day; an occurrence that begins earlier does not exist.
  package var from: CivilDay
  /// The last day; `nil` where it goes on.
  package var to: CivilDay?
  /// So many days after an occurrence's last one its hand-in closes.
  package var deadlineAfter: Int
  /// The zone of subjects that have none of their own.
  package var zone: Zone?

  /// Makes a series whose hand-in closes a week after each occurrence.
  package init(id: String, title: String, _ rhythm: Rhythm, from: CivilDay) {
    (self.id, self.title, self.rhythm, self.from) = (id, title, rhythm, from)
    (weekStartsOn, deadlineAfter) = (.monday, 7)
  }

  /// One time that a challenge takes place.
  package struct Occurrence: Hashable, Sendable {
    /// The series' id and the occurrence by its first day, or its month.
    package var name: ChallengeOccurrence
    /// The first day.
    package var from: CivilDay
    /// The last day.
    package var to: CivilDay
  }

  /// The first occurrence; `nil` where the series ends before it does.
  package var first: Occurrence? {
    let span = firstSpan
    return to.map { $0 < span.to } ?? false ? nil : occurrence(span)
  }

  /// The occurrences that begin up to a day, ascending.
  package func occurrences(through end: CivilDay) -> [Occurrence] {
    var occurrences: [Occurrence] = []
    var next = firstSpan
    while next.from <= min(end, to ?? end) {
      if to.map({ next.to <= $0 }) ?? true { occurrences.append(occurrence(next)) }
      next = span(after: next)
    }
    return occurrences
  }

  /// An occurrence as a challenge.
  package func challenge(_ occurrence: Occurrence) -> Challenge {
    // Where the challenge leaves the zone to its subjects, the latest end there can be.
    let calendar = DayCalendar(zone: zone ?? .fixedOffset(seconds: -12 * 3600))
    let days =
      occurrence.from == occurrence.to
      ? "\(occurrence.from)" : "\(occurrence.from) to \(occurrence.to)"
    return Challenge(
      id: "\(occurrence.name)", title: "\(title), \(days)",
      period: .days(from: occurrence.from, to: occurrence.to),
      proofDeadline: calendar.start(of: occurrence.to.advanced(by: deadlineAfter + 1)), zone: zone)
  }

  /// The occurrence that a name such as `2026-09-05` or `2026-09` means, whether or not it lies in the time of the series.
  ///
  /// - Returns: `nil` where none begins then.
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

  /// The first span that does not begin before the series does.
  private var firstSpan: Span {
    let span = span(around: from)
    return span.from < from ? self.span(after: span) : span
  }

  /// The span of the day, week or month that a date lies in.
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
