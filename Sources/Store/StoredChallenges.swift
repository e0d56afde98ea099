import DaymarkDocuments
package import DaymarkModel
import GRDB

extension Store {
  /// Saves what a pipeline states about a challenge, unless the store has exactly that.
  ///
  /// - Parameter pipeline: The absolute path of the pipeline's folder.
  package func save(_ challenge: Challenge, rule: Rule, pipeline: String? = nil) throws {
    let stored = StoredChallenge(challenge: challenge, rule: rule.digest, pipeline: pipeline)
    let document = StoredDocument(stored, Members<StoredChallenge>.challenge.kind)
    let isKept = try file.read { db in
      try db.row(
        "SELECT 1 FROM challenge WHERE id = ? AND text = ? AND sha256 = ?",
        [challenge.id, document.text, document.sha256]) != nil
    }
    if isKept { return }
    try file.write { db in
      try db.put(rule, as: stored.rule)
      try db.put(
        "challenge", ["id": challenge.id, "text": document.text, "sha256": document.sha256])
    }
  }

  /// Every challenge that was run, ascending by id.
  package func challenges() throws -> [StoredChallenge] {
    try file.read { db in
      try db.rows("SELECT * FROM challenge ORDER BY id").map { row in
        guard
          let stored = StoredDocument.value(Members<StoredChallenge>.challenge.kind, in: row)
        else { throw UnsoundRow(table: "challenge") }
        return stored
      }
    }
  }

  /// The rule with a digest, if a challenge was ever decided by it.
  package func rule(_ digest: Digest) throws -> Rule? {
    try file.read { db in
      guard let row = try db.row("SELECT text FROM rule WHERE sha256 = ?", [digest.hex])
      else { return nil }
      let bytes = Array((row.text("text") ?? "").utf8)
      guard Digest(of: bytes) == digest, let rule = Kind.ruleDefinition.value(bytes) else {
        throw UnsoundRow(table: "rule")
      }
      return rule
    }
  }

  /// The subjects of a challenge with a verdict of the last run that included them, ascending by
  /// id.
  ///
  /// Subjects that have left the pipeline, or that failed in that run, may still have days in the
  /// store, but have no output files.
  package func subjects(of challenge: String) throws -> [String] {
    try file.read { db in
      try db.rows(
        """
        SELECT subject FROM participant AS p WHERE challenge = ? AND EXISTS (
          SELECT 1 FROM document AS d WHERE d.challenge = p.challenge AND d.subject = p.subject
          AND d.kind = 'outputs') ORDER BY subject
        """, [challenge]
      ).compactMap { $0.text("subject") }
    }
  }

  /// Records which subjects of a challenge exist and could be read.
  package func setParticipants(_ subjects: [String], in challenge: String) throws {
    let known = try file.read { db in
      Set(
        try db.rows("SELECT subject FROM participant WHERE challenge = ?", [challenge])
          .compactMap { $0.text("subject") })
    }
    guard known != Set(subjects) else { return }
    try file.write { db in
      try db.remove("participant WHERE challenge = ?", [challenge])
      for subject in subjects {
        try db.put("participant", ["challenge": challenge, "subject": subject])
      }
    }
  }

  /// The data of subjects that is compared with that of others; see ``SharedItems``.
  ///
  /// - Parameter subjects: The subjects whose readings are compared; others in the store are
  ///   ignored.
  /// - Returns: One element for each subject, in their order; it is empty where the document is not
  ///   what was written.
  package func sharedItems(in challenge: String, of subjects: [String]) throws -> [SharedItems] {
    let wanted = Set(subjects)
    let rows = try file.read { db in
      try db.rows(
        "SELECT subject, text, sha256 FROM document WHERE challenge = ? AND kind = ?",
        [challenge, DocumentKind.shared.rawValue])
    }
    var items: [String: SharedItems] = [:]
    for row in rows {
      guard let subject = row.text("subject"), wanted.contains(subject) else { continue }
      let key = SubjectKey(challenge: challenge, subject: subject)
      items[subject] = try value(Members<SharedItems>.shared.kind, in: row, of: key)
    }
    return subjects.map { items[$0] ?? SharedItems() }
  }
}

extension Database {
  /// Saves a rule, unless the store has its digest, under which the text never changes.
  func put(_ rule: Rule, as digest: Digest) throws {
    guard try row("SELECT 1 FROM rule WHERE sha256 = ?", [digest.hex]) == nil else { return }
    try put("rule", ["sha256": digest.hex, "text": rule.definition.canonicalText])
  }
}
