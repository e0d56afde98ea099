/// The leaderboard of one feat: the best attempt of each person, the greatest first.
///
/// Equal figures share a rank, and the next rank is left out, as in 1, 2, 2, 4.
package struct FeatBoard: Hashable, Sendable {
  /// The stretches of time for which there are boards.
  package enum Span: String, CaseIterable, Hashable, Sendable {
    /// The ISO week, Monday to Sunday.
    case thisWeek
    case thisMonth, allTime
  }

  package var feat: Feat
  package var span: Span
  /// The first and last day; `nil` for all time.
  package var days: ClosedRange<CivilDay>?
  /// The people with an attempt that counts, the best first; of equal ones first whose attempt was
  /// earlier, then by id.
  package var standings: [FeatStanding]

  /// Ranks the best attempts.
  ///
  /// - Parameters:
  ///   - bests: The best attempt of each person, all with a value.
  ///   - before: The rank of each person on the previous board; empty where there was none.
  package init(
    feat: Feat, span: Span, days: ClosedRange<CivilDay>?, bests: [JudgedAttempt],
    before: [String: Int] = [:]
  ) {
    (self.feat, self.span, self.days) = (feat, span, days)
    standings = []
    let ordered = bests.filter { $0.value != nil }.sorted(by: Self.precedes)
    for (index, best) in ordered.enumerated() {
      guard let value = best.value else { continue }
      var standing = FeatStanding(best: best, value: value, rank: index + 1)
      if let above = standings.last {
        if above.value == value {
          (standing.rank, standing.next, standing.isTied) = (above.rank, above.next, true)
          standings[index - 1].isTied = true
        } else {
          standing.next = above.value
        }
      }
      standing.rankBefore = before[best.attempt.person]
      standings.append(standing)
    }
  }

  /// The rank of each person, by id.
  package var ranks: [String: Int] {
    Dictionary(standings.map { ($0.person, $0.rank) }) { first, _ in first }
  }

  private static func precedes(_ a: JudgedAttempt, _ b: JudgedAttempt) -> Bool {
    if let x = a.value, let y = b.value, x != y { return x > y }
    if a.attempt.precedes(b.attempt) { return true }
    if b.attempt.precedes(a.attempt) { return false }
    return a.attempt.person.utf8.lexicographicallyPrecedes(b.attempt.person.utf8)
  }
}

/// One person's line on a board.
package struct FeatStanding: Hashable, Sendable {
  /// The groups of ranks that a person may be proud of.
  package enum Tier: String, Hashable, Sendable {
    case first = "#1"
    case topThree = "top 3"
    case topTen = "top 10"
  }

  /// The change of a rank from one board to the next.
  package enum Movement: String, Hashable, Sendable {
    case up, down, same
    /// The person was not on the previous board.
    case new
  }

  package var best: JudgedAttempt
  /// The figure of the best attempt.
  package var value: Quantity
  /// The rank, from 1.
  package var rank: Int
  /// Whether another person has the same rank.
  package var isTied = false
  /// The figure of the next better rank; equal figures share a rank.
  ///
  /// `nil` at rank 1.
  package var next: Quantity?
  /// The rank on the previous board; `nil` for a person who was not on it.
  package var rankBefore: Int?
  /// The points that the load is worth; `nil` where they are not known.
  package var points: LiftingPoints?

  init(best: JudgedAttempt, value: Quantity, rank: Int) {
    (self.best, self.value, self.rank) = (best, value, rank)
  }

  /// The id of the person.
  package var person: String { best.attempt.person }

  /// The number of people with a better figure.
  package var toBeat: Int { rank - 1 }

  /// The amount that is missing to share the next better rank; `nil` at rank 1.
  package var gap: Quantity? {
    next.map { Quantity(microUnits: $0.microUnits - value.microUnits) }
  }

  /// The best group that the rank belongs to; `nil` where it is in none.
  package var tier: Tier? {
    switch rank {
    case 1: .first
    case ...3: .topThree
    case ...10: .topTen
    default: nil
    }
  }

  /// The change of rank since the board before.
  package var movement: Movement {
    guard let rankBefore else { return .new }
    return rank < rankBefore ? .up : rank > rankBefore ? .down : .same
  }
}
