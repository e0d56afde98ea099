import DaymarkDocuments
import DaymarkModel

extension LedgerLine {
  /// A line with every member that there can be.
  static let sample: LedgerLine = {
    let day = CivilDay(ordinal: 20_332)
    var line = LedgerLine(.corrected, day, points: -6, at: Instant(seconds: 1_757_000_000))
    line.balance = 54
    (line.part, line.streak, line.badge, line.milestone) = (.bonus, "learning", "first-steps", 7)
    line.challenge = ChallengeOccurrence("weekend-warrior", occurrence: "2025-09-06")
    line.verdict = .ofNothing
    line.span = day.advanced(by: -6)...day
    (line.redemption, line.reason) = ("r1", .balance)
    line.because = LedgerLine.Cause(input: .ofNothing, day: day)
    return line
  }()
}

extension RewardBooks {
  /// Books with every member that there can be.
  static let sample: RewardBooks = {
    let day = CivilDay(ordinal: 20_332)
    let run = StreakBook.Run(first: day.advanced(by: -6), last: day, count: 7)
    let now = Instant(seconds: 1_757_000_000)
    var books = RewardBooks(subject: "anna", asOf: now)
    books.programme = VersionedName(name: "family-learning", version: "1.0.0")
    books.lines = [.sample]
    var streak = StreakBook(name: "learning")
    (streak.state, streak.freezesLeft, streak.freezesReserved) = (.frozen, 2, 1)
    (streak.current, streak.longest, streak.longestOfSeason) = (run, run, run)
    (streak.freezesSpent, streak.nextMilestone) = ([day.advanced(by: -1)], 30)
    books.streaks = [streak]
    (books.points.balance, books.points.earned, books.points.earnedInSeason) = (54, 104, 104)
    (books.points.redeemed, books.points.level, books.points.nextLevelAt) = (50, 2, 150)
    var badge = BadgeBook(id: "week-warrior", progress: 100)
    badge.held = [BadgeBook.Unlocked(day, at: now)]
    books.badges = [badge]
    books.expected = [
      ExpectedBonus(ChallengeOccurrence("weekend-warrior", occurrence: "2025-09-06"), points: 9)
    ]
    books.repeatedRedemptions = ["r1"]
    return books
  }()
}
