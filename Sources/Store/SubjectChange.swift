public import DaymarkModel

/// Whose rows: one subject in one challenge.
public struct SubjectKey: Hashable, Sendable {
  public var challenge: String
  public var subject: String

  public init(challenge: String, subject: String) {
    self.challenge = challenge
    self.subject = subject
  }
}

/// An archive as it lay on disk when it was hashed.
public struct ArchiveIdentity: Hashable, Sendable {
  /// Absolute.
  public var path: String
  /// Size, times and inode; of a folder, of everything in it.
  public var stamp: String
  public var digest: Digest
  public var bytes: Int64

  public init(path: String, stamp: String, digest: Digest, bytes: Int64) {
    self.path = path
    self.stamp = stamp
    self.digest = digest
    self.bytes = bytes
  }
}

/// What one subject's turn adds to the store, in one transaction.
public struct SubjectChange: Sendable {
  public var key: SubjectKey
  public var archives: [ArchiveIdentity]
  /// Replaces the subject's reading, and with it the verdicts made on the old one.
  public var reading: StoredReading?
  public var rule: Rule
  /// The challenge's own deadline, which verdicts depend on.
  public var proofDeadline: Instant?
  /// The one that the output files show, new or not.
  public var verdict: Verdict?
  /// Digests of all output files of the subject, by name; `nil` leaves what the store has.
  public var outputs: [String: Digest]?

  public init(
    key: SubjectKey, archives: [ArchiveIdentity], reading: StoredReading?, rule: Rule,
    proofDeadline: Instant?, verdict: Verdict?, outputs: [String: Digest]?
  ) {
    self.key = key
    self.archives = archives
    self.reading = reading
    self.rule = rule
    self.proofDeadline = proofDeadline
    self.verdict = verdict
    self.outputs = outputs
  }
}
