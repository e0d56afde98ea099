import DaymarkModel

// Checks what a verdict states beside its explanation: the phase, finality, the score and the
// reasons.

extension ExplanationCheck {
  /// The path in a verdict of what does not follow from its explanation, its instant and the
  /// figures; `nil` where all follows.
  func contradictionBesideExplanation(_ verdict: Verdict) -> String? {
    if verdict.phase != phase(of: period, deadline: deadline, asOf: verdict.asOf) {
      return "$.phase"
    }
    if verdict.finality.isFinal ? !mayBeFinal(verdict) : mustBeFinal(verdict) { return "$.final" }
    return contradictionOfScore(verdict) ?? contradictionOfReasons(verdict)
  }

  private var calendar: DayCalendar { DayCalendar(zone: aggregates.zone.zone) }
  private var period: Interval { challenge.period.interval(in: calendar) }
  private var deadline: Instant { challenge.deadline(in: calendar) }

  /// Whether no more data is awaited for days that are over.
  func isClosed(_ verdict: Verdict) -> Bool {
    verdict.asOf >= deadline || verdict.completeness != .unstated && !aggregates.hasNoInputs
  }

  /// Whether the verdict can be final: the hand-in is closed, or the operator states that it is
  /// complete; see Pipelines, "Final".
  private func mayBeFinal(_ verdict: Verdict) -> Bool {
    var finality = FinalityEvaluation(
      of: challenge, aggregates.hasNoInputs ? .unstated : verdict.completeness, over: period,
      asOf: verdict.asOf)
    let answer = verdict.explanation.answer
    // An answer that is undetermined becomes a fail where the rule has missing days fail.
    finality.decide(
      answer == .undetermined && verdict.outcome == .fail ? .fail : answer, by: rule)
    return finality.result.isFinal
  }

  /// Whether the proof deadline has passed, and nothing in the evidence keeps the verdict open.
  private func mustBeFinal(_ verdict: Verdict) -> Bool {
    guard let deadline = challenge.proofDeadline, verdict.asOf >= deadline else { return false }
    return aggregates.openings.isEmpty && !verdict.quality.isSharingPending
  }

  // MARK: Score

  private func contradictionOfScore(_ verdict: Verdict) -> String? {
    guard let score = rule.score else { return verdict.score == nil ? nil : "$.score" }
    if let stated = verdict.score {
      if stated.unit != score.value.unit { return "$.score.unit" }
      if stated.restsOnDamage, !aggregates.mayBeDamaged(in: nil) { return "$.score.damaged" }
    }
    guard let expected = figures.score(score, on: days) else { return nil }
    guard let known = expected else { return verdict.score == nil ? nil : "$.score" }
    guard let stated = verdict.score else { return "$.score" }
    // A day with rejected records enters the score with its lower bound.
    let isOpen =
      !aggregates.bounds.isEmpty || !aggregates.undated.isEmpty
      || !aggregates.openings.isEmpty
    return stated.value == known || isOpen && stated.value < known ? nil : "$.score.value"
  }

  // MARK: Reasons

  /// The first words of reason codes that name missing data.
  ///
  /// Other codes begin with the leaf's key; see Rules, "Reasons".
  private static let wants: Set = [
    "data", "unit", "body_weight", "exercise", "baseline",
  ]

  /// The path of a reason whose figures or sentence are not those of a node; the figures of gates
  /// stand nowhere else and are not checked.
  private func contradictionOfReasons(_ verdict: Verdict) -> String? {
    guard (1...3).contains(verdict.reasons.count) else { return "$.reasons" }
    let nodes = verdict.explanation.withChildren
    for (index, reason) in verdict.reasons.enumerated() {
      guard let actual = reason.actual, !isOfGate(reason) else { continue }
      let names = reason.code.split(separator: ".").drop { $0 == "not" }
      let isFound = nodes.contains { node in
        node.actual == actual
          && names.first.map { Self.wants.contains(String($0)) || $0 == node.key } ?? false
          && (node.reason?.required).map { $0 == reason.required } ?? true
      }
      if !isFound { return "$.reasons[\(index)]" }
    }
    return comparesWords ? contradictionOfWords(verdict) : nil
  }

  /// The path of a reason whose sentence is of no node.
  private func contradictionOfWords(_ verdict: Verdict) -> String? {
    let stated = StatedReasons(
      of: rule.requires, verdict.explanation,
      ReasonSetting(of: aggregates, takesMore: false, isPeriodOver: true))
    if let index = verdict.reasons.firstIndex(where: { !stated.allow($0) }) {
      return "$.reasons[\(index)].text"
    }
    return contradictionOfWords(in: verdict.explanation, stated, at: "$.explanation")
  }

  private func contradictionOfWords(
    in node: Explanation, _ stated: StatedReasons, at path: String
  ) -> String? {
    if let reason = node.reason, !stated.allow(reason) { return "\(path).reason.text" }
    return node.children.enumerated().lazy.compactMap { index, child in
      contradictionOfWords(in: child, stated, at: "\(path).children[\(index)]")
    }.first
  }

  private func isOfGate(_ reason: Reason) -> Bool {
    !rule.quality.isEmpty && reason.code.hasPrefix("quality.")
  }
}

extension Explanation {
  fileprivate var withChildren: [Explanation] { [self] + children.flatMap(\.withChildren) }
}

extension StatedFigures {
  /// The score that follows from the figures.
  ///
  /// - Returns: `nil` where evidence does not have the figures, and `.some(nil)` where no day has
  ///   data for the score.
  func score(_ score: Score, on days: [CivilDay]) -> Quantity?? {
    let selected = days.filter(score.days.contains)
    guard !selected.isEmpty, selected.allSatisfy({ isStated(score.value, on: $0) }),
      score.value.isNilWithoutData
        || selected.contains(where: { value(of: score.value, on: $0) != nil })
    else { return .none }
    let facts = selected.map { day in
      let recorded = value(of: score.value, on: day)
      let amount = recorded.flatMap {
        exact(Explanation.Day(day: day, value: $0, standing: .counted), score.value)
      }
      return DayFact(
        day: day, recorded: recorded,
        range: ValueRange(amount ?? max(0, score.value.possible.low)), doubt: nil)
    }
    return .some(score.result(on: facts)?.value)
  }
}

extension DayValue {
  /// Whether a day without a row in evidence has no data; a day without sessions, sets or attempts
  /// may have zero.
  fileprivate var isNilWithoutData: Bool {
    switch self {
    case .metric, .heartRate, .heartMinutes, .weighted: true
    case .activities, .strength, .lift, .feat: false
    }
  }
}
