/// The definition of a badge; see Rewards, "Badges".
package struct Badge: Hashable, Sendable {
  /// The id, by which the ledger names the badge.
  package var id: String
  /// The title that people read.
  package var title: String
  /// A sentence that says what the badge is awarded for.
  package var text: String
  /// The condition that unlocks the badge.
  package var when: Condition
  /// Whether the badge can be unlocked again for each further run, period or window.
  package var isRepeatable: Bool

  package init(id: String, title: String, text: String, when: Condition, isRepeatable: Bool = false)
  {
    (self.id, self.title, self.text) = (id, title, text)
    (self.when, self.isRepeatable) = (when, isRepeatable)
  }

  /// The condition that unlocks a badge.
  package enum Condition: Hashable, Sendable {
    /// The subject has passed this many challenges, or occurrences of one, and the verdicts are
    /// final.
    case challengesCompleted(Int)
    /// The subject has a verdict, of whatever outcome, in this many challenges.
    case challengesJoined(Int)
    /// The subject has the first rank in a challenge for the first time.
    case firstWin
    /// The longest run of a streak is at least this long.
    case streak(of: String, atLeast: Int)
    /// A leaf holds over all settled days: a `total`, `best` or `window` of at least some amount,
    /// or a number of `days`.
    case total(Leaf)
    /// The subject has earned this many points, less those taken back.
    case pointsEarned(Int)
    /// The subject has at most this rank in a challenge.
    case rank(challenge: String, atMost: Int)
    /// The evidence was complete this many days of 24 hours before the deadline.
    case early(days: Int)
  }
}

extension Badge.Condition {
  /// Whether the condition can be met more than once.
  package var mayRepeat: Bool {
    switch self {
    case .streak, .firstWin, .rank, .early: true
    case .total(let leaf): if case .window = leaf.measure { true } else { false }
    case .challengesCompleted, .challengesJoined, .pointsEarned: false
    }
  }
}
