package import DaymarkModel

/// A leaderboard with its challenge, rule and instant.
package struct ChallengeBoard: Hashable, Sendable {
  /// The version of Daymark that made the leaderboard.
  package var toolVersion: String
  package var challenge: Challenge
  /// The rule whose score ranks the subjects.
  package var rule: Rule
  /// The latest instant of the verdicts; `nil` while there is none.
  package var asOf: Instant?
  package var board: Leaderboard

  package init(
    toolVersion: String, challenge: Challenge, rule: Rule, asOf: Instant?, board: Leaderboard
  ) {
    (self.toolVersion, self.challenge, self.rule) = (toolVersion, challenge, rule)
    (self.asOf, self.board) = (asOf, board)
  }
}

extension Members<ChallengeBoard> {
  /// The members of the document `leaderboard.json`: ranks and scores.
  package static let leaderboard = Members(
    ChallengeBoard(
      toolVersion: "",
      challenge: Challenge(
        id: "", title: "", period: .days(from: CivilDay(ordinal: 0), to: CivilDay(ordinal: 0))),
      rule: Rule(name: "", version: "", title: "", requires: Condition(.all([]))), asOf: nil,
      board: Leaderboard([])),
    [
      .schema("daymark/leaderboard@1"),
      .derived("tool", Members<Tool>.tool.kind) { Tool(version: $0.toolVersion) },
      .derived("challenge", .challenge, \.challenge),
      .derived("rule", Members<Rule>.ruleIdentity.kind, \.rule),
      .optional("asOf", \.asOf, .instant),
      .derivedIfAny("toBeat", Members<ScoreValue>.score.without(["final", "damaged"]).kind) { of in
        of.board.toBeat.flatMap { value in
          of.board.unit.map { ScoreValue(value, unit: $0, isFinal: true) }
        }
      },
      .derived(
        "standings", .list(Members<Leaderboard.Standing>.standing.kind), \.board.standings),
    ])
}

extension Members<Leaderboard.Standing> {
  package static let standing = Members(
    Leaderboard.Standing(entry: .init(subject: "", outcome: .undetermined, score: nil)),
    [
      .optional("rank", \.rank, .countFromOne, column: "rank"),
      .needed("tied", \.isTied, .flag, column: "tied"),
      .needed("subject", \.entry.subject, .text, column: "subject"),
      .optional("score", \.entry.score, Members<ScoreValue>.score.kind),
      .column("score", .difference) { $0.entry.score?.value },
      .column("unit", .scoreUnit) { $0.entry.score?.unit },
      .column("final", .flag) { $0.entry.score?.isFinal },
      .needed("outcome", \.entry.outcome, .outcome, column: "outcome"),
      .optional("next", \.next, .difference, column: "next"),
    ])
}
