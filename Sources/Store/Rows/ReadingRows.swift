import DaymarkModel
import GRDB

extension Database {
  func replaceReading(_ reading: StoredReading, of key: SubjectKey) throws {
    // Takes every row that refers to it along, the verdicts too.
    try deleteRows(of: "reading", key)
    let aggregates = reading.aggregates
    try put(
      "reading",
      [
        "challenge": key.challenge, "subject": key.subject, "settings": reading.settings,
        "as_of": reading.asOf?.milliseconds, "zone": aggregates.zone.zone.id,
        "zone_method": aggregates.zone.method.rawValue,
        "data_end": aggregates.dataEnd?.milliseconds, "is_damaged": aggregates.isDamaged,
        "strength_end": aggregates.strengthEnd.map { "\($0)" },
        "feats_end": aggregates.featsEnd.map { "\($0)" },
      ])
    for span in aggregates.damagedSpans {
      try put(
        "damaged_span",
        [
          "challenge": key.challenge, "subject": key.subject,
          "start": span.start.milliseconds, "end": span.end.milliseconds,
        ])
    }
    for (rank, source) in aggregates.sources.enumerated() {
      try put(
        "source",
        [
          "challenge": key.challenge, "subject": key.subject, "rank": rank,
          "provider": source.provider.id, "name": source.name, "class": source.deviceClass.id,
        ])
    }
    for (position, input) in reading.inputs.enumerated() { try put(input, at: position, of: key) }
    for digest in reading.documents.sorted() {
      try put(
        "document",
        ["challenge": key.challenge, "subject": key.subject, "sha256": digest.hex])
    }
    for (position, finding) in aggregates.findings.enumerated() {
      try put(finding, at: position, of: key)
    }
    for day in aggregates.days { try put(day, of: key) }
    for (position, session) in aggregates.sessions.enumerated() {
      try put(session, at: position, of: key)
    }
    for (position, session) in aggregates.strength.enumerated() {
      try put(session, at: position, of: key)
    }
    for day in aggregates.strengthDays { try put(day, of: key) }
    for feat in aggregates.feats { try put(feat, of: key) }
    for activities in aggregates.activities { try put(activities, of: key) }
  }

  func reading(of key: SubjectKey) throws -> StoredReading? {
    var spans: [Interval] = []
    try rows(of: "damaged_span", key, by: "start") { row in
      spans.append(Interval(try row.instant("start"), try row.instant("end")))
    }
    var reading: StoredReading?
    try rows(of: "reading", key, by: "subject") { row in
      let zone = try row.require(Zone(id: row.text("zone")))
      let method = try row.require(ZoneMethod(rawValue: row.text("zone_method")))
      reading = StoredReading(
        settings: try row.text("settings"), asOf: try row.optional("as_of", row.instant),
        inputs: [],
        aggregates: SubjectAggregates(
          zone: ResolvedZone(zone, by: method),
          strengthEnd: try row.optional("strength_end", row.day),
          featsEnd: try row.optional("feats_end", row.day),
          dataEnd: try row.optional("data_end", row.instant),
          isDamaged: try row.flag("is_damaged"), damagedSpans: spans))
    }
    guard var reading else { return nil }
    var documents: Set<Digest> = []
    try rows(of: "document", key, by: "sha256") { documents.insert(try $0.digest("sha256")) }
    reading.documents = documents
    try rows(of: "source", key, by: "rank") { row in
      reading.aggregates.sources.append(
        Source(
          provider: Provider(try row.text("provider")), name: try row.text("name"),
          deviceClass: try row.require(DeviceClass(id: row.text("class")))))
    }
    reading.inputs = try inputs(of: key)
    reading.aggregates.findings = try findings(of: key)
    reading.aggregates.days = try days(of: key)
    reading.aggregates.sessions = try sessions(of: key)
    reading.aggregates.strength = try strengthSessions(of: key)
    reading.aggregates.strengthDays = try strengthDays(of: key)
    reading.aggregates.feats = try feats(of: key)
    reading.aggregates.activities = try activities(of: key)
    guard reading.refersOnlyToItself else { throw UnreadableRow(table: "reading") }
    return reading
  }

  func readingOrigin(of key: SubjectKey) throws -> ReadingOrigin? {
    var origin: ReadingOrigin?
    try rows(of: "reading", key, by: "subject") { row in
      origin = ReadingOrigin(
        settings: try row.text("settings"), asOf: try row.optional("as_of", row.instant),
        dataEnd: try row.optional("data_end", row.instant), inputs: try inputs(of: key),
        findings: try findings(of: key))
    }
    return origin
  }

  private func put(_ input: EvidenceInput, at position: Int, of key: SubjectKey) throws {
    let rejected = input.rejected.map { ($0.key.rawValue, JSONValue.number($0.value)) }
    try put(
      "input",
      [
        "challenge": key.challenge, "subject": key.subject, "position": position,
        "format": input.format.text, "sha256": input.digest.hex, "bytes": input.bytes,
        "records": input.records,
        "rejected": JSONValue.object(Dictionary(rejected) { $1 }).canonicalText,
        "damage": input.damageColumn.canonicalText,
        "received_at": input.receivedAt?.milliseconds, "is_late": input.isLate,
        "log_rows": input.logRows?.json.canonicalText,
        "days_from_names": JSONValue.array(input.daysFromNames.map { .string("\($0)") })
          .canonicalText,
      ])
  }

  private func inputs(of key: SubjectKey) throws -> [EvidenceInput] {
    var inputs: [EvidenceInput] = []
    try rows(of: "input", key, by: "position") { inputs.append(try $0.input()) }
    return inputs
  }

  private func put(_ finding: Finding, at position: Int, of key: SubjectKey) throws {
    let location = finding.location
    try put(
      "finding",
      [
        "challenge": key.challenge, "subject": key.subject, "position": position,
        "code": finding.code.rawValue, "count": finding.count, "file": location?.file,
        "entry": location?.entry, "line": location?.line, "column": location?.column,
        "byte": location?.byte,
        "facts": finding.facts.json.canonicalText,
      ])
  }

  private func findings(of key: SubjectKey) throws -> [Finding] {
    var findings: [Finding] = []
    try rows(of: "finding", key, by: "position") { findings.append(try $0.finding()) }
    return findings
  }
}

extension RowReader {
  func input() throws -> EvidenceInput {
    var input = EvidenceInput(
      format: FormatID(try text("format")), digest: try digest("sha256"),
      bytes: try integer("bytes"), records: try count("records"), rejected: [:],
      damage: [], receivedAt: try optional("received_at", instant), isLate: try flag("is_late"),
      logRows: try optional("log_rows") { try require(LogRows(json: json($0))) },
      daysFromNames: try days("days_from_names"))
    let damage = try json("damage")
    guard case .object(let rejected) = try json("rejected"),
      let limits = [ReadLimit: Int](json: damage["limits"])
    else { throw failure }
    input.limits = limits
    for (code, count) in rejected {
      guard case .number(let count) = count else { throw failure }
      input.rejected[try require(FindingCode(rawValue: code))] = try require(Int(exactly: count))
    }
    let codes = if case .array(let codes) = damage { codes } else { damage.elements("codes") }
    for code in codes {
      guard case .string(let text) = code else { throw failure }
      input.damage.append(try require(FindingCode(rawValue: text)))
    }
    return input
  }

  func finding() throws -> Finding {
    let location = try optional("file", text).map { file in
      InputLocation(
        file: file, entry: try optional("entry", text), line: try optional("line", count),
        column: try optional("column", count), byte: try optional("byte", count))
    }
    return Finding(
      try require(FindingCode(rawValue: text("code"))), at: location, count: try count("count"),
      facts: try require(try? Finding.Facts(json: json("facts"))))
  }
}

extension StoredReading {
  /// Whether every position points at something: others use them without looking.
  fileprivate var refersOnlyToItself: Bool {
    let contributions = aggregates.days.lazy.flatMap(\.measure.contributions)
    return contributions.allSatisfy { aggregates.sources.indices.contains($0.source) }
      && aggregates.sessions.allSatisfy { session in
        aggregates.sources.indices.contains(Int(session.activity.source))
          && inputs.indices.contains(session.activity.input)
          && session.inputs.allSatisfy(inputs.indices.contains)
          && session.origins.values.allSatisfy(session.inputs.indices.contains)
      }
      && aggregates.strength.allSatisfy { session in
        aggregates.sources.indices.contains(Int(session.source))
          && inputs.indices.contains(session.input)
          && session.recording.map(aggregates.sessions.indices.contains) ?? true
      }
  }
}

extension EvidenceInput {
  /// The column of its damage: the codes, and the limits that it is beyond where there are any.
  fileprivate var damageColumn: JSONValue {
    let codes = JSONValue.array(damage.map { .string($0.rawValue) })
    return limits.json.map { .object(["codes": codes, "limits": $0]) } ?? codes
  }
}
