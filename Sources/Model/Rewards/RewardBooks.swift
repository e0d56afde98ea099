/// The books of one subject at an instant: the ledger with streaks, points and badges that follow
/// from it.
package struct RewardBooks: Hashable, Sendable {
  /// The subject's id.
  package var subject: String
  /// The version of the programme that was known; `nil` before there was any.
  package var programme: VersionedName?
  /// The instant that the books are for.
  package var asOf: Instant
  /// The lines, in the order in which they were booked.
  package var lines: [LedgerLine] = []
  /// The streaks, ascending by name.
  package var streaks: [StreakBook] = []
  /// The sums of the ledger.
  package var points = PointTotals()
  /// The badges of the programme, ascending by id.
  package var badges: [BadgeBook] = []
  /// The bonuses that open challenges may still give.
  package var expected: [ExpectedBonus] = []
  /// The ids that several redemptions have; only the redemption that was known first is judged.
  package var repeatedRedemptions: [String] = []

  package init(subject: String, asOf: Instant) { (self.subject, self.asOf) = (subject, asOf) }
}

/// The state of one streak, with its runs and freezes.
package struct StreakBook: Hashable, Sendable {
  /// The state of a streak: the first case that applies.
  ///
  /// See Rewards, "How a streak stands".
  package enum State: String, CaseIterable, Hashable, Sendable {
    /// The day is in a pause of the subject.
    case paused
    /// The last run was broken, and no new one has begun.
    case broken
    /// A missed day is covered by a freeze, and the day after is still open.
    case frozen
    /// The day, or the week, has what the streak needs.
    case active
    /// The day, or the week, does not yet have what the streak needs.
    case atRisk
    /// No run has begun, or none in this season.
    case none
  }

  package var name: String
  package var state = State.none
  /// The run that is not broken; `nil` where there is none.
  package var current: Run?
  /// The longest run so far.
  package var longest: Run?
  package var longestOfSeason: Run?
  /// The freezes that the subject holds, including those that are reserved.
  package var freezesLeft = 0
  /// The freezes that would be used if the currently missed days stay missed.
  package var freezesReserved = 0
  /// The missed days that a freeze was used for; for a missed week, its last day.
  package var freezesSpent: [CivilDay] = []
  /// The length of the next milestone of the current run.
  package var nextMilestone: Int?

  package init(name: String) { self.name = name }

  /// A run of a streak: days or weeks without a break.
  package struct Run: Hashable, Sendable {
    /// The first day; for weeks the first day of the first week.
    package var first: CivilDay
    /// The last active day; for weeks the day on which the last week's goal was reached.
    package var last: CivilDay
    /// The number of active days or weeks.
    package var count: Int

    package init(first: CivilDay, last: CivilDay, count: Int) {
      (self.first, self.last, self.count) = (first, last, count)
    }

    /// The number of days from first to last.
    package var span: Int { first.distance(to: last) + 1 }
  }
}

/// The sums over a ledger.
package struct PointTotals: Hashable, Sendable {
  /// The sum of the points of all lines.
  package var balance = 0
  /// The points that were earned, less those taken back.
  package var earned = 0
  /// The points that were earned for days of this season, less those taken back.
  package var earnedInSeason = 0
  /// The points that were redeemed.
  package var redeemed = 0
  /// The points that were paid for freezes.
  package var spentOnFreezes = 0
  /// The level that ``earnedInSeason`` gives.
  package var level = 0
  /// The points at which the next level begins; `nil` at the last level.
  package var nextLevelAt: Int?

  package init() {}
}

/// The state of one badge.
package struct BadgeBook: Hashable, Sendable {
  package var id: String
  /// The progress in percent, rounded down; 100 only if the badge is held.
  package var progress: Int
  /// The occasions for which the badge is held, at most one unless the badge is repeatable.
  package var held: [Unlocked] = []

  package init(id: String, progress: Int) { (self.id, self.progress) = (id, progress) }

  /// One time that a badge was unlocked.
  package struct Unlocked: Hashable, Sendable {
    /// The first day on which the badge's condition held.
    package var day: CivilDay
    /// The instant at which that became known.
    package var knownAt: Instant

    package init(_ day: CivilDay, at knownAt: Instant) { (self.day, self.knownAt) = (day, knownAt) }
  }
}

/// A bonus that a challenge may still give.
package struct ExpectedBonus: Hashable, Sendable {
  package var challenge: ChallengeOccurrence
  /// The points that the bonus would have by the figures known today.
  package var points: Int

  package init(_ challenge: ChallengeOccurrence, points: Int) {
    (self.challenge, self.points) = (challenge, points)
  }
}
