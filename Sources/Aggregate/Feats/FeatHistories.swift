package import DaymarkModel

/// The terms that decide which attempts count.
package struct FeatTerms: Sendable {
  /// The feats.
  package var feats: [Feat]
  /// The instant of evaluation; later attempts do not count.
  package var asOf: Instant
  /// The calendar that decides on which day the instant lies, and which weeks and months boards
  /// cover.
  package var calendar: DayCalendar
  /// The formula by which maxima are estimated.
  package var formula: OneRepetitionFormula

  package init(
    feats: [Feat], asOf: Instant, calendar: DayCalendar, formula: OneRepetitionFormula = .epley
  ) {
    (self.feats, self.asOf, self.calendar, self.formula) = (feats, asOf, calendar, formula)
  }
}

/// Sorts attempts by feat and person, and decides for each whether it counts and which records it
/// sets.
///
/// - Parameter attempts: The attempts, in any order.
/// - Returns: A history for each feat and person, in the order of the feats, then of the people's
///   ids; and the attempts at feats that do not exist.
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
  /// The attempts in the order of time; those at one time keep their order.
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
  /// The first reason why the attempt does not count, whatever other attempts there are; `nil`
  /// where it counts.
  fileprivate func refusal(at feat: Feat, _ terms: FeatTerms) -> FeatRefusal? {
    if !isDone(by: terms.asOf, terms.calendar) { return .inFuture }
    if let month = feat.month, month != CalendarMonth(of: day) { return .otherMonth }
    if feat.counts == .load, load != nil, load?.mass == nil { return .unitUnknown }
    // The load was only held for a time, and neither lifted nor carried.
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
    // A file that names the feat implies that its time was kept; a workout log does not.
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
/// Attempts after the instant of a verdict need not be left out here, because their days are not
/// over at that instant.
///
/// - Parameters:
///   - attempts: The attempts of one subject, in any order; those at other feats are ignored.
///   - feats: The feats.
///   - calendar: The calendar of the subject's zone.
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
