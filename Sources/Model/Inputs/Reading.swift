/// The reading of one subject's archives: its days and sessions, what they were made of, and what was found.
///
/// It is a document, the same for a reader process that answers, a shard that writes and the store that keeps it; see
/// Scale, "A reading".
package struct Reading: Hashable, Sendable {
  /// What must be the same for it to serve again, as text; see ``ReadingKey``.
  package var settings: String
  /// The instant that bounded plausible times, or `nil` where every input states an export date that was
  /// believed, and so bounds them itself.
  package var asOf: Instant?
  /// The first instant that `asOf` was too early for: from when it is believed, reading again gives more.
  package var firstTooLate: Instant?
  /// Ascending by digest; what reasons say of them stands in `aggregates`, too.
  package var inputs: [EvidenceInput] {
    didSet { aggregates.describe(inputs) }
  }
  package var aggregates: SubjectAggregates
  /// Fingerprints of the documents in the inputs that count, by which others that handed them in are found; ascending.
  package var documents: [Digest]

  package init(
    settings: String, asOf: Instant?, inputs: [EvidenceInput], aggregates: SubjectAggregates,
    documents: Set<Digest> = []
  ) {
    (self.settings, self.asOf, self.inputs) = (settings, asOf, inputs)
    self.aggregates = aggregates
    self.documents = documents.sorted()
    self.aggregates.describe(inputs)
  }

  /// The reading without its days and sessions.
  package var origin: ReadingOrigin {
    var origin = ReadingOrigin(
      settings: settings, asOf: asOf, dataEnd: aggregates.dataEnd, inputs: inputs,
      findings: aggregates.findings)
    origin.firstTooLate = firstTooLate
    return origin
  }

  /// Whether every position points at something: others use them without looking.
  package var refersOnlyToItself: Bool {
    let (sources, sessions) = (aggregates.sources.indices, aggregates.sessions)
    let days = aggregates.days + aggregates.earlierDays
    let contributions = days.lazy.flatMap(\.measure.contributions)
    return contributions.allSatisfy { sources.contains($0.source) }
      && sessions.allSatisfy { session in
        sources.contains(Int(session.activity.source))
          && inputs.indices.contains(session.activity.input)
          && session.inputs.allSatisfy(inputs.indices.contains)
          && session.origins.values.allSatisfy(session.inputs.indices.contains)
      }
      && aggregates.overlaps.allSatisfy { sources.contains($0.source) }
      && days.lazy.compactMap(\.measure.rivals).allSatisfy {
        sources.contains($0.phone) && sources.contains($0.total)
      }
      && aggregates.strength.allSatisfy { session in
        sources.contains(Int(session.source)) && inputs.indices.contains(session.input)
          && session.recording.map(sessions.indices.contains) ?? true
      }
  }
}

/// The inputs and findings of a reading, without its days: enough to know whether it still serves.
package struct ReadingOrigin: Hashable, Sendable {
  /// As of ``Reading/settings``.
  package var settings: String
  /// As of ``Reading/asOf``.
  package var asOf: Instant?
  /// As of ``Reading/firstTooLate``.
  package var firstTooLate: Instant?
  /// As of ``SubjectAggregates/dataEnd``.
  package var dataEnd: Instant?
  package var inputs: [EvidenceInput] = []
  package var findings: [Finding] = []

  package init(
    settings: String, asOf: Instant? = nil, dataEnd: Instant? = nil, inputs: [EvidenceInput] = [],
    findings: [Finding] = []
  ) {
    (self.settings, self.asOf, self.dataEnd) = (settings, asOf, dataEnd)
    (self.inputs, self.findings) = (inputs, findings)
  }

  /// Whether reading again at any later instant would give the same.
  package var isLasting: Bool {
    // A later bound accepts what the earlier one accepted, and there was nothing else.
    asOf == nil || firstTooLate == nil
  }

  /// Whether reading again at `asOf` would give the same.
  package func holds(asOf: Instant) -> Bool {
    guard let bound = self.asOf else {
      // The latest export date is the end of the data.
      return dataEnd.map { $0 <= Record.latestEnd(knownAt: asOf) } ?? true
    }
    let isBelieved = firstTooLate.map { $0 <= Record.latestEnd(knownAt: asOf) } ?? false
    return bound == asOf || bound < asOf && !isBelieved
  }
}

/// What decides a subject's days beside the archives' bytes, and which archives they are.
///
/// A reading under another key does not serve: the archives must be read again.
package struct ReadingKey: Hashable, Sendable {
  /// SHA-256 of the inputs, ascending.
  package var inputs: [Digest] = []
  package var subjectZone: Zone?
  package var challengeZone: Zone?
  package var policies: Policies
  package var operatorFiles: [OperatorFileIdentity] = []
  package var period: Period?
  /// How many days before the period are read, too.
  package var daysBefore = 0
  package var late = LateInputs()
  /// The operator's decisions, by input.
  package var setAside: [Digest: [SetAside]] = [:]
  /// The inputs of which decisions speak and that are not there, as they are named.
  package var unmet: [String] = []
  package var readLimits: [ReadLimit: Int] = [:]
  package var programVersion: String
  package var zoneDataVersion: String

  package init(policies: Policies, programVersion: String, zoneDataVersion: String) {
    self.policies = policies
    (self.programVersion, self.zoneDataVersion) = (programVersion, zoneDataVersion)
  }

  /// The key without what is known of the archives alone: their digests, and what is said of each.
  package var apartFromArchives: ReadingKey {
    var key = self
    key.inputs = []
    (key.late.receivedAt, key.late.history) = ([:], [:])
    (key.setAside, key.unmet) = ([:], [])
    return key
  }
}

/// An archive as it lay on disk when it was hashed.
package struct ArchiveIdentity: Hashable, Sendable {
  /// Absolute.
  package var path: String
  /// Size, times and inode; of a folder, of everything in it.
  package var stamp: String
  package var digest: Digest
  package var bytes: Int64

  package init(path: String, stamp: String, digest: Digest, bytes: Int64) {
    (self.path, self.stamp, self.digest, self.bytes) = (path, stamp, digest, bytes)
  }
}

/// What is said of a subject beside its archives, for whoever has no pipeline that says it.
package struct SubjectDetails: Hashable, Sendable {
  package var address: String?
  package var timeZone: Zone?
  package var logs = LogSettings()

  package init() {}

  package init(of subject: Subject) {
    (address, timeZone, logs) = (subject.address, subject.zone, subject.logs)
  }
}
