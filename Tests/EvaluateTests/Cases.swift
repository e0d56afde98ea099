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

/// Days of sessions from 2025-09-01 on: `-` without any data, `.` with steps and no session, else
/// the sessions that start on the day, joined by `+`.
///
/// A session is its kind, `in-` before it if indoors, and its fields after colons, `?` for one that
/// it lacks: meters, seconds (1800 if not written), kilocalories, meters uphill, average and
/// maximum heart rate. `run:5000:1500+in-run:?`.
func sessions(_ text: String, dataEnd: Instant? = at(100)) -> SubjectAggregates {
  let days = text.split(separator: " ")
  let steps = days.map { $0 == "." ? "1" : "-" }.joined(separator: " ")
  var result = aggregates(steps, dataEnd: dataEnd)
  for (index, day) in days.enumerated() where day != "-" && day != "." {
    for (hour, words) in day.split(separator: "+").enumerated() {
      result.sessions.append(session(words, index: index, hour: hour))
    }
  }
  return result
}

private func session(_ words: Substring, index: Int, hour: Int) -> Session {
  let parts = words.split(separator: ":")
  let isIndoor = parts[0].hasPrefix("in-")
  let fields: [ActivityField] = [
    .distanceMeters, .activeSeconds, .kilocalories, .elevationGainMeters, .averageBPM, .maximumBPM,
  ]
  var values: [ActivityField: Quantity] = [.activeSeconds: Quantity(1800)]
  for (field, word) in zip(fields, parts.dropFirst()) {
    values[field] = Quantity(decimalText: word)
  }
  let start = at(index + 1, hour: hour)
  return Session(
    day: firstDay.advanced(by: index),
    activity: Activity(
      kind: ActivityKind(rawValue: String(parts[0].dropFirst(isIndoor ? 3 : 0))) ?? .other,
      isIndoor: isIndoor, start: start, end: start.advanced(byMilliseconds: 1_800_000),
      values: values),
    inputs: [0], origins: [:])
}

/// The verdict over as many days; by default after the proof deadline.
func verdict(
  on aggregates: SubjectAggregates, days: Int, _ condition: Condition,
  onMissing: MissingPolicy = .undetermined, asOf: Instant = at(50), deadline: Instant? = nil,
  score: Score? = nil, gates: [QualityGate] = [], quality: QualityFlags = .unflagged,
  completeness: Completeness = .unstated
) -> Verdict {
  let rule = Rule(
    name: "r", version: "1.0.0", title: "r", requires: condition, onMissing: onMissing,
    score: score, quality: gates)
  let challenge = Challenge(
    id: "c", title: "c",
    period: .days(from: firstDay, to: firstDay.advanced(by: days - 1)), proofDeadline: deadline)
  return evaluate(
    rule, on: aggregates, of: challenge, asOf: asOf, quality: quality, completeness: completeness)
}

/// The verdict over exactly the days written; by default after the proof deadline, in which case
/// only days without data are unknown.
func verdict(
  _ text: String, _ condition: Condition, onMissing: MissingPolicy = .undetermined,
  asOf: Instant = at(50), deadline: Instant? = nil, of metric: Metric = .steps,
  dataEnd: Instant? = at(100), isDamaged: Bool = false
) -> Verdict {
  verdict(
    on: aggregates(text, of: metric, dataEnd: dataEnd, isDamaged: isDamaged),
    days: text.split(separator: " ").count, condition, onMissing: onMissing, asOf: asOf,
    deadline: deadline)
}

func leaf(
  _ measure: Leaf.Measure, _ comparison: Comparison, of metric: Metric = .steps,
  on days: DaySelection = DaySelection(), reason: String? = nil
) -> Condition {
  Condition(.leaf(Leaf(measure, of: metric, comparison, on: days)), reason: reason)
}

func leaf(
  _ measure: Leaf.Measure, of value: DayValue, _ comparison: Comparison,
  on days: DaySelection = DaySelection()
) -> Condition {
  Condition(.leaf(Leaf(measure, of: value, comparison, on: days)))
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
