import DaymarkDocuments
import DaymarkEmit
import DaymarkModel

/// Checks the leaderboard's files against the evidence of the subjects on it.
///
/// A subject with evidence may be missing from it: a subject whose archives could not be read in
/// the last run keeps its earlier files and has no rank.
///
/// - Returns: An empty list where there are no such files and the rule has no score.
func leaderboardChecks(inFolder path: String, _ claims: [EvidenceClaim]) -> [VerificationCheck] {
  var files: [ChallengeFile: StoredFile] = [:]
  for file in ChallengeFile.ofRanks {
    files[file] = StoredFile(at: "\(path)/\(file.rawValue)")
  }
  let document = files[.leaderboard]?.bytes.flatMap { try? JSONValue(parsing: $0) }
  let scored = claims.filter { $0.verdict.rule.score != nil }
  guard !files.isEmpty || !scored.isEmpty else { return [] }
  let names = document.map { Set($0.elements("standings").compactMap { $0.string("subject") }) }
  let standing = scored.filter { names?.contains($0.subject) ?? true }
  let board = Leaderboard(
    standing.map {
      Leaderboard.Entry(
        subject: $0.subject, outcome: $0.verdict.outcome, score: $0.verdict.score)
    })
  let expected = standing.first.map { claim in
    leaderboardDocument(
      ChallengeBoard(
        toolVersion: claim.document["tool"]?.string("version") ?? daymarkVersion,
        challenge: claim.challenge, rule: claim.verdict.rule,
        asOf: standing.map(\.verdict.asOf).max(), board: board))
  }
  let table = standing.isEmpty ? nil : Array(leaderboardTable(board).utf8)
  return [
    VerificationCheck(
      .leaderboardDocument, with: .files, fileDifferences(files[.leaderboard], expected)),
    VerificationCheck(
      .leaderboardTable, with: .files, fileDifferences(files[.leaderboardTable], table)),
  ]
}
