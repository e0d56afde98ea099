/// The subjects of a challenge in the order of their scores.
///
/// Ranked are those whose verdict is pass and whose score rests on no damage, the greatest score first. Equal scores have equal ranks, and
/// the ranks that they take up are left out: 1, 2, 2, 4. The others stand below, without a
/// rank; last those without a score. Equals stand in the order of their ids, so that the board does not
/// depend on the order of the entries.
package struct Leaderboard: Hashable, Sendable {
  /// The outcome and score that one subject enters with.
  package struct Entry: Hashable, Sendable {
    /// The subject's id.
    package var subject: String
    /// The outcome, which decides whether there is a rank.
    package var outcome: Outcome
    /// The score; `nil` when there is nothing to score.
    package var score: ScoreValue?

    package init(subject: String, outcome: Outcome, score: ScoreValue?) {
      self.subject = subject
      self.outcome = outcome
      self.score = score
    }
  }

  /// A line of the board.
  package struct Standing: Hashable, Sendable {
    /// The subject with its score.
    package var entry: Entry
    /// The rank from 1; `nil` without a pass, or without a score that can be ranked.
    package var rank: Int?
    /// Whether another subject has the same rank.
    package var isTied = false
    /// The score of the next better rank: reaching it draws level, passing it moves up.
    ///
    /// `nil` at rank 1 and without a rank.
    package var next: Quantity?

    package init(entry: Entry) { self.entry = entry }
  }

  /// The subjects, ranked ones first.
  package let standings: [Standing]

  /// - Parameter entries: Scores are of one rule, and so of one unit.
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

  /// The number to beat: the best score of those that are ranked.
  package var toBeat: Quantity? { standings.first { $0.rank != nil }?.entry.score?.value }

  /// The unit of the scores; `nil` while there is none.
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

  /// Ranked, with a score, without one.
  fileprivate var group: Int { isRanked ? 0 : score != nil ? 1 : 2 }
}
