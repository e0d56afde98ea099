/// The files of a challenge, beside the folders of its subjects: no subject's folder may have such a name.
public enum ChallengeFile: String, CaseIterable, Sendable {
  case verdicts = "verdicts.csv"
  case leaderboard = "leaderboard.json"
  case leaderboardTable = "leaderboard.csv"

  /// Those of the ranks, which a rule without a score does not have.
  package static let ofRanks: [ChallengeFile] = [.leaderboard, .leaderboardTable]
}
