import DaymarkDocuments
import DaymarkModel

/// The formulas for when a rule passes and when it fails.
///
/// Otherwise it is undetermined.
struct RuleFormulas {
  let passes: Formula
  let fails: Formula

  init(_ rule: Rule, on data: DataUnknowns, _ shared: SharedDoubts) {
    let answer = ConditionFormulas(data, rule.onMissing, shared)
      .answer(rule.requires, at: .requires)
    // If any day is damaged, the gates count as breached, because nobody can tell.
    let isDamaged = data.damaged.total >= 1
    let breaches = rule.quality.map { (gate: $0, isBreached: $0.isBreached(on: data) || isDamaged) }
    passes = .all([answer.surely] + breaches.map { !$0.isBreached })
    let fatal = breaches.filter { $0.gate.onBreach == .fail }.map(\.isBreached)
    let lacksData =
      rule.onMissing == .fail
      ? Formula.all([!answer.surely, !answer.isHeldOpen]) : Formula.holds(false)
    fails = .any([!answer.possibly, lacksData, answer.surely && .any(fatal)])
  }

  /// Returns whether the outcome is better than that of another rule on the same data.
  ///
  /// A pass is better than undetermined, and undetermined is better than a fail.
  func isBetter(than other: RuleFormulas) -> Formula {
    .any([passes && !other.passes, !fails && other.fails])
  }
}

extension QualityGate {
  /// Whether the known data breaches the gate.
  fileprivate func isBreached(on data: DataUnknowns) -> Formula {
    switch measure {
    case .manualShare(let metric, let atMost):
      (data.manualShares[metric] ?? LinearSum()) >= Int128(atMost) + 1
    case .lateShare(let metric, let atMost):
      (data.lateShares[metric] ?? LinearSum()) >= Int128(atMost) + 1
    case .flags(let codes, let atMost):
      data.flags.filter { codes?.contains($0.key) ?? !$0.key.isCountedByNameAlone }.map(\.value)
        .total >= Int128(atMost) + 1
    }
  }
}
