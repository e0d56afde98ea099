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

/// Everything beside the archives' bytes that decides a subject's days; another value means that the
/// archives must be read again.
public struct ReadingSettings: Hashable, Sendable {
  /// SHA-256 of the inputs, ascending.
  public var inputs: [Digest]
  public var subjectZone: Zone?
  public var challengeZone: Zone?
  public var policies: Policies
  public var period: Period?
  public var programVersion: String
  public var zoneDataVersion: String

  public init(
    inputs: [Digest], subjectZone: Zone?, challengeZone: Zone?, policies: Policies,
    period: Period?, programVersion: String, zoneDataVersion: String
  ) {
    self.inputs = inputs
    self.subjectZone = subjectZone
    self.challengeZone = challengeZone
    self.policies = policies
    self.period = period
    self.programVersion = programVersion
    self.zoneDataVersion = zoneDataVersion
  }

  /// Canonical JSON; equal settings have equal text.
  public var text: String {
    let periodMembers: [String: JSONValue] =
      switch period {
      case .days(let from, let to): ["from": .string("\(from)"), "to": .string("\(to)")]
      case .instants(let interval):
        ["start": .string("\(interval.start)"), "end": .string("\(interval.end)")]
      case nil: [:]
      }
    let document = JSONValue.object(present: [
      "inputs": .array(inputs.map { .string($0.hex) }),
      "subjectZone": subjectZone.map { .string($0.id) },
      "challengeZone": challengeZone.map { .string($0.id) },
      "manualEntries": .string(policies.manualEntries.rawValue),
      "sourcePriority": .array(policies.sourceOrder.patterns.map { .string($0) }),
      "period": .object(periodMembers),
      "program": .string(programVersion),
      "zoneData": .string(zoneDataVersion),
    ])
    return String(decoding: document.canonicalBytes(), as: UTF8.self)
  }
}

/// What reading a subject's archives gave.
public struct StoredReading: Hashable, Sendable {
  /// ``ReadingSettings/text`` of the settings it was made under.
  public var settings: String
  /// The instant that bounded plausible times, or `nil` where every input states its export date and
  /// so bounds them itself.
  public var asOf: Instant?
  /// Ascending by digest.
  public var inputs: [EvidenceInput]
  public var aggregates: SubjectAggregates

  public init(
    settings: String, asOf: Instant?, inputs: [EvidenceInput], aggregates: SubjectAggregates
  ) {
    self.settings = settings
    self.asOf = asOf
    self.inputs = inputs
    self.aggregates = aggregates
  }
}

/// What a reading was made of and met, without what it gave.
public struct ReadingOrigin: Hashable, Sendable {
  /// ``ReadingSettings/text`` of the settings it was made under.
  public var settings: String
  /// As of ``StoredReading/asOf``.
  public var asOf: Instant?
  public var inputs: [EvidenceInput]
  public var findings: [Finding]

  public init(
    settings: String, asOf: Instant?, inputs: [EvidenceInput], findings: [Finding]
  ) {
    self.settings = settings
    self.asOf = asOf
    self.inputs = inputs
    self.findings = findings
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

/// A run that changed something.
public struct RunEntry: Hashable, Sendable {
  public var startedAt: Instant
  public var milliseconds: Int64
  public var version: String
  public var challenge: String
  public var asOf: Instant
  public var subjects: Int
  public var read: Int
  public var evaluated: Int
  public var failed: Int

  public init(
    startedAt: Instant, milliseconds: Int64, version: String, challenge: String, asOf: Instant,
    subjects: Int, read: Int, evaluated: Int, failed: Int
  ) {
    self.startedAt = startedAt
    self.milliseconds = milliseconds
    self.version = version
    self.challenge = challenge
    self.asOf = asOf
    self.subjects = subjects
    self.read = read
    self.evaluated = evaluated
    self.failed = failed
  }
}
