import DaymarkModel

/// The booked milestones; a milestone belongs to one run, so that a new run can reach it again.
struct MilestoneLog {
  private var told: Set<Milestone> = []

  /// A length that a run has reached; the run is identified by its first day.
  private struct Milestone: Hashable {
    var streak: String
    var count: Int
    var first: CivilDay
  }

  /// Books the milestones whose state has changed: reached, or no longer reached.
  mutating func book(
    _ folds: StreakFolds, _ former: StreakFolds.FormerOutcomes, _ changes: DayChanges,
    from first: Int,
    in ledger: inout Ledger, at now: Instant
  ) {
    for (fold, former) in zip(folds.list, former) {
      let (old, new) = (reached(former, fold.name), reached(fold.outcomes[first...], fold.name))
      let changed = Set(old.keys).symmetricDifference(new.keys)
      for milestone in changed.sorted(by: { ($0.count, $0.first) < ($1.count, $1.first) }) {
        guard let place = new[milestone] ?? old[milestone] else { continue }
        let day = (new[milestone] == nil ? former : fold.outcomes[...])[place].date
        let kind: LedgerLine.Kind =
          new[milestone] == nil ? .undone : told.insert(milestone).inserted ? .unlocked : .regained
        var line = LedgerLine(kind, day, at: now)
        (line.streak, line.milestone) = (fold.name, milestone.count)
        line.span = milestone.first...max(milestone.first, day)
        // A day that is settled only now is no change of figures.
        line.because = place < former.endIndex ? changes.firstCause(among: 0...place) : nil
        ledger.add(line)
      }
    }
  }

  /// The milestones that outcomes reach, each with the index of the day.
  private func reached(
    _ outcomes: ArraySlice<StreakFold.Day>, _ streak: String
  ) -> [Milestone: Int] {
    outcomes.indices.reduce(into: [:]) { reached, place in
      guard let run = outcomes[place].state.run else { return }
      for count in outcomes[place].step.milestones {
        reached[Milestone(streak: streak, count: count, first: run.first)] = place
      }
    }
  }
}
