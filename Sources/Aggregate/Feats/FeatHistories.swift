package import DaymarkModel

/// The terms on which attempts count.
package struct FeatTerms: Sendable {
  /// The feats.
  package var feats: [Feat]
  /// The instant after which nothing counts.
  package var asOf: Instant
  /// Decides the day of that instant, and the weeks and months of boards.
  package var calendar: DayCalendar
  /// The formula of estimates.
  package var formula: OneRepetitionFormula

  package init(
    feats: [Feat], asOf: Instant, calendar: DayCalendar, formula: OneRepetitionFormula = .epley
  ) {
    (self.feats, self.asOf, self.calendar, self.formula) = (feats, asOf, calendar, formula)
  }
}

/// Sorts attempts by feat and person, and says of each whether it counts and what it improved.
///
/// - Parameter attempts: In any order.
/// - Returns: A history for each person and feat, in the order of the feats, then of the people's ids; and the
///   attempts at feats that do not exist.
/// - Complexity: O(*n* log *n*).
package func featHistories(
  of attempts: [FeatAttempt], _ terms: FeatTerms
) -> (histories: [FeatHistory], unknown: [JudgedAttempt]) {
  let byFeat = Dictionary(grouping: attempts.inOrderOfTime(), by: \.feat)
  let histories = terms.feats.flatMap { feat in
    Dictionary(grouping: byFeat[feat.id] ?? [], by: \.person).sorted {
      $0.key.utf8.lexicographicallyPrecedes($1.key.utf8)
    }.map { person, attempts in
      FeatHistory(feat: feat, person: person, attempts: judge(attempts, feat, terms))
    }
  }
  let known = Set(terms.feats.map(\.id))
  let unknown = attempts.filter { !known.contains($0.feat) }.inOrderOfTime()
  return (
    histories, unknown.map { JudgedAttempt($0, value: nil, refusal: .unknownFeat) }
  )
}

extension [FeatAttempt] {
  /// Those of one time stay in their order.
  fileprivate func inOrderOfTime() -> [FeatAttempt] {
    enumerated().sorted { a, b in
      if a.element.precedes(b.element) { return true }
      return !b.element.precedes(a.element) && a.offset < b.offset
    }.map(\.element)
  }
}

private func judge(
  _ attempts: [FeatAttempt], _ feat: Feat, _ terms: FeatTerms
) -> [JudgedAttempt] {
  var seen: Set<FeatAttempt> = []
  var bests = BestsSoFar()
  return attempts.map { attempt in
    var judged = JudgedAttempt(
      attempt, value: attempt.value(feat.counts), refusal: attempt.refusal(at: feat, terms))
    if judged.refusal == nil, attempt.origin == .attempts {
      var same = attempt
      same.line = nil
      if !seen.insert(same).inserted { judged.refusal = .repeated }
    }
    if judged.refusal == nil { bests.credit(&judged, feat, terms.formula) }
    return judged
  }
}

extension FeatAttempt {
  /// The first reason for which it does not count by itself.
  fileprivate func refusal(at feat: Feat, _ terms: FeatTerms) -> FeatRefusal? {
    if !isDone(by: terms.asOf, terms.calendar) { return .inFuture }
    if let month = feat.month, month != CalendarMonth(of: day) { return .otherMonth }
    if feat.counts == .load, load != nil, load?.mass == nil { return .unitUnknown }
    // A load that was held for a time, and neither lifted nor carried.
    let isTried = feat.counts == .load && repetitions == nil && distance == nil && duration != nil
    guard repetitions != 0, !isTried, let value = value(feat.counts), value > .zero else {
      return .nothingDone
    }
    if let mass = load?.mass, mass > StrengthLoad.greatest { return .tooHeavy }
    return refusalForTime(at: feat)
  }

  private func refusalForTime(at feat: Feat) -> FeatRefusal? {
    let limit = feat.durationSeconds.map { Quantity($0) }
    if let limit, let duration, duration > limit { return .overTime }
    // Who names the feat says that its time was kept; a log does not.
    if limit != nil, duration == nil, origin == .log { return .untimed }
    if let repetitions, let seconds = duration ?? limit,
      Int128(repetitions) * 1_000_000 > Int128(seconds.microUnits) * Int128(feat.mostPerSecond)
    {
      return .tooFast
    }
    return nil
  }
}

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
