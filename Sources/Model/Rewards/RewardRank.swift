/// A subject's rank in a programme.
package struct RewardRank: Hashable, Sendable {
  /// The rank, from 1; subjects with equal points share a rank.
  package var rank: Int
  /// The subject's id.
  package var subject: String
  /// The points that were earned, less those taken back.
  package var earned: Int
  /// The sum of the points in the subject's ledger.
  package var balance: Int
  package var level: Int
  /// The number of badges that the subject holds.
  package var badges: Int

  /// Makes the rank of a subject before it is compared with others.
  package init(_ books: RewardBooks) {
    (rank, subject) = (1, books.subject)
    (earned, balance) = (books.points.earned, books.points.balance)
    (level, badges) = (books.points.level, books.badges.count { !$0.held.isEmpty })
  }

  /// The ranks of all subjects, by earned points, then by id.
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
