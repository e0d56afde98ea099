public import DaymarkModel

/// The evidence document: daily aggregates, what they were made of, and the verdict on them.
///
/// Raw samples, times within a day, and names of devices and files are not in it. Its file is
/// ``DaymarkModel/JSONValue/canonicalBytes(escapingNonASCII:)``. Shape and units: Evidence, "The
/// evidence document"; the schema is ``DocumentSchema/evidence``.
public func evidenceDocument(_ evidence: Evidence) -> JSONValue {
  let aggregates = evidence.aggregates
  let keys = SourceOrder.keys(of: aggregates.sources)
  var members: [String: JSONValue] = [
    "schema": .string("daymark/evidence@1"),
    "tool": toolMember(evidence),
    "challenge": challengeMember(evidence.challenge),
    "subject": .string(evidence.subject.id),
    "zone": zoneMember(aggregates.zone),
    "sources": .array(zip(keys, aggregates.sources).map(sourceRow)),
    "policy": .object(["manualEntries": .string(evidence.policies.manualEntries.rawValue)]),
    "inputs": .array(inputRows(evidence.inputs)),
    "sessions": .array(aggregates.sessions.map { sessionRow($0, of: evidence.inputs) }),
    "quality": .array(qualityRows(aggregates.days, keys: keys)),
    "verdict": .object(verdictMembers(evidence)),
  ]
  members.merge(dailyArrays(aggregates)) { _, daily in daily }
  return .object(members)
}

/// The content of `evidence.sha256`: a line that `sha256sum --check` takes.
public func checksumLine(of document: [UInt8]) -> String {
  "\(Digest(of: document).hex)  evidence.json\n"
}

func toolMember(_ evidence: Evidence) -> JSONValue {
  .object(["name": .string("daymark"), "version": .string(evidence.toolVersion)])
}

func challengeMember(_ challenge: Challenge) -> JSONValue {
  var members: [String: JSONValue] = [
    "id": .string(challenge.id), "title": .string(challenge.title),
  ]
  switch challenge.period {
  case .days(let from, let to):
    members["from"] = .string("\(from)")
    members["to"] = .string("\(to)")
  case .instants(let interval):
    members["start"] = .string("\(interval.start)")
    members["end"] = .string("\(interval.end)")
  }
  if let deadline = challenge.proofDeadline { members["proofDeadline"] = .string("\(deadline)") }
  return .object(members)
}

func zoneMember(_ resolved: ResolvedZone) -> JSONValue {
  .object(["id": .string(resolved.zone.id), "method": .string(resolved.method.rawValue)])
}

private func sourceRow(key: String, source: Source) -> JSONValue {
  .object([
    "key": .string(key), "provider": .string(source.provider),
    "class": .string(source.deviceClass.id),
  ])
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
  return .object([
    "format": .string(input.format), "sha256": .string(input.digest.hex),
    "bytes": .number(Int(input.bytes)), "records": .number(input.records),
    "rejected": .object(Dictionary(uniqueKeysWithValues: rejected)),
    "damage": .array(input.damage.sorted().map { .string($0.rawValue) }),
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
