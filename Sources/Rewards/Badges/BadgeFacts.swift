import DaymarkModel

/// One occasion on which a badge's condition holds.
struct BadgeClaim {
  var key: Key
  /// The first day on which the condition holds.
  var day: CivilDay
  /// The first and last of the days that prove it.
  var span: ClosedRange<CivilDay>

  /// The key that distinguishes the occasions of a repeatable badge; empty for any other badge.
  struct Key: Hashable {
    /// The first day of the run, period or window.
    var first: CivilDay?
    var challenge: ChallengeOccurrence?
  }
}

/// Everything by which badges are decided.
struct BadgeFacts {
  var folds: StreakFolds
  var totals: [TotalFold]
  var verdicts: [ChallengeOccurrence: Bonuses.Verdicts]
  /// The points that were earned, less those taken back.
  var earned: Int
  /// The points that were earned, by the day that they are about.
  var earnedByDay: () -> [(day: CivilDay, points: Int)]

  /// Returns the progress of a condition, and the target at which it holds.
  func progress(of condition: Badge.Condition) -> (reached: Int64, target: Int64) {
    switch condition {
    case .challengesCompleted(let count): (Int64(completed.count), Int64(count))
    case .challengesJoined(let count): (Int64(verdicts.count), Int64(count))
    case .firstWin, .rank, .early: (matching(condition).isEmpty ? 0 : 1, 1)
    case .streak(let name, let least): (Int64(folds[name]?.state.longest?.count ?? 0), Int64(least))
    case .total(let leaf):
      totals.first { $0.leaf == leaf }.map { ($0.reached, $0.target) } ?? (0, .max)
    case .pointsEarned(let points): (Int64(earned), Int64(points))
    }
  }

  /// Whether a condition holds.
  func holds(_ condition: Badge.Condition) -> Bool {
    let (reached, target) = progress(of: condition)
    return reached >= target
  }

  /// The occasions on which a badge's condition holds; at most one unless the badge is repeatable.
  func claims(_ badge: Badge) -> [BadgeClaim] {
    guard badge.isRepeatable else {
      return holds(badge.when) ? first(badge.when).map { [$0] } ?? [] : []
    }
    switch badge.when {
    case .streak(let name, let least): return runs(of: name, atLeast: least)
    case .total(let leaf):
      return (totals.first { $0.leaf == leaf }?.windows ?? []).map { window in
        claim(window.upperBound, window, BadgeClaim.Key(first: window.lowerBound))
      }
    case .firstWin, .rank, .early:
      return matching(badge.when).map { verdict in
        claim(
          verdict.to, verdict.from...verdict.to,
          BadgeClaim.Key(first: verdict.from, challenge: verdict.challenge))
      }
    case .challengesCompleted, .challengesJoined, .pointsEarned: return []
    }
  }

  /// The first occasion on which a condition holds; `nil` where it does not.
  private func first(_ condition: Badge.Condition) -> BadgeClaim? {
    switch condition {
    case .challengesCompleted(let count):
      let passed = completed.prefix(count)
      return passed.last.map { last in
        claim(last.to, min(last.to, passed.map(\.from).min() ?? last.to)...last.to)
      }
    case .challengesJoined(let count):
      let days = verdicts.values.map(\.joinedOn).sorted().prefix(count)
      return days.last.map { claim($0, (days.first ?? $0)...$0) }
    case .firstWin, .rank, .early:
      return matching(condition).first.map { claim($0.to, $0.from...$0.to) }
    case .streak(let name, let least):
      let outcome = folds[name]?.outcomes.first { $0.state.longest?.count ?? 0 >= least }
      return outcome.flatMap { outcome in
        outcome.state.longest.map { claim(outcome.date, $0.first...outcome.date) }
      }
    case .total(let leaf):
      return totals.first { $0.leaf == leaf }?.first.map { claim($0.day, $0.span) }
    case .pointsEarned(let points):
      var sum = 0
      let days = earnedByDay()
      let day = days.first { day in
        sum += day.points
        return sum >= points
      }
      return day.map { claim($0.day, (days.first?.day ?? $0.day)...$0.day) }
    }
  }

  private func claim(
    _ day: CivilDay, _ span: ClosedRange<CivilDay>, _ key: BadgeClaim.Key = BadgeClaim.Key()
  ) -> BadgeClaim { BadgeClaim(key: key, day: day, span: span) }

  /// The runs of a streak of at least some length, each with the day on which it reached it.
  private func runs(of name: String, atLeast least: Int) -> [BadgeClaim] {
    var claims: [BadgeClaim] = []
    for outcome in folds[name]?.outcomes ?? [] {
      guard let run = outcome.state.run, run.count >= least,
        claims.last?.key.first != run.first
      else { continue }
      claims.append(
        claim(outcome.date, run.first...outcome.date, BadgeClaim.Key(first: run.first)))
    }
    return claims
  }

  /// The passed challenges whose verdict is final, by the last day of their period.
  private var completed: [KnownVerdict] {
    inOrder(verdicts.values.compactMap(\.final).filter { $0.outcome == .pass })
  }

  /// The passed challenges that satisfy a condition, by the last day of their period.
  private func matching(_ condition: Badge.Condition) -> [KnownVerdict] {
    completed.filter { verdict in
      switch condition {
      case .firstWin: verdict.rank == 1
      case .rank(let challenge, let most):
        verdict.challenge.challenge == challenge && verdict.rank.map { $0 <= most } ?? false
      case .early(let days): verdict.lead.map { $0 >= Int64(days) * 86_400_000 } ?? false
      default: false
      }
    }
  }

  private func inOrder(_ verdicts: [KnownVerdict]) -> [KnownVerdict] {
    verdicts.sorted { ($0.to, $0.challenge) < ($1.to, $1.challenge) }
  }
}
