package import DaymarkModel

/// Decides a rule on one subject's days.
///
/// A condition fails only when no completion of the unknown days could make it hold, and passes
/// only when none could make it fail; see Rules, "Three answers". `onMissing` acts on the whole
/// answer alone, so a missing day never helps, under `not` and `atMost` either. Gates act last, and
/// on a pass alone.
///
/// - Parameters:
///   - rule: Its selections of days are not empty in `challenge`'s period; of an empty one nothing is
///     ever decided.
///   - aggregates: Values are multiples of ``Metric/dailyStep``, as `Aggregate` gives them.
///   - challenge: Its days are those of the subject's zone. Days of a period given in instants are
///     clipped, and are over when their clipped part is.
///   - asOf: The only clock there is.
///   - quality: What ``qualityFlags(of:in:limits:sharing:)`` gave; the rule's gates ask about it.
///   - completeness: Of whom the operator says that they have handed in everything.
/// - Returns: The outcome with at most three reasons and the explanation tree. The same arguments give
///   the same verdict.
/// - Complexity: O(*n* log *n*) in the days of the period and the sessions, for each leaf.
package func evaluate(
  _ rule: Rule, on aggregates: SubjectAggregates, of challenge: Challenge, asOf: Instant,
  quality: QualityFlags, completeness: Completeness = .unstated
) -> Verdict {
  let rule = rule.applied(to: aggregates)
  let calendar = DayCalendar(zone: aggregates.zone.zone)
  let period = challenge.period.interval(in: calendar)
  let deadline = challenge.deadline(in: calendar)
  // Of somebody who handed in nothing it says nothing: the files may be on their way.
  let standing = aggregates.hasNoInputs ? .unstated : completeness
  let isComplete = standing != .unstated
  var facts = DayFacts(
    rule, on: aggregates, of: challenge, asOf: asOf, isComplete: isComplete)
  var root = ConditionEvaluation(rule.requires, with: &facts)
  var weighsRivals = false
  let rivals = (aggregates.days + aggregates.earlierDays).lazy.compactMap(\.measure.rivals)
  if root.fails(by: rule), !rivals.isEmpty {
    // The larger of two figures holds for who needs much; nobody fails by it who needs little.
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
  var closing = Closing(of: challenge, standing, over: period, asOf: asOf)
  closing.decide(outcome, by: rule)
  if outcome == .pass {
    let gates = GateAnswer(
      rule.quality, on: aggregates, GateDays(facts), flags: quality,
      isClosed: asOf >= deadline || isComplete && asOf >= period.end, takesMore: takesMore)
    outcome = gates.outcome
    reasons = gates.reasons + reasons
  }
  var restsOnUnread = false
  let unread = aggregates.openings.filter(\.code.isDecidedTwice)
  if !unread.isEmpty {
    var facts = DayFacts(
      rule, on: aggregates, of: challenge, asOf: asOf, isComplete: isComplete,
      weighsRivals: weighsRivals, weighsUnread: true)
    let weighed = ConditionEvaluation(rule.requires, with: &facts)
    switch outcome {
    case .pass where weighed.answer != .pass:
      (outcome, reasons) = (.undetermined, unread.reasons + reasons)
    case .pass: break
    // What passes by its conditions fails by its gates, whatever else there is.
    case .fail where weighed.fails(by: rule) || root.answer == .pass: break
    case .fail:
      // Nobody honest loses for good to a file that we do not know.
      restsOnUnread = challenge.unreadUntil.map { asOf < $0 } ?? true
      reasons = unread.reasons + reasons
    // What passes by its conditions waits for a look at the data first.
    case .undetermined where root.answer == .pass: reasons += unread.reasons
    case .undetermined: reasons = unread.reasons + reasons
    }
  }
  closing.isPending = reasons.contains(.sharingPending)
  return Verdict(
    outcome: outcome, reasons: Array(reasons.prefix(3)), explanation: explanation, asOf: asOf,
    phase: phase(of: period, deadline: deadline, asOf: asOf),
    finality: restsOnUnread ? .provisional(until: challenge.unreadUntil) : closing.finality,
    completeness: completeness,
    score: rule.score.flatMap { $0.result(on: facts.facts(of: $0.value, on: $0.days)) },
    quality: quality)
}

/// What closes a verdict.
///
/// Before that another export can raise a day, replace it, or lower it, so whatever is handed in may change any answer.
struct Closing {
  /// The proof deadline that is stated.
  private let deadline: Instant?
  private let completeness: Completeness
  private let periodEnd: Instant
  private let asOf: Instant
  /// Whether no day that is not over can change the answer.
  private var isDecided = false
  /// Whether what others hand in may change the answer.
  private var waitsForOthers = false
  /// Whether the run ended before it knew what subjects share.
  var isPending = false

  init(
    of challenge: Challenge, _ completeness: Completeness, over period: Interval, asOf: Instant
  ) {
    (deadline, self.completeness) = (challenge.proofDeadline, completeness)
    (periodEnd, self.asOf) = (period.end, asOf)
  }

  /// - Parameter outcome: That of the conditions, before any gate.
  mutating func decide(_ outcome: Outcome, by rule: Rule) {
    waitsForOthers = outcome != .fail && rule.quality.contains(where: \.asksAboutSharing)
    isDecided = outcome == .fail || outcome == .pass && rule.quality.isEmpty
  }

  var finality: Finality {
    let isWhole = completeness == .everybody || completeness == .subject && !waitsForOthers
    let isDue = deadline.map { asOf >= $0 } ?? false
    if !isPending, isDue || isWhole && (isDecided || asOf >= periodEnd) { return .final }
    return .provisional(until: isWhole && !isPending ? periodEnd : deadline)
  }
}

extension Rule {
  /// The rule as it holds of one subject: of somebody who handed in nothing no day is read as zero, or nobody would
  /// have to hand in anything to stay below a ceiling.
  func applied(to aggregates: SubjectAggregates) -> Rule {
    guard aggregates.hasNoInputs, onMissing == .zero else { return self }
    var rule = self
    rule.onMissing = .fail
    return rule
  }
}

extension ConditionEvaluation {
  /// Whether a rule fails by the answer, or by what `onMissing` makes of it where only missing days hold it open.
  fileprivate func fails(by rule: Rule) -> Bool {
    answer == .fail || answer == .undetermined && !isHeldOpen && rule.onMissing == .fail
  }
}

func phase(of period: Interval, deadline: Instant, asOf: Instant) -> Phase {
  if asOf < period.start { return .upcoming }
  if asOf < period.end { return .active }
  return asOf < deadline ? .proofWindow : .ended
}

/// What happened to the data first; then what falls furthest short, in relation to what was required.
///
/// Equals stand in the rule's order, what a `not` asks for last. Want of data stands after what it could
/// change, and always has a place.
private func ranked(_ reasons: [RankedReason]) -> [Reason] {
  var distinct: [RankedReason] = []
  // Two conditions may lack the same data: what each asks for differs, the sentence does not.
  for reason in reasons
  where !distinct.contains(where: {
    $0.reason.code == reason.reason.code && $0.reason.text == reason.reason.text
  }) {
    distinct.append(reason)
  }
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
