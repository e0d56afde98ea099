import DaymarkModel

/// A leaderboard as a table for people.
struct LeaderboardListing {
  let board: Leaderboard
  let showScores: Bool
  /// The number of places that are shown.
  var most = Int.max

  var text: String {
    var columns: [Table.Column] = [
      .init(heading: "rank", isNumeric: true), .init(heading: "subject"),
    ]
    if showScores { columns += [.init(heading: score, isNumeric: true), .init(heading: "final")] }
    columns.append(.init(heading: "outcome"))
    var table = Table(columns)
    table.rows = board.standings.prefix(most).map { standing in
      let entry = standing.entry
      var cells = [rank(standing), entry.subject]
      if showScores {
        cells.append(entry.score.map { "\($0.value)" } ?? "-")
        cells.append(entry.score.map(isFinal) ?? "-")
      }
      return cells + [entry.outcome.rawValue]
    }
    return [table.text(), toBeat].compactMap { $0 }.joined(separator: "\n\n")
  }

  private func isFinal(_ score: ScoreValue) -> String {
    score.isFinal ? "yes" : score.restsOnDamage ? "damaged" : "not yet"
  }

  private var score: String { "score\(unit)" }

  /// The unit of the score after a space; empty for a count.
  private var unit: String {
    board.unit.flatMap { $0 == .count ? nil : " \($0.rawValue)" } ?? ""
  }

  private func rank(_ standing: Leaderboard.Standing) -> String {
    standing.rank.map { standing.isTied ? "=\($0)" : "\($0)" } ?? "-"
  }

  private var toBeat: String? {
    guard showScores, let value = board.toBeat else { return nil }
    return "To beat: \(value)\(unit)."
  }
}
