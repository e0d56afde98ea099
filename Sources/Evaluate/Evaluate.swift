import DaymarkDocuments
package import DaymarkModel

/// Decides a rule on one subject's days.
///
/// A condition fails only when no completion of the unknown days could make it hold, and passes
/// only when none could make it fail; see Rules, "Three answers". `onMissing` is applied to the
/// whole answer alone, so that a missing day never helps, not even under `not` or `atMost`. Gates
/// are applied last, and only to a pass.
///
/// - Parameters:
///   - rule: The rule; a leaf that selects no day of the period is never decided.
///   - aggregates: The subject's days and sessions, whose values are multiples of
///     ``Metric/dailyStep``.
///   - challenge: The challenge, whose period has days in the subject's zone. Days that a period of
///     instants cuts are over when their part of it is.
///   - asOf: The instant of evaluation; no other clock is used.
///   - quality: The flags of ``qualityFlags(of:in:limits:logs:sharing:)``, which the rule's gates
///     count.
///   - completeness: The operator's statement about who has handed in everything.
/// - Returns: The outcome with at most three reasons and the explanation. The same arguments give
///   the same verdict.
/// - Complexity: O(*n* log *n*) in the days of the period and the sessions, for each leaf.
package func evaluate(
  _ rule: Rule, on aggregates: SubjectAggregates, of challenge: Challenge, asOf: Instant,
  quality: QualityFlags, completeness: Completeness = .unstated
) -> Verdict {
  let rule = rule.adapted(to: aggregates)
  let calendar = DayCalendar(zone: aggregates.zone.zone)
  let period = challenge.period.interval(in: calendar)
  let deadline = challenge.deadline(in: calendar)
  // The statement does not cover a subject who handed in nothing, because the files may be on their
  // way.
  let standing = aggregates.hasNoInputs ? .unstated : completeness
  let isComplete = standing != .unstated
  var facts = DayFacts(
    rule, on: aggregates, of: challenge, asOf: asOf, isComplete: isComplete)
  var root = ConditionEvaluation(rule.requires, with: &facts)
  var weighsRivals = false
  let rivals = (aggregates.days + aggregates.earlierDays).lazy.compactMap(\.measure.rivals)
  if root.fails(by: rule), !rivals.isEmpty {
    // Where a day has two figures the larger one counts, but a subject who must stay below a bound
    // does not fail by it.
    var both = DayFacts(
      rule, on: aggregates, of: challenge, asOf: asOf, isComplete: isComplete, weighsRivals: true)
    let weighed = ConditionEvaluation(rule.requires, with: &both)
    if !weighed.fails(by: rule) { (root, weighsRivals) = (weighed, true) }
  }
  let takesMore = !isComplete && challenge.proofDeadline.map { asOf < $0 } ?? true
  var setting = ReasonSetting(
    of: aggregates, takesMore: takesMore, isPeriodOver: asOf >= period.end)
  let explanation = root.explanation(setting)
  setting.failsForWant = root.answer == .undetermined && root.fails(by: rule)
  var outcome = setting.failsForWant ? .fail : root.answer
  var reasons = ranked(root.reasons(setting))
  var finality = FinalityEvaluation(of: challenge, standing, over: period, asOf: asOf)
  finality.decide(outcome, by: rule)
  if outcome == .pass {
    let gates = GateAnswer(
      rule.quality, on: aggregates, GateDays(facts), flags: quality,
      isClosed: asOf >= deadline || isComplete && asOf >= period.end, takesMore: takesMore)
    outcome = gates.outcome
    reasons = gates.reasons + reasons
  }
  var restsOnUnread = false
  let unread = aggregates.openings.filter(\.code.isOfUnreadData)
  if !unread.isEmpty {
    var facts = DayFacts(
      rule, on: aggregates, of: challenge, asOf: asOf, isComplete: isComplete,
      weighsRivals: weighsRivals, weighsUnread: true)
    let weighed = ConditionEvaluation(rule.requires, with: &facts)
    switch outcome {
    case .pass where weighed.answer != .pass:
      (outcome, reasons) = (.undetermined, unread.reasons + reasons)
    case .pass: break
    // A subject who passes by the conditions fails by the gates, whatever the unread data holds.
    case .fail where weighed.fails(by: rule) || root.answer == .pass: break
    case .fail:
      // An honest subject must not lose for good because of a file that Daymark cannot read.
      restsOnUnread = challenge.unreadUntil.map { asOf < $0 } ?? true
      reasons = unread.reasons + reasons
    // The gates come first here: the data must be looked at before the unread files matter.
    case .undetermined where root.answer == .pass: reasons += unread.reasons
    case .undetermined: reasons = unread.reasons + reasons
    }
  }
  finality.isPending = reasons.contains(.sharingPending)
  return Verdict(
    outcome: outcome, reasons: Array(reasons.prefix(3)), explanation: explanation, asOf: asOf,
    phase: phase(of: period, deadline: deadline, asOf: asOf),
    finality: restsOnUnread ? .provisional(until: challenge.unreadUntil) : finality.result,
    completeness: completeness,
    score: rule.score.flatMap { $0.result(on: facts.facts(of: $0.value, on: $0.days)) },
    quality: quality)
}

/// The evaluation of whether a verdict is final, with the facts behind it.
///
/// Until it is, any further export may raise, replace or lower a day, and so change any answer.
struct FinalityEvaluation {
  /// The proof deadline, if one is stated.
  private let deadline: Instant?
  private let completeness: Completeness
  private let periodEnd: Instant
  private let asOf: Instant
  /// Whether no day that is still to come can change the answer.
  private var isDecided = false
  /// Whether the answer depends on what other subjects hand in.
  private var waitsForOthers = false
  /// Whether the run ended before it had compared all subjects.
  var isPending = false

  init(
    of challenge: Challenge, _ completeness: Completeness, over period: Interval, asOf: Instant
  ) {
    (deadline, self.completeness) = (challenge.proofDeadline, completeness)
    (periodEnd, self.asOf) = (period.end, asOf)
  }

  /// Takes over the answer of the conditions.
  ///
  /// - Parameter outcome: The answer before any gate.
  mutating func decide(_ outcome: Outcome, by rule: Rule) {
    waitsForOthers = outcome != .fail && rule.quality.contains(where: \.asksAboutSharing)
    isDecided = outcome == .fail || outcome == .pass && rule.quality.isEmpty
  }

  var result: Finality {
    let isWhole = completeness == .everybody || completeness == .subject && !waitsForOthers
    let isDue = deadline.map { asOf >= $0 } ?? false
    if !isPending, isDue || isWhole && (isDecided || asOf >= periodEnd) { return .final }
    return .provisional(until: isWhole && !isPending ? periodEnd : deadline)
  }
}

extension Rule {
  /// The rule as it applies to a subject: with the operator's names of feats, and without
  /// `onMissing: zero` for one who handed in nothing, because otherwise staying below a bound would
  /// need no data.
  func adapted(to aggregates: SubjectAggregates) -> Rule {
    var rule = naming(feats: aggregates.featNames)
    if aggregates.hasNoInputs, onMissing == .zero { rule.onMissing = .fail }
    return rule
  }
}

extension ConditionEvaluation {
  /// Whether the rule fails by this answer, or by what `onMissing` makes of it where only missing
  /// days hold it open.
  fileprivate func fails(by rule: Rule) -> Bool {
    answer == .fail || answer == .undetermined && !isHeldOpen && rule.onMissing == .fail
  }
}

func phase(of period: Interval, deadline: Instant, asOf: Instant) -> Phase {
  if asOf < period.start { return .upcoming }
  if asOf < period.end { return .active }
  return asOf < deadline ? .proofWindow : .ended
}

/// Orders reasons: first those about the data itself, then by how far the figure falls short in
/// relation to the requirement.
///
/// Equal ones stand in the rule's order, and those of a `not` last. A reason that says which data
/// is missing stands after the reasons that the data could change, and is always kept.
private func ranked(_ reasons: [RankedReason]) -> [Reason] {
  let distinct = joined(reasons)
  let ordered = distinct.enumerated().sorted { a, b in
    if a.element.shortfall != b.element.shortfall {
      return a.element.shortfall > b.element.shortfall
    }
    let (x, y) = (a.element.isNegated, b.element.isNegated)
    return x != y ? y : a.offset < b.offset
  }.map(\.element)
  func ones(_ rank: RankedReason.Rank) -> [Reason] {
    ordered.filter { $0.rank == rank }.map(\.reason)
  }
  let (causes, wants) = (ones(.cause), ones(.wantOfData))
  let places = max(1, 3 - causes.count - min(1, wants.count))
  return causes + ones(.shown).prefix(places) + wants
}

/// Makes one of the reasons that say the same, because what happened to the data is told once.
///
/// Two conditions may lack the same data; the sentence about it is then the same. One that is about
/// other data names both: `the data ends on 2025-09-21 (runs and steps not known on 8 of 28 days)`.
private func joined(_ reasons: [RankedReason]) -> [RankedReason] {
  var distinct: [RankedReason] = []
  for reason in reasons {
    func isSame(_ other: RankedReason) -> Bool {
      reason.reason.code == other.reason.code && reason.rank == other.rank
    }
    if distinct.contains(where: { isSame($0) && $0.reason.text == reason.reason.text }) { continue }
    let place = distinct.firstIndex { other in
      guard isSame(other), let want = reason.want, var both = other.want else { return false }
      return both.join(want)
    }
    guard let place, let want = reason.want, var both = distinct[place].want, both.join(want) else {
      distinct.append(reason)
      continue
    }
    distinct[place].want = both
    distinct[place].reason.text = both.text
    distinct[place].shortfall = max(distinct[place].shortfall, reason.shortfall)
  }
  return distinct
}
