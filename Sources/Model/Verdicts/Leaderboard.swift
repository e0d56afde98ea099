/// The subjects of a challenge in the order of their scores.
///
/// A subject is ranked if its verdict is pass and its score does not rest on damage; the greatest
/// score is first. Equal scores share a rank, and the next rank is left out, as in 1, 2, 2, 4.
/// Subjects that are not ranked come after, and last those without a score. Equal subjects stand in
/// the order of their ids, so that the board does not depend on the order of the entries.
package struct Leaderboard: Hashable, Sendable {
  /// The outcome and score of one subject.
  package struct Entry: Hashable, Sendable {
    /// The subject's id.
    package var subject: String
    /// The outcome, which decides whether there is a rank.
    package var outcome: Outcome
    /// The score; `nil` when there is no data for it.
    package var score: ScoreValue?

    package init(subject: String, outcome: Outcome, score: ScoreValue?) {
      self.subject = subject
      self.outcome = outcome
      self.score = score
    }
  }

  /// One subject's line on the board.
  package struct Standing: Hashable, Sendable {
    /// The subject with its score.
    package var entry: Entry
    /// The rank, from 1; `nil` without a pass, or without a score that can be ranked.
    package var rank: Int?
    /// Whether another subject has the same rank.
    package var isTied = false
    /// The score of the next better rank; equal scores share a rank.
    ///
    /// `nil` at rank 1 and without a rank.
    package var next: Quantity?

    package init(entry: Entry) { self.entry = entry }
  }

  /// The lines of the board, ranked subjects first.
  package let standings: [Standing]

  /// Ranks subjects.
  ///
  /// - Parameter entries: The outcomes and scores, which must be by one rule, so that they have the
  ///   same unit.
  package init(_ entries: [Entry]) {
    let ordered = entries.sorted(by: Leaderboard.precedes)
    var standings: [Standing] = []
    var next: Quantity?
    for (index, entry) in ordered.enumerated() {
      var standing = Standing(entry: entry)
      if entry.isRanked {
        if let above = standings.last, above.entry.score?.value == entry.score?.value {
          standing.rank = above.rank
          standing.isTied = true
          standings[index - 1].isTied = true
        } else {
          next = standings.last?.entry.score?.value
          standing.rank = index + 1
        }
        standing.next = next
      }
      standings.append(standing)
    }
    self.standings = standings
  }

  /// The best score of a ranked subject.
  package var toBeat: Quantity? { standings.first { $0.rank != nil }?.entry.score?.value }

  /// The unit of the scores; `nil` while no subject has one.
  package var unit: Unit? { standings.lazy.compactMap(\.entry.score?.unit).first }

  private static func precedes(_ a: Entry, _ b: Entry) -> Bool {
    let (x, y) = (a.group, b.group)
    if x != y { return x < y }
    if let p = a.score?.value, let q = b.score?.value, p != q { return p > q }
    return a.subject.utf8.lexicographicallyPrecedes(b.subject.utf8)
  }
}

extension Leaderboard.Entry {
  fileprivate var isRanked: Bool { outcome == .pass && score?.restsOnDamage == false }

  /// The position of the entry's group on the board: 0 if ranked, 1 if only scored, 2 otherwise.
  fileprivate var group: Int { isRanked ? 0 : score != nil ? 1 : 2 }
}
