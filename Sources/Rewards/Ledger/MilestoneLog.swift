import DaymarkModel

/// The milestones of runs that were told; one belongs to one run, so that a new run can reach it again.
struct MilestoneLog {
  private var told: Set<Milestone> = []

  /// A length of a run; the run is known by its first day.
  private struct Milestone: Hashable {
    var streak: String
    var count: Int
    var first: CivilDay
  }

  /// Books milestones that are reached now and were not, and the other way round.
  mutating func book(
    _ folds: StreakFolds, _ former: StreakFolds.Former, from first: Int, in ledger: inout Ledger,
    at now: Instant
  ) {
    for (fold, former) in zip(folds.list, former) {
      let (old, new) = (reached(former, fold.name), reached(fold.outcomes[first...], fold.name))
      let changed = Set(old.keys).symmetricDifference(new.keys)
      for milestone in changed.sorted(by: { ($0.count, $0.first) < ($1.count, $1.first) }) {
        guard let day = new[milestone] ?? old[milestone] else { continue }
        let kind: LedgerLine.Kind =
          new[milestone] == nil ? .undone : told.insert(milestone).inserted ? .unlocked : .regained
        var line = LedgerLine(kind, day, at: now)
        (line.streak, line.milestone) = (fold.name, milestone.count)
        line.span = milestone.first...max(milestone.first, day)
        ledger.add(line)
      }
    }
  }

  private func reached(
    _ outcomes: ArraySlice<StreakFold.Day>, _ streak: String
  ) -> [Milestone: CivilDay] {
    outcomes.reduce(into: [:]) { reached, outcome in
      guard let run = outcome.state.run else { return }
      for count in outcome.step.milestones {
        reached[Milestone(streak: streak, count: count, first: run.first)] = outcome.date
      }
    }
  }
}
