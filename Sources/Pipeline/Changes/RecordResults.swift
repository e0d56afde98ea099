import DaymarkConfiguration
import DaymarkDocuments
import DaymarkModel
import DaymarkStore

/// Records a finished run, the result of each subject and the changed results in the book.
///
/// A run that changes nothing is not recorded.
///
/// - Parameters:
///   - before: The results after the run before, by subject id.
///   - isForAnotherTime: Whether the run is for another instant than the present, so that a final
///     verdict stays as it is.
func recordResults(
  of summary: RunSummary, _ configuration: PipelineConfiguration, in store: Store, _ book: Book,
  before: [String: RecordedResult], isForAnotherTime: Bool
) throws {
  var results: [String: RecordedResult?] = [:]
  var changes: [RecordedChange] = []
  func record(_ subject: String, _ new: RecordedResult?) {
    let old = before[subject]
    guard new != old else { return }
    results.updateValue(new, forKey: subject)
    // The first run records no changes: every subject would be new.
    let isSuperseding = new?.supersedes != old?.supersedes && new?.supersedes != nil
    guard new?.result.word != old?.result.word || isSuperseding, !before.isEmpty else { return }
    changes.append(
      RecordedChange(
        subject: subject, old: old?.result, new: new?.result,
        causes: causes(from: old, to: new).map(\.rawValue),
        supersedes: isSuperseding ? new?.supersedes?.verdict : nil))
  }
  let shared = configuration.sharedSettings
  let subjects = Dictionary(configuration.subjects.map { ($0.id, $0) }) { first, _ in first }
  for entry in summary.subjects {
    guard let subject = subjects[entry.id] else { continue }
    let settings = configuration.settingsDigest(of: subject, shared)
    var result = RecordedResult(of: entry, before[entry.id], rule: summary.rule, settings: settings)
    if isForAnotherTime {
      if let old = before[entry.id], old.isFinal { result = old } else { result.isFinal = false }
    }
    record(entry.id, result)
  }
  for subject in before.keys where subjects[subject] == nil { record(subject, nil) }
  let hasWork = summary.subjects.contains { $0.work != .nothing }
  if hasWork || !results.isEmpty {
    try book.append(RunEntry(summary), results: results, changes: changes)
  }
  try store.setRecorded(in: summary.challenge)
}

extension RecordedResult {
  /// Derives the result that is recorded of a subject from the summary of the run.
  ///
  /// - Parameters:
  ///   - summary: The subject's part of the run's summary.
  ///   - old: The result recorded before, which stays for a subject that could not be read.
  ///   - rule: The rule of the challenge.
  ///   - settings: The digest of the settings that decide the subject's verdict.
  init(of summary: SubjectSummary, _ old: RecordedResult?, rule: Rule, settings: Digest) {
    guard let verdict = summary.verdict else {
      if let old, summary.stale != nil {
        self = old
      } else {
        self = old ?? RecordedResult(result: SubjectResult(.failed, ""), basis: Basis())
        result = SubjectResult(.failed, summary.error?.code.rawValue ?? "")
      }
      return
    }
    self.init(
      result: SubjectResult(
        ResultWord(verdict.outcome), verdict.reasons(with: summary.inputs).first?.code ?? ""),
      basis: Basis(of: summary, rule: rule, settings: settings))
    basis.phase = verdict.phase.rawValue
    basis.asOf = verdict.asOf
    // A verdict depends on sharing only where the rule has a condition on it.
    if rule.quality.contains(where: \.asksAboutSharing) {
      for flag in verdict.quality.flags where flag.code.isOfSharing {
        basis.sharing[flag.code] = flag.measured
      }
    }
    self.verdict = summary.files[OutputFile.verdict.rawValue]
    isFinal = verdict.finality.isFinal
    supersedes = superseded(since: old) ?? summary.supersedes
  }
}

extension RecordedResult.Basis {
  /// The basis of a result that is known before the subject is decided: its inputs, the rule and
  /// the settings.
  init(of summary: SubjectSummary, rule: Rule, settings: Digest) {
    self.init()
    inputs = summary.inputs.map { input in
      RecordedResult.Input(
        digest: input.digest, isLate: input.isLate,
        isSetAside: input.setAside.contains(where: \.leavesInputOut), damage: input.damage)
    }
    (self.rule, self.settings) = (rule.digest, settings)
    program = "\(daymarkVersion), zones \(Zone.dataVersion)"
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
  /// The digest of the settings that decide verdicts and are the same for all subjects, beside the
  /// rule.
  var sharedSettings: Digest {
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

  /// Computes the digest of the settings that decide a subject's verdict, beside the inputs and the
  /// rule.
  ///
  /// - Parameter shared: The digest of the settings that are the same for all subjects.
  func settingsDigest(of subject: Subject, _ shared: Digest) -> Digest {
    let logs = subject.logs
    // One instant stated for all files must not change the digest when a file is added.
    let receipts = Set(
      subject.receivedAt.map { path, instant in
        "\(subject.receivedTogether ? "*" : fileName(path)) \(instant)"
      }
    ).sorted()
    let settings = JSONValue.object(present: [
      "shared": .string(shared.hex), "zone": subject.zone.map { .string($0.id) },
      "loadUnit": logs.loadUnit.map { .string($0.rawValue) },
      "dateOrder": logs.dateOrder.map { .string($0.rawValue) },
      "bodyWeight": logs.bodyWeight.map { .string("\($0)") },
      "sex": logs.sex.map { .string($0.rawValue) },
      "sport": logs.sports.isEmpty ? nil : Kind.sports.json(logs.sports),
      "complete": isComplete(subject) ? .bool(true) : nil,
      "receivedAt": receipts.isEmpty ? nil : .array(receipts.map { .string($0) }),
      "setAside": subject.setAside.isEmpty
        ? nil
        : .array(subject.setAside.map { Members<InputWaiver.Statement>.statement.kind.json($0) }),
      "files": .array(operatorFiles(of: subject).map { .string($0.identity.digest.hex) }),
    ])
    return Digest(of: settings.canonicalBytes())
  }
}
