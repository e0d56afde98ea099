package import DaymarkDocuments
package import DaymarkModel

/// The evidence document: daily aggregates, the inputs and sources behind them, and the verdict on
/// them.
///
/// Raw samples, times within a day, and names of devices and files are not in it. Shape and units:
/// Evidence, "The evidence document"; the schema is ``DocumentSchema/evidence``.
package func evidenceDocument(_ evidence: Evidence) -> JSONValue {
  Members<Evidence>.evidence.kind.json(evidence)
}

/// The canonical bytes of ``evidenceDocument(_:)``, as `evidence.json` holds them.
package func evidenceBytes(_ evidence: Evidence) -> [UInt8] {
  Members<Evidence>.evidence.kind.bytes(evidence)
}

/// The statements of an evidence document that are needed to build the document again from the same
/// archives.
package struct EvidenceClaim: Hashable, Sendable {
  /// The whole document as it was read.
  package var document: JSONValue
  package var version: EvidenceVersion
  /// The challenge, with its zone if the document says that the zone was given for the challenge.
  package var challenge: Challenge
  package var subject: String
  package var zone: ResolvedZone
  /// The policies, without the order of sources, whose patterns may contain private names.
  package var policies: Policies
  /// The operator's files, in the order of the document.
  package var operatorFiles: [OperatorFileIdentity]
  /// The inputs, as the document lists them.
  package var inputRows: [EvidenceInput]
  /// The days and activities of the daily arrays; rows that cannot be read are left out.
  package var aggregates: SubjectAggregates
  package var verdict: VerdictClaim
  /// The records of earlier runs.
  package var history: EvidenceHistory

  /// Reads an evidence document.
  ///
  /// - Returns: `nil` when the document is no evidence of this version or an earlier one.
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
    aggregates.featNames = Kind.featNames.value(of: document["featNames"] ?? .object([:])) ?? [:]
    (aggregates.zone, aggregates.daysBefore) = (zone, verdict.rule.daysBefore)
    if zone.method == .challenge { self.challenge.zone = zone.zone }
    self.challenge.contact = document.string("contact")
  }
}

extension Period {
  /// Whether the period has at most a thousand years, because a document must not make its reader
  /// go through millions of days.
  fileprivate var hasPlausibleLength: Bool {
    let interval = interval(in: DayCalendar(zone: .utc))
    return interval.end.milliseconds - interval.start.milliseconds <= 366_000 * 86_400_000
  }
}

extension EvidenceClaim {
  /// Whether the verdict is of the version in which outcomes meant something else.
  package var hasOlderVerdict: Bool { version == .first }

  /// Whether the version has strength training and the operator's files.
  package var hasStrength: Bool { version >= .third }

  /// The subject's zone, if the document says that it was given for the subject.
  ///
  /// A zone that was given for neither subject nor challenge is found from the inputs again.
  package var subjectZone: Zone? { zone.method == .subject ? zone.zone : nil }

  /// The digests of the inputs, ascending, without repetition.
  package var inputs: [Digest] { Set(inputRows.map(\.digest)).sorted() }

  /// The digests of the inputs that are compared with those of other subjects.
  package var sharedInputs: [Digest] { inputRows.filter(\.mayBeShared).map(\.digest) }

  /// The instants at which inputs were received, as far as they are stated, by input.
  package var receivedAt: [Digest: Instant] {
    Dictionary(
      inputRows.compactMap { input in input.receivedAt.map { (input.digest, $0) } },
      uniquingKeysWith: min)
  }

  /// The reasons for which earlier runs left inputs out, by input.
  package var inputHistory: [Digest: InputHistory] {
    Dictionary(history.inputs.map { ($0.digest, $0.history) }) { first, _ in first }
  }

  /// By input: whether the operator left it out, or which of its losses the operator accepted.
  package var setAside: [Digest: [InputWaiver]] {
    Dictionary(
      inputRows.filter { !$0.setAside.isEmpty }.map { ($0.digest, $0.setAside) },
      uniquingKeysWith: { first, _ in first })
  }

  package var formats: Set<FormatID> { Set(inputRows.map(\.format)) }

  /// Whether the day of a session is taken from a file's name.
  package var hasDaysFromNames: Bool { inputRows.contains { !$0.daysFromNames.isEmpty } }

  /// The damage of the inputs.
  package var damage: [InputDamage] { inputRows.damaged }

  /// The measures of days; rows that cannot be read are left out.
  package var qualityRows: [DayQuality] {
    Kind.list(Members<DayQuality>.quality.kind, forgives: true).value(of: document["quality"]) ?? []
  }

  /// The days with exercise time, whose values the document does not have.
  package var exerciseDays: Set<CivilDay> {
    Set(qualityRows.filter { $0.metric == .exerciseTime }.map(\.day))
  }
}

extension JSONValue {
  /// The records of earlier runs, which version 3 had with the inputs.
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

/// The content of `evidence.sha256`: a line as `sha256sum --check` reads it.
package func checksumLine(of document: [UInt8]) -> String {
  "\(Digest(of: document).hex)  evidence.json\n"
}
