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
    if showScores {
      let score = Table.Column(heading: Self.heading(in: board.unit), isNumeric: true)
      columns += [score, .init(heading: "final")]
    }
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

  /// The heading of a column of scores, with their unit unless it is a count: `score m`.
  static func heading(in unit: Unit?) -> String { "score\(symbol(of: unit))" }

  /// The symbol of a unit after a space; empty for a count.
  private static func symbol(of unit: Unit?) -> String {
    unit.flatMap { $0 == .count ? nil : " \($0.rawValue)" } ?? ""
  }

  private func rank(_ standing: Leaderboard.Standing) -> String {
    standing.rank.map { standing.isTied ? "=\($0)" : "\($0)" } ?? "-"
  }

  private var toBeat: String? {
    guard showScores, let value = board.toBeat else { return nil }
    return "To beat: \(value)\(Self.symbol(of: board.unit))."
  }
}
