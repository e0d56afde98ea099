package import DaymarkModel

/// The versions of the document; the raw value is that of `schema`.
package enum EvidenceVersion: String, CaseIterable, Comparable, Sendable {
  /// The first, whose figures are the same and whose verdict had an older meaning.
  case first = "daymark/evidence@1"
  /// Without strength training and files of the operator.
  case second = "daymark/evidence@2"
  /// The one that is written.
  case third = "daymark/evidence@3"

  /// Orders versions by age, the oldest first.
  package static func < (a: EvidenceVersion, b: EvidenceVersion) -> Bool {
    a.rawValue < b.rawValue
  }
}

/// The value of `schema` that is written.
let evidenceSchemaName = EvidenceVersion.third.rawValue

/// The evidence document: daily aggregates, what they were made of, and the verdict on them.
///
/// Raw samples, times within a day, and names of devices and files are not in it. Its file is
/// ``DaymarkModel/JSONValue/canonicalBytes(escapingNonASCII:)``. Shape and units: Evidence, "The
/// evidence document"; the schema is ``DocumentSchema/evidence``.
package func evidenceDocument(_ evidence: Evidence) -> JSONValue {
  let aggregates = evidence.aggregates
  let keys = SourceOrder.keys(of: aggregates.sources)
  var members: [String: JSONValue] = [
    "schema": .string(evidenceSchemaName),
    "tool": toolMember(evidence),
    "challenge": challengeMember(evidence.challenge),
    "subject": .string(evidence.subject.id),
    "zone": zoneMember(aggregates.zone),
    "sources": .array(zip(keys, aggregates.sources).map(sourceRow)),
    "policy": policyMember(evidence.policies),
    "inputs": .array(inputRows(evidence.inputs)),
    "sessions": .array(aggregates.sessions.map { sessionRow($0, of: evidence.inputs) }),
    "quality": .array(qualityRows(aggregates.days, keys: keys)),
    "verdict": .object(verdictMembers(evidence)),
  ]
  if !evidence.operatorFiles.isEmpty {
    members["operatorFiles"] = .array(evidence.operatorFiles.map(operatorFileRow))
  }
  members["loggedSessions"] = aggregates.loggedSessions.map {
    .object(["count": .number($0.count), "unmet": .number($0.unmet)])
  }
  members.merge(dailyArrays(aggregates)) { _, daily in daily }
  return .object(members)
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
  package var manualEntries: ManualEntryPolicy
  package var lateInputs: LateInputPolicy
  /// What was said of the subject's workout logs.
  package var logs: LogSettings
  /// The operator's files, in the order of the document.
  package var operatorFiles: [OperatorFileIdentity]
  /// Ascending, each once.
  package var inputs: [Digest]
  /// When inputs were received, of those of which it is said.
  package var receivedAt: [Digest: Instant]
  package var formats: Set<FormatID>
  /// The days of the daily arrays and of activities, without those that cannot be read.
  package var aggregates: SubjectAggregates
  package var verdict: VerdictClaim

  /// - Returns: `nil` when the document is no evidence of this version or one before.
  package init?(_ document: JSONValue) {
    guard let version = document.string("schema").flatMap(EvidenceVersion.init),
      let challenge = document["challenge"].flatMap(Challenge.init(member:)),
      challenge.period.hasPlausibleLength,
      let subject = document.string("subject"),
      let zone = document["zone"].flatMap(ResolvedZone.init(member:)),
      let policy = document["policy"]?.string("manualEntries").flatMap(ManualEntryPolicy.init),
      case .array(let rows)? = document["inputs"],
      let verdict = document["verdict"].flatMap(VerdictClaim.init)
    else { return nil }
    let digests = rows.compactMap { $0.string("sha256").flatMap { Digest(hex: $0) } }
    operatorFiles = document.elements("operatorFiles").compactMap(OperatorFileIdentity.init(row:))
    guard digests.count == rows.count,
      operatorFiles.count == document.elements("operatorFiles").count
    else { return nil }
    (self.document, self.version) = (document, version)
    self.challenge = challenge
    self.subject = subject
    self.zone = zone
    self.verdict = verdict
    manualEntries = policy
    // Before version 2 none was ever set aside.
    lateInputs = document["policy"]?.string("lateInputs").flatMap(LateInputPolicy.init) ?? .accept
    logs = LogSettings(
      loadUnit: document["policy"]?.string("loadUnit").flatMap(LoadUnit.init),
      dateOrder: document["policy"]?.string("dateOrder").flatMap(DateOrder.init),
      bodyWeight: document["policy"]?.quantity("bodyWeightKilograms"),
      sex: document["policy"]?.string("sex").flatMap(Sex.init))
    receivedAt = Dictionary(
      zip(digests, rows).compactMap { digest, row in
        row.string("receivedAt").flatMap { Instant(rfc3339: $0) }.map { (digest, $0) }
      }, uniquingKeysWith: min)
    inputs = Set(digests).sorted()
    formats = Set(rows.compactMap { $0.string("format").map { FormatID($0) } })
    aggregates = SubjectAggregates(dailyArraysOf: document, in: zone)
    if zone.method == .challenge { self.challenge.zone = zone.zone }
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

  /// Whether a day of a session is one that only a file's name says.
  package var hasDaysFromNames: Bool {
    document.elements("inputs").contains { !$0.elements("daysFromNames").isEmpty }
  }

  /// The damage of the inputs.
  package var damage: [InputDamage] {
    document.elements("inputs").compactMap { row in
      let codes = row.elements("damage").compactMap { code -> FindingCode? in
        if case .string(let text) = code { FindingCode(rawValue: text) } else { nil }
      }
      guard !codes.isEmpty, let format = row.string("format"),
        let digest = row.string("sha256").flatMap({ Digest(hex: $0) })
      else { return nil }
      return InputDamage(
        format: FormatID(format), digest: digest, codes: codes,
        limits: [ReadLimit: Int](json: row["limits"]) ?? [:])
    }
  }

  /// The days with exercise time, of which the document has no value.
  package var exerciseDays: Set<CivilDay> {
    Set(
      document.elements("quality").compactMap { row in
        guard row.string("metric") == Metric.exerciseTime.id else { return nil }
        return row.string("date").flatMap { CivilDay($0) }
      })
  }
}

/// The content of `evidence.sha256`: a line that `sha256sum --check` takes.
package func checksumLine(of document: [UInt8]) -> String {
  "\(Digest(of: document).hex)  evidence.json\n"
}

private func sourceRow(key: String, source: Source) -> JSONValue {
  .object([
    "key": .string(key), "provider": .string(source.provider.id),
    "class": .string(source.deviceClass.id),
  ])
}

/// One of the operator's files, as evidence and run record list it.
package func operatorFileRow(_ file: OperatorFileIdentity) -> JSONValue {
  .object([
    "kind": .string(file.kind.rawValue), "sha256": .string(file.digest.hex),
    "bytes": .number(file.bytes),
  ])
}

extension OperatorFileIdentity {
  /// Reads an ``operatorFileRow(_:)``; `nil` of a kind that is not known.
  fileprivate init?(row: JSONValue) {
    guard let kind = row.string("kind").flatMap(OperatorFile.Kind.init),
      let digest = row.string("sha256").flatMap({ Digest(hex: $0) }), let bytes = row.count("bytes")
    else { return nil }
    self.init(kind: kind, digest: digest, bytes: bytes)
  }
}

/// Rows by SHA-256; one archive given twice differs in what was rejected, so its rows decide
/// between themselves.
private func inputRows(_ inputs: [EvidenceInput]) -> [JSONValue] {
  let rows = inputs.map { (digest: $0.digest, row: inputRow($0)) }
  return rows.sorted { a, b in
    guard a.digest == b.digest else { return a.digest < b.digest }
    return a.row.canonicalBytes().lexicographicallyPrecedes(b.row.canonicalBytes())
  }.map(\.row)
}

private func inputRow(_ input: EvidenceInput) -> JSONValue {
  let rejected = input.rejected.map { ($0.key.rawValue, JSONValue.number($0.value)) }
  return .object(present: [
    "format": .string(input.format.text), "sha256": .string(input.digest.hex),
    "bytes": .number(Int(input.bytes)), "records": .number(input.records),
    "rejected": .object(Dictionary(uniqueKeysWithValues: rejected)),
    "damage": .array(input.damage.sorted().map { .string($0.rawValue) }),
    "limits": input.limits.json, "receivedAt": input.receivedAt.map { .string("\($0)") },
    "late": input.isLate ? .bool(true) : nil,
    "rows": input.logRows?.json,
    "daysFromNames": input.daysFromNames.isEmpty
      ? nil : .array(input.daysFromNames.map { .string("\($0)") }),
  ])
}

/// `fields` gives for each field the position in `from` of the input that it was taken from.
private func sessionRow(_ session: Session, of inputs: [EvidenceInput]) -> JSONValue {
  let fields = session.origins.map { ($0.key.rawValue, JSONValue.number($0.value)) }
  return .object([
    "date": .string("\(session.day)"), "kind": .string(session.activity.kind.rawValue),
    "from": .array(session.inputs.map { .string(inputs[$0].digest.hex) }),
    "fields": .object(Dictionary(uniqueKeysWithValues: fields)),
  ])
}

/// Rows of every day that has a value, by date and then in the order of the metrics.
///
/// Exercise time is among them: rules may ask for it, and this is the only trace of it in the
/// document.
private func qualityRows(_ days: [DailyAggregate], keys: [String]) -> [JSONValue] {
  let ordered = days.sorted { ($0.day, $0.metric) < ($1.day, $1.metric) }
  return ordered.map { aggregate in
    let (metric, measure) = (aggregate.metric, aggregate.measure)
    let contributions = measure.contributions.map {
      (keys[$0.source], JSONValue.number($0.contributed))
    }
    let figures = measure.figures.map { ($0.key.rawValue, JSONValue.number($0.value)) }
    return .object(present: [
      "date": .string("\(aggregate.day)"), "metric": .string(metric.id),
      // A sum of heart rates means nothing.
      "naive": metric.isCumulative ? .number(measure.naive) : nil,
      "manualShare": measure.manualShare.map { .number(Double($0) / 10_000) },
      "sources": .object(Dictionary(uniqueKeysWithValues: contributions)),
      "complete": .bool(aggregate.isComplete),
      "figures": figures.isEmpty
        ? nil : .object(Dictionary(uniqueKeysWithValues: figures)),
    ])
  }
}
