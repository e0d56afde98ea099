package import DaymarkDocuments
package import DaymarkModel

/// The document `leaderboard.json`: ranks and scores.
///
/// The schema is ``DocumentSchema/leaderboard``.
package func leaderboardDocument(_ board: ChallengeBoard) -> JSONValue {
  Members<ChallengeBoard>.leaderboard.kind.json(board)
}

/// The table `leaderboard.csv`, with a line for each subject; ids are quoted by ``csvField(_:)``.
package func leaderboardTable(_ board: Leaderboard) -> String {
  let table = Members<Leaderboard.Standing>.standing.table
  let lines = board.standings.map { standing in
    table.values(of: standing).map { value in
      if case .flag(let flag) = value { flag ? "yes" : "no" } else { value.csvText }
    }.joined(separator: ",")
  }
  let heading = table.columns.map(\.name).joined(separator: ",")
  return ([heading] + lines).map { $0 + "\n" }.joined()
}
