package import DaymarkModel

// A leaf that compares with the subject's own days before the period: `baseline: {days: 28, before:
// period}`, with `floor` beside it.

extension KeyTable {
  package static let baselineKey = "baseline"

  /// The key of the least target of a leaf with a baseline.
  package static let floorKey = "floor"
}

extension Part<Baseline> {
  static let baseline: Part = Part(
    keys: [
      .needed("days", .number(1...Baseline.mostDays)), .needed("before", .choice(["period"])),
      .optional(
        "atLeastDays", .number(1...Baseline.mostDays),
        standard: .number(Baseline.usualAtLeastDays)),
      .optional("times", .weight, standard: .string("1")),
    ],
    read: { fields in
      guard let days = fields.number("days"), let atLeastDays = fields.number("atLeastDays"),
        case .string(let text)? = fields["times"], let times = Weight(text)
      else { return nil }
      return Baseline(days: days, atLeastDays: atLeastDays, times: times)
    },
    write: { baseline in
      [
        "days": .number(baseline.days), "before": .string("period"),
        "atLeastDays": .number(baseline.atLeastDays), "times": .string("\(baseline.times)"),
      ]
    })

  /// The baseline in the fields of a leaf; `nil` where there is none.
  static func baseline(in fields: Fields) -> Baseline? {
    fields[KeyTable.baselineKey].flatMap { baseline.value(of: $0) }
  }
}

extension Baseline {
  /// The keys that may stand under `baseline`.
  package static let table = Part<Baseline>.baseline.table

  /// Reads the baseline of a leaf's definition; `nil` where it has none.
  package init?(inLeaf definition: [String: JSONValue]) {
    guard
      let baseline = definition[KeyTable.baselineKey].flatMap({
        Part<Baseline>.baseline.value(of: $0)
      })
    else { return nil }
    self = baseline
  }
}

extension Rule {
  /// The number of days before the period that the rule needs; 0 for a rule without a baseline.
  package var daysBefore: Int { requires.leaves.compactMap(\.baseline?.days).max() ?? 0 }

  /// The metrics whose days before the period the rule needs.
  package var metricsBefore: Set<Metric> {
    Set(requires.leaves.filter { $0.baseline != nil }.flatMap(\.value.addedMetrics))
  }
}

extension Rule {
  /// Whether the rule asks for sleep, which archives are not read for otherwise.
  package var asksForSleep: Bool {
    let shares = quality.compactMap { gate -> Metric? in
      switch gate.measure {
      case .manualShare(let metric, _), .lateShare(let metric, _): metric
      case .flags: nil
      }
    }
    return (valuesAsked.flatMap(\.addedMetrics) + shares).contains(where: \.isReadOnRequest)
  }
}

extension DayValue {
  /// The metrics that the value adds up; empty for a value that is no metric or sum of metrics.
  package var addedMetrics: [Metric] {
    switch self {
    case .metric(let metric): [metric]
    case .weighted(let sum): sum.terms.flatMap(\.value.addedMetrics)
    case .heartRate, .heartMinutes, .activities, .strength, .lift, .feat: []
    }
  }
}
