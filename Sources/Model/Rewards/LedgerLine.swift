/// A line of a subject's ledger; see Rewards, "The ledger".
package struct LedgerLine: Hashable, Sendable {
  /// What a line books.
  package enum Kind: String, CaseIterable, Hashable, Sendable {
    /// A part that is booked for the first time, with its day or its bonus.
    case earned
    /// What a part differs by from what was booked.
    case corrected
    case redeemed
    /// A redemption or a freeze that was asked for and not granted.
    case refused
    case freezeEarned, freezeGiven, freezeBought, freezeSpent, freezeReturned, freezeLost
    /// A badge or a milestone; `regained` after it was `undone`.
    case unlocked, undone, regained
  }

  /// The parts of points.
  package enum Part: String, CaseIterable, Hashable, Sendable {
    case base, streak, bonus
  }

  /// The reasons why nothing was granted.
  package enum Refusal: String, CaseIterable, Hashable, Sendable {
    /// No version of the programme was known.
    case noProgramme
    /// The row has fewer points than a row must have.
    case tooFew
    /// The rows of its date would have more points than they may.
    case tooMany
    /// The balance is too low.
    case balance
    /// The streak has no freezes, or none for sale.
    case notForSale
    /// As many freezes are held as may be.
    case freezesFull
  }

  /// What is booked.
  package var kind: Kind
  /// The day that it is about, not that on which it was booked.
  package var day: CivilDay
  /// The points, negative where they are taken.
  package var points: Int
  /// The sum of the points of all lines up to this one.
  package var balance = 0
  /// The instant at which what it rests on became known.
  package var knownAt: Instant
  /// Of `earned` and `corrected`.
  package var part: Part?
  /// The streak of a streak part, a freeze or a milestone.
  package var streak: String?
  /// The challenge of a bonus or of a badge.
  package var challenge: ChallengeOccurrence?
  /// The digest of the verdict that a bonus rests on.
  package var verdict: Digest?
  /// The days that it rests on: a run, a period, a window.
  package var span: ClosedRange<CivilDay>?
  /// The id of a badge.
  package var badge: String?
  /// The length of a run that is told.
  package var milestone: Int?
  /// The id of a redemption.
  package var redemption: String?
  /// Why nothing was granted.
  package var reason: Refusal?
  /// What a correction rests on.
  package var because: Cause?

  /// Makes a line without what it rests on.
  package init(_ kind: Kind, _ day: CivilDay, points: Int = 0, at knownAt: Instant) {
    (self.kind, self.day, self.points, self.knownAt) = (kind, day, points, knownAt)
  }

  /// A figure that changed.
  package struct Cause: Hashable, Sendable {
    /// The digest of the input that changed it.
    package var input: Digest
    /// The day whose figure it is.
    package var day: CivilDay

    /// Makes a cause.
    package init(input: Digest, day: CivilDay) { (self.input, self.day) = (input, day) }
  }
}
