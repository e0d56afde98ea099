/// The result of reading one subject's archives: days, sessions, inputs and findings.
///
/// It is one document, the same whether a reader process answers with it, a shard writes it or the
/// store keeps it; see Scale, "A reading".
package struct Reading: Hashable, Sendable {
  /// The settings under which the archives were read, as text; a reading serves again only under
  /// the same settings.
  ///
  /// See ``ReadingKey``.
  package var settings: String
  /// The instant by which times in the future were rejected, or `nil` where the export dates of all
  /// inputs bound them.
  package var asOf: Instant?
  /// The first instant from which a rejected time would be accepted, so that reading again later
  /// gives more.
  package var firstTooLate: Instant?
  /// The inputs, ascending by digest; ``aggregates`` repeats what reasons say of them.
  package var inputs: [EvidenceInput] {
    didSet { aggregates.describe(inputs) }
  }
  package var aggregates: SubjectAggregates
  /// The fingerprints of documents in the inputs that count, ascending; other subjects who handed
  /// in the same documents are found by them.
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

  /// Whether every index in the reading points at something, so that it can be used without checks.
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

/// The inputs and findings of a reading without its days, which is enough to tell whether it still
/// serves.
package struct ReadingOrigin: Hashable, Sendable {
  package var settings: String
  /// The instant by which times in the future were rejected; see ``Reading/asOf``.
  package var asOf: Instant?
  /// The first instant from which reading again gives more; see ``Reading/firstTooLate``.
  package var firstTooLate: Instant?
  /// The instant at which the data ends; see ``SubjectAggregates/dataEnd``.
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

  /// Whether reading again at any later instant gives the same.
  package var isLasting: Bool {
    // A later bound accepts everything that the earlier one accepted, and the earlier one rejected
    // nothing.
    asOf == nil || firstTooLate == nil
  }

  /// Whether reading again at `asOf` would give the same.
  package func holds(asOf: Instant) -> Bool {
    guard let bound = self.asOf else {
      // Without an instant the export dates bound the data: the latest of them is its end, and must
      // be credible.
      return dataEnd.map { $0 <= Record.latestEnd(knownAt: asOf) } ?? true
    }
    let isBelieved = firstTooLate.map { $0 <= Record.latestEnd(knownAt: asOf) } ?? false
    return bound == asOf || bound < asOf && !isBelieved
  }
}

/// Everything that decides a subject's days beside the archives' bytes, and the digests of the
/// archives.
///
/// A reading under another key does not serve, and the archives must be read again.
package struct ReadingKey: Hashable, Sendable {
  /// SHA-256 of the inputs, ascending.
  package var inputs: [Digest] = []
  /// SHA-256 over the names of the inputs' files, which may give a date or a sport; `nil` without
  /// inputs.
  package var names: Digest?
  package var subjectZone: Zone?
  package var challengeZone: Zone?
  package var policies: Policies
  package var operatorFiles: [OperatorFileIdentity] = []
  package var period: Period?
  /// The number of days before the period that are read, too.
  package var daysBefore = 0
  /// Whether sleep is read, too.
  package var readsSleep = false
  package var handInTerms = HandInTerms()
  /// The operator's waivers, by input.
  package var setAside: [Digest: [InputWaiver]] = [:]
  /// The inputs that waivers name and that were not handed in, as the waivers name them.
  package var unmet: [String] = []
  package var readLimits: [ReadLimit: Int] = [:]
  package var programVersion: String
  package var zoneDataVersion: String

  package init(policies: Policies, programVersion: String, zoneDataVersion: String) {
    self.policies = policies
    (self.programVersion, self.zoneDataVersion) = (programVersion, zoneDataVersion)
  }

  /// The key without the archives' digests and the statements about each archive.
  package var apartFromArchives: ReadingKey {
    var key = self
    (key.inputs, key.names) = ([], nil)
    (key.handInTerms.receivedAt, key.handInTerms.history) = ([:], [:])
    (key.setAside, key.unmet) = ([:], [])
    return key
  }
}

/// An archive's state on disk when it was hashed, by which a change is noticed.
package struct ArchiveIdentity: Hashable, Sendable {
  /// The absolute path.
  package var path: String
  /// Size, times and inode of the file, or of everything in the folder.
  package var stamp: String
  package var digest: Digest
  package var bytes: Int64

  package init(path: String, stamp: String, digest: Digest, bytes: Int64) {
    (self.path, self.stamp, self.digest, self.bytes) = (path, stamp, digest, bytes)
  }
}

/// What the operator states of a subject's archives, for a machine that has their reading alone.
package struct ArchiveStatements: Hashable, Sendable {
  /// The instant at which an archive was received.
  package struct Receipt: Hashable, Sendable {
    /// The name of the archive's file.
    package var file = ""
    package var receivedAt = Instant(milliseconds: 0)

    package init() {}

    package init(of file: String, at receivedAt: Instant) {
      (self.file, self.receivedAt) = (file, receivedAt)
    }
  }

  package var receipts: [Receipt] = []
  /// Whether one instant was stated for all archives together.
  package var receivedTogether = false
  /// Whether the subject has handed in everything.
  package var isComplete = false
  package var setAside: [InputWaiver.Statement] = []

  package init() {}
}

/// The settings of one subject that a pipeline would state, for commands that have no pipeline.
package struct SubjectDetails: Hashable, Sendable {
  package var address: String?
  package var timeZone: Zone?
  package var logs = LogSettings()

  package init() {}

  package init(of subject: Subject) {
    (address, timeZone, logs) = (subject.address, subject.zone, subject.logs)
  }
}
