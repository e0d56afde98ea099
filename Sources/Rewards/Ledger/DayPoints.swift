import DaymarkModel

/// The booked points of days: base points and the part of streaks.
struct DayPoints {
  /// The base points, by index of the day; `nil` for a day that is not settled.
  private(set) var bases: [Int?] = []
  /// The points of streaks, for each day before the first unsettled one.
  private(set) var parts: [Int] = []

  /// Books the points of days in order, for each day the base points before those of streaks.
  ///
  /// - Parameter first: The index of the first day whose streaks were computed again.
  mutating func book(
    _ changes: DayChanges, from first: Int, _ days: KnownDays, _ folds: StreakFolds,
    _ former: StreakFolds.FormerOutcomes, in ledger: inout Ledger, at now: Instant
  ) {
    while bases.count < days.timeline.days.count { bases.append(nil) }
    let booked = parts.count
    while parts.count < days.settledPrefix { parts.append(0) }
    let turned = zip(folds.list, former).map { $0.turned($1) }
    for place in min(first, changes.places.min() ?? first)..<days.timeline.days.count {
      if changes.places.contains(place) { bookBase(place, changes, days, in: &ledger, at: now) }
      guard (first..<days.settledPrefix).contains(place), let base = bases[place],
        let multiplier = days.programme(of: place)?.points.multiplier,
        let index = folds.list.firstIndex(where: { $0.name == multiplier.streak })
      else { continue }
      let fold = folds.list[index]
      let points = fold.count(at: place).map { multiplier.points(on: base, after: $0) } ?? 0
      let former = place < booked ? parts[place] : nil
      parts[place] = points
      ledger.book(points, over: former, .streak, days[place].date, at: now) { line in
        line.streak = fold.name
        line.span = fold.run(at: place).map { $0.first...$0.last }
        // The cause is the figure that changed the run, or else the day's own.
        let cause = turned[index].first { $0 <= place } ?? place
        line.because = changes.cause(of: cause) ?? changes.firstCause(among: 0...place)
      }
    }
  }

  private mutating func bookBase(
    _ place: Int, _ changes: DayChanges, _ days: KnownDays, in ledger: inout Ledger,
    at now: Instant
  ) {
    let (base, former) = (days.base(at: place), bases[place])
    bases[place] = base
    ledger.book(base, over: former, .base, days[place].date, at: now) { line in
      line.because = changes.cause(of: place)
    }
  }
}
