package import DaymarkModel

/// Sums the attempts of one subject by day and feat.
///
/// What is after the instant that a verdict is for is no matter here: a day that is not over is open.
///
/// - Parameters:
///   - attempts: Those of one subject, in any order; those at other feats are left out.
///   - feats: The feats.
/// - Returns: The days with an attempt, ascending, then by id.
package func dailyFeats(
  of attempts: [FeatAttempt], _ feats: [Feat], _ calendar: DayCalendar
) -> [DailyFeat] {
  let asOf = Instant(seconds: 253_402_300_799)
  let terms = FeatTerms(feats: feats, asOf: asOf, calendar: calendar)
  let days = featHistories(of: attempts, terms).histories.flatMap { history in
    Dictionary(grouping: history.attempts, by: \.attempt.day).map { day, attempts in
      let counted = attempts.filter { $0.refusal == nil }
      return DailyFeat(
        day: day, id: history.feat.id, counts: history.feat.counts, attempts: counted.count,
        best: counted.best?.value,
        refused: attempts.compactMap(\.refusal).reduce(into: [:]) { $0[$1, default: 0] += 1 })
    }
  }
  return days.sorted { ($0.day, $0.id) < ($1.day, $1.id) }
}
