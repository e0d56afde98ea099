import DaymarkModel

/// The bonuses of challenges; they follow the newest final verdict and the newest figures.
struct Bonuses {
  /// All verdicts that are known, by challenge: the newest of all, and the newest final one.
  private(set) var verdicts: [ChallengeOccurrence: Verdicts] = [:]

  /// What is known of the verdict of one challenge.
  struct Verdicts {
    var newest: KnownVerdict
    var final: KnownVerdict?
    /// Whether the final one waits for the days of its period to be booked.
    var isPending = false
    /// The first day of the period that was known first.
    var joinedOn: CivilDay
    /// The bonus that is booked; `nil` as long as none was.
    var booked: Int?
    /// The day that the last line was about.
    var day: CivilDay?
  }

  /// Takes verdicts that became known together.
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

  /// Books bonuses, by challenge.
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
    // Once it was booked, no later day is waited for.
    let isDue =
      !isPending
      || days.areOver(through: final.to) && places.allSatisfy { days[$0].isSettled }
    isPending = isPass && !isDue
    // What is booked for an earlier verdict goes when this one is heard, not when its days are settled.
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
  /// Whether a day of a verdict's period is among them.
  fileprivate func touch(_ verdict: KnownVerdict, _ days: KnownDays) -> Bool {
    places.contains { verdict.from <= days[$0].date && days[$0].date <= verdict.to }
  }
}

extension KnownDays {
  /// Whether a date, and all before it, is over.
  fileprivate func areOver(through date: CivilDay) -> Bool {
    timeline.today.map { date < self[$0].date } ?? false
  }

  /// The bonus of a challenge for days.
  ///
  /// It is that of the version that holds for the first of them.
  ///
  /// - Parameter counts: Whether a day's points count.
  func bonus(
    of challenge: String, on places: [Int], where counts: (ProgrammeDay) -> Bool = { _ in true }
  ) -> Int {
    guard let first = places.first,
      let rule = programme(of: first)?.points.bonus.first(where: { $0.challenge == challenge })
    else { return 0 }
    return rule.points(on: places.reduce(0) { $0 + (counts(self[$1]) ? base(at: $1) : 0) })
  }
}
