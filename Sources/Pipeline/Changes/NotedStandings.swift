import DaymarkConfiguration
import DaymarkModel
import DaymarkStore

/// Notes a run that has come to its end, how each subject stands, and whose result it changed; nothing when
/// all is as it was.
func noteStandings(
  of summary: RunSummary, _ configuration: PipelineConfiguration, in store: Store
) throws {
  let rule = summary.rule.digest
  let before = try store.standings(of: summary.challenge)
  var standings: [String: Standing?] = [:]
  var changes: [StandingChange] = []
  func note(_ subject: String, _ new: Standing?) {
    let old = before[subject]
    guard new != old else { return }
    standings.updateValue(new, forKey: subject)
    // At the first run everybody would be new.
    guard new?.result != old?.result, !before.isEmpty else { return }
    changes.append(
      StandingChange(
        subject: subject, old: old.map { .init($0.result, $0.code) },
        new: new.map { .init($0.result, $0.code) },
        causes: causes(from: old, to: new).map(\.rawValue)))
  }
  let shared = configuration.sharedSettings
  let subjects = Dictionary(configuration.subjects.map { ($0.id, $0) }) { first, _ in first }
  for entry in summary.subjects {
    guard let subject = subjects[entry.id] else { continue }
    let settings = configuration.settingsDigest(of: subject, shared)
    note(
      entry.id,
      Standing(of: entry, before[entry.id], rule: summary.rule, digest: rule, settings: settings))
  }
  for subject in before.keys where subjects[subject] == nil { note(subject, nil) }
  let hasWork = summary.subjects.contains { $0.work != .nothing }
  guard hasWork || !standings.isEmpty else { return }
  try store.add(RunEntry(summary), standings: standings, changes: changes)
}

extension Standing {
  /// - Parameters:
  ///   - old: As the subject stood before, which stays of one that could not be looked at.
  ///   - rule: The rule that was asked.
  ///   - digest: The digest of the rule.
  ///   - settings: The digest of what the pipeline decides of it.
  fileprivate init(
    of summary: SubjectSummary, _ old: Standing?, rule: Rule, digest: Digest, settings: Digest
  ) {
    guard let verdict = summary.verdict else {
      if let old, summary.stale != nil {
        self = old
      } else {
        self.init(
          result: .failed, code: summary.error?.code.rawValue ?? "", basis: old?.basis ?? Basis())
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
      for flag in verdict.quality.flags where [.sharedArchive, .sharedDays].contains(flag.code) {
        basis.sharing[flag.code.rawValue] = flag.measured
      }
    }
    self.init(
      result: Result(verdict.outcome), code: verdict.reasons.first?.code ?? "", basis: basis)
  }
}

extension Standing.Result {
  fileprivate init(_ outcome: Outcome) {
    self =
      switch outcome {
      case .pass: .pass
      case .fail: .fail
      case .undetermined: .undetermined
      }
  }
}

extension PipelineConfiguration {
  /// The digest of what it says of every subject alike, beside the rule, that decides verdicts.
  fileprivate var sharedSettings: Digest {
    let settings = JSONValue.object(present: [
      "period": .object(challenge.period.members),
      "deadline": challenge.proofDeadline.map { .string("\($0)") },
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
      "files": .array(operatorFiles(of: subject).map { .string($0.identity.digest.hex) }),
    ])
    return Digest(of: settings.canonicalBytes())
  }
}
