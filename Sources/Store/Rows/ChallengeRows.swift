package import DaymarkModel
import GRDB

/// A challenge as its pipeline said it when it was last run.
package struct StoredChallenge: Hashable, Sendable {
  package var challenge: Challenge
  /// Of its rule; see ``Store/rule(_:)``.
  package var rule: Digest
  /// The folder of its pipeline, absolute; `nil` when it was run without one.
  package var pipeline: String?

  package init(challenge: Challenge, rule: Digest, pipeline: String? = nil) {
    self.challenge = challenge
    self.rule = rule
    self.pipeline = pipeline
  }
}

extension Store {
  /// Keeps what a pipeline says of a challenge; writes nothing where that is what is kept.
  ///
  /// - Parameter pipeline: Its folder, absolute.
  package func save(_ challenge: Challenge, rule: Rule, pipeline: String? = nil) throws {
    let stored = StoredChallenge(challenge: challenge, rule: rule.digest, pipeline: pipeline)
    guard try challenges().first(where: { $0.challenge.id == challenge.id }) != stored else {
      return
    }
    try write { db in
      var row: KeyValuePairs<String, (any DatabaseValueConvertible)?>
      try db.put(rule, as: stored.rule)
      let rule = stored.rule.hex
      let deadline = challenge.proofDeadline?.milliseconds
      switch challenge.period {
      case .days(let from, let to):
        row = [
          "id": challenge.id, "title": challenge.title, "from": "\(from)", "to": "\(to)",
          "proof_deadline": deadline, "zone": challenge.zone?.id, "rule": rule,
          "pipeline": pipeline,
        ]
      case .instants(let interval):
        row = [
          "id": challenge.id, "title": challenge.title, "start": interval.start.milliseconds,
          "end": interval.end.milliseconds, "proof_deadline": deadline, "zone": challenge.zone?.id,
          "rule": rule, "pipeline": pipeline,
        ]
      }
      try db.put("challenge", row)
    }
  }

  /// Every challenge that was run, ascending by id.
  package func challenges() throws -> [StoredChallenge] {
    try read { db in
      try Row.fetchAll(db, sql: "SELECT * FROM challenge ORDER BY id").map {
        try RowReader(table: "challenge", row: $0).challenge()
      }
    }
  }

  /// The subjects of a challenge that have a verdict of the last run over them, ascending by id.
  ///
  /// Days from before are kept of who has left the pipeline, and of who failed then; these have no
  /// output files.
  package func subjects(of challenge: String) throws -> [String] {
    try read { db in
      let rows = try Row.fetchAll(
        db,
        sql: """
          SELECT subject FROM participant AS p WHERE challenge = ? AND EXISTS (
            SELECT 1 FROM output_file AS o
            WHERE o.challenge = p.challenge AND o.subject = p.subject)
          ORDER BY subject
          """,
        arguments: [challenge])
      return try rows.map { try RowReader(table: "participant", row: $0).text("subject") }
    }
  }

  /// The rule with a digest, if any challenge was ever decided by it.
  package func rule(_ digest: Digest) throws -> Rule? {
    try read { db in
      let row = try Row.fetchOne(
        db, sql: "SELECT * FROM rule WHERE sha256 = ?", arguments: [digest.hex])
      return try row.map {
        let row = RowReader(table: "rule", row: $0)
        return try row.require(Rule(definition: row.json("definition")))
      }
    }
  }
}

extension Database {
  /// Keeps a rule, whose text never changes under its digest.
  ///
  /// - Parameter digest: That of the rule.
  func put(_ rule: Rule, as digest: Digest) throws {
    guard try row(of: "rule", "SELECT 1 FROM rule WHERE sha256 = ?", [digest.hex]) == nil
    else { return }
    try put(
      "rule",
      [
        "sha256": digest.hex, "name": rule.name, "version": rule.version,
        "definition": rule.definition.canonicalText,
      ])
  }
}

extension RowReader {
  fileprivate func challenge() throws -> StoredChallenge {
    func day(_ column: String) throws -> CivilDay { try require(CivilDay(text(column))) }
    let period: Period
    if let from = try optional("from", day) {
      let to = try day("to")
      guard from <= to else { throw failure }
      period = .days(from: from, to: to)
    } else {
      let (start, end) = (try instant("start"), try instant("end"))
      guard start < end else { throw failure }
      period = .instants(Interval(start, end))
    }
    return StoredChallenge(
      challenge: Challenge(
        id: try text("id"), title: try text("title"), period: period,
        proofDeadline: try optional("proof_deadline", instant),
        zone: try optional("zone", text).map { try require(Zone(id: $0)) }),
      rule: try digest("rule"), pipeline: try optional("pipeline", text))
  }
}
