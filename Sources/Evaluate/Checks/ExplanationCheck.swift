import DaymarkDocuments
package import DaymarkModel

/// Checks a verdict's explanation against the rule and the figures in evidence.
///
/// Evidence does not contain everything that the verdict rests on: not which sessions satisfy
/// `where`, and not why a day without a figure is uncertain. How each day stands is therefore taken
/// as stated unless the evidence contradicts it. From there on, counts, sums, answers, the outcome,
/// the phase, finality and the score must follow. Of the sentences of reasons only those about
/// missing data and about quality are not compared.
package struct ExplanationCheck {
  let rule: Rule
  let challenge: Challenge
  let aggregates: SubjectAggregates
  let days: [CivilDay]
  /// The figures of days that evidence states.
  let figures: StatedFigures
  /// Whether sentences are compared, too, because this version of Daymark wrote them.
  let comparesWords: Bool

  /// Prepares the check.
  ///
  /// - Parameters:
  ///   - rule: The rule of the verdict.
  ///   - aggregates: What evidence states: days with figures, whether they are complete, and what
  ///     makes them uncertain.
  ///   - challenge: The challenge of the verdict.
  ///   - comparesWords: Whether sentences are compared, too.
  package init(
    _ rule: Rule, on aggregates: SubjectAggregates, of challenge: Challenge, comparesWords: Bool
  ) {
    self.rule = rule.naming(feats: aggregates.featNames)
    (self.challenge, self.aggregates) = (challenge, aggregates)
    days = challenge.period.days(in: DayCalendar(zone: aggregates.zone.zone))
    figures = StatedFigures(aggregates)
    self.comparesWords = comparesWords
  }

  /// The first place in a verdict that does not follow from the rule and the evidence.
  ///
  /// - Parameter mayRestOnUnread: Whether the evidence lists data that could not be read.
  /// - Returns: A path in `verdict.json`; `nil` where everything follows.
  package func firstContradiction(in verdict: Verdict, mayRestOnUnread: Bool) -> String? {
    let root = verdict.explanation
    let causes = StatedCauses(
      rule, on: aggregates, of: challenge, asOf: verdict.asOf, isClosed: isClosed(verdict))
    if let place = contradiction(in: root, rule.requires, causes, at: "$.explanation") {
      return place
    }
    let follows =
      switch (verdict.outcome, root.answer) {
      case (.pass, .pass), (.fail, .fail), (.undetermined, .undetermined): true
      case (.fail, .undetermined): rule.onMissing != .undetermined
      case (.fail, .pass): rule.quality.contains { $0.onBreach == .fail }
      case (.undetermined, .pass): !rule.quality.isEmpty || mayRestOnUnread
      case (.pass, _), (.undetermined, .fail): false
      }
    return follows ? contradictionBesideExplanation(verdict) : "$.outcome"
  }

  private func contradiction(
    in node: Explanation, _ condition: Condition, _ causes: StatedCauses, at path: String
  ) -> String? {
    let (key, parts): (String, [Condition]) =
      switch condition.kind {
      case .leaf(let leaf): (leaf.key, [])
      case .all(let parts): ("all", parts)
      case .any(let parts): ("any", parts)
      case .some(_, let parts): ("some", parts)
      case .not(let part): ("not", [part])
      case .jointly(let joint):
        (joint.recurrence.key, joint.leaves.map { Condition(.leaf($0)) })
      }
    if node.key != key { return "\(path).key" }
    if node.name != condition.name { return "\(path).name" }
    if node.children.count != parts.count { return "\(path).children" }
    for (index, part) in parts.enumerated() {
      let place = "\(path).children[\(index)]"
      if let found = contradiction(in: node.children[index], part, causes, at: place) {
        return found
      }
    }
    let answers = node.children.map(\.answer)
    let answer: Outcome
    switch condition.kind {
    case .leaf(let leaf):
      let check = LeafCheck(
        leaf: leaf, node: node, days: days, figures: figures, causes: causes,
        comparesWords: comparesWords)
      let place = contradictionOfTarget(in: node, of: leaf, asOf: causes.asOf)
      return (place ?? check.contradiction).map { "\(path).\($0)" }
    case .all: answer = answers.conjunction
    case .any: answer = answers.disjunction
    case .some(let count, _):
      answer = answers.threshold(count)
      let place = contradiction(inSome: node, holding: answers.count { $0 == .pass }, of: count)
      if let place { return "\(path).\(place)" }
    case .not: answer = answers[0].negated
    case .jointly(let joint):
      let check = StretchCheck(recurrence: joint.recurrence, node: node)
      return check.contradiction(of: joint).map { "\(path).\($0)" }
    }
    return node.answer == answer ? nil : "\(path).answer"
  }

  /// The member of a `some` node that does not follow from how many of its conditions hold; `nil`
  /// where all follow.
  private func contradiction(
    inSome node: Explanation, holding: Int, of count: Int
  ) -> String? {
    if node.actual != Quantity(holding) { return "actual" }
    if node.margin != Quantity(holding - count) { return "margin" }
    if comparesWords, node.required != someRequirement(count, of: node.children.count) {
      return "required"
    }
    return node.unit == someUnit ? nil : "unit"
  }
}

/// Checks the node of one leaf against the leaf and the figures.
private struct LeafCheck {
  let leaf: Leaf
  let node: Explanation
  let days: [CivilDay]
  let figures: StatedFigures
  let causes: StatedCauses
  let comparesWords: Bool

  /// The leaf, with the target that the node states in place of a baseline.
  private var asked: Leaf { leaf.asking(node.target) }
  private var interval: ValueInterval { asked.interval }

  /// The path in the node of what does not follow, or `nil` where everything follows.
  var contradiction: String? {
    guard node.margin != nil || node.actual == nil else { return "margin" }
    if comparesWords, node.required != leaf.requirement { return "required" }
    if node.unit != leaf.resultUnit { return "unit" }
    if node.metric != leaf.explainedMetric { return "metric" }
    if let place = contradictionOfDays { return place }
    // Without a day to count the leaf cannot be met; weeks may all be cut off by the period.
    guard days.contains(where: leaf.days.contains) else {
      return node.answer == .undetermined ? nil : "answer"
    }
    let place =
      if let recurrence = leaf.measure.recurrence {
        contradiction(of: recurrence)
      } else {
        contradictionOfFigure
      }
    return place ?? contradictionOfSpan ?? contradictionOfReason
  }

  /// The path of the stated longest run, if the days certainly give another one.
  private var contradictionOfSpan: String? {
    guard case .streak(_, let misses) = leaf.measure else { return nil }
    let assumptions = DayAssumptions(node.days, self)
    guard assumptions.sure == assumptions.shown else { return nil }
    let run = assumptions.shown.longestRun(misses: misses).span
    let span = run.map { node.days[$0.lowerBound].day...node.days[$0.upperBound].day }
    return node.span == span ? nil : "span"
  }

  private var contradictionOfReason: String? {
    node.reason?.actual.flatMap { $0 == node.actual ? nil : "reason.actual" }
  }

  private var contradictionOfFigure: String? {
    switch leaf.figure(of: node) {
    case .number(let required, let count): numberOfDays(required, count)
    case .amount(let days, let count, let isGreatest): amount(of: days, count, isGreatest)
    case nil: nil
    }
  }

  // MARK: Stretches

  private func contradiction(of recurrence: Recurrence) -> String? {
    let selected = days.filter(leaf.days.contains)
    let (first, last) = (
      days.first.map { max($0, leaf.days.from ?? $0) },
      days.last.map { min($0, leaf.days.to ?? $0) }
    )
    guard let first, let last, first <= last else { return "weeks" }
    let expected = recurrence.stretches(within: first...last).filter { stretch in
      selected.contains { stretch.contains($0) }
    }
    guard node.weeks.map(\.days) == expected else { return "weeks" }
    for (index, week) in node.weeks.enumerated() {
      // The figure of each stretch is checked like that of a leaf on its days alone.
      var own = Explanation(key: node.key, answer: week.answer)
      own.days = node.days.filter { week.days.contains($0.day) }
      own.actual = week.actual
      let check = LeafCheck(
        leaf: leaf.inStretch, node: own, days: days, figures: figures, causes: causes,
        comparesWords: false)
      if let place = check.contradictionOfFigure { return "weeks[\(index)].\(place)" }
    }
    return StretchCheck(recurrence: recurrence, node: node).contradiction
  }

  // MARK: Days

  private var contradictionOfDays: String? {
    let expected = days.filter(leaf.days.contains)
    let stated = node.days.map(\.day)
    // For leaves that count weeks, only the days of counted weeks are listed.
    if leaf.measure.recurrence != nil {
      guard Set(stated).count == stated.count, Set(stated).isSubset(of: expected) else {
        return "days"
      }
    } else if stated != expected {
      return "days"
    }
    for (index, day) in node.days.enumerated() {
      guard figures.agree(with: day.value, of: leaf.value, on: day.day) else {
        return "days[\(index)].value"
      }
      guard stands(day), causes.allow(day, of: asked, targetMayBeUncertain: leaf.baseline != nil)
      else {
        return "days[\(index)].standing"
      }
      guard Set(day.missed.keys).isSubset(of: leaf.value.requiredOfSessions) else {
        return "days[\(index)].missed"
      }
    }
    return nil
  }

  /// Whether a day can stand as stated, by its figure.
  private func stands(_ day: Explanation.Day) -> Bool {
    guard leaf.asksEachDay else { return day.standing != .counted || day.value != nil }
    guard let holds = holds(day) else { return true }
    return switch day.standing {
    case .counted: holds
    case .short: day.value != nil && !holds
    default: true
    }
  }

  /// Whether a day's figure satisfies the comparison; `nil` where the figures do not tell.
  private func holds(_ day: Explanation.Day) -> Bool? {
    guard day.value != nil else { return interval.contains(leaf.value.possible.low) }
    return figures.exact(day, leaf.value).map(interval.contains)
  }

  // MARK: Counts

  /// Checks a number of days.
  ///
  /// - Parameters:
  ///   - required: The number that is required.
  ///   - count: Counts the days that qualify; more qualifying days must never give a lower count.
  private func numberOfDays(_ required: Int, _ count: ([Bool]) -> Int) -> String? {
    let assumptions = DayAssumptions(node.days, self)
    let (sure, shown) = (count(assumptions.sure), count(assumptions.shown))
    guard let actual = node.actual, actual >= Quantity(sure), actual <= Quantity(shown) else {
      return "actual"
    }
    guard node.margin == nil || node.margin == actual.less(required) else { return "margin" }
    return assumptions.allow(node.answer, reaching: required, count) ? nil : "answer"
  }

  // MARK: Amounts

  /// Checks an amount against the days behind it, and returns the name of the node's member that
  /// contradicts them; `nil` where none does.
  ///
  /// - Parameters:
  ///   - days: The days behind the figure.
  ///   - count: The number by which the total is divided.
  ///   - isGreatest: Whether the figure is the greatest of the days' values, and not their sum.
  private func amount(
    of days: [Explanation.Day], _ count: Int, _ isGreatest: Bool
  ) -> String? {
    let isSum = !isGreatest && count == 1
    let isTotal = leaf.measure == .total
    // Where nothing is recorded, the figure is the least possible one.
    guard isTotal || node.days.contains(where: { $0.value != nil }),
      leaf.value.possible.low == 0 || days.allSatisfy({ $0.value != nil })
    else { return nil }
    let values = days.filter { $0.value != nil }.map { figures.exact($0, leaf.value) }
    let known = values.compactMap(\.self)
    guard known.count == values.count else { return nil }
    let total = isGreatest ? known.max() ?? 0 : known.reduce(0, +)
    let actual = dividedRounding(total, by: Int128(count) * Int128(leaf.value.partsOfMicroUnit))
    guard node.actual.map({ Int128($0.microUnits) }) == actual else { return "actual" }
    let margin = node.margin.map { Int128($0.microUnits) }
    guard margin == nil || margin == asked.comparison.margin(of: actual) else { return "margin" }
    if isTotal, hasOnlyGaps { return node.answer == answer(onSum: total) ? nil : "answer" }
    let holds = asked.interval(ofSumsOver: count).contains(total)
    let days = isSum && leaf.baseline == nil ? node.days : nil
    return mayAnswer(node.answer, holds, days) ? nil : "answer"
  }

  /// Whether the days of the node are uncertain only because data is missing or ends too early.
  private var hasOnlyGaps: Bool {
    leaf.baseline == nil && causes.leaveOnlyGaps(in: leaf.value)
      && node.days.allSatisfy { [.counted, .short].contains($0.standing) || isGap($0) }
  }

  /// Whether data is missing of a day, or ends too early.
  private func isGap(_ day: Explanation.Day) -> Bool {
    [.missing, .incomplete, .notOver].contains(day.standing)
  }

  /// Whether more may be recorded of a day than is known.
  private func mayGrow(_ day: Explanation.Day) -> Bool {
    isGap(day) && !(day.standing == .missing && causes.readsMissingAsZero)
  }

  /// The answer on a sum of so much, to which days with a gap may add any amount.
  private func answer(onSum total: Int128) -> Outcome {
    let interval = asked.interval(ofSumsOver: 1)
    guard node.days.contains(where: mayGrow) else {
      return interval.contains(total) ? .pass : .fail
    }
    if let high = interval.high { return total > high ? .fail : .undetermined }
    return total >= interval.low ? .pass : .undetermined
  }

  /// Whether an answer is possible, given whether the recorded days satisfy the comparison.
  ///
  /// - Parameter days: The days of a sum, which has an answer where each of them is known; `nil`
  ///   otherwise.
  private func mayAnswer(
    _ answer: Outcome, _ holds: Bool, _ days: [Explanation.Day]?
  ) -> Bool {
    switch answer {
    case .pass: holds
    case .fail: !holds
    case .undetermined: days?.contains { ![.counted, .short].contains($0.standing) } ?? true
    }
  }

  /// The days that qualify under different assumptions about unknown data.
  private struct DayAssumptions {
    let sure: [Bool]
    /// The days that the explanation shows as qualifying, for certain or by the recorded data.
    let shown: [Bool]
    /// The days that possibly qualify.
    private let possible: [Bool]
    /// The days of which it is not certain that they do not qualify.
    private let notExcluded: [Bool]

    init(_ days: [Explanation.Day], _ check: LeafCheck) {
      sure = days.map { $0.standing == .counted }
      let hasOnlyGaps = check.hasOnlyGaps
      shown = days.map { day in
        let mayShow = !hasOnlyGaps || day.standing != .notOver
        return day.standing == .counted || mayShow && day.value != nil && check.holds(day) ?? true
      }
      if hasOnlyGaps {
        notExcluded = days.map { $0.standing == .counted || check.mayGrow($0) }
        possible = notExcluded
      } else {
        possible = days.map { $0.standing == .counted || $0.value != nil && $0.standing != .short }
        notExcluded = days.map { $0.standing != .short }
      }
    }

    func allow(_ answer: Outcome, reaching required: Int, _ count: ([Bool]) -> Int) -> Bool {
      switch answer {
      case .pass: count(sure) >= required
      case .fail: count(possible) < required
      case .undetermined: count(sure) < required && count(notExcluded) >= required
      }
    }
  }
}

/// Checks the number of stretches that satisfy the leaf against the statement for each.
private struct StretchCheck {
  let recurrence: Recurrence
  let node: Explanation

  /// The path in the node of what does not follow, or `nil` where everything follows.
  var contradiction: String? {
    let stretches = node.weeks.map { (days: $0.days, element: $0.answer) }
    let sure = recurrence.counted(stretches) { $0 == .pass }.count
    let possible = recurrence.counted(stretches) { $0 != .fail }.count
    guard let actual = node.actual, actual >= Quantity(sure), actual <= Quantity(possible) else {
      return "actual"
    }
    guard node.margin == actual.less(recurrence.count) else { return "margin" }
    let answer: Outcome =
      sure >= recurrence.count ? .pass : possible >= recurrence.count ? .undetermined : .fail
    return node.answer == answer ? nil : "answer"
  }

  /// Checks the same as ``contradiction``, for leaves that must hold in the same stretches and have
  /// nodes of their own.
  func contradiction(of joint: JointLeaves) -> String? {
    // Without a day to count the leaves cannot be met.
    if node.weeks.isEmpty, node.answer == .undetermined { return nil }
    for (index, week) in node.weeks.enumerated() {
      let parts = node.children.compactMap { child in
        child.weeks.indices.contains(index) && child.weeks[index].days == week.days
          ? child.weeks[index].answer : nil
      }
      guard parts.count == node.children.count else { return "weeks[\(index)]" }
      guard week.answer == (joint.needsAll ? parts.conjunction : parts.disjunction) else {
        return "weeks[\(index)].answer"
      }
      let (sure, possible) = (parts.count { $0 == .pass }, parts.count { $0 != .fail })
      guard week.actual >= Quantity(sure), week.actual <= Quantity(possible) else {
        return "weeks[\(index)].actual"
      }
    }
    return contradiction
  }
}

extension Quantity {
  fileprivate func less(_ count: Int) -> Quantity {
    Quantity(microUnits: microUnits - Quantity(count).microUnits)
  }
}

extension DayValue {
  /// The quantities that `where` compares.
  fileprivate var requiredOfSessions: Set<ActivityQuantity> {
    if case .activities(_, let test) = self { Set(test.requirements.keys) } else { [] }
  }
}
