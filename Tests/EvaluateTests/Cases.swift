import DaymarkEvaluate
import DaymarkModel
import DaymarkTestSupport

let firstDay = CivilDay(ordinal: 20_332)  // 2025-09-01, a Monday

/// An instant of the test month, by day and hour in UTC: `at(8)` is 2025-09-08T00:00:00Z.
func at(_ day: Int, hour: Int = 0) -> Instant {
  Instant(seconds: Int64(Int(firstDay.ordinal) + day - 1) * 86_400 + Int64(hour) * 3600)
}

/// Days of one metric from 2025-09-01 on, written as in `rules_test.yaml`: a number, `-` without
/// data, `~n` incomplete.
func aggregates(
  _ text: String, of metric: Metric = .steps, dataEnd: Instant? = at(100), zone: Zone = .utc,
  isDamaged: Bool = false
) -> SubjectAggregates {
  let days = text.split(separator: " ").enumerated().compactMap { index, word -> DailyAggregate? in
    guard word != "-", let number = DecimalNumber(word.drop { $0 == "~" }),
      let value = try? number.quantity(times: UnitRatio(1))
    else { return nil }
    return DailyAggregate(
      metric: metric, day: firstDay.advanced(by: index), value: value,
      isComplete: !word.hasPrefix("~"))
  }
  return SubjectAggregates(
    zone: ResolvedZone(zone, by: .subject), days: days, dataEnd: dataEnd, isDamaged: isDamaged)
}

/// The verdict over exactly the days written; by default after the proof deadline, in which case
/// only days without data are unknown.
func verdict(
  _ text: String, _ condition: Condition, onMissing: MissingPolicy = .undetermined,
  asOf: Instant = at(50), deadline: Instant? = nil, of metric: Metric = .steps,
  dataEnd: Instant? = at(100), isDamaged: Bool = false
) -> Verdict {
  let count = text.split(separator: " ").count
  let rule = Rule(
    name: "r", version: "1.0.0", title: "r", requires: condition, onMissing: onMissing)
  let challenge = Challenge(
    id: "c", title: "c",
    period: .days(from: firstDay, to: firstDay.advanced(by: count - 1)), proofDeadline: deadline)
  return evaluate(
    rule, on: aggregates(text, of: metric, dataEnd: dataEnd, isDamaged: isDamaged), of: challenge,
    asOf: asOf, quality: .unflagged)
}

func leaf(
  _ measure: Leaf.Measure, _ comparison: Comparison, of metric: Metric = .steps,
  on days: DaySelection = DaySelection(), reason: String? = nil
) -> Condition {
  Condition(.leaf(Leaf(measure, of: metric, comparison, on: days)), reason: reason)
}

extension Comparison {
  static func atLeast(_ steps: Int) -> Comparison { .atLeast(Quantity(steps)) }
  static func moreThan(_ steps: Int) -> Comparison { .moreThan(Quantity(steps)) }
  static func atMost(_ steps: Int) -> Comparison { .atMost(Quantity(steps)) }
  static func lessThan(_ steps: Int) -> Comparison { .lessThan(Quantity(steps)) }
  static func between(_ low: Int, _ high: Int) -> Comparison {
    .between(Quantity(low), Quantity(high))
  }
}

extension Verdict {
  var codes: [String] { reasons.map(\.code) }
}
