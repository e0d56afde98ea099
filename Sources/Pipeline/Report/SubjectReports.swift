import DaymarkConfiguration
import DaymarkDocuments
import DaymarkEvaluate
import DaymarkModel
import DaymarkReport
import DaymarkStore

// The report of one person, made from the results of a run in a store.

extension StoredCohort {
  /// Makes the report of one person.
  ///
  /// - Parameters:
  ///   - row: The subject's row in the challenge's report.
  ///   - shipped: The program's limits. A caller with many subjects passes them, because reading
  ///     them takes as long as reading a subject.
  /// - Returns: `nil` for a subject without a verdict by the present rule.
  func subjectReport(of row: SubjectRow, shipped: Limits? = nil) throws -> SubjectReport? {
    let key = SubjectKey(challenge: challenge.id, subject: row.id)
    guard let (verdict, reading) = try decided(key) else { return nil }
    let aggregates = reading.aggregates
    let limits = try shipped ?? shippedLimits
    var report = SubjectReport(
      of: verdict, by: rule, row.id, on: aggregates, in: challenge, toolVersion: daymarkVersion)
    report.name = row.name
    report.decision = row.decision
    report.change = smallestChange(
      to: rule, on: aggregates, of: challenge, asOf: verdict.asOf, quality: verdict.quality)
    if report.change != nil, verdict.outcome != .pass,
      [.upcoming, .active].contains(verdict.phase)
    {
      report.daysToComeSuffice = daysToComeSuffice(
        for: rule, on: aggregates, of: challenge, asOf: verdict.asOf)
    }
    report.counted = countedMetrics(aggregates, first: rule.metrics)
    report.inputs = reading.inputs
    report.limits = limits.identity == verdict.quality.limits ? limits : nil
    report.files = try store.outputs(of: key).digests
    return report
  }
}

extension SubjectReport {
  /// Makes the report of a verdict with the figures of its days.
  init(
    of verdict: Verdict, by rule: Rule, _ subject: String, on aggregates: SubjectAggregates,
    in challenge: Challenge, toolVersion: String
  ) {
    let calendar = DayCalendar(zone: aggregates.zone.zone)
    let rule = rule.naming(feats: aggregates.featNames)
    self.init(
      challenge: challenge, rule: rule, ruleSentence: rule.plainSentence, subject: subject,
      verdict: verdict, deadline: challenge.deadline(in: calendar), aggregates: aggregates,
      toolVersion: toolVersion)
    let days = challenge.period.days(in: calendar)
    charts = zip(rule.leaves, verdict.explanation.leaves).map {
      DayChart($0.leaf, $1, on: days, aggregates)
    }
    for (index, isAlternative) in zip(charts.indices, rule.requires.alternatives) {
      charts[index].isAlternative = isAlternative
    }
    for (index, isNegated) in zip(charts.indices, rule.requires.negations()) {
      charts[index].isNegated = isNegated
    }
  }
}

extension Rule {
  /// The metrics that leaves, score and gates use, in their order.
  fileprivate var metrics: [Metric] { valuesAsked.flatMap(\.metrics) }
}

extension Condition {
  /// For each leaf, in the rule's order, whether it is an alternative to the leaf before it.
  fileprivate var alternatives: [Bool] {
    if case .jointly(let joint) = kind {
      return joint.leaves.indices.map { $0 > 0 && !joint.needsAll }
    }
    let parts = parts(at: .requires).map(\.part.alternatives)
    guard case .any = kind else { return parts.isEmpty ? [false] : parts.flatMap(\.self) }
    // A rule "any of A, B" reads "A or B", so the first leaf of each part but the first follows an
    // "or" and is an alternative.
    return parts.enumerated().flatMap { index, leaves in
      leaves.enumerated().map { place, isAlternative in
        isAlternative || (index > 0 && place == 0)
      }
    }
  }
}

extension Condition {
  /// Returns for each leaf, in the rule's order, whether an odd number of `not` stands above it.
  fileprivate func negations(isNegated: Bool = false) -> [Bool] {
    switch kind {
    case .leaf: [isNegated]
    case .jointly(let joint): joint.leaves.map { _ in isNegated }
    case .not(let part): part.negations(isNegated: !isNegated)
    case .all(let parts), .any(let parts), .some(_, let parts):
      parts.flatMap { $0.negations(isNegated: isNegated) }
    }
  }
}

extension DayValue {
  /// The metrics that the value is made of, or that its sessions contribute to.
  fileprivate var metrics: [Metric] {
    switch self {
    case .metric(let metric): [metric]
    case .heartRate, .heartMinutes: [.heartRate]
    case .activities(.energy, _): [.activeEnergy]
    case .activities(_, let test):
      ActivityKind.allCases.filter { test.kinds?.contains($0) ?? false }
        .compactMap(\.distanceMetric)
    case .strength, .lift, .feat: []
    case .weighted(let sum): sum.terms.flatMap(\.value.metrics)
    }
  }
}

/// Lists the metrics that may be counted twice from several sources, with the metrics of the rule
/// first.
private func countedMetrics(
  _ aggregates: SubjectAggregates, first: [Metric]
) -> [CountedMetric] {
  let days = Dictionary(grouping: aggregates.days, by: \.metric)
  let order = first + Metric.allCases
  return Metric.allCases.sorted { a, b in
    (order.firstIndex(of: a) ?? 0) < (order.firstIndex(of: b) ?? 0)
  }.compactMap { metric in
    let counted = CountedMetric(
      metric: metric, name: metric.plainName, days: (days[metric] ?? []).compactMap(CountedDay.init)
    )
    let isOfSeveral = counted.sources.count > 1 || counted.naiveTotal != counted.total
    guard !counted.days.isEmpty, isOfSeveral || first.contains(metric) else { return nil }
    return counted
  }
}

extension DayChart {
  /// Charts the days of a condition: what it asks of them, and how each stands to it.
  ///
  /// - Parameters:
  ///   - leaf: The condition.
  ///   - node: The condition's explanation.
  ///   - days: The days of the period.
  ///   - aggregates: The subject's days, which contain the range of heart rate.
  fileprivate init(
    _ leaf: Leaf, _ node: Explanation, on days: [CivilDay], _ aggregates: SubjectAggregates
  ) {
    let asked = leaf.asking(node.target)
    let ownTarget = node.target.map { " (here \($0.words(in: leaf.value.unit)))" } ?? ""
    var known: [CivilDay: Explanation.Day] = [:]
    for day in node.days { known[day.day] = day }
    var ranges: [CivilDay: ClosedRange<Quantity>] = [:]
    if case .heartRate = leaf.value {
      for day in aggregates.days where day.metric == .heartRate {
        guard let low = day.heartRate?.minimum, let high = day.heartRate?.maximum, low <= high
        else { continue }
        ranges[day.day] = low...high
      }
    }
    self.init(
      title: leaf.value.title,
      requirement: (node.required ?? leaf.plainRequirement) + ownTarget,
      answer: node.answer, unit: leaf.value.unit,
      comparison: leaf.asksEachDay ? asked.comparison : nil,
      bars: days.map { day in
        Bar(
          day: day, value: known[day]?.value, range: ranges[day],
          standing: known[day].map(node.standing) ?? .notAsked)
      })
    nounOfOne = leaf.value.nounOfOne
    actual = node.actual
    target = asked.target(over: node.days.count)
    // Where days or stretches are counted, the figure is their number, even if sessions are asked
    // for.
    let isOfSessions = leaf.measure.figure == .amount
    resultUnit = (isOfSessions ? leaf.value.sessionNoun : nil) ?? node.unit
    span = node.span
    guard let recurrence = leaf.measure.recurrence else { return }
    weeks = node.weeksToShow
    stretchNoun = node.unit ?? stretchNoun
    weekGoal =
      switch leaf.measure.goal {
      case .days(.atLeast(let days)), .streak(let days, _): Quantity(days)
      // Months differ in their number of days, so there is no single goal for all of them.
      case .days(.every): recurrence.stretch == .month ? nil : Quantity(recurrence.mostDays)
      case .total: leaf.value.unit == .count ? leaf.comparison.lower?.threshold : nil
      default: nil
      }
  }
}
