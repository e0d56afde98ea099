import DaymarkModel

/// The streaks of all versions of a programme, by name.
struct StreakFolds {
  private(set) var list: [StreakFold]

  /// The outcomes that a fold made anew, as they were before.
  typealias Former = [ArraySlice<StreakFold.Day>]

  init(_ history: RewardHistory) {
    list = Set(history.programmes.flatMap(\.programme.streaks.keys)).sorted().map(StreakFold.init)
  }

  subscript(name: String) -> StreakFold? { list.first { $0.name == name } }

  /// Works days of the settled prefix out anew.
  ///
  /// - Parameter granted: Freezes that were given or bought.
  mutating func fold(_ places: Range<Int>, _ days: KnownDays, _ granted: [FreezeRow]) -> Former {
    list.indices.map { index in
      let name = list[index].name
      return list[index].fold(
        from: places.lowerBound, places.lazy.map { days.streakDay(at: $0, name, granted) })
    }
  }

  /// Books the freezes that streaks earned and spent, by kind, then by day, then by streak.
  func bookFreezes(_ former: Former, from first: Int, in ledger: inout Ledger, at now: Instant) {
    let deals = zip(list, former).map { fold, former in
      (fold.name, FreezeDeal(former), FreezeDeal(fold.outcomes[first...]))
    }
    func add(_ kind: LedgerLine.Kind, _ days: (FreezeDeal, FreezeDeal) -> Set<CivilDay>) {
      let all = deals.flatMap { name, old, new in days(old, new).map { (day: $0, name: name) } }
      for (day, name) in all.sorted(by: { ($0.day, $0.name) < ($1.day, $1.name) }) {
        var line = LedgerLine(kind, day, at: now)
        line.streak = name
        ledger.add(line)
      }
    }
    add(.freezeLost) { $0.earned.subtracting($1.earned) }
    add(.freezeReturned) { $0.spent.subtracting($1.spent) }
    add(.freezeSpent) { $1.spent.subtracting($0.spent) }
    add(.freezeEarned) { $1.earned.subtracting($0.earned) }
  }
}

/// The freezes that outcomes earn and spend, by day.
private struct FreezeDeal {
  var earned: Set<CivilDay>
  var spent: Set<CivilDay>

  init(_ outcomes: ArraySlice<StreakFold.Day>) {
    earned = Set(outcomes.lazy.filter(\.step.earnsFreeze).map(\.date))
    spent = Set(outcomes.lazy.flatMap(\.step.spends))
  }
}
