/// The best attempts at one feat in order: the greatest first, equal ones with equal ranks, and the ranks that
/// they take up left out: 1, 2, 2, 4.
package struct FeatBoard: Hashable, Sendable {
  /// The stretches of time that boards are of.
  package enum Span: String, CaseIterable, Hashable, Sendable {
    /// The ISO week, Monday to Sunday.
    case thisWeek
    case thisMonth, allTime
  }

  /// The feat.
  package var feat: Feat
  /// The stretch of time.
  package var span: Span
  /// The first day and the last; `nil` of all time.
  package var days: ClosedRange<CivilDay>?
  /// The people with an attempt that counts, the best first; of equal ones whose attempt was earlier, then by
  /// id.
  package var standings: [FeatStanding]

  /// Ranks the best attempt of each person.
  ///
  /// - Parameters:
  ///   - bests: One for each person, all with a value.
  ///   - before: The ranks on the board before; empty where there was none.
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

  /// The ranks by person.
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

/// A line of a board.
package struct FeatStanding: Hashable, Sendable {
  /// The parts of a board that people boast of.
  package enum Tier: String, Hashable, Sendable {
    case first = "#1"
    case topThree = "top 3"
    case topTen = "top 10"
  }

  /// The ways in which a place can change from one board to the next.
  package enum Movement: String, Hashable, Sendable {
    case up, down, same
    /// Not on the board before.
    case new
  }

  /// The best attempt.
  package var best: JudgedAttempt
  /// Its figure.
  package var value: Quantity
  /// The rank from 1.
  package var rank: Int
  /// Whether somebody else has the same rank.
  package var isTied = false
  /// The figure of the next better rank: reaching it draws level, passing it moves up.
  ///
  /// `nil` at rank 1.
  package var next: Quantity?
  /// The rank on the board before; `nil` of who was not on it.
  package var rankBefore: Int?
  /// The points of a load; `nil` where they are not known.
  package var points: LiftingPoints?

  init(best: JudgedAttempt, value: Quantity, rank: Int) {
    (self.best, self.value, self.rank) = (best, value, rank)
  }

  /// The id of the person.
  package var person: String { best.attempt.person }

  /// The number of people that are strictly better.
  package var toBeat: Int { rank - 1 }

  /// The figure that is missing to draw level with the next better rank.
  package var gap: Quantity? {
    next.map { Quantity(microUnits: $0.microUnits - value.microUnits) }
  }

  /// The best tier that the rank is in.
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
