package import DaymarkModel

/// The settings that decide a subject's days beside the archives' bytes.
///
/// Another value means that the archives must be read again.
package struct ReadingSettings: Hashable, Sendable {
  /// SHA-256 of the inputs, ascending.
  package var inputs: [Digest]
  package var subjectZone: Zone?
  package var challengeZone: Zone?
  package var policies: Policies
  package var operatorFiles: [OperatorFileIdentity]
  package var period: Period?
  package var late: LateInputs
  package var readLimits: [ReadLimit: Int]
  package var programVersion: String
  package var zoneDataVersion: String

  package init(
    inputs: [Digest], subjectZone: Zone?, challengeZone: Zone?, policies: Policies,
    operatorFiles: [OperatorFileIdentity] = [], period: Period?, late: LateInputs = LateInputs(),
    readLimits: [ReadLimit: Int] = [:],
    programVersion: String, zoneDataVersion: String
  ) {
    self.inputs = inputs
    self.subjectZone = subjectZone
    self.challengeZone = challengeZone
    self.policies = policies
    self.operatorFiles = operatorFiles
    self.period = period
    self.late = late
    self.readLimits = readLimits
    self.programVersion = programVersion
    self.zoneDataVersion = zoneDataVersion
  }

  /// Canonical JSON; equal settings have equal text.
  package var text: String {
    JSONValue.object(present: [
      "inputs": .array(inputs.map { .string($0.hex) }),
      "subjectZone": subjectZone.map { .string($0.id) },
      "challengeZone": challengeZone.map { .string($0.id) },
      "manualEntries": .string(policies.manualEntries.rawValue),
      "sourcePriority": .array(policies.sourceOrder.patterns.map { .string($0) }),
      "loadUnit": policies.logs.loadUnit.map { .string($0.rawValue) },
      "dateOrder": policies.logs.dateOrder.map { .string($0.rawValue) },
      "bodyWeight": policies.logs.bodyWeight.map(JSONValue.number),
      "operatorFiles": operatorFiles.isEmpty
        ? nil
        : .array(operatorFiles.map { .string("\($0.kind.rawValue) \($0.digest.hex)") }),
      "period": .object(period?.members ?? [:]),
      "deadline": late.deadline.map { .string("\($0)") },
      "receivedAt": .object(
        Dictionary(uniqueKeysWithValues: late.receivedAt.map { ($0.hex, .string("\($1)")) })),
      "readLimits": readLimits.json, "program": .string(programVersion),
      "zoneData": .string(zoneDataVersion),
    ]).canonicalText
  }
}

/// The result of reading a subject's archives.
package struct StoredReading: Hashable, Sendable {
  /// ``ReadingSettings/text`` of the settings it was made under.
  package var settings: String
  /// The instant that bounded plausible times, or `nil` where every input states an export date that was
  /// believed, and so bounds them itself.
  package var asOf: Instant?
  /// Ascending by digest; what they say of damage stands in `aggregates`, too.
  package var inputs: [EvidenceInput] {
    didSet { aggregates.damage = inputs.damaged }
  }
  package var aggregates: SubjectAggregates
  /// Fingerprints of the documents in the inputs, by which others that handed them in are found.
  package var documents: Set<Digest>

  package init(
    settings: String, asOf: Instant?, inputs: [EvidenceInput], aggregates: SubjectAggregates,
    documents: Set<Digest> = []
  ) {
    self.settings = settings
    self.asOf = asOf
    self.inputs = inputs
    self.aggregates = aggregates
    self.documents = documents
    self.aggregates.damage = inputs.damaged
  }
}

extension StoredReading {
  /// What it was made of and what was found.
  package var origin: ReadingOrigin {
    ReadingOrigin(
      settings: settings, asOf: asOf, dataEnd: aggregates.dataEnd, inputs: inputs,
      findings: aggregates.findings)
  }
}

/// The settings, inputs and findings of a reading, without its result.
package struct ReadingOrigin: Hashable, Sendable {
  /// ``ReadingSettings/text`` of the settings it was made under.
  package var settings: String
  /// As of ``StoredReading/asOf``.
  package var asOf: Instant?
  /// As of ``SubjectAggregates/dataEnd``.
  package var dataEnd: Instant?
  package var inputs: [EvidenceInput]
  package var findings: [Finding]

  package init(
    settings: String, asOf: Instant?, dataEnd: Instant?, inputs: [EvidenceInput],
    findings: [Finding]
  ) {
    self.settings = settings
    self.asOf = asOf
    self.dataEnd = dataEnd
    self.inputs = inputs
    self.findings = findings
  }
}
