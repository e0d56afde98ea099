package import DaymarkConfiguration
import DaymarkDocuments
import DaymarkEvaluate
package import DaymarkModel

/// The numbers of outcomes for several values of a rule's threshold.
package struct RuleSweep: Sendable {
  /// One value of the threshold, with the outcomes it gives.
  package struct Point: Sendable {
    /// The value with its unit, as the caller wrote it.
    package var text: String
    /// The value in the canonical unit.
    package var value: Quantity
    /// The number of subjects per outcome.
    package var outcomes: [Outcome: Int]
  }

  /// The challenge that was decided.
  package var challenge: Challenge
  /// The unchanged rule.
  package var rule: Rule
  /// The threshold that was varied.
  package var threshold: RuleThreshold
  /// The rule's other thresholds, where the caller did not choose one; otherwise empty.
  package var unmoved: [RuleThreshold]
  /// The number of decided subjects.
  package var subjects: Int
  /// The instants of the verdicts, from the first to the last; `nil` without subjects.
  package var asOf: ClosedRange<Instant>?
  /// The points, in the order in which the caller gave the values.
  package var points: [Point]
  /// The point of the unchanged rule, whether or not it is among `points`.
  package var present: Point
}

/// Tries a rule with other values of one threshold on the subjects of a challenge in a store.
///
/// Each subject is read once. Gates use the flags of its stored verdict.
///
/// - Parameters:
///   - path: The rule, by a pipeline's folder, a folder of rules or a file of rules.
///   - threshold: The path of the threshold in the rule. `nil` is allowed for a rule that compares
///     with one number or requires one number of sessions.
///   - values: The values that the threshold takes, at most 1000.
///   - store: The file of the store, which is only read.
///   - challenge: The id of the challenge. `nil` is allowed for a store with one challenge, or for
///     the challenge of the rule's pipeline.
///   - asOf: The instant of the verdicts; `nil` for that of each subject's last verdict.
///   - progress: Called with the number of subjects that are done and the number of all.
/// - Returns: The number of subjects of each outcome, for each value.
/// - Throws: `ConfigurationError` for the rule's files; `DaymarkError` `file.missing`,
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
    guard let variant = rule.replacing(threshold, with: value, written: text) else {
      throw threshold.refusing(
        text, expected: threshold.unit == nil ? .wholeNumberOfRule : nil)
    }
    return (point: RuleSweep.Point(text: text, value: value, outcomes: [:]), rule: variant)
  }
  let present = RuleSweep.Point(text: threshold.text, value: threshold.value, outcomes: [:])
  variants.append((present, rule))
  var subjects = 0
  var instants: ClosedRange<Instant>?
  try cohort.forEachMember(by: variants.map(\.rule), progress: progress) { _, member in
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

  /// Returns the thresholds that a leaf compares with or, where it compares with none, the number
  /// that it requires.
  ///
  /// Conditions on single sessions and the limits of gates are left out.
  func mainThresholds(at path: RulePath, among all: [RuleThreshold]) -> [RuleThreshold] {
    let own = all.filter { $0.path.isInside(path) && !$0.path.keys.contains("where") }
    let comparisons = own.filter(\.isComparison)
    return comparisons.isEmpty ? own.filter { $0.path.keys.last == "count" } : comparisons
  }
}

/// The values that a threshold takes in a sweep, as a person writes them.
package enum SweepValues: Hashable, Sendable {
  case list([String])
  /// A range that includes both ends, if a whole number of steps leads from one to the other.
  case range(from: String, to: String, step: String)

  /// The largest number of values in a sweep.
  package static let limit = 1000

  /// Computes the values of the threshold that the sweep tries.
  ///
  /// - Returns: Each value as shown, and in the threshold's canonical unit.
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

  /// Computes the values in the unit as it is written, so that no step is rounded.
  private func steps(
    from: String, to: String, by step: String, of threshold: RuleThreshold
  ) throws -> [String] {
    if let paces = try paces(from: from, to: to, by: step, of: threshold) { return paces }
    if let fractions = try fractions(from: from, to: to, by: step, of: threshold) {
      return fractions
    }
    var parts = [from, to, step].map { $0.split(separator: " ", maxSplits: 1) }
    // Values written with minutes and seconds are computed in the canonical unit.
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

  /// Returns paces in minutes and seconds, in the notation of the arguments; `nil` where an
  /// argument is no such pace.
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

  /// Returns weights as fractions in lowest terms; `nil` where no argument is a fraction.
  private func fractions(
    from: String, to: String, by step: String, of threshold: RuleThreshold
  ) throws -> [String]? {
    let texts = [from, to, step]
    guard threshold.isWeight, texts.contains(where: { $0.contains("/") }) else { return nil }
    let weights = try texts.map { text in
      guard let weight = Weight(text) else { throw threshold.refusing(text) }
      return weight
    }
    let whole = weights.reduce(1) { $0 * $1.denominator }
    let parts = weights.map { Int128($0.numerator * (whole / $0.denominator)) }
    return try numbers(from: parts[0], to: parts[1], by: parts[2], of: threshold).map { part in
      guard let weight = Weight(Int64(part), over: whole) else {
        throw threshold.refusing("\(from) to \(to) by \(step)")
      }
      return "\(weight)"
    }
  }

  /// Returns equidistant numbers, with both ends, if a whole number of steps leads from one to the
  /// other.
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
      facts.expected = expected ?? (isWeight ? .weight : .thresholdValue(unit: unit, units: units))
    }
  }
}
