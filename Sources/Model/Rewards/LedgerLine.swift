/// A line of a subject's ledger; see Rewards, "The ledger".
package struct LedgerLine: Hashable, Sendable {
  /// The kind of entry that a line books.
  package enum Kind: String, CaseIterable, Hashable, Sendable {
    /// The first booking of points for a day or a bonus.
    case earned
    /// The difference between the booked points and those that follow from newer data.
    case corrected
    case redeemed
    /// A redemption or a freeze that was requested and not granted.
    case refused
    case freezeEarned, freezeGiven, freezeBought, freezeSpent, freezeReturned, freezeLost
    /// A badge or milestone: `regained` follows `undone`, which takes it back after newer data.
    case unlocked, undone, regained
  }

  /// The part of the points that a line books: base points, a streak's bonus or another bonus.
  package enum Part: String, CaseIterable, Hashable, Sendable {
    case base, streak, bonus
  }

  /// The reason for which a requested redemption or freeze was not granted.
  package enum Refusal: String, CaseIterable, Hashable, Sendable {
    /// No version of the programme was known then.
    case noProgramme
    /// The redemption is below the least number of points of one row.
    case tooFew
    /// The redemptions of the date would exceed the most points of one date.
    case tooMany
    /// The balance is lower than the points requested.
    case balance
    /// The streak has no freezes, or none for sale.
    case notForSale
    /// The subject holds as many freezes as allowed.
    case freezesFull
  }

  /// The kind of entry that the line books.
  package var kind: Kind
  /// The day that the line is about, which is not the day on which it was booked.
  package var day: CivilDay
  /// The points, negative where they are taken.
  package var points: Int
  /// The sum of the points of all lines up to this one.
  package var balance = 0
  /// The instant at which the data behind the line became known.
  package var knownAt: Instant
  /// The part of the points, on lines of ``Kind/earned`` and ``Kind/corrected``.
  package var part: Part?
  /// The streak of a streak part, a freeze or a milestone.
  package var streak: String?
  /// The challenge of a bonus or of a badge.
  package var challenge: ChallengeOccurrence?
  /// The digest of the verdict that a bonus rests on.
  package var verdict: Digest?
  /// The days behind the line: those of a run, a period or a window.
  package var span: ClosedRange<CivilDay>?
  /// The id of a badge.
  package var badge: String?
  /// The length at which a run of a streak reached a milestone.
  package var milestone: Int?
  /// The id of a redemption.
  package var redemption: String?
  /// The reason for the refusal, on a refused line.
  package var reason: Refusal?
  /// The newer data that a correction follows from.
  package var because: Cause?

  /// Makes a line without the members that say what it is about.
  package init(_ kind: Kind, _ day: CivilDay, points: Int = 0, at knownAt: Instant) {
    (self.kind, self.day, self.points, self.knownAt) = (kind, day, points, knownAt)
  }

  /// A change of one day's figures.
  package struct Cause: Hashable, Sendable {
    /// The digest of the input that changed the figures.
    package var input: Digest
    /// The day whose figures changed.
    package var day: CivilDay

    package init(input: Digest, day: CivilDay) { (self.input, self.day) = (input, day) }
  }
}
