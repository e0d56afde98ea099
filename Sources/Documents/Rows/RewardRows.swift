package import DaymarkModel

// MARK: The ledger

extension Members<LedgerLine> {
  /// A line of the file `ledger.jsonl`.
  package static let ledger = Members(
    LedgerLine(.earned, CivilDay(ordinal: 0), at: Instant(milliseconds: 0)),
    [
      .needed("kind", \.kind, .word),
      .needed("day", \.day, .day, "The day that the line is about."),
      .needed("points", \.points, .points), .needed("balance", \.balance, .points),
      .needed(
        "knownAt", \.knownAt, .instant, "The instant at which what it rests on became known."),
      .optional("part", \.part, .word), .optional("streak", \.streak, .text),
      .optional("challenge", \.challengeID, .text),
      .optional(
        "occurrence", \.occurrence, .text,
        "Of a challenge that comes again: its first day or month."),
      .optional("verdict", \.verdict, .digest, "The SHA-256 of the verdict.json that it rests on."),
      .optional("from", \.from, .day, "The first of the days that it rests on."),
      .optional("to", \.to, .day), .optional("badge", \.badge, .text),
      .optional("milestone", \.milestone, .countFromOne),
      .optional("redemption", \.redemption, .text, "The id of its row."),
      .optional("reason", \.reason, .word, "Why nothing was granted."),
      .optional("because", \.because, Members<LedgerLine.Cause>.cause.kind),
    ])
}

extension Members<LedgerLine.Cause> {
  /// The change of a day's figures behind a correction.
  fileprivate static let cause = Members(
    LedgerLine.Cause(input: .ofNothing, day: CivilDay(ordinal: 0)),
    [
      .needed("input", \.input, .digest, "The SHA-256 of the input that changed a figure."),
      .needed("day", \.day, .day, "The day whose figure it is."),
    ])
}

extension LedgerLine {
  fileprivate var challengeID: String? {
    get { challenge?.challenge }
    set { challenge = newValue.map { ChallengeOccurrence($0, occurrence: occurrence) } }
  }

  fileprivate var occurrence: String? {
    get { challenge?.occurrence }
    set { challenge = ChallengeOccurrence(challengeID ?? "", occurrence: newValue) }
  }

  fileprivate var from: CivilDay? {
    get { span?.lowerBound }
    set { span = newValue.map { $0...max($0, to ?? $0) } }
  }

  fileprivate var to: CivilDay? {
    get { span?.upperBound }
    set { span = newValue.map { min($0, from ?? $0)...$0 } }
  }
}

extension Kind<Int> {
  /// A number of points, which is negative where points are taken.
  fileprivate static let points = whole(-1 << 42...1 << 42)
    .described(.object(["type": .string("integer")]))
}

extension RewardBooks {
  /// The bytes of `ledger.jsonl`: one line for each entry, ended by a line feed.
  package var ledgerBytes: [UInt8] { LedgerLine.bytes(of: lines[...]) }
}

extension LedgerLine {
  /// The bytes of some lines, each ended by a line feed.
  package static func bytes(of lines: ArraySlice<LedgerLine>) -> [UInt8] {
    lines.flatMap { Members<LedgerLine>.ledger.kind.bytes($0) + [UInt8(ascii: "\n")] }
  }
}

// MARK: The books

extension Members<RewardBooks> {
  /// The document `rewards.json`: the books that follow from the ledger, which lies beside it.
  package static let rewards = Members(
    RewardBooks(subject: "", asOf: Instant(milliseconds: 0)),
    [
      .schema("daymark/rewards@1"), .needed("subject", \.subject, .text),
      .optional(
        "programme", \.programme, .versionedName, "Absent before any version was known."),
      .needed("asOf", \.asOf, .instant),
      .derived("ledger", Members<LedgerIdentity>.identity.kind) { LedgerIdentity(of: $0) },
      .needed("points", \.points, Members<PointTotals>.totals.kind),
      .needed("streaks", \.streaks, .list(Members<StreakBook>.streak.kind)),
      .needed("badges", \.badges, .list(Members<BadgeBook>.badge.kind)),
      .unlessEmpty(
        "expectedBonuses", \.expected, .list(Members<ExpectedBonus>.expected.kind),
        "Bonuses that are not booked yet, by today's figures."),
      .unlessEmpty(
        "repeatedRedemptions", \.repeatedRedemptions, .list(.text),
        "Ids of rows that another row had before; these are not judged."),
    ])
}

/// The ledger from which books follow, identified by its digest.
private struct LedgerIdentity {
  var lines: Int
  var digest: Digest

  init(of books: RewardBooks) {
    (lines, digest) = (books.lines.count, Digest(of: books.ledgerBytes))
  }
}

extension Members<LedgerIdentity> {
  fileprivate static let identity = Members(
    LedgerIdentity(of: RewardBooks(subject: "", asOf: Instant(milliseconds: 0))),
    [
      .needed("lines", \.lines, .count),
      .needed("sha256", \.digest, .digest, "Of ledger.jsonl."),
    ])
}

extension Members<PointTotals> {
  fileprivate static let totals = Members(
    PointTotals(),
    [
      .needed("balance", \.balance, .points),
      .needed("earned", \.earned, .points, "What was earned, less what was taken back."),
      .needed("earnedInSeason", \.earnedInSeason, .points),
      .needed("redeemed", \.redeemed, .points),
      .needed("spentOnFreezes", \.spentOnFreezes, .points), .needed("level", \.level, .count),
      .optional("nextLevelAt", \.nextLevelAt, .points),
    ])
}

extension Members<StreakBook> {
  fileprivate static let streak = Members(
    StreakBook(name: ""),
    [
      .needed("name", \.name, .text), .needed("state", \.state, .word),
      .optional("current", \.current, Members<StreakBook.Run>.run.kind),
      .optional("longest", \.longest, Members<StreakBook.Run>.run.kind),
      .optional("longestOfSeason", \.longestOfSeason, Members<StreakBook.Run>.run.kind),
      .needed("freezesLeft", \.freezesLeft, .count),
      .unlessEmpty(
        "freezesReserved", \.freezesReserved, .count, "What the open gap would use of them."),
      .unlessEmpty(
        "freezesSpent", \.freezesSpent, .list(.day), "The missed days that one was spent on."),
      .optional("nextMilestone", \.nextMilestone, .countFromOne),
    ])
}

extension Members<StreakBook.Run> {
  fileprivate static let run = Members(
    StreakBook.Run(first: CivilDay(ordinal: 0), last: CivilDay(ordinal: 0), count: 0),
    [
      .needed("first", \.first, .day), .needed("last", \.last, .day),
      .needed("count", \.count, .countFromOne, "Active days, or weeks."),
      .derived("span", .countFromOne, sentence: "The days from first to last.", \.span),
    ])
}

extension Members<BadgeBook> {
  fileprivate static let badge = Members(
    BadgeBook(id: "", progress: 0),
    [
      .needed("id", \.id, .text),
      .needed("progress", \.progress, .whole(0...100), "In per cent; 100 only where it is held."),
      .unlessEmpty("held", \.held, .list(Members<BadgeBook.Unlocked>.unlocked.kind)),
    ])
}

extension Members<BadgeBook.Unlocked> {
  fileprivate static let unlocked = Members(
    BadgeBook.Unlocked(CivilDay(ordinal: 0), at: Instant(milliseconds: 0)),
    [.needed("day", \.day, .day), .needed("knownAt", \.knownAt, .instant)])
}

extension Members<ExpectedBonus> {
  fileprivate static let expected = Members(
    ExpectedBonus(ChallengeOccurrence(""), points: 0),
    [
      .needed("challenge", \.challenge.challenge, .text),
      .optional("occurrence", \.challenge.occurrence, .text),
      .needed("points", \.points, .points),
    ])
}

// MARK: Standings

extension Members<RewardRank> {
  /// A line of the file `standings.csv`.
  package static let standing = Members(
    RewardRank(RewardBooks(subject: "", asOf: Instant(milliseconds: 0))),
    [
      .needed("rank", \.rank, .countFromOne, column: "rank"),
      .needed("subject", \.subject, .text, column: "subject"),
      .needed("earned", \.earned, .points, column: "earned"),
      .needed("balance", \.balance, .points, column: "balance"),
      .needed("level", \.level, .count, column: "level"),
      .needed("badges", \.badges, .count, column: "badges"),
    ])
}
