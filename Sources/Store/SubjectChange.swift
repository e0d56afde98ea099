package import DaymarkModel

/// The key of a subject's rows: one subject in one challenge.
package struct SubjectKey: Hashable, Sendable {
  package var challenge: String
  package var subject: String

  package init(challenge: String, subject: String) {
    self.challenge = challenge
    self.subject = subject
  }
}

/// An archive as it lay on disk when it was hashed.
package struct ArchiveIdentity: Hashable, Codable, Sendable {
  /// Absolute.
  package var path: String
  /// Size, times and inode; of a folder, of everything in it.
  package var stamp: String
  package var digest: Digest
  package var bytes: Int64

  package init(path: String, stamp: String, digest: Digest, bytes: Int64) {
    self.path = path
    self.stamp = stamp
    self.digest = digest
    self.bytes = bytes
  }
}

/// The rows that one subject's turn adds to the store, in one transaction.
package struct SubjectChange: Sendable {
  package var key: SubjectKey
  package var archives: [ArchiveIdentity]
  /// Replaces the subject's reading, and with it the verdicts made on the old one.
  package var reading: StoredReading?
  package var rule: Rule
  /// That of the rule, which takes longer than the rest of a small subject.
  package var ruleDigest: Digest
  /// The challenge's own deadline, which verdicts depend on.
  package var proofDeadline: Instant?
  /// The one that the output files show, new or not.
  package var verdict: Verdict?
  /// Digests of all output files of the subject, by name; `nil` leaves what the store has.
  package var outputs: [String: Digest]?
  /// Whether the subject takes part from now on; a run that comes to its end says of all who does.
  package var takesPart: Bool

  package init(
    key: SubjectKey, archives: [ArchiveIdentity], reading: StoredReading?, rule: Rule,
    ruleDigest: Digest? = nil, proofDeadline: Instant?, verdict: Verdict?,
    outputs: [String: Digest]?, takesPart: Bool = false
  ) {
    self.key = key
    self.archives = archives
    self.reading = reading
    self.rule = rule
    self.ruleDigest = ruleDigest ?? rule.digest
    self.proofDeadline = proofDeadline
    self.verdict = verdict
    self.outputs = outputs
    self.takesPart = takesPart
  }
}
