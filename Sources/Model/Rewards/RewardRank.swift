/// How a subject stands in a programme.
package struct RewardRank: Hashable, Sendable {
  /// From 1; who earned the same has the same.
  package var rank: Int
  /// The subject's id.
  package var subject: String
  /// The points that were earned, less those taken back.
  package var earned: Int
  /// The sum of the ledger.
  package var balance: Int
  /// The level.
  package var level: Int
  /// The badges that are held.
  package var badges: Int

  /// Makes the standing of somebody who is first.
  package init(_ books: RewardBooks) {
    (rank, subject) = (1, books.subject)
    (earned, balance) = (books.points.earned, books.points.balance)
    (level, badges) = (books.points.level, books.badges.count { !$0.held.isEmpty })
  }

  /// The standings of all, by points, then by id.
  package static func all(of books: [RewardBooks]) -> [RewardRank] {
    var standings = books.map(RewardRank.init).sorted {
      $0.earned != $1.earned
        ? $0.earned > $1.earned
        : $0.subject.utf8.lexicographicallyPrecedes($1.subject.utf8)
    }
    for place in standings.indices.dropFirst() {
      let before = standings[place - 1]
      standings[place].rank = before.earned == standings[place].earned ? before.rank : place + 1
    }
    return standings
  }
}
