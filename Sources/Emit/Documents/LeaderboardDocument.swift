package import DaymarkModel

/// The value of `schema`; another version has another.
let leaderboardSchemaName = "daymark/leaderboard@1"

/// The challenge, the rule and the instant that a leaderboard is of.
package struct LeaderboardSubject: Hashable, Sendable {
  /// The version of the program.
  package var toolVersion: String
  /// The challenge that was decided.
  package var challenge: Challenge
  /// The rule that has the score.
  package var rule: Rule
  /// The latest instant that one of the verdicts is given for; `nil` while there is none.
  package var asOf: Instant?

  /// Makes the head of a leaderboard's document.
  package init(toolVersion: String, challenge: Challenge, rule: Rule, asOf: Instant?) {
    self.toolVersion = toolVersion
    self.challenge = challenge
    self.rule = rule
    self.asOf = asOf
  }
}

/// The document `leaderboard.json`: who stands where, with the scores.
///
/// The schema is ``DocumentSchema/leaderboard``.
package func leaderboardDocument(
  _ board: Leaderboard, of subject: LeaderboardSubject
) -> JSONValue {
  .object(present: [
    "schema": .string(leaderboardSchemaName),
    "tool": .object(["name": .string("daymark"), "version": .string(subject.toolVersion)]),
    "challenge": challengeMember(subject.challenge),
    "rule": subject.rule.identity,
    "asOf": subject.asOf.map { .string("\($0)") },
    "toBeat": board.toBeat.flatMap { value in
      board.unit.map { .object(["value": .number(value), "unit": .string($0.rawValue)]) }
    },
    "standings": .array(board.standings.map(standingRow)),
  ])
}

private func standingRow(_ standing: Leaderboard.Standing) -> JSONValue {
  let entry = standing.entry
  return .object(present: [
    "rank": standing.rank.map(JSONValue.number), "tied": .bool(standing.isTied),
    "subject": .string(entry.subject), "outcome": .string(entry.outcome.rawValue),
    "score": entry.score.map(VerdictCoding.document.json),
    "next": standing.next.map(JSONValue.number),
  ])
}

/// The table `leaderboard.csv`: a line for each subject, whose ids are quoted by ``csvField(_:)``.
package func leaderboardTable(_ board: Leaderboard) -> String {
  let heading = "rank,tied,subject,score,unit,final,outcome,next\n"
  return heading + board.standings.map { row($0).joined(separator: ",") + "\n" }.joined()
}

private func row(_ standing: Leaderboard.Standing) -> [String] {
  let (entry, score) = (standing.entry, standing.entry.score)
  func text<Value>(_ value: Value?) -> String { value.map { "\($0)" } ?? "" }
  func yes(_ isSo: Bool?) -> String { isSo.map { $0 ? "yes" : "no" } ?? "" }
  return [
    text(standing.rank), yes(standing.isTied), csvField(entry.subject), text(score?.value),
    text(score?.unit.rawValue), yes(score?.isFinal), entry.outcome.rawValue, text(standing.next),
  ]
}
