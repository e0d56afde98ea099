import DaymarkConfiguration
import DaymarkEmit
public import DaymarkModel

extension RunSummary {
  /// Where the subjects stand that have a verdict; `nil` when the rule has no score.
  public var leaderboard: Leaderboard? {
    guard rule.score != nil else { return nil }
    return Leaderboard(
      subjects.compactMap { subject in
        standing(of: subject).map { verdict in
          Leaderboard.Entry(subject: subject.id, outcome: verdict.outcome, score: verdict.score)
        }
      })
  }

  /// The verdict that a subject is ranked by: a stale one too, for a failing disk moves nobody up.
  fileprivate func standing(of subject: SubjectSummary) -> Verdict? {
    if let verdict = subject.verdict { return verdict }
    guard let stale = subject.stale, stale.rule == rule.digest else { return nil }
    return stale.verdict
  }
}

/// Makes the folder of a challenge hold the leaderboard's files, or none where nobody stands on it.
func putLeaderboard(
  of summary: RunSummary, _ configuration: PipelineConfiguration, in outputFolder: String,
  mode: FileMode
) throws {
  let folder = "\(outputFolder)/\(folderName(of: configuration.challenge.id))"
  // Under the clock a verdict stands with its own instant, so that the board does not change either.
  let asOf = summary.subjects.compactMap { summary.standing(of: $0)?.asOf }.max()
  var files: [LeaderboardFile: [UInt8]] = [:]
  if let board = summary.leaderboard, !board.standings.isEmpty {
    let about = LeaderboardSubject(
      toolVersion: daymarkVersion, challenge: configuration.challenge, rule: configuration.rule,
      asOf: asOf)
    files[.document] = leaderboardDocument(board, of: about).canonicalBytes()
    files[.table] = Array(leaderboardTable(board).utf8)
  }
  var hasChanged = false
  for file in LeaderboardFile.allCases {
    let path = "\(folder)/\(file.rawValue)"
    let wasWritten = try files[file].map { try putFile($0, at: path, mode: mode) }
    let change = try wasWritten ?? removeFile(at: path)
    hasChanged = hasChanged || change
  }
  if hasChanged { try flushFolder(folder) }
  if files.isEmpty { removeFolderIfEmpty(folder) }
}
