import DaymarkEmit
package import DaymarkModel

extension RunSummary {
  /// The document `run.json`: what was read, found, decided and written, how long it took, and by which
  /// versions.
  ///
  /// The schema is `DocumentSchema.run`. Subjects stand in the order of their ids. It holds no health
  /// values.
  package var document: JSONValue { runDocument(self) }
}

private func runDocument(_ summary: RunSummary) -> JSONValue {
  let subjects = summary.subjects.sorted {
    $0.id.utf8.lexicographicallyPrecedes($1.id.utf8)
  }
  return .object([
    "schema": .string(runSchemaName),
    "tool": .object([
      "name": .string("daymark"), "version": .string(daymarkVersion),
      "zoneData": .string(Zone.dataVersion),
    ]),
    "pipeline": .string(summary.pipeline),
    "challenge": .string(summary.challenge),
    "rule": summary.rule.identity,
    "asOf": .string("\(summary.asOf)"),
    "state": .string(summary.state.rawValue),
    "startedAt": .string("\(summary.startedAt)"),
    "seconds": seconds(summary.seconds),
    "counts": counts(subjects),
    "findings": findingCounts(summary.findings + subjects.flatMap(\.findings)),
    "flags": flagCounts(subjects.compactMap(\.verdict)),
    "sharing": .array(summary.sharing.map(sharingMember)),
    "subjects": .array(subjects.map(subjectMember)),
    "gone": .array(summary.goneSubjects.map(JSONValue.string)),
  ])
}

private func subjectMember(_ subject: SubjectSummary) -> JSONValue {
  let error = subject.error.map { error in
    JSONValue.object(present: [
      "code": .string(error.code.rawValue), "place": error.location.map { .string("\($0)") },
      "facts": error.facts.json,
    ])
  }
  return .object(present: [
    "subject": .string(subject.id), "folder": .string(subject.folder),
    "verdict": subject.verdict.map(verdictMember),
    "stale": subject.stale.map { verdictMember($0.verdict) }, "error": error,
    "settled": .bool(subject.isSettled), "work": .string(subject.work.rawValue),
    "seconds": seconds(subject.seconds),
    "inputs": .array(subject.inputs.map(inputMember)),
    "operatorFiles": subject.operatorFiles.isEmpty
      ? nil : .array(subject.operatorFiles.map(operatorFileRow)),
    "findings": findingCounts(subject.findings),
    "files": .object(subject.files.mapValues { .string($0.hex) }),
  ])
}

private func verdictMember(_ verdict: Verdict) -> JSONValue {
  .object(present: [
    "outcome": .string(verdict.outcome.rawValue), "phase": .string(verdict.phase.rawValue),
    "asOf": .string("\(verdict.asOf)"),
    "final": .bool(verdict.openUntil == nil),
    "openUntil": verdict.openUntil.map { .string("\($0)") },
    "reasons": .array(verdict.reasons.map { .string($0.code) }),
    "flags": flagCounts([verdict]),
  ])
}

private func sharingMember(_ shared: SharedData) -> JSONValue {
  .object([
    "code": .string(shared.code.rawValue), "count": .number(shared.count),
    "unit": .string(shared.code.unit), "subjects": .array(shared.subjects.map(JSONValue.string)),
  ])
}

private func inputMember(_ input: EvidenceInput) -> JSONValue {
  .object(present: [
    "format": .string(input.format.text), "sha256": .string(input.digest.hex),
    "bytes": .number(Int(input.bytes)), "records": .number(input.records),
    "damage": input.damage.isEmpty
      ? nil : .array(input.damage.map { .string($0.rawValue) }),
    "limits": input.limits.json,
    "late": input.isLate ? .bool(true) : nil,
    "rows": input.logRows?.json,
  ])
}

private func counts(_ subjects: [SubjectSummary]) -> JSONValue {
  var counts = [
    "subjects": subjects.count, "failed": subjects.count { $0.error != nil },
    "stale": subjects.count { $0.stale != nil }, "damaged": subjects.count(where: \.isDamaged),
  ]
  for outcome in Outcome.allCases {
    counts[outcome.rawValue] = subjects.count { $0.verdict?.outcome == outcome }
  }
  // `fail` is a verdict, `failed` a subject without one.
  return .object(counts.mapValues { .number($0) })
}

private func findingCounts(_ findings: [Finding]) -> JSONValue {
  let counts = findings.reduce(into: [:]) { $0[$1.code.rawValue, default: 0] += $1.count }
  return .object(counts.mapValues { .number($0) })
}

/// For each code that there is, how many are noted and how many flagged.
private func flagCounts(_ verdicts: [Verdict]) -> JSONValue {
  let flags = Dictionary(grouping: verdicts.flatMap(\.quality.flags), by: \.code.rawValue)
  return .object(
    flags.mapValues { flags in
      let levels = QualityFlag.Level.allCases.map { level in
        (level.rawValue, JSONValue.number(flags.count { $0.level == level }))
      }
      return .object(Dictionary(uniqueKeysWithValues: levels))
    })
}

/// To the millisecond.
private func seconds(_ seconds: Double) -> JSONValue {
  .number((seconds * 1000).rounded() / 1000)
}

/// The file `run.json`, which says from the start of a run how far it has come: one that is killed cannot
/// say so at its end.
struct RunRecord {
  /// The name of the file in the output folder.
  static let name = RunFile.document.rawValue

  let outputFolder: String
  let mode: FileMode

  /// - Throws: `file.unwritable`.
  func write(_ summary: RunSummary) throws {
    let path = "\(outputFolder)/\(Self.name)"
    _ = try putFile(summary.document.canonicalBytes(), at: path, mode: mode)
    try flushFolder(outputFolder)
  }
}
