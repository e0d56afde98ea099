package import DaymarkDocuments
import DaymarkEmit
import DaymarkEvaluate
package import DaymarkModel
import DaymarkStore

/// The leaderboard of a challenge in a store.
package struct StoredLeaderboard: Sendable {
  /// The challenge that was decided.
  package var challenge: Challenge
  /// The rule that has the score.
  package var rule: Rule
  /// The latest instant as of which a subject was decided; `nil` without subjects.
  package var asOf: Instant?
  /// The ranks.
  package var board: Leaderboard
  /// As `leaderboard.json` and `leaderboard.csv` have it.
  package var document: JSONValue
  /// The text of `leaderboard.csv`.
  package var table: String
}

/// Ranks the subjects of a challenge by what a store has of them.
///
/// - Parameters:
///   - challenge: The id of the challenge.
///   - path: The file of the store that a run left; no byte of it changes.
///   - asOf: Evaluates the stored days as of this instant, by the rule of the last run; otherwise the
///     verdicts that it left are compared.
/// - Returns: The ranks, and the document and table that show them.
/// - Throws: `DaymarkError` `file.missing`, `store.unusable`, `challenge.unknown`; `score.missing` when
///   the rule ranks nobody.
package func storedLeaderboard(
  of challenge: String, store path: String, asOf: Instant? = nil
) throws -> StoredLeaderboard {
  let cohort = try StoredCohort(at: path, challenge: challenge)
  guard cohort.rule.score != nil else {
    throw DaymarkError(.scoreMissing, at: InputLocation(file: path)) {
      $0.rule = cohort.rule.versionedName
    }
  }
  var entries: [Leaderboard.Entry] = []
  var latest: Instant?
  for subject in try cohort.store.subjects(of: challenge) {
    guard let verdict = try cohort.verdict(of: subject, asOf: asOf) else { continue }
    entries.append(
      Leaderboard.Entry(subject: subject, outcome: verdict.outcome, score: verdict.score))
    latest = max(latest ?? verdict.asOf, verdict.asOf)
  }
  let board = Leaderboard(entries)
  latest = asOf ?? latest
  return StoredLeaderboard(
    challenge: cohort.challenge, rule: cohort.rule, asOf: latest, board: board,
    document: leaderboardDocument(
      ChallengeBoard(
        toolVersion: daymarkVersion, challenge: cohort.challenge, rule: cohort.rule,
        asOf: latest, board: board)), table: leaderboardTable(board))
}

extension StoredCohort {
  /// - Returns: `nil` when the subject was not decided by the rule as it is now.
  fileprivate func verdict(of subject: String, asOf: Instant?) throws -> Verdict? {
    guard let asOf else {
      return try verdict(of: SubjectKey(challenge: challenge.id, subject: subject))
    }
    return try member(subject).map {
      evaluate(
        rule, on: $0.aggregates, of: challenge, asOf: asOf, quality: $0.quality,
        completeness: $0.completeness)
    }
  }
}
