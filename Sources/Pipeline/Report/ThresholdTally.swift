import DaymarkConfiguration
import DaymarkDocuments
import DaymarkEvaluate
import DaymarkModel
import DaymarkReport

/// Counts the outcomes of a cohort for values around a threshold, subject by subject.
struct ThresholdTally {
  /// The number of steps to either side of the rule's own value.
  private static let steps = 5

  private let threshold: RuleThreshold
  private let name: String
  private var variants: [(value: Quantity, rule: Rule)]
  private var outcomes: [[Outcome: Int]]
  private let present: Int

  init(_ rule: Rule, _ threshold: (RuleThreshold, Leaf)) {
    self.threshold = threshold.0
    name = threshold.1.plainRequirement
    variants = threshold.0.neighbours(Self.steps).compactMap { value in
      if value == threshold.0.value { return (value, rule) }
      return rule.replacing(threshold.0, with: value).map { (value, $0) }
    }
    outcomes = Array(repeating: [:], count: variants.count)
    present = variants.firstIndex { $0.value == threshold.0.value } ?? 0
  }

  var curve: ThresholdCurve {
    ThresholdCurve(
      name: name, unit: threshold.unit.flatMap(Unit.init(rawValue:)),
      points: zip(variants, outcomes).map { .init(value: $0.value, outcomes: $1) },
      present: threshold.value)
  }

  /// Adds a subject.
  ///
  /// The outcome is monotonic in the threshold. So between two values with the same outcome all
  /// values have it, and only few need to be evaluated.
  ///
  /// - Parameter verdict: The verdict by the unchanged rule.
  mutating func count(
    _ verdict: Verdict, _ aggregates: SubjectAggregates, in challenge: Challenge
  ) {
    var answers = [Outcome?](repeating: nil, count: variants.count)
    answers[present] = verdict.outcome
    func answer(_ index: Int) -> Outcome {
      if let answer = answers[index] { return answer }
      let answer = evaluate(
        variants[index].rule, on: aggregates, of: challenge, asOf: verdict.asOf,
        quality: verdict.quality, completeness: verdict.completeness
      ).outcome
      answers[index] = answer
      return answer
    }
    func fill(_ low: Int, _ high: Int) {
      guard high - low > 1 else { return }
      if answer(low) == answer(high) {
        for index in low + 1..<high { answers[index] = answers[low] }
      } else {
        let middle = (low + high) / 2
        _ = answer(middle)
        fill(low, middle)
        fill(middle, high)
      }
    }
    for (low, high) in [(0, present), (present, variants.count - 1)] {
      _ = (answer(low), answer(high))
      fill(low, high)
    }
    for index in variants.indices {
      if let answer = answers[index] { outcomes[index][answer, default: 0] += 1 }
    }
  }
}

extension Rule {
  /// The main threshold of each of the first leaves, with its leaf.
  var shownThresholds: [(RuleThreshold, Leaf)] {
    let thresholds = thresholds
    return leaves.compactMap { path, leaf in
      let main = mainThresholds(at: path, among: thresholds)
      return main.count == 1 ? (main[0], leaf) : nil
    }.prefix(2).map { $0 }
  }
}

extension RuleThreshold {
  /// Returns values in equal steps to either side of the threshold, in ascending order.
  ///
  /// A step is a tenth of the threshold, or 1 for a small count.
  fileprivate func neighbours(_ steps: Int) -> [Quantity] {
    let isCount = unit == nil || unit == Unit.count.rawValue
    let whole = Quantity(1).microUnits
    var step = value.microUnits / 10
    if isCount { step = max(whole, step / whole * whole) }
    guard step > 0 else { return [value] }
    return (-steps...steps).compactMap { number in
      let microUnits = value.microUnits + Int64(number) * step
      return microUnits > 0 ? Quantity(microUnits: microUnits) : nil
    }
  }
}
