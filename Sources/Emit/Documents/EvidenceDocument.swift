package import DaymarkDocuments
package import DaymarkModel

/// The evidence document: daily aggregates, what they were made of, and the verdict on them.
///
/// Raw samples, times within a day, and names of devices and files are not in it. Shape and units: Evidence, "The
/// evidence document"; the schema is ``DocumentSchema/evidence``.
package func evidenceDocument(_ evidence: Evidence) -> JSONValue {
  Members<Evidence>.evidence.kind.json(evidence)
}

/// The claims of an evidence document that it is made from again, from the same archives.
package struct EvidenceClaim: Hashable, Sendable {
  /// All of it, as it was read.
  package var document: JSONValue
  package var version: EvidenceVersion
  /// With its zone where the zone was given for the challenge.
  package var challenge: Challenge
  package var subject: String
  package var zone: ResolvedZone
  /// Without the order of sources, whose patterns may hold private names.
  package var policies: Policies
  /// The operator's files, in the order of the document.
  package var operatorFiles: [OperatorFileIdentity]
  /// As the document lists them.
  package var inputRows: [EvidenceInput]
  /// The days of the daily arrays and of activities, without those that cannot be read.
  package var aggregates: SubjectAggregates
  package var verdict: VerdictClaim
  /// What earlier runs decided.
  package var history: EvidenceHistory

  /// - Returns: `nil` when the document is no evidence of this version or one before.
  package init?(_ document: JSONValue) {
    guard let version = document.string("schema").flatMap(EvidenceVersion.init),
      let challenge = Kind.challenge.value(of: document["challenge"]),
      challenge.period.hasPlausibleLength,
      let subject = document.string("subject"),
      let zone = Members<ResolvedZone>.zone.kind.value(of: document["zone"]),
      let policies = Members<Policies>.policies.kind.value(of: document["policy"]),
      let inputs = Kind.list(Members<EvidenceInput>.input.kind).value(of: document["inputs"]),
      let files = Kind.operatorFiles.value(of: document["operatorFiles"] ?? .array([])),
      let verdict = document["verdict"].flatMap(VerdictClaim.init),
      let days = Members<SubjectAggregates>.dailyArrays.kind.value(of: document)
    else { return nil }
    (self.document, self.version, self.challenge) = (document, version, challenge)
    (self.subject, self.zone, self.policies) = (subject, zone, policies)
    (inputRows, operatorFiles, self.verdict) = (inputs, files, verdict)
    history = document.history
    aggregates = days
    (aggregates.zone, aggregates.daysBefore) = (zone, verdict.rule.daysBefore)
    if zone.method == .challenge { self.challenge.zone = zone.zone }
    self.challenge.contact = document.string("contact")
  }
}

extension Period {
  /// Whether it has at most a thousand years: a document must not make its reader look at millions of
  /// days.
  fileprivate var hasPlausibleLength: Bool {
    let interval = interval(in: DayCalendar(zone: .utc))
    return interval.end.milliseconds - interval.start.milliseconds <= 366_000 * 86_400_000
  }
}

extension EvidenceClaim {
  /// Whether the verdict is of the version whose outcomes had an older meaning.
  package var hasOlderVerdict: Bool { version == .first }

  /// Whether the version has strength training and files of the operator.
  package var hasStrength: Bool { version >= .third }

  /// Set when the zone was given for the subject.
  ///
  /// One that was given for neither comes out of the inputs again.
  package var subjectZone: Zone? { zone.method == .subject ? zone.zone : nil }

  /// The digests of the inputs, ascending, each once.
  package var inputs: [Digest] { Set(inputRows.map(\.digest)).sorted() }

  /// The digests of those that others may have handed in too.
  package var sharedInputs: [Digest] { inputRows.filter(\.mayBeShared).map(\.digest) }

  /// When inputs were received, of those of which it is said.
  package var receivedAt: [Digest: Instant] {
    Dictionary(
      inputRows.compactMap { input in input.receivedAt.map { (input.digest, $0) } },
      uniquingKeysWith: min)
  }

  /// Why earlier runs set inputs aside.
  package var inputHistory: [Digest: InputHistory] {
    Dictionary(history.inputs.map { ($0.digest, $0.history) }) { first, _ in first }
  }

  /// The operator's decisions on inputs.
  package var setAside: [Digest: [SetAside]] {
    Dictionary(
      inputRows.filter { !$0.setAside.isEmpty }.map { ($0.digest, $0.setAside) },
      uniquingKeysWith: { first, _ in first })
  }

  package var formats: Set<FormatID> { Set(inputRows.map(\.format)) }

  /// Whether a day of a session is one that only a file's name says.
  package var hasDaysFromNames: Bool { inputRows.contains { !$0.daysFromNames.isEmpty } }

  /// The damage of the inputs.
  package var damage: [InputDamage] { inputRows.damaged }

  /// The measures of days, without those that cannot be read.
  package var qualityRows: [DayQuality] {
    Kind.list(Members<DayQuality>.quality.kind, forgives: true).value(of: document["quality"]) ?? []
  }

  /// The days with exercise time, of which the document has no value.
  package var exerciseDays: Set<CivilDay> {
    Set(qualityRows.filter { $0.metric == .exerciseTime }.map(\.day))
  }
}

extension JSONValue {
  /// What an evidence document says of earlier runs; in version 3 it stood in the inputs.
  fileprivate var history: EvidenceHistory {
    if let history = Members<EvidenceHistory>.history.kind.value(of: self["history"]) {
      return history
    }
    var history = EvidenceHistory()
    for input in elements("inputs") {
      guard let digest = Kind.digest.value(of: input["sha256"]),
        let firstSeen = Kind.instant.value(of: input["firstSeen"])
      else { continue }
      history.inputs.append(
        .init(digest: digest, history: InputHistory(.inputReceiptUnknown, firstSeen: firstSeen)))
    }
    return history
  }
}

/// The content of `evidence.sha256`: a line that `sha256sum --check` takes.
package func checksumLine(of document: [UInt8]) -> String {
  "\(Digest(of: document).hex)  evidence.json\n"
}
