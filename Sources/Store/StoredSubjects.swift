import DaymarkDocuments
package import DaymarkModel
import GRDB

/// What one subject's decision adds to the store, in one transaction.
package struct SubjectUpdate: Sendable {
  package var key: SubjectKey
  package var archives: [ArchiveIdentity] = []
  /// Replaces the subject's reading, and with it the verdicts made on the old one.
  package var reading: Reading?
  package var rule: Rule
  /// The rule's digest, which takes longer than the rest of a small subject.
  package var ruleDigest: Digest
  /// The challenge's own deadline, which verdicts depend on.
  package var proofDeadline: Instant?
  /// The verdict that the output files show, new or not.
  package var verdict: Verdict?
  /// Digests of all output files of the subject, by name; `nil` leaves what the store has.
  package var outputs: [String: Digest]?
  /// Whether the subject takes part from now on; a run that comes to its end says of all who does.
  package var takesPart = false

  package init(
    key: SubjectKey, rule: Rule, ruleDigest: Digest? = nil, proofDeadline: Instant? = nil
  ) {
    (self.key, self.rule, self.proofDeadline) = (key, rule, proofDeadline)
    self.ruleDigest = ruleDigest ?? rule.digest
  }
}

extension Store {
  /// Writes updates of subjects, in that order: all of them, or nothing.
  package func save(_ updates: [SubjectUpdate]) throws {
    try file.write { db in
      for update in updates { try db.put(update) }
    }
  }

  /// Writes one subject's update: all of it, or nothing.
  package func save(_ update: SubjectUpdate) throws { try save([update]) }

  /// The last reading of a subject, whatever its settings were.
  package func reading(of key: SubjectKey) throws -> Reading? {
    try value(.reading, Members<Reading>.reading, of: key)
  }

  /// The origin of that reading, which is enough to know whether it still serves.
  package func readingOrigin(of key: SubjectKey) throws -> ReadingOrigin? {
    try value(.origin, Members<ReadingOrigin>.origin.kind, of: key)
  }

  /// The output files of a subject as they were last written.
  package func outputs(of key: SubjectKey) throws -> StoredOutputs {
    try value(.outputs, Members<StoredOutputs>.outputs.kind, of: key) ?? StoredOutputs()
  }

  /// Forgets the output files of a subject, which have been removed.
  package func forgetOutputs(of key: SubjectKey) throws {
    guard try file.read({ try $0.row(.outputs, of: key) }) != nil else { return }
    try file.write { try $0.remove([.outputs, .state], of: key) }
  }

  /// The archive at a path as it was when it was last hashed.
  package func archive(at path: String) throws -> ArchiveIdentity? {
    try file.read { db in
      try db.row("SELECT * FROM archive WHERE path = ?", [path]).flatMap {
        StoredDocument.value(Members<ArchiveIdentity>.archive.kind, in: $0)
      }
    }
  }

  /// Why a subject has no verdict of the last run; `nil` when it has one, or was never looked at.
  package func failure(of key: SubjectKey) throws -> Finding? {
    try value(.failure, Members<Finding>.finding.kind, of: key)
  }

  /// Keeps why a subject failed, or forgets it; writes nothing when that is what the store has.
  package func setFailure(_ failure: Finding?, of key: SubjectKey) throws {
    guard try self.failure(of: key) != failure else { return }
    try file.write { db in
      try db.remove([.failure, .state], of: key)
      guard let failure else { return }
      try db.put(.failure, of: key, failure, Members<Finding>.finding.kind)
    }
  }

  // MARK: Subjects that nothing has changed of

  /// The subjects of a challenge that a run left with a state, by id.
  ///
  /// - Parameters:
  ///   - challenge: The id of the challenge.
  ///   - first: The first that is asked for, in the order of the bytes of ids.
  ///   - last: The last one.
  package func storedSubjects(
    of challenge: String, from first: String, through last: String
  ) throws -> [String: StoredSubject] {
    let (states, verdicts) = try file.read { db in
      let states = try db.rows(
        """
        SELECT subject, text, sha256 FROM document
        WHERE challenge = ? AND kind = 'state' AND subject BETWEEN ? AND ?
        """, [challenge, first, last])
      guard !states.isEmpty else { return (states, [Row]()) }
      return (
        states,
        try db.rows(
          "SELECT subject, as_of FROM verdict WHERE challenge = ? AND subject BETWEEN ? AND ?",
          [challenge, first, last])
      )
    }
    // To understand rows takes longer than to find them, and meanwhile others may ask for theirs.
    var subjects: [String: StoredSubject] = [:]
    for row in states {
      guard let subject = row.text("subject") else { continue }
      let key = SubjectKey(challenge: challenge, subject: subject)
      subjects[subject] = try value(Members<StoredSubject>.state.kind, in: row, of: key)
    }
    for row in verdicts {
      guard let subject = row.text("subject"), let asOf = row.integer("as_of") else { continue }
      subjects[subject]?.decided.append(Instant(milliseconds: asOf))
    }
    return subjects
  }

  /// Keeps that files of subjects have their names, and the states of subjects.
  ///
  /// - Parameters:
  ///   - placed: The subjects whose files lie in their folders.
  ///   - states: The states, by id.
  ///   - challenge: The id of the challenge.
  package func save(
    placed: Set<String>, states: [String: StoredSubject], in challenge: String
  ) throws {
    if placed.isEmpty && states.isEmpty { return }
    try file.write { db in
      for subject in placed {
        let key = SubjectKey(challenge: challenge, subject: subject)
        let kind = Members<StoredOutputs>.outputs.kind
        guard let row = try db.row(.outputs, of: key),
          var outputs = StoredDocument.value(kind, in: row), outputs.mayBeMissing
        else { continue }
        outputs.mayBeMissing = false
        try db.put(.outputs, of: key, outputs, kind)
      }
      for (subject, state) in states {
        let key = SubjectKey(challenge: challenge, subject: subject)
        try db.put(.state, of: key, state, Members<StoredSubject>.state.kind)
      }
    }
  }

  /// Keeps that the book has the results of every subject of a challenge that has a state.
  package func setRecorded(in challenge: String) throws {
    try file.write { db in
      let kind = Members<StoredSubject>.state.kind
      let rows = try db.rows(
        "SELECT subject, text, sha256 FROM document WHERE challenge = ? AND kind = 'state'",
        [challenge])
      for row in rows {
        guard let subject = row.text("subject"), var state = StoredDocument.value(kind, in: row),
          !state.isRecorded
        else { continue }
        state.isRecorded = true
        try db.put(
          .state, of: SubjectKey(challenge: challenge, subject: subject), state, kind)
      }
    }
  }

  // MARK: Verdicts

  /// The latest verdict of a rule that was decided under a deadline, at or before an instant.
  package func verdict(
    of key: SubjectKey, rule: Digest, proofDeadline: Instant?,
    from: Instant = Instant(milliseconds: .min), through: Instant
  ) throws -> Verdict? {
    let row = try file.read { db in
      try db.row(
        """
        SELECT * FROM verdict WHERE challenge = ? AND subject = ? AND rule = ?
        AND as_of BETWEEN ? AND ? AND proof_deadline IS ? ORDER BY as_of DESC LIMIT 1
        """,
        [
          key.challenge, key.subject, rule.hex, from.milliseconds, through.milliseconds,
          proofDeadline?.milliseconds,
        ])
    }
    return try value(Members<Verdict>.verdict.kind, in: row, of: key)
  }

  /// Whether there is such a verdict.
  package func hasVerdict(
    of key: SubjectKey, rule: Digest, proofDeadline: Instant?,
    from: Instant = Instant(milliseconds: .min), through: Instant
  ) throws -> Bool {
    try file.read { db in
      // A year's explanations are long, so they are not read.
      try db.row(
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

  /// The verdict that the last run to decide a subject left, and the digest of the rule that it is by.
  ///
  /// It need not be the latest of all: a run may ask for an earlier instant than the run before it.
  package func lastVerdict(of key: SubjectKey) throws -> (rule: Digest, verdict: Verdict)? {
    guard let last = try value(.last, Members<LastDecision>.last.kind, of: key) else { return nil }
    let row = try file.read { db in
      try db.row(
        "SELECT * FROM verdict WHERE challenge = ? AND subject = ? AND rule = ? AND as_of = ?",
        [key.challenge, key.subject, last.rule.hex, last.asOf.milliseconds])
    }
    return try value(Members<Verdict>.verdict.kind, in: row, of: key).map { (last.rule, $0) }
  }

  // MARK: Forgetting

  /// The subjects of a challenge of which there is any row, ascending by id.
  package func knownSubjects(of challenge: String) throws -> [String] {
    let known = try file.read { db in
      try db.rows(
        """
        SELECT subject FROM document WHERE challenge = :challenge UNION
        SELECT subject FROM verdict WHERE challenge = :challenge UNION
        SELECT subject FROM participant WHERE challenge = :challenge
        """, ["challenge": challenge]
      ).compactMap { $0.text("subject") }
    }
    return Set(known + (try book?.knownSubjects(of: challenge) ?? [])).sorted()
  }

  /// The other challenges in which there is any row of a subject with this id, ascending.
  package func otherChallenges(of key: SubjectKey) throws -> [String] {
    try file.read { db in
      try db.rows(
        """
        SELECT challenge FROM document WHERE subject = :subject AND challenge <> :challenge UNION
        SELECT challenge FROM verdict WHERE subject = :subject AND challenge <> :challenge UNION
        SELECT challenge FROM participant WHERE subject = :subject AND challenge <> :challenge
        ORDER BY challenge
        """, ["subject": key.subject, "challenge": key.challenge]
      ).compactMap { $0.text("challenge") }
    }
  }

  /// Removes every row of a subject, and those of archives that it handed in or whose paths name it: these
  /// are hashed again if anybody still has them.
  ///
  /// Freed pages are overwritten. What stands in the log goes with ``rewrite()``.
  ///
  /// - Returns: How many rows there were of the subject.
  package func forget(_ key: SubjectKey) throws -> Int {
    try file.overwriteRemoved()
    let inputs = try readingOrigin(of: key)?.inputs.map(\.digest) ?? []
    let count = try file.write { db in
      try db.remove("archive WHERE instr(path, ?) > 0", [key.subject])
      for digest in inputs { try db.remove("archive WHERE instr(text, ?) > 0", [digest.hex]) }
      return try ["document", "verdict", "participant"].reduce(0) { count, table in
        try db.remove(
          "\(table) WHERE challenge = ? AND subject = ?", [key.challenge, key.subject])
        return count + db.changesCount
      }
    }
    return count + (try book?.forget(key) ?? 0)
  }

  /// Writes the files anew, so that nothing is left in them of rows that were removed, nor in their logs.
  package func rewrite() throws {
    try file.rewrite()
    try book?.rewrite()
  }
}

extension Database {
  fileprivate func put(_ update: SubjectUpdate) throws {
    let key = update.key
    for archive in update.archives {
      let stored = StoredDocument(archive, Members<ArchiveIdentity>.archive.kind)
      try put(
        "archive", ["path": archive.path, "text": stored.text, "sha256": stored.sha256])
    }
    if let reading = update.reading {
      try remove("verdict WHERE challenge = ? AND subject = ?", [key.challenge, key.subject])
      try remove([.last, .state], of: key)
      try put(.reading, of: key, reading, Members<Reading>.reading)
      try put(.origin, of: key, reading.origin, Members<ReadingOrigin>.origin.kind)
      try put(.shared, of: key, SharedItems(reading), Members<SharedItems>.shared.kind)
    }
    if let verdict = update.verdict {
      try put(update.rule, as: update.ruleDigest)
      let stored = StoredDocument(verdict, Members<Verdict>.verdict.kind)
      try put(
        "verdict",
        [
          "challenge": key.challenge, "subject": key.subject, "rule": update.ruleDigest.hex,
          "as_of": verdict.asOf.milliseconds,
          "proof_deadline": update.proofDeadline?.milliseconds, "text": stored.text,
          "sha256": stored.sha256,
        ])
      let last = LastDecision(rule: update.ruleDigest, asOf: verdict.asOf)
      try put(.last, of: key, last, Members<LastDecision>.last.kind)
      try remove([.failure, .state], of: key)
    }
    if update.takesPart {
      try put("participant", ["challenge": key.challenge, "subject": key.subject])
    }
    guard let outputs = update.outputs else { return }
    try remove([.state], of: key)
    try put(
      .outputs, of: key, StoredOutputs(digests: outputs, mayBeMissing: true),
      Members<StoredOutputs>.outputs.kind)
  }
}
