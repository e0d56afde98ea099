import DaymarkConfiguration
import DaymarkDocuments
import DaymarkEmit
package import DaymarkModel

extension RunSummary {
  /// The leaderboard of the subjects with a verdict; `nil` for a rule without a score.
  package var leaderboard: Leaderboard? {
    guard rule.score != nil else { return nil }
    return Leaderboard(
      subjects.compactMap { subject in
        standing(of: subject).map { verdict in
          Leaderboard.Entry(subject: subject.id, outcome: verdict.outcome, score: verdict.score)
        }
      })
  }

  /// Returns the verdict that a subject is ranked by.
  ///
  /// An earlier run's verdict counts where the archives cannot be read now, because a failing disk
  /// must move no other subject up.
  fileprivate func standing(of subject: SubjectSummary) -> Verdict? {
    if let verdict = subject.verdict { return verdict }
    guard let stale = subject.stale, stale.rule == rule.digest else { return nil }
    return stale.verdict
  }

  /// The findings of each subject, including the reason for a missing verdict, without findings of
  /// this run alone: the next run would remove them from the file.
  fileprivate var foundOfSubjects: [(subject: String, finding: Finding)] {
    subjects.sorted { $0.id.utf8.lexicographicallyPrecedes($1.id.utf8) }.flatMap { subject in
      (subject.findings + [subject.error].compactMap(\.self))
        .filter { $0.code != .fileRewritten && $0.code != .attestationRemoved }.map {
          (subject.id, $0)
        }
    }
  }

  /// Returns the rows of the subjects for `verdicts.csv`.
  fileprivate func verdictRows(rankedBy board: Leaderboard?) -> [VerdictRow] {
    let ranks = Dictionary(
      (board?.standings ?? []).map { ($0.entry.subject, $0.rank) }
    ) { first, _ in first }
    return subjects.map { subject in
      var row =
        subject.verdict.map {
          VerdictRow(subject.id, $0, inputs: subject.inputs, findings: subject.findings)
        }
        ?? VerdictRow(
          subject.id, failedWith: subject.error?.code, stale: subject.stale?.verdict.outcome)
      row.rank = ranks[subject.id] ?? nil
      row.supersedes = subject.supersedes?.verdict
      row.decision = subject.decision
      return row
    }
  }
}

/// Writes the files about all subjects into the folder of a challenge: the verdicts, the findings,
/// and the leaderboard if it has a rank.
func putChallengeFiles(
  of summary: RunSummary, _ configuration: PipelineConfiguration, _ options: RunOptions
) throws {
  let folder = "\(options.outputFolder)/\(folderName(of: configuration.challenge.id))"
  let board = summary.leaderboard
  var files = leaderboardFiles(board, of: summary, configuration)
  if !summary.subjects.isEmpty {
    let rows = summary.verdictRows(rankedBy: board)
    files[.verdicts] = Array(VerdictTable(rows, showsValues: options.showsValues).text.utf8)
    files[.findings] = findingTable(summary.foundOfSubjects)
    // Where no subject could be read, the folder does not exist yet.
    try makeFolder(folder, mode: options.fileMode)
  }
  var hasChanged = false
  for file in ChallengeFile.allCases {
    let path = "\(folder)/\(file.rawValue)"
    let wasWritten = try files[file].map { try putFile($0, at: path, mode: options.fileMode) }
    let change = try wasWritten ?? removeFile(at: path)
    hasChanged = hasChanged || change
  }
  if hasChanged { try flushFolder(folder) }
  if files.isEmpty { removeFolderIfEmpty(folder) }
}

/// Makes the files of the leaderboard; none where it has no rank.
private func leaderboardFiles(
  _ board: Leaderboard?, of summary: RunSummary, _ configuration: PipelineConfiguration
) -> [ChallengeFile: [UInt8]] {
  guard let board, !board.standings.isEmpty else { return [:] }
  // Without a stated `asOf` a reused verdict keeps its own instant, so that the board does not
  // change either.
  let asOf = summary.subjects.compactMap { summary.standing(of: $0)?.asOf }.max()
  let document = leaderboardDocument(
    ChallengeBoard(
      toolVersion: daymarkVersion, challenge: configuration.challenge, rule: configuration.rule,
      asOf: asOf, board: board))
  return [
    .leaderboard: document.canonicalBytes(),
    .leaderboardTable: Array(leaderboardTable(board).utf8),
  ]
}
