import DaymarkModel

/// The bonuses of challenges, by the newest final verdict and the newest figures.
struct Bonuses {
  /// For each challenge, the newest verdict and the newest final one.
  private(set) var verdicts: [ChallengeOccurrence: Verdicts] = [:]

  /// The known verdicts on one challenge.
  struct Verdicts {
    var newest: KnownVerdict
    var final: KnownVerdict?
    /// Whether the bonus of the final verdict waits until the days of the period are settled.
    var isPending = false
    /// The first day of the period, by the verdict that was known first.
    var joinedOn: CivilDay
    /// The bonus that is booked; `nil` before one was.
    var booked: Int?
    /// The day that the last line was about.
    var day: CivilDay?
  }

  /// Takes verdicts that became known at the same time.
  ///
  /// - Returns: Whether there are any.
  mutating func take(_ versions: ArraySlice<KnownVerdict>) -> Bool {
    for version in versions.sorted(by: { $1.isNewer(than: $0) }) {
      let challenge = version.challenge
      var known =
        verdicts[challenge] ?? Verdicts(newest: version, joinedOn: version.from)
      known.newest = version
      if version.isFinal {
        (known.final, known.isPending) = (version, true)
      }
      verdicts[challenge] = known
    }
    return !versions.isEmpty
  }

  /// Books the bonuses that have changed, by challenge.
  mutating func book(
    _ changes: DayChanges, _ days: KnownDays, in ledger: inout Ledger, at now: Instant
  ) {
    for challenge in verdicts.keys.sorted() {
      guard let known = verdicts[challenge], let final = known.final,
        known.isPending || changes.touch(final, days)
      else { continue }
      verdicts[challenge]?.book(final, changes, days, in: &ledger, at: now)
    }
  }
}

extension Bonuses.Verdicts {
  fileprivate mutating func book(
    _ final: KnownVerdict, _ changes: DayChanges, _ days: KnownDays, in ledger: inout Ledger,
    at now: Instant
  ) {
    let places = days.places(from: final.from, to: final.to)
    let isPass = final.outcome == .pass
    // A bonus that was booked once is corrected without waiting for days.
    let isDue =
      !isPending
      || days.areOver(through: final.to) && places.allSatisfy { days[$0].isSettled }
    isPending = isPass && !isDue
    // What was booked for an earlier verdict is taken back when the new one is known, not when its
    // days are settled.
    guard isPass && isDue || booked != nil else { return }
    let points =
      isPass && isDue ? days.bonus(of: final.challenge.challenge, on: places) { $0.isSettled } : 0
    let former = booked
    booked = points
    day = places.last.map { days[$0].date } ?? day
    ledger.book(points, over: former, .bonus, day ?? final.to, at: now) { line in
      line.challenge = final.challenge
      line.verdict = final.digest
      line.span = final.from...final.to
      line.because = places.first.flatMap { first in
        changes.firstCause(among: first...(places.last ?? first))
      }
    }
  }
}

extension DayChanges {
  /// Whether a day of a verdict's period has changed.
  fileprivate func touch(_ verdict: KnownVerdict, _ days: KnownDays) -> Bool {
    places.contains { verdict.from <= days[$0].date && days[$0].date <= verdict.to }
  }
}

extension KnownDays {
  /// Whether a date and all dates before it are over.
  fileprivate func areOver(through date: CivilDay) -> Bool {
    timeline.today.map { date < self[$0].date } ?? false
  }

  /// The bonus of a challenge for some days.
  ///
  /// The version of the programme decides that applies to the first of them.
  ///
  /// - Parameters:
  ///   - challenge: The id of the challenge.
  ///   - places: The indices of the days.
  ///   - counts: Whether a day's points count.
  func bonus(
    of challenge: String, on places: [Int], where counts: (ProgrammeDay) -> Bool = { _ in true }
  ) -> Int {
    guard let first = places.first,
      let rule = programme(of: first)?.points.bonus.first(where: { $0.challenge == challenge })
    else { return 0 }
    return rule.points(on: places.reduce(0) { $0 + (counts(self[$1]) ? base(at: $1) : 0) })
  }
}
