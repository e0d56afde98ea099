import DaymarkModel
import DaymarkTestSupport

extension SampleEvidence {
  /// With every combinator, leaf, comparison and key that a rule can have.
  static func rule() throws -> Rule {
    Rule(
      name: "ten-thousand-steps", version: "1.2.0", title: "10,000 steps",
      requires: Condition(
        .all([
          Condition(
            .leaf(Leaf(.streak(days: 2, misses: 1), of: .steps, .atLeast(Quantity(10_000)))),
            reason: "Did not meet step threshold", name: "walked"),
          Condition(.not(Condition(.any(try dayLeaves())))),
          Condition(.some(count: 2, of: try sessionLeaves())),
        ])),
      score: Score(
        .total, of: .activities(.distance, of: ActivityTest(kinds: [.run])),
        on: DaySelection(weekdays: [.saturday])),
      quality: [
        QualityGate(.manualShare(.steps, atMost: 0)),
        QualityGate(.lateShare(.activeEnergy, atMost: 1250), onBreach: .fail),
        QualityGate(.flags([.runningSpeed, .sharedArchive], atMost: 3)),
        QualityGate(.flags(nil, atMost: 0)),
      ])
  }

  private static func dayLeaves() throws -> [Condition] {
    let (first, second) = (try day("2025-09-01"), try day("2025-09-02"))
    return [
      Leaf(
        .days(.atLeast(1)), of: .activeEnergy, .lessThan(Quantity(400)),
        on: DaySelection(weekdays: [.monday, .sunday])),
      Leaf(
        .days(.every), of: .flightsClimbed, .between(Quantity(20), Quantity(30)),
        on: DaySelection(from: first, to: second)),
      Leaf(.average(overRecordedDays: true), of: .steps, .atMost(Quantity(1))),
      Leaf(.best, of: .steps, .moreThan(Quantity(90_000))),
      Leaf(.total, of: .distanceSwimming, .atLeast(Quantity(microUnits: 99_500_000_000))),
      Leaf(.window(days: 2), of: .activeEnergy, .atLeast(Quantity(3000))),
      Leaf(.days(.atLeast(1)), of: .heartRate(.max), .atMost(Quantity(180))),
      Leaf(.days(.every), of: .heartRate(.average), .lessThan(Quantity(200))),
      Leaf(
        .recurring(
          Recurrence(1, of: .week(from: .sunday), countsPartial: true), of: .days(.atLeast(5))),
        of: .steps, .atLeast(Quantity(8000))),
    ].map { Condition(.leaf($0)) }
  }

  private static func sessionLeaves() throws -> [Condition] {
    var requirements: [ActivityQuantity: Comparison] = [:]
    for quantity in ActivityQuantity.allCases { requirements[quantity] = .atLeast(Quantity(5)) }
    requirements[.pace] = .between(Quantity(180), Quantity(360))
    let outdoor = ActivityTest(
      kinds: [.run], isIndoor: false, requirements: requirements,
      zone: HeartRateZone(above: 140, upTo: 165))
    let either = ActivityTest(kinds: [.run, .walk])
    return [
      Leaf(.total, of: .activities(.sessions, of: outdoor), .atLeast(Quantity(3))),
      Leaf(.total, of: .activities(.duration, of: either), .moreThan(Quantity(45))),
      Leaf(
        .weekly(1, .total), of: .activities(.sessions, of: either),
        .atLeast(Quantity(2))),
    ].map { Condition(.leaf($0)) }
  }

  static func verdict() throws -> Verdict {
    let (first, second) = (try day("2025-09-01"), try day("2025-09-02"))
    let reason = Reason(
      code: "streak.too_short", text: "longest run 1 of 2 days", required: Quantity(2),
      actual: Quantity(1))
    let damaged = Reason(
      code: "data.incomplete", text: "damaged data of steps on 2 of 2 days", required: Quantity(2),
      actual: .zero,
      damage: [
        InputDamage(
          format: .appleHealth, digest: try digest("b"), codes: [.archiveTruncated, .xmlTruncated])
      ])
    return Verdict(
      outcome: .fail, reasons: [reason, damaged],
      explanation: Explanation(
        key: "all", answer: .fail,
        children: [
          Explanation(
            key: "streak", name: "walked", answer: .fail, metric: .steps,
            required: "at least 10000 count on 2 consecutive days", unit: "day",
            actual: Quantity(1), margin: Quantity(-1), reason: reason, span: first...first,
            days: [
              Explanation.Day(day: first, value: Quantity(10_412), standing: .counted),
              Explanation.Day(day: second, value: nil, standing: .unknown),
            ]),
          Explanation(
            key: "weekly", answer: .fail, unit: "week", actual: .zero, margin: Quantity(-1),
            days: [
              Explanation.Day(
                day: first, value: .zero, standing: .short, missed: [.distance: 2, .pace: 1])
            ],
            weeks: [
              Explanation.Week(days: first...second, actual: Quantity(1), answer: .fail)
            ]),
        ]),
      asOf: try instant("2025-10-01T00:00:00Z"), phase: .ended,
      finality: .provisional(until: try instant("2025-10-15T00:00:00Z")),
      score: ScoreValue(
        Quantity(microUnits: 5_012_300_000), unit: .meter, isFinal: false, restsOnDamage: true),
      quality: QualityFlags(
        [
          QualityFlag(
            .stepsPerMinute, .noted, day: first, metric: .steps, measured: Quantity(205),
            limit: Quantity(200), source: "own choice"),
          QualityFlag(
            .runningSpeed, .flagged, day: first, kind: .run,
            measured: Quantity(microUnits: 7_010_000), limit: Quantity(microUnits: 6_950_000),
            source: "records of 2025"),
          QualityFlag(.sharedDays, .flagged, measured: Quantity(11), limit: Quantity(9)),
        ], limits: try limits().identity))
  }

  /// Without one for shared days, so that its flag has no source.
  static func limits() throws -> Limits {
    Limits(
      identity: LimitsIdentity(name: "sample", version: "2.0.0", digest: try digest("c")),
      limits: [
        .stepsPerMinute: Limit(notedAbove: Quantity(200), source: "own choice"),
        .runningSpeed: Limit(source: "records of 2025"),
      ], runningRecords: [])
  }
}
