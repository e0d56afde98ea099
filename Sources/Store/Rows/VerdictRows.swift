package import DaymarkModel
import GRDB

/// The spelling of the columns that hold JSON.
private let coding = VerdictCoding.stored

extension Store {
  /// The verdict of a rule at an instant, if it was decided before under the same deadline.
  package func verdict(
    of key: SubjectKey, rule: Digest, asOf: Instant, proofDeadline: Instant?
  ) throws -> Verdict? {
    try latestVerdict(
      of: key, rule: rule, proofDeadline: proofDeadline, from: asOf, through: asOf)
  }

  /// The latest verdict of a rule that was decided at or before an instant.
  package func latestVerdict(
    of key: SubjectKey, rule: Digest, proofDeadline: Instant?,
    from: Instant = Instant(milliseconds: .min), through: Instant
  ) throws -> Verdict? {
    try read { db in
      try db.row(
        of: "verdict",
        """
        SELECT * FROM verdict WHERE challenge = ? AND subject = ? AND rule = ?
        AND as_of BETWEEN ? AND ? AND proof_deadline IS ? ORDER BY as_of DESC LIMIT 1
        """,
        [
          key.challenge, key.subject, rule.hex, from.milliseconds, through.milliseconds,
          proofDeadline?.milliseconds,
        ])?.verdict()
    }
  }

  /// The verdict that the last run to decide a subject left, and the digest of the rule that it is by.
  package func lastVerdict(of key: SubjectKey) throws -> (rule: Digest, verdict: Verdict)? {
    try read { db in
      let row = try db.row(
        of: "verdict",
        """
        SELECT * FROM last_verdict
        JOIN verdict USING (challenge, subject, rule, as_of) WHERE challenge = ? AND subject = ?
        """, [key.challenge, key.subject])
      return try row.map { (try $0.digest("rule"), try $0.verdict()) }
    }
  }

  /// Whether there is a verdict that ``latestVerdict(of:rule:proofDeadline:from:through:)`` gives.
  package func hasVerdict(
    of key: SubjectKey, rule: Digest, proofDeadline: Instant?,
    from: Instant = Instant(milliseconds: .min), through: Instant
  ) throws -> Bool {
    try read { db in
      // A year's explanations are long, so they are not read.
      try db.row(
        of: "verdict",
        """
        SELECT 1 FROM verdict WHERE challenge = ? AND subject = ? AND rule = ?
        AND as_of BETWEEN ? AND ? AND proof_deadline IS ? LIMIT 1
        """,
        [
          key.challenge, key.subject, rule.hex, from.milliseconds, through.milliseconds,
          proofDeadline?.milliseconds,
        ]) != nil
    }
  }

  /// The instant as of which the last run decided a subject, and the flags of its data then.
  ///
  /// It need not be the latest instant of all: a run may ask for an earlier one than the run before it.
  package func lastDecision(of key: SubjectKey) throws -> (asOf: Instant, quality: QualityFlags)? {
    try read { db in
      // A year's explanations are long, so they are not read.
      let row = try db.row(
        of: "verdict",
        """
        SELECT as_of, quality FROM last_verdict
        JOIN verdict USING (challenge, subject, rule, as_of) WHERE challenge = ? AND subject = ?
        """, [key.challenge, key.subject])
      return try row.map { (try $0.instant("as_of"), try $0.quality()) }
    }
  }
}

extension Database {
  /// Keeps a verdict, which is from now on the subject's last.
  func put(
    _ verdict: Verdict, of key: SubjectKey, rule: Digest, proofDeadline: Instant?
  ) throws {
    try put(
      "verdict",
      [
        "challenge": key.challenge, "subject": key.subject, "rule": rule.hex,
        "as_of": verdict.asOf.milliseconds, "proof_deadline": proofDeadline?.milliseconds,
        "outcome": verdict.outcome.rawValue, "phase": verdict.phase.rawValue,
        "open_until": verdict.openUntil?.milliseconds,
        "reasons": JSONValue.array(verdict.reasons.map(coding.json)).canonicalText,
        "explanation": coding.json(verdict.explanation).canonicalText,
        "score": verdict.score.map { coding.json($0).canonicalText },
        "quality": coding.json(verdict.quality).canonicalText,
      ])
    try put(
      "last_verdict",
      [
        "challenge": key.challenge, "subject": key.subject, "rule": rule.hex,
        "as_of": verdict.asOf.milliseconds,
      ])
  }
}

extension RowReader {
  func verdict() throws -> Verdict {
    guard case .array(let reasons) = try json("reasons") else { throw failure }
    return Verdict(
      outcome: try require(Outcome(rawValue: text("outcome"))),
      reasons: try reasons.map { try require(coding.reason($0)) },
      explanation: try require(coding.explanation(json("explanation"))),
      asOf: try instant("as_of"), phase: try require(Phase(rawValue: text("phase"))),
      openUntil: try optional("open_until", instant),
      score: try optional("score", json).map { try require(coding.score($0)) },
      quality: try quality())
  }

  fileprivate func quality() throws -> QualityFlags {
    try require(coding.quality(json("quality")))
  }
}
