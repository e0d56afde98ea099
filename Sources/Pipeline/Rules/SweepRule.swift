package import DaymarkConfiguration
import DaymarkDocuments
import DaymarkEvaluate
package import DaymarkModel

/// The counts of outcomes at each value of a rule's threshold.
package struct RuleSweep: Sendable {
  /// One value of the threshold, and the outcomes that it gives.
  package struct Point: Sendable {
    /// With its unit, as it was asked for.
    package var text: String
    /// In the canonical unit.
    package var value: Quantity
    /// The number of subjects of each outcome.
    package var outcomes: [Outcome: Int]
  }

  /// The challenge that was decided.
  package var challenge: Challenge
  /// The rule as it is.
  package var rule: Rule
  /// The threshold that was moved.
  package var threshold: RuleThreshold
  /// The rule's other thresholds, where nobody said which to move; else empty.
  package var unmoved: [RuleThreshold]
  /// The number of subjects that were decided.
  package var subjects: Int
  /// As of when the subjects were decided, the first and the last of them; `nil` without subjects.
  package var asOf: ClosedRange<Instant>?
  /// In the order they were asked for.
  package var points: [Point]
  /// The rule as it is, whether or not it is among them.
  package var present: Point
}

/// Tries a rule with other values of one threshold on the subjects of a challenge in a store.
///
/// Each subject is read once; gates see the flags of its stored verdict.
///
/// - Parameters:
///   - path: A pipeline's folder, or a folder or file of rules.
///   - threshold: Its path in the rule; may be left out when the rule compares with one number,
///     or asks for one number of sessions.
///   - values: The values that the threshold takes, at most 1000.
///   - store: The file that a run left; no byte of it changes.
///   - challenge: May be left out when the store holds one, or that of the rule's pipeline.
///   - asOf: Otherwise that of each subject's verdict of the last run.
///   - progress: Told how many subjects are done, and of how many.
/// - Returns: The number of subjects of each outcome, for each value.
/// - Throws: `ConfigurationError` of the rule's files; `DaymarkError` `file.missing`,
///   `store.unusable`, `challenge.unknown`, `threshold.unknown`, `threshold.bad_value`;
///   `CancellationError`.
package func sweepRule(
  at path: String, threshold: RulePath? = nil, over values: SweepValues, store: String,
  challenge: String? = nil, asOf: Instant? = nil,
  progress: (_ done: Int, _ of: Int) -> Void = { _, _ in }
) throws -> RuleSweep {
  let cohort = try StoredCohort(at: store, challenge: challenge, rulePaths: [path])
  let rule = try loadRule(named: path, period: cohort.challenge.period)
  let isNamed = threshold != nil
  let thresholds = writtenThresholds(of: rule, named: path)
  let threshold = try rule.threshold(at: threshold, among: thresholds)
  let asked = try values.values(of: threshold)
  var variants = try asked.map { text, value in
    guard let variant = rule.replacing(threshold, with: value) else {
      throw threshold.refusing(
        text, expected: threshold.unit == nil ? .wholeNumberOfRule : nil)
    }
    return (point: RuleSweep.Point(text: text, value: value, outcomes: [:]), rule: variant)
  }
  let present = RuleSweep.Point(text: threshold.text, value: threshold.value, outcomes: [:])
  variants.append((present, rule))
  var subjects = 0
  var instants: ClosedRange<Instant>?
  try cohort.forEachMember(progress: progress) { _, member in
    subjects += 1
    instants = (asOf ?? member.asOf).joined(to: instants)
    for index in variants.indices {
      let verdict = evaluate(
        variants[index].rule, on: member.aggregates, of: cohort.challenge,
        asOf: asOf ?? member.asOf, quality: member.quality,
        completeness: member.completeness)
      variants[index].point.outcomes[verdict.outcome, default: 0] += 1
    }
    try Task.checkCancellation()
  }
  return RuleSweep(
    challenge: cohort.challenge, rule: rule, threshold: threshold,
    unmoved: isNamed ? [] : thresholds.filter { $0.path != threshold.path },
    subjects: subjects, asOf: instants, points: variants.dropLast().map(\.point),
    present: variants[variants.count - 1].point)
}

extension Rule {
  fileprivate func threshold(
    at path: RulePath?, among thresholds: [RuleThreshold]
  ) throws -> RuleThreshold {
    if let path {
      if let threshold = thresholds.first(where: { $0.path == path }) { return threshold }
    } else {
      let choice = leaves.flatMap { mainThresholds(at: $0.path, among: thresholds) }
      if choice.count == 1 { return choice[0] }
    }
    throw DaymarkError(.thresholdUnknown) { facts in
      facts.known = thresholds.map { "\($0.path) (\($0.text))" }
      facts.threshold = path
      facts.suggestion = path.flatMap { path in
        suggestion(for: path.description, among: thresholds.map(\.path.description))
      }
    }
  }

  /// What a leaf compares with; where it compares with nothing, how many it asks for.
  ///
  /// Neither what it asks of each session nor what a gate allows.
  func mainThresholds(at path: RulePath, among all: [RuleThreshold]) -> [RuleThreshold] {
    let own = all.filter { $0.path.isInside(path) && !$0.path.keys.contains("where") }
    let comparisons = own.filter(\.isComparison)
    return comparisons.isEmpty ? own.filter { $0.path.keys.last == "count" } : comparisons
  }
}

/// The values that a threshold is moved over, as a person writes them.
package enum SweepValues: Hashable, Sendable {
  case list([String])
  /// Both ends included, if a whole number of steps leads there.
  case range(from: String, to: String, step: String)

  /// The most values of one sweep.
  package static let limit = 1000

  /// - Returns: Each value as it is shown, and in the threshold's canonical unit.
  /// - Throws: `threshold.bad_value` with the value and what is expected.
  func values(of threshold: RuleThreshold) throws -> [(text: String, value: Quantity)] {
    let texts =
      switch self {
      case .list(let texts): texts
      case .range(let from, let to, let step):
        try steps(from: from, to: to, by: step, of: threshold)
      }
    guard !texts.isEmpty, texts.count <= Self.limit else {
      throw threshold.refusing(
        "\(texts.count)", expected: .valueCount(from: 1, through: Self.limit))
    }
    return try texts.map { text in
      guard let value = threshold.reading(text) else { throw threshold.refusing(text) }
      return (threshold.spelled(text), value)
    }
  }

  /// Counted in the unit that is written, so that no step is rounded.
  private func steps(
    from: String, to: String, by step: String, of threshold: RuleThreshold
  ) throws -> [String] {
    if let paces = try paces(from: from, to: to, by: step, of: threshold) { return paces }
    var parts = [from, to, step].map { $0.split(separator: " ", maxSplits: 1) }
    // What is written with minutes and seconds is counted in the canonical unit.
    if let unit = threshold.unit, [from, to, step].contains(where: { $0.contains(":") }) {
      parts = try [from, to, step].map { text in
        guard let value = threshold.reading(text) else { throw threshold.refusing(text) }
        return ["\(value)", unit[...]]
      }
    }
    guard Set(parts.map { $0.dropFirst().first }).count == 1 else {
      throw threshold.refusing(
        "\(from) to \(to) by \(step)", expected: .sameUnit)
    }
    let ends = try zip(parts, [from, to, step]).map { part, text in
      guard let number = part.first.flatMap({ Quantity(decimalText: $0) }) else {
        throw threshold.refusing(text)
      }
      return number
    }
    let unit = parts[0].dropFirst().first.map { " \($0)" } ?? ""
    return try numbers(
      from: Int128(ends[0].microUnits), to: Int128(ends[1].microUnits),
      by: Int128(ends[2].microUnits), of: threshold
    ).map { decimalText(ofMillionths: $0) + unit }
  }

  /// Paces that are written with minutes and seconds, as they are written; `nil` where one is not.
  private func paces(
    from: String, to: String, by step: String, of threshold: RuleThreshold
  ) throws -> [String]? {
    let parts = [from, to, step].map { threshold.spelled($0).split(separator: " ", maxSplits: 1) }
    let seconds = parts.compactMap { $0.first.flatMap(paceSeconds).map(Int128.init) }
    guard seconds.count == 3, let unit = parts[0].last, parts.allSatisfy({ $0.last == unit }) else {
      return nil
    }
    return try numbers(from: seconds[0], to: seconds[1], by: seconds[2], of: threshold).map {
      "\($0 / 60):\($0 % 60 < 10 ? "0" : "")\($0 % 60) \(unit)"
    }
  }

  /// Numbers at equal distances; both ends included, if a whole number of steps leads there.
  private func numbers(
    from first: Int128, to last: Int128, by step: Int128, of threshold: RuleThreshold
  ) throws -> [Int128] {
    guard case .range(let from, let to, let by) = self else { return [] }
    let text = "\(from) to \(to) by \(by)"
    guard first <= last, step > 0 else {
      throw threshold.refusing(text, expected: .ascendingRange)
    }
    let count = (last - first) / step + 1
    guard count <= Self.limit else {
      throw threshold.refusing(
        text, expected: .sweepValues(atMost: Self.limit, given: Int(clamping: count)))
    }
    return (0..<count).map { first + $0 * step }
  }
}

extension RuleThreshold {
  func refusing(_ value: String, expected: ExpectedValue? = nil) -> DaymarkError {
    let dimension = unit.flatMap(Unit.init(rawValue:))?.dimension
    let units = Unit.allCases.filter { $0.dimension == dimension }.map(\.rawValue)
    return DaymarkError(.thresholdBadValue) { facts in
      (facts.threshold, facts.value) = (path, value)
      facts.expected = expected ?? .thresholdValue(unit: unit, units: units)
    }
  }
}
