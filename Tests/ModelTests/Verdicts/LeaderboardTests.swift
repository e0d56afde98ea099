import DaymarkModel
import DaymarkTestSupport
import Testing

/// A leaderboard.
struct LeaderboardTests {
  private func entry(
    _ subject: String, _ score: Int?, _ outcome: Outcome = .pass, isFinal: Bool = true
  ) -> Leaderboard.Entry {
    Leaderboard.Entry(
      subject: subject, outcome: outcome,
      score: score.map { ScoreValue(Quantity($0), unit: .count, isFinal: isFinal) })
  }

  @Test func `those who passed rank 1, 2, 2, 4, with ties and what the next rank takes`() {
    let board = Leaderboard([
      entry("dora", 100), entry("carl", 300), entry("anna", 500), entry("ben", 300),
    ])
    #expect(board.standings.map(\.entry.subject) == ["anna", "ben", "carl", "dora"])
    #expect(board.standings.map(\.rank) == [1, 2, 2, 4])
    #expect(board.standings.map(\.isTied) == [false, true, true, false])
    #expect(board.standings.map(\.next) == [nil, Quantity(500), Quantity(500), Quantity(300)])
    #expect(board.toBeat == Quantity(500))
    #expect(board.unit == .count)
  }

  @Test func `ties stand at the top, also where only one of the scores is final`() {
    let board = Leaderboard([entry("b", 7), entry("a", 7, isFinal: false), entry("c", 1)])
    #expect(board.standings.map(\.entry.subject) == ["a", "b", "c"])
    #expect(board.standings.map(\.rank) == [1, 1, 3])
    #expect(board.standings.map(\.isTied) == [true, true, false])
    #expect(board.standings.map(\.next) == [nil, nil, Quantity(7)])
  }

  @Test func `who has not passed stands below without a rank, and last who has no score`() {
    let board = Leaderboard([
      entry("none", nil), entry("failed", 900, .fail), entry("open", 901, .undetermined),
      entry("good", 10), entry("empty", nil, .fail),
    ])
    #expect(
      board.standings.map(\.entry.subject) == ["good", "open", "failed", "empty", "none"])
    #expect(board.standings.map(\.rank) == [1, nil, nil, nil, nil])
    #expect(board.standings.map(\.next) == [nil, nil, nil, nil, nil])
    #expect(!board.standings.contains { $0.isTied })
    #expect(board.toBeat == Quantity(10))
  }

  @Test func `there is no number to beat while nobody has passed`() {
    let board = Leaderboard([entry("a", 5, .undetermined), entry("b", nil, .fail)])
    #expect(board.standings.map(\.rank) == [nil, nil])
    #expect(board.toBeat == nil)
    #expect(board.unit == .count)
    #expect(Leaderboard([]).standings.isEmpty)
  }

  @Test func `a rank is 1 and how many are better, in any order of the entries`() {
    var random = SeededGenerator(seed: 12)
    for _ in 0..<200 {
      var entries = (0..<9).map { index in
        entry(
          "s\(index)", random.next() % 5 == 0 ? nil : Int(random.next() % 4),
          Outcome.allCases[Int(random.next() % 3)])
      }
      let board = Leaderboard(entries)
      entries.shuffle(using: &random)
      #expect(Leaderboard(entries) == board)
      let scores = entries.filter { $0.outcome == .pass }.compactMap(\.score?.value)
      for standing in board.standings {
        guard let rank = standing.rank, let score = standing.entry.score?.value else { continue }
        #expect(rank == 1 + scores.count { $0 > score })
        #expect(standing.isTied == (scores.count { $0 == score } > 1))
        #expect(standing.next == scores.filter { $0 > score }.min())
      }
      #expect(board.standings.count { $0.rank != nil } == scores.count)
    }
  }
}
