package import DaymarkModel

/// The smallest change that would flip a verdict: a pass to fail, anything else to pass.
///
/// The days so changed, and nothing else coming, the verdict at the proof deadline is the promised
/// one. Days of which more can come are preferred to past ones; then fewer days to more; then less
/// to more. Of parts of which one is enough the one is taken that falls least short, in relation to
/// what it requires. Where an input is damaged, a whole one in its place comes first, and the changes are
/// those that would then be lacking if it held nothing more. What came too late, an export of the days after the
/// data ends, and what nobody knows of strength training, such as the unit of a load, come first in the same way.
///
/// - Parameters: As of ``evaluate(_:on:of:asOf:quality:)``.
/// - Returns: `nil` when no change of days that was found flips it.
package func smallestChange(
  to rule: Rule, on aggregates: SubjectAggregates, of challenge: Challenge, asOf: Instant,
  quality: QualityFlags
) -> VerdictChange? {
  let rule = rule.applied(to: aggregates)
  let verdict = evaluate(rule, on: aggregates, of: challenge, asOf: asOf, quality: quality)
  let calendar = DayCalendar(zone: aggregates.zone.zone)
  let period = challenge.period.interval(in: calendar)
  let deadline = challenge.deadline(in: calendar)
  func facts(asOf: Instant) -> DayFacts {
    DayFacts(rule, on: aggregates, of: challenge, asOf: asOf, ignoresDamage: true)
  }
  let end = max(asOf, max(deadline, period.end))
  let wanted =
    verdict.outcome == .pass
    ? WantedAnswer(holds: false, isSure: rule.onMissing != .fail)
    : WantedAnswer(holds: true, isSure: true)
  var search = ChangeSearch(rule, now: facts(asOf: asOf), final: facts(asOf: end))
  guard search.reach(wanted) else { return nil }
  let days = GateDays(facts(asOf: end))
  let gates = wanted.holds ? gateSteps(rule.quality, on: aggregates, days, quality) : []
  let isDamaged = DayFacts(rule, on: aggregates, of: challenge, asOf: end).damagedDays > 0
  func says(_ code: String) -> Bool {
    wanted.holds && verdict.reasons.contains { $0.code == code }
  }
  var repairs: [VerdictChange.Step] = wanted.holds && aggregates.hasLateInputs ? [.inTime] : []
  if says("data.none") { repairs.append(.anything) }
  if isDamaged { repairs.append(.wholeInputs) }
  if says("data.ended") { repairs.append(.newerExport) }
  repairs += StrengthGap.allCases.filter { says($0.rawValue) }.map(VerdictChange.Step.settling)
  return VerdictChange(
    outcome: wanted.holds ? .pass : .fail,
    steps: repairs + search.steps + gates)
}

/// The demands of the gates that do not hold.
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

/// The answer that a change is to bring about.
struct WantedAnswer {
  /// A pass, and not a fail.
  var holds: Bool
  /// The answer is certain, whatever the unknown days are; otherwise it is enough if it is possible.
  var isSure: Bool

  var negated: WantedAnswer { WantedAnswer(holds: !holds, isSure: isSure) }

  func isReached(by answer: Outcome) -> Bool {
    isSure ? answer == (holds ? .pass : .fail) : answer != (holds ? .fail : .pass)
  }
}
