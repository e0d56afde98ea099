public import DaymarkModel

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
    JSONValue.object(present: [
      "inputs": .array(inputs.map { .string($0.hex) }),
      "subjectZone": subjectZone.map { .string($0.id) },
      "challengeZone": challengeZone.map { .string($0.id) },
      "manualEntries": .string(policies.manualEntries.rawValue),
      "sourcePriority": .array(policies.sourceOrder.patterns.map { .string($0) }),
      "period": .object(period?.members ?? [:]),
      "program": .string(programVersion),
      "zoneData": .string(zoneDataVersion),
    ]).canonicalText
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
