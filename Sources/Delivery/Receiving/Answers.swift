import DaymarkDocuments
import DaymarkModel
import DaymarkStore

/// The answer to a body that was stored.
struct StoredAnswer: Hashable, Sendable {
  /// The id of the row, under which a client can ask for its status.
  var evidenceID: String
  var provider: String
  /// The SHA-256 of the body as it was received.
  var body: Digest
  var records: Int
  /// Whether the body replaced another one.
  var isReplacement: Bool
}

extension Members<StoredAnswer> {
  static let stored = Members(
    StoredAnswer(
      evidenceID: "", provider: "", body: Digest(of: []), records: 0, isReplacement: false),
    [
      .derived("ok", .flag, sentence: "Always true.") { _ in true },
      .needed("evidenceId", \.evidenceID, .text, "The id for requests about its status."),
      .needed("provider", \.provider, .text),
      .needed("bodySha256", \.body, .hexDigest, "SHA-256 of the body as it was received."),
      .needed(
        "recordCount", \.records, .count,
        "The number of records received; an evidence document counts as one."),
      .needed("replaced", \.isReplacement, .flag, "Whether it replaced an earlier body."),
    ])
}

/// The status of a row's evidence, with the operator's verdict.
struct EvidenceStatus: Hashable, Sendable {
  /// The states, in the words of the app.
  enum State: String, CaseIterable, Sendable { case evaluating, passed, failed }

  var evidence: ReceivedEvidence
  var verdict: OperatorVerdict?

  var state: State {
    guard let verdict, verdict.isFinal else { return .evaluating }
    return switch verdict.outcome {
    case .pass: .passed
    case .fail: .failed
    case .undetermined: .evaluating
    }
  }
}

extension Members<EvidenceStatus> {
  /// The JSON of a status.
  ///
  /// It never contains the body.
  static let standing = Members(
    EvidenceStatus(evidence: .nobodys),
    [
      .derived("evidenceId", .text, \.evidence.id),
      .derived("challengeId", .text, \.evidence.key.challenge),
      .derived("subject", .text, sentence: "The address in lower case.", \.evidence.key.subject),
      .derived("provider", .text, \.evidence.key.provider),
      .derived("bodySha256", .hexDigest, \.evidence.digest),
      .derivedIfAny(
        "formerBodySha256", .hexDigest, sentence: "The id of the body that this one replaced.",
        \.evidence.former),
      .derived("receivedAt", .instantText, \.evidence.received),
      .derived(
        "bodies", .count, sentence: "The number of bodies stored so far.", \.evidence.bodies),
      .derivedIfAny(
        "attestedBy", .hexDigest, sentence: "The key id of the trusted key that attested it.",
        \.evidence.attestedBy),
      .derived(
        "state", .word,
        sentence: "The state, in the app's words.", \.state),
      .optional(
        "verdict", \.verdict, Members<OperatorVerdict>.verdict.kind,
        "The operator's verdict, if there is one."),
    ])
}

/// A verdict from the operator's table.
struct OperatorVerdict: Hashable, Sendable {
  var outcome: Outcome
  var isFinal: Bool
}

extension Members<OperatorVerdict> {
  static let verdict = Members(
    OperatorVerdict(outcome: .undetermined, isFinal: false),
    [.needed("outcome", \.outcome, .outcomeWord), .needed("final", \.isFinal, .flag)])
}

/// The ranking of a challenge by the scores in the received evidence.
struct ReceivedBoard: Hashable, Sendable {
  var challenge: String
  var board: Leaderboard

  fileprivate init(challenge: String, board: Leaderboard) {
    (self.challenge, self.board) = (challenge, board)
  }

  /// Ranks evidence, which may be in any order.
  ///
  /// Scores in different units cannot be compared. The unit with the most entries is ranked, and
  /// other entries get no score, so that nobody can displace the others with a score in a unit of
  /// their own.
  ///
  /// - Parameter needsAttestation: Whether evidence counts only with an attestation by a trusted
  ///   key.
  /// - Throws: `Refusal` where there is no evidence.
  init(
    _ challenge: String, _ rows: [ReceivedEvidence], _ verdicts: [VerdictList],
    needsAttestation: Bool
  ) throws(Refusal) {
    guard !rows.isEmpty else {
      throw Refusal(404, "challenge.unknown", "No evidence was received for that challenge.")
    }
    var entries = rows.compactMap { row -> Leaderboard.Entry? in
      guard let claims = row.claims, let score = claims.score,
        !needsAttestation || row.attestedBy != nil
      else { return nil }
      return Leaderboard.Entry(
        subject: row.key.subject,
        outcome: verdicts.verdict(on: row)?.outcome ?? claims.outcome, score: score)
    }
    let counts = Dictionary(entries.compactMap(\.score?.unit).map { ($0, 1) }, uniquingKeysWith: +)
    let unit = counts.max { ($0.value, $1.key.rawValue) < ($1.value, $0.key.rawValue) }?.key
    for index in entries.indices where entries[index].score?.unit != unit {
      entries[index].score = nil
    }
    self.init(challenge: challenge, board: Leaderboard(entries))
  }
}

extension Members<ReceivedBoard> {
  static let board = Members(
    ReceivedBoard(challenge: "", board: Leaderboard([])),
    [
      .derived("challengeId", .text, \.challenge),
      .derived("standings", .list(Members<BoardLine>.line.kind)) { board in
        board.board.standings.map(BoardLine.init)
      },
    ])
}

/// A line of the ranking, whose score is in its own unit.
struct BoardLine: Hashable, Sendable {
  var standing: Leaderboard.Standing

  init(_ standing: Leaderboard.Standing) { self.standing = standing }
}

extension Members<BoardLine> {
  fileprivate static let line = Members(
    BoardLine(.init(entry: .init(subject: "", outcome: .undetermined, score: nil))),
    [
      .derivedIfAny("rank", .countFromOne, \.standing.rank),
      .derived("tied", .flag, \.standing.isTied),
      .derived("subject", .text, \.standing.entry.subject),
      .derived("outcome", .outcomeWord, \.standing.entry.outcome),
      .derivedIfAny("score", .difference) { $0.standing.entry.score?.value },
      .derivedIfAny("unit", .scoreUnit) { $0.standing.entry.score?.unit },
    ])
}

// MARK: Kinds

// The schemas are written in full where they are used, because an OpenAPI document has no place for
// definitions of JSON Schema.

extension Kind<Digest> {
  static let hexDigest = digest.described(
    .object(["type": .string("string"), "pattern": .string("^[0-9a-f]{64}$")]))
}

extension Kind<Outcome> {
  static let outcomeWord = outcome.described(
    .object(["enum": .array(Outcome.allCases.map { .string($0.rawValue) })]))
}

extension Kind<Instant> {
  static let instantText = instant.described(
    .object(["type": .string("string"), "format": .string("date-time")]))
}
