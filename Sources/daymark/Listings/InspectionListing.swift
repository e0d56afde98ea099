import DaymarkDocuments
import DaymarkModel
import DaymarkPipeline

/// The contents of one archive, as text and JSON.
struct InspectionListing {
  let path: String
  let result: Result<ArchiveInspection, DaymarkError>

  /// The findings of reading and of the records, or the error.
  var findings: [Finding] {
    switch result {
    case .success(let inspection): inspection.facts.findings + inspection.findings
    case .failure(let error): [error.finding]
    }
  }

  var text: String {
    guard case .success(let inspection) = result else {
      return findings.map(Wording.line).joined(separator: "\n")
    }
    let calendar = DayCalendar(zone: inspection.zone.zone)
    let facts = inspection.facts
    var lines = [path.printable]
    func add(_ label: String, _ value: String) {
      lines.append("  " + label + String(repeating: " ", count: max(1, 10 - label.count)) + value)
    }
    add("format", facts.format.text + (facts.entry.map { ", \($0.printableName)" } ?? ""))
    if !inspection.documents.isEmpty { add("documents", counted(inspection.documentsByName)) }
    if !facts.unused.isEmpty { add("not used", counted(facts.unusedByName)) }
    add("sha256", facts.digest.hex)
    add("exported", facts.exportDate.map { "\($0)" } ?? "not stated in the document")
    add("zone", inspection.zone.words)
    if let span = inspection.span {
      let last = calendar.day(containing: span.end)
      add("span", calendar.day(containing: span.start).words(through: last))
    }
    let rejected = inspection.rejected.values.reduce(0, +)
    add("records", "\(facts.recordCount), of them \(rejected) set aside")
    if let rows = facts.logRows { add("rows", rows.words) }
    if !facts.daysFromNames.isEmpty {
      add("on trust", "days that only a file's name says: \(facts.daysFromNames.words)")
    }
    if inspection.strengthSessions > 0 {
      add(
        "strength",
        inspection.strengthSessions == 1 ? "1 session" : "\(inspection.strengthSessions) sessions")
    }
    if !inspection.sessions.isEmpty {
      let kinds = inspection.sessions.sorted { $0.key.rawValue < $1.key.rawValue }
      add("sessions", kinds.map { "\($0.value) \($0.key.rawValue)" }.joined(separator: ", "))
    }
    lines.append("")
    lines.append(series(inspection, calendar))
    if !findings.isEmpty {
      lines.append("")
      lines += findings.map(Wording.line)
    }
    return lines.joined(separator: "\n")
  }

  private func series(_ inspection: ArchiveInspection, _ calendar: DayCalendar) -> String {
    guard !inspection.series.isEmpty else { return "No samples of the metrics." }
    let setsAside = inspection.series.contains { !$0.rejected.isEmpty }
    var table = Table(
      [
        .init(heading: "metric"), .init(heading: "source"), .init(heading: "class"),
        .init(heading: "samples", isNumeric: true), .init(heading: "first"),
        .init(heading: "last"),
      ] + (setsAside ? [.init(heading: "set aside", isNumeric: true)] : []))
    table.rows = inspection.series.map { series in
      [
        series.metric.id, series.source.name.printableName, series.source.deviceClass.id,
        "\(series.samples)",
        day(series.first, calendar), day(series.last, calendar),
      ] + (setsAside ? [count(series.rejected)] : [])
    }
    return table.text()
  }

  private func day(_ instant: Instant?, _ calendar: DayCalendar) -> String {
    instant.map { "\(calendar.day(containing: $0))" } ?? "-"
  }

  /// Returns counts as text, for example `312 fit, 1 strava-export`.
  private func counted(_ counts: [String: Int]) -> String {
    counts.sorted { $0.key < $1.key }.map { "\($0.value) \($0.key)" }.joined(separator: ", ")
  }

  /// Returns the number of rejected records.
  ///
  /// The codes are printed below and in the JSON.
  private func count(_ rejected: [FindingCode: Int]) -> String {
    rejected.isEmpty ? "-" : "\(rejected.values.reduce(0, +))"
  }

  var json: JSONValue {
    guard case .success(let inspection) = result else {
      return .object(["path": .string(path), "findings": FindingListing.json(findings)])
    }
    let (facts, documents) = (inspection.facts, inspection.documentsByName)
    return .object(present: [
      "path": .string(path), "format": .string(facts.format.text),
      "entry": facts.entry.map(JSONValue.string), "sha256": .string(facts.digest.hex),
      "documents": documents.isEmpty ? nil : countsJSON(documents),
      "unused": facts.unused.isEmpty ? nil : countsJSON(facts.unusedByName),
      "bytes": .number(Int(facts.bytes)), "exportDate": facts.exportDate.map { .string("\($0)") },
      "zone": inspection.zone.json,
      "first": inspection.span.map { .string("\($0.start)") },
      "last": inspection.span.map { .string("\($0.end)") },
      "records": .number(facts.recordCount),
      "rejected": codesJSON(inspection.rejected),
      "rows": facts.logRows.map(Members<LogRows>.logRows.kind.json),
      "daysFromNames": facts.daysFromNames.isEmpty
        ? nil : .array(facts.daysFromNames.map { .string("\($0)") }),
      "strengthSessions": facts.logRows.map { _ in .number(inspection.strengthSessions) },
      "sessions": .object(
        Dictionary(
          uniqueKeysWithValues: inspection.sessions.map { ($0.key.rawValue, .number($0.value)) })),
      "series": .array(inspection.series.map(\.json)), "findings": FindingListing.json(findings),
    ])
  }
}

extension LogRows {
  /// The rows in words, for example `16: 8 sets, 8 restTimer`.
  fileprivate var words: String {
    let skipped = skipped.sorted { $0.key.rawValue < $1.key.rawValue }
    let parts = ["\(sets) sets"] + skipped.map { "\($0.value) \($0.key.rawValue)" }
    return "\(count): " + parts.joined(separator: ", ")
  }
}

extension [CivilDay] {
  fileprivate var words: String { map { "\($0)" }.joined(separator: ", ") }
}

private func codesJSON(_ counts: [FindingCode: Int]) -> JSONValue {
  .object(Dictionary(uniqueKeysWithValues: counts.map { ($0.key.rawValue, .number($0.value)) }))
}

private func countsJSON(_ counts: [String: Int]) -> JSONValue {
  .object(counts.mapValues { .number($0) })
}

extension ArchiveInspection {
  /// The number of documents read, by the id of their format.
  fileprivate var documentsByName: [String: Int] {
    Dictionary(uniqueKeysWithValues: documents.map { ($0.key.text, $0.value) })
  }
}

extension InputFacts {
  /// The number of unused members, by the stable name of their content.
  fileprivate var unusedByName: [String: Int] {
    Dictionary(uniqueKeysWithValues: unused.map { ($0.key.rawValue, $0.value) })
  }
}

extension ArchiveInspection.Series {
  fileprivate var json: JSONValue {
    .object(present: [
      "metric": .string(metric.id), "provider": .string(source.provider.id),
      "source": .string(source.name), "class": .string(source.deviceClass.id),
      "samples": .number(samples), "first": first.map { .string("\($0)") },
      "last": last.map { .string("\($0)") }, "rejected": codesJSON(rejected),
    ])
  }
}
