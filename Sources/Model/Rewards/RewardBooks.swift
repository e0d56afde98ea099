/// The books of one subject at an instant: the ledger and what follows from it.
package struct RewardBooks: Hashable, Sendable {
  /// The subject's id.
  package var subject: String
  /// The programme as it was known; `nil` before any was.
  package var programme: VersionedName?
  /// The instant that the books are for.
  package var asOf: Instant
  /// The lines, in the order in which they were booked.
  package var lines: [LedgerLine] = []
  /// The streaks, by name.
  package var streaks: [StreakBook] = []
  /// The sums of the ledger.
  package var points = PointTotals()
  /// The badges of the programme, by id.
  package var badges: [BadgeBook] = []
  /// The bonuses that may still come.
  package var expected: [ExpectedBonus] = []
  /// The ids of redemptions that another row had before; such rows are not judged.
  package var repeatedRedemptions: [String] = []

  /// Makes books without any entry.
  package init(subject: String, asOf: Instant) { (self.subject, self.asOf) = (subject, asOf) }
}

/// One streak in the books.
package struct StreakBook: Hashable, Sendable {
  /// How a streak stands: the first that holds.
  ///
  /// See Rewards, "How a streak stands".
  package enum State: String, CaseIterable, Hashable, Sendable {
    /// Today is paused.
    case paused
    /// The run was broken, and no other has begun.
    case broken
    /// A missed day is covered by a freeze, and the gap is open.
    case frozen
    /// Today, or this week, is done.
    case active
    /// Today, or this week, is not done yet.
    case atRisk
    /// No run has begun, or none in this season.
    case none
  }

  /// The streak's name.
  package var name: String
  /// How it stands.
  package var state = State.none
  /// The run that goes on.
  package var current: Run?
  /// The longest run of all.
  package var longest: Run?
  /// The longest run of the season.
  package var longestOfSeason: Run?
  /// The freezes that are held; those that an open gap would use are among them.
  package var freezesLeft = 0
  /// The freezes that the open gap would use.
  package var freezesReserved = 0
  /// The missed days, or the last days of missed weeks, that a freeze was spent on.
  package var freezesSpent: [CivilDay] = []
  /// The next milestone of the current run.
  package var nextMilestone: Int?

  /// Makes a streak without a run.
  package init(name: String) { self.name = name }

  /// Days or weeks that follow each other.
  package struct Run: Hashable, Sendable {
    /// The first day; of weeks that of the first week.
    package var first: CivilDay
    /// The last active day; of weeks that on which the last one was met.
    package var last: CivilDay
    /// The active days or weeks.
    package var count: Int

    /// Makes a run.
    package init(first: CivilDay, last: CivilDay, count: Int) {
      (self.first, self.last, self.count) = (first, last, count)
    }

    /// The days from first to last.
    package var span: Int { first.distance(to: last) + 1 }
  }
}

/// The sums of a ledger.
package struct PointTotals: Hashable, Sendable {
  /// The sum of all lines.
  package var balance = 0
  /// What was earned, less what was taken back.
  package var earned = 0
  /// The same of lines about days of this season.
  package var earnedInSeason = 0
  /// What was redeemed.
  package var redeemed = 0
  /// What was paid for freezes.
  package var spentOnFreezes = 0
  /// The level that ``earnedInSeason`` reaches.
  package var level = 0
  /// The points at which the next level begins; `nil` at the last.
  package var nextLevelAt: Int?

  /// Makes the sums of an empty ledger.
  package init() {}
}

/// One badge in the books.
package struct BadgeBook: Hashable, Sendable {
  /// The badge's id.
  package var id: String
  /// In per cent, rounded down: 100 only where it is held.
  package var progress: Int
  /// Each thing that it is held for; at most one unless it is repeatable.
  package var held: [Unlocked] = []

  /// Makes a badge that is not held.
  package init(id: String, progress: Int) { (self.id, self.progress) = (id, progress) }

  /// A badge that was unlocked.
  package struct Unlocked: Hashable, Sendable {
    /// The first day on which it held.
    package var day: CivilDay
    /// When that became known.
    package var knownAt: Instant

    /// Makes an entry.
    package init(_ day: CivilDay, at knownAt: Instant) { (self.day, self.knownAt) = (day, knownAt) }
  }
}

/// A bonus that is not booked yet.
package struct ExpectedBonus: Hashable, Sendable {
  /// The challenge.
  package var challenge: ChallengeOccurrence
  /// What it would be by today's figures.
  package var points: Int

  /// Makes an expectation.
  package init(_ challenge: ChallengeOccurrence, points: Int) {
    (self.challenge, self.points) = (challenge, points)
  }
}
