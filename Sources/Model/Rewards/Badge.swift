/// A badge as data; see Rewards, "Badges".
package struct Badge: Hashable, Sendable {
  /// The id, which the ledger names.
  package var id: String
  /// The title that people read.
  package var title: String
  /// What it is for, in a sentence.
  package var text: String
  /// When it is unlocked.
  package var when: Condition
  /// Whether it is unlocked once for each run, period or window.
  package var isRepeatable: Bool

  /// Makes a badge.
  package init(id: String, title: String, text: String, when: Condition, isRepeatable: Bool = false)
  {
    (self.id, self.title, self.text) = (id, title, text)
    (self.when, self.isRepeatable) = (when, isRepeatable)
  }

  /// What unlocks a badge.
  package enum Condition: Hashable, Sendable {
    /// So many challenges, or occurrences of one, that were passed for good.
    case challengesCompleted(Int)
    /// So many that the subject has a verdict of, whatever it is.
    case challengesJoined(Int)
    /// The first rank of a challenge.
    case firstWin
    /// The longest run of a streak.
    case streak(of: String, atLeast: Int)
    /// A leaf over all days that are settled: a `total`, `best` or `window` from so much on, or so many `days`.
    case total(Leaf)
    /// The points that were earned, less those taken back.
    case pointsEarned(Int)
    /// A rank of a challenge.
    case rank(challenge: String, atMost: Int)
    /// Evidence that was complete so many days of 24 hours before the deadline.
    case early(days: Int)
  }
}

extension Badge.Condition {
  /// Whether there can be more than one thing that it is unlocked for.
  package var mayRepeat: Bool {
    switch self {
    case .streak, .firstWin, .rank, .early: true
    case .total(let leaf): if case .window = leaf.measure { true } else { false }
    case .challengesCompleted, .challengesJoined, .pointsEarned: false
    }
  }
}
