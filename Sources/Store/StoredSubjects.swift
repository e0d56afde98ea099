import DaymarkDocuments
package import DaymarkModel
import GRDB

/// The changes that the decision on one subject makes in the store, in one transaction.
package struct SubjectUpdate: Sendable {
  package var key: SubjectKey
  package var archives: [ArchiveIdentity] = []
  /// A new reading, which replaces the subject's old one and deletes the verdicts made on it.
  package var reading: Reading?
  package var rule: Rule
  /// The digest of the rule, given because computing it takes longer than the rest of a small
  /// subject.
  package var ruleDigest: Digest
  /// The challenge's own deadline, on which verdicts depend.
  package var proofDeadline: Instant?
  /// The verdict that the output files show, whether or not it is new.
  package var verdict: Verdict?
  /// Digests of all output files of the subject, by name; `nil` leaves those in the store.
  package var outputs: [String: Digest]?
  /// Whether the subject is recorded as a participant now; a run that ends normally records all
  /// participants itself.
  package var takesPart = false

  package init(
    key: SubjectKey, rule: Rule, ruleDigest: Digest? = nil, proofDeadline: Instant? = nil
  ) {
    (self.key, self.rule, self.proofDeadline) = (key, rule, proofDeadline)
    self.ruleDigest = ruleDigest ?? rule.digest
  }
}

extension Store {
  /// Writes the updates of subjects in order, all of them or none.
  package func save(_ updates: [SubjectUpdate]) throws {
    try file.write { db in
      for update in updates { try db.put(update) }
    }
  }

  /// Writes the update of one subject, all of it or nothing.
  package func save(_ update: SubjectUpdate) throws { try save([update]) }

  /// The last reading of a subject, whatever its settings were.
  package func reading(of key: SubjectKey) throws -> Reading? {
    try value(.reading, Members<Reading>.reading, of: key)
  }

  /// The origin of a subject's last reading, which is enough to know whether the reading still
  /// serves.
  package func readingOrigin(of key: SubjectKey) throws -> ReadingOrigin? {
    try value(.origin, Members<ReadingOrigin>.origin.kind, of: key)
  }

  /// The output files of a subject as they were last written.
  package func outputs(of key: SubjectKey) throws -> StoredOutputs {
    try value(.outputs, Members<StoredOutputs>.outputs.kind, of: key) ?? StoredOutputs()
  }

  /// Removes the record of a subject's output files, which were deleted.
  package func forgetOutputs(of key: SubjectKey) throws {
    guard try file.read({ try $0.row(.outputs, of: key) }) != nil else { return }
    try file.write { try $0.remove([.outputs, .state], of: key) }
  }

  /// The state on disk of the archive at a path when it was last hashed.
  package func archive(at path: String) throws -> ArchiveIdentity? {
    try file.read { db in
      try db.row("SELECT * FROM archive WHERE path = ?", [path]).flatMap {
        StoredDocument.value(Members<ArchiveIdentity>.archive.kind, in: $0)
      }
    }
  }

  /// Returns the finding for which the last run has no verdict on a subject; `nil` when it has one,
  /// or when the subject was never examined.
  package func failure(of key: SubjectKey) throws -> Finding? {
    try value(.failure, Members<Finding>.finding.kind, of: key)
  }

  /// Saves why a subject failed, or removes that, unless the store has it already.
  package func setFailure(_ failure: Finding?, of key: SubjectKey) throws {
    guard try self.failure(of: key) != failure else { return }
    try file.write { db in
      try db.remove([.failure, .state], of: key)
      guard let failure else { return }
      try db.put(.failure, of: key, failure, Members<Finding>.finding.kind)
    }
  }

  // MARK: Subjects without a change

  /// The saved states of a challenge's subjects, by id.
  ///
  /// - Parameters:
  ///   - challenge: The id of the challenge.
  ///   - first: The first subject, in the order of the bytes of ids.
  ///   - last: The last subject.
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
    // Decoding rows takes longer than finding them, so it is done outside of the transaction, while
    // other threads can read.
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

  /// Records that the output files of subjects are in place, and saves states of subjects.
  ///
  /// - Parameters:
  ///   - placed: The subjects whose files are in their folders under their names.
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

  /// Records that the book has the result of every subject of a challenge that has a state.
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

  /// The latest verdict by a rule and under a deadline, at or before an instant.
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

  /// Whether there is a verdict by a rule and under a deadline, in a range of instants.
  package func hasVerdict(
    of key: SubjectKey, rule: Digest, proofDeadline: Instant?,
    from: Instant = Instant(milliseconds: .min), through: Instant
  ) throws -> Bool {
    try file.read { db in
      // The verdict itself is not read, because a year's explanation is long.
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

  /// The verdict of the last run that decided on a subject, with the digest of its rule.
  ///
  /// It need not be the latest verdict: a run may be for an earlier instant than the run before it.
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

  /// The subjects of a challenge with any row, ascending by id.
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

  /// The other challenges with any row of a subject with this id, ascending.
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

  /// Removes every row of a subject, and those of archives that it handed in or whose paths name
  /// it.
  ///
  /// The archives are hashed again if they are still used. Freed pages are overwritten;
  /// ``rewrite()`` removes what is left in the log.
  ///
  /// - Returns: The number of removed rows of the subject.
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

  /// Writes the files anew, so that neither they nor their logs contain anything of removed rows.
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
