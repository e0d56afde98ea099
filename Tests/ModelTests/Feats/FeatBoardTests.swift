import DaymarkModel
import Testing

struct FeatBoardTests {
  private static let feat = Feat(
    id: "pushups", name: "Push-ups", movement: "Push Up", durationSeconds: 60)

  /// One attempt a person, each later than the one before.
  private func board(_ repetitions: [(String, Int)], before: [String: Int] = [:]) -> FeatBoard {
    let bests = repetitions.enumerated().map { index, entry in
      JudgedAttempt(
        FeatAttempt(
          feat: "pushups", person: entry.0, day: CivilDay(ordinal: 20_000),
          instant: Instant(seconds: 1_728_000_000 + Int64(index)), repetitions: entry.1),
        value: Quantity(entry.1))
    }
    return FeatBoard(
      feat: Self.feat, span: .allTime, days: nil, bests: bests, before: before)
  }

  @Test func `equal figures have equal ranks, and the ranks they take up are left out`() {
    // The example of Rosetta Code, on its page of ranking methods.
    let figures = [44, 42, 42, 41, 41, 41, 39]
    let board = board(figures.enumerated().map { ("p\($0)", $1) })
    #expect(board.standings.map(\.rank) == [1, 2, 2, 4, 4, 4, 7])
    #expect(board.standings.map(\.isTied) == [false, true, true, true, true, true, false])
    #expect(board.standings.map(\.toBeat) == [0, 1, 1, 3, 3, 3, 6])
    #expect(
      board.standings.map { $0.next?.description } == [nil, "44", "44", "42", "42", "42", "41"])
    #expect(board.standings.map { $0.gap?.description } == [nil, "2", "2", "1", "1", "1", "2"])
  }

  @Test func `who is first is first, not among the top three`() {
    let board = board((0..<12).map { ("p\($0)", 100 - $0) })
    #expect(
      board.standings.map { $0.tier?.rawValue } == ["#1", "top 3", "top 3"]
        + [String?](repeating: "top 10", count: 7) + [nil, nil])
  }

  @Test func `a tie for first place is first twice`() {
    let board = board([("a", 50), ("b", 50), ("c", 40)])
    #expect(board.standings.map { $0.tier } == [.first, .first, .topThree])
    #expect(board.standings.map(\.rank) == [1, 1, 3])
  }

  @Test func `of equals the earlier stands first, whatever order they come in`() {
    #expect(board([("b", 50), ("a", 50)]).standings.map(\.person) == ["b", "a"])
    let late = JudgedAttempt(
      FeatAttempt(feat: "pushups", person: "a", day: CivilDay(ordinal: 2), repetitions: 5),
      value: Quantity(5))
    var early = late
    (early.attempt.person, early.attempt.day) = ("z", CivilDay(ordinal: 1))
    var same = late
    same.attempt.person = "b"
    let board = FeatBoard(
      feat: Self.feat, span: .allTime, days: nil, bests: [same, late, early])
    #expect(board.standings.map(\.person) == ["z", "a", "b"])
  }

  @Test func `movement is against the ranks before`() {
    let board = board(
      [("a", 50), ("b", 40), ("c", 30), ("d", 20)], before: ["a": 2, "b": 1, "c": 3])
    #expect(board.standings.map(\.movement) == [.up, .down, .same, .new])
    #expect(board.ranks == ["a": 1, "b": 2, "c": 3, "d": 4])
  }
}
