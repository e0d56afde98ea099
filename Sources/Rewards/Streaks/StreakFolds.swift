import DaymarkModel

/// The streaks of all versions of a programme, by name.
struct StreakFolds {
  private(set) var list: [StreakFold]

  /// The outcomes that were computed again, as they were before.
  typealias FormerOutcomes = [ArraySlice<StreakFold.Day>]

  init(_ history: RewardHistory) {
    list = Set(history.programmes.flatMap(\.programme.streaks.keys)).sorted().map(StreakFold.init)
  }

  subscript(name: String) -> StreakFold? { list.first { $0.name == name } }

  /// Computes every streak again from one day on.
  ///
  /// - Parameters:
  ///   - places: The indices of the days, which end before the first unsettled day.
  ///   - days: The days.
  ///   - granted: The freezes that were given or bought.
  mutating func fold(_ places: Range<Int>, _ days: KnownDays, _ granted: [FreezeRow])
    -> FormerOutcomes
  {
    list.indices.map { index in
      let name = list[index].name
      return list[index].fold(
        from: places.lowerBound, places.lazy.map { days.streakDay(at: $0, name, granted) })
    }
  }

  /// Books the freezes that streaks earned and spent, by kind, then by day, then by streak.
  func bookFreezes(
    _ former: FormerOutcomes, _ changes: DayChanges, from first: Int, in ledger: inout Ledger,
    at now: Instant
  ) {
    let deals = zip(list, former).map { fold, former in
      (fold.name, FreezeDeal(former), FreezeDeal(fold.outcomes[first...]), former.endIndex)
    }
    func add(
      _ kind: LedgerLine.Kind, _ days: KeyPath<FreezeDeal, [CivilDay: Int]>, areGone: Bool
    ) {
      let all = deals.flatMap { name, old, new, end in
        let (had, has) = (old[keyPath: days], new[keyPath: days])
        let (these, others) = areGone ? (had, has) : (has, had)
        return these.filter { others[$0.key] == nil }.map { day, place in
          // A day that is settled only now is no change of figures.
          (day: day, name: name, cause: place < end ? changes.firstCause(among: 0...place) : nil)
        }
      }
      for (day, name, cause) in all.sorted(by: { ($0.day, $0.name) < ($1.day, $1.name) }) {
        var line = LedgerLine(kind, day, at: now)
        (line.streak, line.because) = (name, cause)
        ledger.add(line)
      }
    }
    add(.freezeLost, \.earned, areGone: true)
    add(.freezeReturned, \.spent, areGone: true)
    add(.freezeSpent, \.spent, areGone: false)
    add(.freezeEarned, \.earned, areGone: false)
  }
}

/// The freezes that outcomes earn and spend: the index of the day that did so, by the day that the
/// freeze is about.
private struct FreezeDeal {
  var earned: [CivilDay: Int] = [:]
  var spent: [CivilDay: Int] = [:]

  init(_ outcomes: ArraySlice<StreakFold.Day>) {
    for place in outcomes.indices {
      let outcome = outcomes[place]
      if outcome.step.earnsFreeze { earned[outcome.date] = place }
      for day in outcome.step.spends { spent[day] = place }
    }
  }
}
