import DaymarkConfiguration
import DaymarkDocuments
import DaymarkModel
import DaymarkStore

/// Records a run that has come to its end, how each subject stands, and whose result it changed; nothing when
/// all is as it was.
func recordResults(
  of summary: RunSummary, _ configuration: PipelineConfiguration, in store: Store, _ book: Book
) throws {
  let rule = summary.rule.digest
  let before = try book.results(of: summary.challenge)
  var results: [String: RecordedResult?] = [:]
  var changes: [RecordedChange] = []
  func record(_ subject: String, _ new: RecordedResult?) {
    let old = before[subject]
    guard new != old else { return }
    results.updateValue(new, forKey: subject)
    // At the first run everybody would be new.
    guard new?.result.word != old?.result.word, !before.isEmpty else { return }
    changes.append(
      RecordedChange(
        subject: subject, old: old?.result, new: new?.result,
        causes: causes(from: old, to: new).map(\.rawValue)))
  }
  let shared = configuration.sharedSettings
  let subjects = Dictionary(configuration.subjects.map { ($0.id, $0) }) { first, _ in first }
  for entry in summary.subjects {
    guard let subject = subjects[entry.id] else { continue }
    let settings = configuration.settingsDigest(of: subject, shared)
    record(
      entry.id,
      RecordedResult(
        of: entry, before[entry.id], rule: summary.rule, digest: rule, settings: settings))
  }
  for subject in before.keys where subjects[subject] == nil { record(subject, nil) }
  let hasWork = summary.subjects.contains { $0.work != .nothing }
  if hasWork || !results.isEmpty {
    try book.append(RunEntry(summary), results: results, changes: changes)
  }
  try store.setRecorded(in: summary.challenge)
}

extension RecordedResult {
  /// - Parameters:
  ///   - old: As the subject stood before, which stays of one that could not be looked at.
  ///   - rule: The rule that was asked.
  ///   - digest: The digest of the rule.
  ///   - settings: The digest of what the pipeline decides of it.
  fileprivate init(
    of summary: SubjectSummary, _ old: RecordedResult?, rule: Rule, digest: Digest, settings: Digest
  ) {
    guard let verdict = summary.verdict else {
      if let old, summary.stale != nil {
        self = old
      } else {
        self.init(
          result: SubjectResult(.failed, summary.error?.code.rawValue ?? ""),
          basis: old?.basis ?? Basis())
      }
      return
    }
    var basis = Basis()
    basis.inputs = summary.inputs.map {
      Input(digest: $0.digest, isLate: $0.isLate, damage: $0.damage)
    }
    basis.rule = digest
    basis.settings = settings
    basis.program = daymarkVersion
    basis.phase = verdict.phase.rawValue
    basis.asOf = verdict.asOf
    // A rule that does not ask about sharing does not depend on it.
    if rule.quality.contains(where: \.asksAboutSharing) {
      for flag in verdict.quality.flags where flag.code.isOfSharing {
        basis.sharing[flag.code] = flag.measured
      }
    }
    self.init(
      result: SubjectResult(ResultWord(verdict.outcome), verdict.reasons.first?.code ?? ""),
      basis: basis)
  }
}

extension RunEntry {
  fileprivate init(_ summary: RunSummary) {
    let subjects = summary.subjects
    self.init(
      startedAt: summary.startedAt, milliseconds: Int(summary.seconds * 1000),
      version: daymarkVersion, challenge: summary.challenge, asOf: summary.asOf)
    self.subjects = subjects.count
    read = subjects.count { $0.work == .read }
    evaluated = subjects.count { $0.work == .read || $0.work == .evaluated }
    failed = subjects.count { $0.error != nil }
  }
}

extension PipelineConfiguration {
  /// The digest of what it says of every subject alike, beside the rule, that decides verdicts.
  fileprivate var sharedSettings: Digest {
    let settings = JSONValue.object(present: [
      "period": Kind.period.json(challenge.period),
      "deadline": challenge.proofDeadline.map { .string("\($0)") },
      "unreadUntil": challenge.unreadUntil.map { .string("\($0)") },
      "zone": challenge.zone.map { .string($0.id) },
      "manualEntries": .string(policies.manualEntries.rawValue),
      "lateInputs": .string(policies.lateInputs.rawValue),
      "sourcePriority": .array(policies.sourceOrder.patterns.map { .string($0) }),
      "limits": .string(limits.identity.digest.hex),
    ])
    return Digest(of: settings.canonicalBytes())
  }

  /// The digest of what decides a subject's verdict beside the inputs and the rule.
  ///
  /// - Parameter shared: The digest of what is said of every subject.
  fileprivate func settingsDigest(of subject: Subject, _ shared: Digest) -> Digest {
    let logs = subject.logs
    let settings = JSONValue.object(present: [
      "shared": .string(shared.hex), "zone": subject.zone.map { .string($0.id) },
      "loadUnit": logs.loadUnit.map { .string($0.rawValue) },
      "dateOrder": logs.dateOrder.map { .string($0.rawValue) },
      "bodyWeight": logs.bodyWeight.map { .string("\($0)") },
      "sex": logs.sex.map { .string($0.rawValue) },
      "sport": logs.sports.isEmpty ? nil : Kind.sports.json(logs.sports),
      "setAside": subject.setAside.isEmpty
        ? nil
        : .array(subject.setAside.map { Members<SetAside.Statement>.statement.kind.json($0) }),
      "files": .array(operatorFiles(of: subject).map { .string($0.identity.digest.hex) }),
    ])
    return Digest(of: settings.canonicalBytes())
  }
}
