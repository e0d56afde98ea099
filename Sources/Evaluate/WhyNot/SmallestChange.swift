import DaymarkDocuments
package import DaymarkModel

/// Finds the smallest change that would flip a verdict: a pass to a fail, anything else to a pass.
///
/// With the days changed so, and no other data, the verdict at the proof deadline is the promised
/// one. Days for which data can still come are preferred to past ones, then fewer days to more,
/// then less change to more. Where one of several conditions is enough, the one that falls least
/// short in relation to its requirement is taken. Where an input is damaged, handing in a whole one
/// comes first, and the changes are those that would still be needed if it held nothing more. Data
/// that came too late, an export of later days, rejected records, days with two figures, what was
/// not read, and unknown facts of strength training such as the unit of a load come first in the
/// same way. Where too few days before the period have data, nobody knows what the period's days
/// would have to be, and the data of more days before it is all that is named.
///
/// - Parameters:
///   - rule: The rule.
///   - aggregates: The subject's days and sessions.
///   - challenge: The challenge.
///   - asOf: The instant of evaluation.
///   - quality: The flags of the data.
/// - Returns: `nil` when no change was found that flips it.
package func smallestChange(
  to rule: Rule, on aggregates: SubjectAggregates, of challenge: Challenge, asOf: Instant,
  quality: QualityFlags
) -> VerdictChange? {
  let rule = rule.adapted(to: aggregates)
  let verdict = evaluate(rule, on: aggregates, of: challenge, asOf: asOf, quality: quality)
  let wanted =
    verdict.outcome == .pass
    ? WantedAnswer(holds: false, isSure: rule.onMissing != .fail)
    : WantedAnswer(holds: true, isSure: true)
  var search = ChangeSearch(rule, on: aggregates, of: challenge, asOf: asOf)
  let isReached = search.reach(wanted)
  let days = GateDays(search.final)
  let gates = wanted.holds ? gateSteps(rule.quality, on: aggregates, days, quality) : []
  let recorded = DayFacts(rule, on: aggregates, of: challenge, asOf: search.final.asOf)
  let targets = rule.leaves.compactMap { recorded.target(of: $0.leaf) }
  let before = targets.flatMap(\.facts)
  func says(_ code: String) -> Bool {
    wanted.holds && verdict.reasons.contains { $0.code == code }
  }
  /// Whether a target is open because of a certain doubt about days before the period.
  func opensTarget(_ doubt: DayFact.Doubt) -> Bool {
    says("baseline.open") && before.contains { $0.doubt == doubt }
  }
  var repairs: [VerdictChange.Step] = wanted.holds && aggregates.hasLateInputs ? [.inTime] : []
  // A subject whose inputs came too late has handed in something, so it need not hand in anything
  // else.
  if says("data.none"), !aggregates.hasLateInputs {
    repairs += origins(of: rule, verdict) { _, _ in true }.map(VerdictChange.Step.anything)
  }
  if recorded.damagedDays > 0 || opensTarget(.damaged) { repairs.append(.wholeInputs) }
  if says("data.ended") {
    let ends = DataEnds(aggregates)
    let ended = origins(of: rule, verdict) { value, day in
      guard let end = ends.end(of: value), day.day >= end.open else { return false }
      return day.standing == .missing || day.standing == .incomplete
    }
    repairs += ended.map(VerdictChange.Step.newer)
  }
  if says("data.rejected") || opensTarget(.rejected) { repairs.append(.rejectedRecords) }
  if says("data.rows_unread") { repairs.append(.unreadRows) }
  if says("data.two_figures") || opensTarget(.twoFigures) { repairs.append(.oneFigure) }
  if says("data.unread") { repairs.append(.readableFile) }
  if SportGap.allCases.contains(where: { says($0.code.rawValue) }) { repairs.append(.sport) }
  repairs += StrengthGap.allCases.filter { says($0.rawValue) }.map(VerdictChange.Step.settling)
  let lacking = targets.filter { $0.isRead && $0.shown == nil && $0.lackingDays > 0 }
  let mostLacking = lacking.max { $0.lackingDays < $1.lackingDays }
  if says("baseline.too_few"), let target = mostLacking {
    repairs.append(.earlierDays(target.lackingDays, of: target.facts.count))
  } else if !isReached {
    return nil
  }
  let steps = repairs + (isReached ? search.steps : []) + gates
  // There may be no step, because the search takes recorded figures as certain, and they may
  // already be enough.
  return steps.isEmpty
    ? nil : VerdictChange(outcome: wanted.holds ? .pass : .fail, steps: steps)
}

/// Whether the days that are not over can still make a rule's conditions hold, if all others keep
/// what is recorded of them.
///
/// Nobody can do anything any more on a day that is over: where these days do not suffice,
/// another export may show that more was done.
///
/// - Parameters:
///   - rule: The rule.
///   - aggregates: The subject's days and sessions.
///   - challenge: The challenge.
///   - asOf: The instant of evaluation.
package func daysToComeSuffice(
  for rule: Rule, on aggregates: SubjectAggregates, of challenge: Challenge, asOf: Instant
) -> Bool {
  var search = ChangeSearch(
    rule.adapted(to: aggregates), on: aggregates, of: challenge, asOf: asOf, keepsPast: true)
  return search.reach(WantedAnswer(holds: true, isSure: true))
}

/// What holds the data that the open leaves of a rule lack, each once, in the order of the rule.
///
/// - Parameter isLacking: Whether a day of a leaf is one of those that it is about.
private func origins(
  of rule: Rule, _ verdict: Verdict, _ isLacking: (DayValue, Explanation.Day) -> Bool
) -> [DataOrigin] {
  var origins: [DataOrigin] = []
  for (leaf, node) in openLeaves(of: rule.requires, verdict.explanation) {
    let (value, origin) = (leaf.value, leaf.value.origin)
    let isConcerned = node.days.contains { isLacking(value, $0) }
    if isConcerned, !origins.contains(origin) { origins.append(origin) }
  }
  return origins
}

/// The leaves that leave a condition open, each with its node of the explanation.
///
/// They are those of which ``ConditionEvaluation/reasons(_:)`` says what they lack: an open leaf
/// decides nothing inside a condition that has its answer, and of leaves that are asked together
/// one can have its own answer and still leave a week open.
private func openLeaves(
  of condition: Condition, _ node: Explanation
) -> [(Leaf, Explanation)] {
  guard node.answer == .undetermined else { return [] }
  switch condition.kind {
  case .leaf(let leaf): return [(leaf, node)]
  case .jointly(let joint):
    return zip(joint.leaves, node.children).filter { _, part in
      part.weeks.contains { $0.answer == .undetermined }
    }
  case .all(let parts), .any(let parts), .some(_, let parts):
    return zip(parts, node.children).flatMap { openLeaves(of: $0, $1) }
  case .not(let part):
    return node.children.flatMap { openLeaves(of: part, $0) }
  }
}

/// The steps for the gates that do not hold.
private func gateSteps(
  _ gates: [QualityGate], on aggregates: SubjectAggregates, _ days: GateDays,
  _ quality: QualityFlags
) -> [VerdictChange.Step] {
  gates.enumerated().compactMap { index, gate in
    let result = GateAnswer(
      [gate], on: aggregates, days, flags: quality, isClosed: true, takesMore: true)
    return result.reasons.isEmpty
      ? nil : VerdictChange.Step(path: .gate(index), text: gate.requirement, days: [])
  }
}

/// The answer that a change must bring about.
struct WantedAnswer {
  /// Whether the wanted answer is a pass, and not a fail.
  var holds: Bool
  /// Whether the answer must be certain, whatever the unknown days are; otherwise it must be
  /// possible.
  var isSure: Bool

  var negated: WantedAnswer { WantedAnswer(holds: !holds, isSure: isSure) }

  func isReached(by answer: Outcome) -> Bool {
    isSure ? answer == (holds ? .pass : .fail) : answer != (holds ? .fail : .pass)
  }
}
