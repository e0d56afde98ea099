import DaymarkModel
import DaymarkStore

/// A reason for which a subject's result differs from the one after the run before.
package enum ChangeCause: String, CaseIterable, Sendable {
  case subjectNew = "subject.new"
  case subjectGone = "subject.gone"
  /// The archives could not be read this time.
  case readFailed = "read.failed"
  /// The archives could be read again.
  case readAgain = "read.again"
  case inputAdded = "input.added"
  case inputRemoved = "input.removed"
  case inputLate = "input.late"
  case inputDamaged = "input.damaged"
  case ruleChanged = "rule.changed"
  /// The period, the deadline, a zone, a policy, the limits or the statements about the subject's
  /// logs have changed.
  case settingsChanged = "settings.changed"
  /// The subject shares other data with other subjects than before.
  case sharingChanged = "sharing.changed"
  case periodOver = "period.over"
  case deadlinePassed = "deadline.passed"
  case programChanged = "program.changed"
  /// The verdict is for another instant, and no other cause is known.
  case instantChanged = "instant.changed"
  /// A run began a new book, without the records of what earlier runs saw and decided.
  case bookNew = "book.new"
  /// The store knows no cause.
  case unknown

  /// Whether the cause may change a final verdict; see Pipelines, "Final".
  var canChangeFinal: Bool {
    switch self {
    case .inputAdded, .inputRemoved, .ruleChanged, .settingsChanged, .sharingChanged,
      .programChanged,
      .bookNew:
      true
    default: false
    }
  }
}

/// Lists every cause that may have changed a subject's result, in the order of the cases.
func causes(from old: RecordedResult?, to new: RecordedResult?) -> [ChangeCause] {
  guard let old else { return [.subjectNew] }
  guard let new else { return [.subjectGone] }
  if new.result.word == .failed { return [.readFailed] }
  let (before, after) = (old.basis, new.basis)
  let (oldInputs, newInputs) = (Set(before.inputs.map(\.digest)), Set(after.inputs.map(\.digest)))
  let others = after.inputs.filter { !before.inputs.contains($0) }
  // A run may ask for an earlier instant than the run before it, which enters no phase.
  let entersPhase = before.phase != after.phase && before.asOf.precedes(after.asOf)
  let found: [(ChangeCause, Bool)] = [
    (.readAgain, old.result.word == .failed),
    (.inputAdded, !newInputs.isSubset(of: oldInputs)),
    (.inputRemoved, !oldInputs.isSubset(of: newInputs)),
    (.inputLate, others.contains(where: \.isLate)),
    (.inputDamaged, others.contains { !$0.damage.isEmpty }),
    (.ruleChanged, before.rule != after.rule),
    (.settingsChanged, before.settings != after.settings),
    (.sharingChanged, before.sharing != after.sharing),
    (.periodOver, entersPhase && after.phase == Phase.proofWindow.rawValue),
    (.deadlinePassed, entersPhase && after.phase == Phase.ended.rawValue),
    (.programChanged, before.program != after.program),
  ]
  let causes = found.filter { $0.1 }.map { $0.0 }
  if !causes.isEmpty { return causes }
  return [before.asOf != after.asOf ? .instantChanged : .unknown]
}

extension Instant? {
  fileprivate func precedes(_ other: Instant?) -> Bool {
    guard let self, let other else { return false }
    return self < other
  }
}
