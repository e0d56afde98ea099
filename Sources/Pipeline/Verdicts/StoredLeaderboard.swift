package import DaymarkDocuments
import DaymarkEmit
import DaymarkEvaluate
package import DaymarkModel
import DaymarkStore

/// The leaderboard of a challenge in a store.
package struct StoredLeaderboard: Sendable {
  /// The challenge that was decided.
  package var challenge: Challenge
  /// The rule with the score.
  package var rule: Rule
  /// The latest instant of a subject's verdict; `nil` without subjects.
  package var asOf: Instant?
  /// The ranks.
  package var board: Leaderboard
  /// The content of `leaderboard.json`.
  package var document: JSONValue
  /// The text of `leaderboard.csv`.
  package var table: String
}

/// Ranks the subjects of a challenge by their verdicts in a store.
///
/// - Parameters:
///   - challenge: The id of the challenge.
///   - path: The file of the store, which is only read.
///   - asOf: The instant for which the stored days are evaluated again, by the rule of the last
///     run; `nil` ranks by the verdicts of the last run.
/// - Returns: The ranks, with the document and the table.
/// - Throws: `DaymarkError` `file.missing`, `store.unusable`, `challenge.unknown`; `score.missing`
///   for a rule without a score.
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
  /// Returns the verdict of the last run, or the verdict for another instant on the stored days.
  ///
  /// - Returns: `nil` where there is no verdict by the present rule.
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
