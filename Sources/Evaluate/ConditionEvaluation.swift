import DaymarkDocuments
import DaymarkModel

/// The answer of a condition, with those of the conditions that it combines.
struct ConditionEvaluation {
  private enum Kind {
    case leaf(LeafEvaluation)
    case jointly(LeafEvaluation, of: [LeafEvaluation])
    case composition(key: String, [ConditionEvaluation])
    case some(count: Int, [ConditionEvaluation])
  }

  let answer: Outcome
  /// Whether something other than missing days, too, leaves the answer undetermined.
  let isHeldOpen: Bool
  private let kind: Kind
  /// The author's sentence for a failure; `nil` for Daymark's own.
  private let words: String?
  private let name: String?

  init(_ condition: Condition, with facts: inout DayFacts) {
    words = condition.reason
    name = condition.name
    switch condition.kind {
    case .leaf(let leaf):
      let evaluation = LeafEvaluation(leaf, with: &facts)
      (answer, isHeldOpen) = (evaluation.answer, evaluation.isHeldOpen)
      kind = .leaf(evaluation)
    case .jointly(let joint):
      let parts = joint.leaves.map { LeafEvaluation($0, with: &facts) }
      guard let evaluation = LeafEvaluation(joint, of: parts) else {
        // A rule that was read always asks for something.
        (answer, isHeldOpen, kind) = (.undetermined, true, .composition(key: "all", []))
        return
      }
      (answer, isHeldOpen) = (evaluation.answer, evaluation.isHeldOpen)
      kind = .jointly(evaluation, of: parts)
    case .all(let conditions):
      let parts = conditions.map { ConditionEvaluation($0, with: &facts) }
      answer = parts.map(\.answer).conjunction
      isHeldOpen = answer == .undetermined && parts.contains(where: \.isHeldOpen)
      kind = .composition(key: "all", parts)
    case .any(let conditions):
      let parts = conditions.map { ConditionEvaluation($0, with: &facts) }
      answer = parts.map(\.answer).disjunction
      isHeldOpen = answer == .undetermined && parts.contains(where: \.isHeldOpen)
      kind = .composition(key: "any", parts)
    case .some(let count, let conditions):
      let parts = conditions.map { ConditionEvaluation($0, with: &facts) }
      answer = parts.map(\.answer).threshold(count)
      isHeldOpen = answer == .undetermined && parts.contains(where: \.isHeldOpen)
      kind = .some(count: count, parts)
    case .not(let condition):
      let part = ConditionEvaluation(condition, with: &facts)
      (answer, isHeldOpen) = (part.answer.negated, part.isHeldOpen)
      kind = .composition(key: "not", [part])
    }
  }

  /// The reasons of the answer, from the leaves that decided it, in the order of the rule.
  ///
  /// Below a `not`, the author's sentence for a failure would say the opposite of what is meant, so
  /// only generated sentences are used there.
  func reasons(_ setting: ReasonSetting) -> [RankedReason] {
    var reasons: [RankedReason]
    switch kind {
    case .leaf(let leaf): reasons = leaf.reasons(setting)
    case .jointly(let leaves, let parts): reasons = leaves.reasons(setting, lackingOf: parts)
    case .composition("not", let parts): reasons = parts.flatMap { $0.reasons(setting.negated) }
    case .composition(_, let parts), .some(_, let parts):
      reasons = parts.filter { $0.answer == answer }.flatMap { $0.reasons(setting) }
    }
    if case .some(let count, let parts) = kind, answer == .fail, setting.negations == 0 {
      let holding = parts.count { $0.answer == .pass }
      reasons.insert(RankedReason(holding: holding, of: parts.count, required: count), at: 0)
    }
    if setting.negations == 0, setting.fails(answer), let words,
      var worst = reasons.filter({ $0.rank == .shown }).max(by: { $0.shortfall < $1.shortfall })
    {
      worst.reason.text = words
      reasons = [worst] + reasons.filter { $0.rank != .shown }
    }
    return reasons
  }

  func explanation(_ setting: ReasonSetting) -> Explanation {
    var node: Explanation
    switch kind {
    case .leaf(let leaf):
      node = leaf.explanation
      node.reason = reasons(setting).first?.reason
    case .jointly(let leaves, let parts):
      node = leaves.explanation
      node.reason = reasons(setting).first?.reason
      node.children = parts.map(\.explanation)
    case .composition(let key, let parts):
      node = Explanation(key: key, answer: answer)
      // The author's sentence is given where it explains the failure.
      if words != nil, answer == .fail { node.reason = reasons(setting).first?.reason }
      node.children = parts.map { $0.explanation(setting) }
    case .some(let count, let parts):
      let holding = parts.count { $0.answer == .pass }
      node = Explanation(key: "some", answer: answer)
      (node.required, node.unit) = (someRequirement(count, of: parts.count), someUnit)
      node.actual = Quantity(holding)
      node.margin = Quantity(holding - count)
      if answer == .fail { node.reason = reasons(setting).first?.reason }
      node.children = parts.map { $0.explanation(setting) }
    }
    node.name = name
    return node
  }

}

/// Returns the requirement of `some` in words, for example `at least 2 of 3`.
func someRequirement(_ count: Int, of parts: Int) -> String { "at least \(count) of \(parts)" }

/// The thing that the figures of `some` count.
let someUnit = "condition"

extension LeafEvaluation {
  fileprivate init(_ leaf: Leaf, with facts: inout DayFacts) {
    self.init(
      leaf, on: facts.facts(of: leaf.value, on: leaf.days), within: facts.bounds(of: leaf.days),
      against: facts.target(of: leaf), readsMissingAsZero: facts.readsMissingAsZero)
  }

  /// The leaf's node, without its reason.
  fileprivate var explanation: Explanation {
    var node = Explanation(key: leaf.key, answer: answer)
    node.required = joint?.requirement ?? leaf.requirement
    node.unit = leaf.resultUnit
    node.actual = leaf.quantity(result.actual)
    node.margin = leaf.quantity(result.margin)
    node.span = result.span
    node.weeks = result.weeks
    node.target = target?.explanation
    // The nodes of leaves that are asked together have these members instead.
    guard joint == nil else { return node }
    node.metric = leaf.explainedMetric
    node.days = days
    return node
  }
}

extension Leaf {
  /// A result as a quantity: numbers of days and stretches are whole units, amounts are micro-units
  /// already.
  func quantity(_ number: Int128) -> Quantity? {
    Quantity(exactly: comparesOneFigure ? number : number * 1_000_000)
  }

  /// The metric that the explanation states; `nil` for a value of no single metric.
  var explainedMetric: Metric? {
    switch value {
    case .metric(let metric): metric
    case .heartRate: .heartRate
    case .heartMinutes, .activities, .strength, .lift, .feat, .weighted: nil
    }
  }

  /// The thing that the numbers of the leaf's result count: `day`, `week`, `session` or the symbol
  /// of a unit.
  var resultUnit: String {
    switch (measure.figure, value) {
    case (.days, _): "day"
    case (.stretches, _): measure.recurrence?.noun ?? "week"
    case (.amount, .activities(.sessions, _)), (.amount, .strength(.strengthSessions)): "session"
    case (.amount, _): value.unit.rawValue
    }
  }
}

// Kleene's strong logic of three values: undetermined is never taken for pass or fail.

extension [Outcome] {
  /// The answer of `all`.
  var conjunction: Outcome {
    if contains(.fail) { return .fail }
    return contains(.undetermined) ? .undetermined : .pass
  }

  /// The answer of `any`.
  var disjunction: Outcome { map(\.negated).conjunction.negated }

  /// The answer of `some`: whether at least `count` pass.
  func threshold(_ count: Int) -> Outcome {
    let passed = self.count { $0 == .pass }
    if passed >= count { return .pass }
    return passed + self.count { $0 == .undetermined } >= count ? .undetermined : .fail
  }
}

extension Score {
  /// Returns the score by the present data; `nil` where no day has data for it.
  ///
  /// A day with rejected records counts with its lower bound, so that they raise nobody's rank. The
  /// score is rounded half away from zero to ``DayValue/step``. It is final when nothing is open: a
  /// past day without data, or a session without the summed figure, no longer changes. With damaged
  /// days it is never final.
  func result(on facts: [DayFact]) -> ScoreValue? {
    let sure = facts.map { fact in
      var fact = fact
      if fact.doubt == .rejected { fact.range.recorded = fact.range.least }
      return fact
    }
    // A weighted sum may lie between the steps of its terms.
    let step = value.partsOfMicroUnit == 1 ? value.step : value.unit.dailyStep
    guard facts.contains(where: { $0.recorded != nil }), let known = known(of: sure),
      let figure = Quantity(
        exactly: dividedRounding(known, by: Int128(step)) * Int128(step))
    else { return nil }
    let restsOnDamage = facts.contains(where: \.isDamaged)
    return ScoreValue(
      figure, unit: value.unit, isFinal: !restsOnDamage && !facts.contains { $0.range.isOpen },
      restsOnDamage: restsOnDamage)
  }
}
