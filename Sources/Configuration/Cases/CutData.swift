import DaymarkModel

/// Where the data of a case ends too early, and where it is damaged.
///
/// Data that goes on after an incomplete day does not end there, so that only damage explains it.
struct CutData {
  /// The first day past the end; `nil` where the data reaches over the period.
  let end: CivilDay?
  /// Ascending.
  let damaged: [CivilDay]

  /// - Parameter incomplete: The days that the case says are so.
  init(_ incomplete: Set<CivilDay>, _ days: [DailyAggregate], _ sessions: [Session]) {
    let whole = days.filter(\.isComplete).map(\.day) + sessions.map(\.day)
    let last = whole.filter { !incomplete.contains($0) }.max()
    let isPast = { (day: CivilDay) in last.map { day > $0 } ?? true }
    end = incomplete.filter(isPast).min()
    damaged = incomplete.filter { !isPast($0) }.sorted()
  }
}
