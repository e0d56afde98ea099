import DaymarkConfiguration
import DaymarkDocuments
import DaymarkModel
import Testing

/// What people write who have not read the manual.
struct RuleSlipTests {
  private static let baseline = "baseline: { days: 28, before: period }"

  static let slips: [(String, expected: ExpectedValue?, suggestion: String?)] = [
    (" { best: { metric:steps, atLeast: 500 } }", .spaceAfterColon, "metric: steps"),
    ("\n  best:\n    metric:steps", .spaceAfterColon, nil),
    (
      "\n  - best: { metric: steps, atLeast: 500 }",
      .conditionsUnderAll, nil
    ),
    (" { best: { metric: steps, atLeast: 10,000 } }", .numberWithoutComma, nil),
    (
      " { best: { metric: steps, atLeast: 10.000 } }",
      .thresholdWithUnit(.count, units: ["count"]), nil
    ),
    (" { best: { metric: steps, \">=\": 500 } }", nil, "atLeast"),
    (" { best: { metric: steps, \">\": 500 } }", nil, "moreThan"),
    (" { best: { metric: steps, min: 500 } }", nil, "atLeast"),
    (" { best: { metric: steps, minimum: 500 } }", nil, "atLeast"),
    (" { heartRate: { statistic: minimum, atLeast: 50 bpm, days: 1 } }", nil, "min"),
    (" { best: { metric: distanceCycling, atLeast: 100km } }", nil, "100 km"),
    (" { best: { metric: distanceCycling, atLeast: 100 KM } }", nil, "km"),
    (" { best: { metric: distanceCycling, atLeast: 100 kms } }", nil, "km"),
    (" { best: { metric: exerciseTime, atLeast: 2 h } }", nil, "hr"),
    (" { best: { metric: exerciseTime, atLeast: 2 hours } }", nil, "hr"),
    (" { best: { metric: exerciseTime, atLeast: 2 minutes } }", nil, "min"),
    (" { best: { metric: steps, atLeast: 500, on: [Mon] } }", nil, "mon"),
    (" { best: { metric: steps, atLeast: 500, on: [sunday] } }", nil, "sun"),
    (" { best: { metric: steps, atLeast: 500, on: sat } }", nil, "[sat]"),
    (" { activities: { kind: running, count: 2 } }", nil, "run"),
    (" { activities: { kind: [run, cycling], count: 2 } }", nil, "cycle"),
    // One letter from `hike`, and by no letter to it.
    (" { activities: { kind: bike, count: 2 } }", nil, "cycle"),
    (" { activities: { kind: jog, count: 2 } }", nil, "run"),
    (" { activities: { kind: gym, count: 2 } }", nil, "strength"),
    (" { activities: { kind: spinning, count: 2 } }", nil, "cycle"),
    (" { heartMinutes: { above: 140 bpm, atLeast: 20 min, count: 5 } }", nil, "days"),
    (" { streak: { metric: steps, atLeast: 500, count: 5 } }", nil, "days"),
    (" {}", .mappingOf(key: "requires"), nil),
    (" { reason: Walk }", .mappingOf(key: "requires"), nil),
    (" { lift: { exercise: bench, load: { atLeast: 100 kg } } }", nil, "bench press"),
    (" { lift: { exercise: deadlft, load: { atLeast: 100 kg } } }", nil, "deadlift"),
    (" { lift: { exercise: benchpres, load: { atLeast: 100 kg } } }", nil, "benchpress"),
    (" { total: { metric: heartRate, atLeast: 100 } }", .heartRateLeaf(isAverage: false), nil),
    (" { average: { metric: heartRate, atLeast: 100 } }", .heartRateLeaf(isAverage: true), nil),
    (
      " { lift: { exercise: squat, load: 100 kg } }",
      .mappingLike(key: "load", example: "{ atLeast: 80 kg }"), nil
    ),
    (
      " { activities: { kind: run, count: 2, where: { pace: 6:00 min/km } } }",
      .mappingLike(key: "pace", example: "{ lessThan: 6:00 min/km }"), nil
    ),
    (
      " { activities: { kind: run, count: 2, where: 5 km } }",
      .mappingLike(key: "where", example: "{ distance: { atLeast: 5 km } }"), nil
    ),
    (
      " { weekly: { weeks: 4, sum: { metric: steps, atLeast: 5000 } } }",
      .eachStretch(key: "weekly"), nil
    ),
    (" { weekly: { weeks: 4 } }", .eachStretch(key: "weekly"), nil),
    (" { monthly: { months: 1 } }", .eachStretch(key: "monthly"), nil),
    (" { within: { anyDays: 7, times: 2 } }", .eachStretch(key: "within"), nil),
    (
      " { weekly: { weeks: 4, average: { metric: steps, \(baseline), floor: 5000 } } }",
      .noBaselineInStretches, nil
    ),
    (
      " { within: { anyDays: 7, any: [{ days: { metric: steps, floor: 5000, \(baseline), count: 3 } }] } }",
      .noBaselineInStretches, nil
    ),
    (
      " { total: { metric: steps, \(baseline), floor: 5000 } }",
      .baselineOnlyIn(["days", "streak", "average", "best"]), nil
    ),
    (
      " { average: { metric: sets, \(baseline), floor: 5 } }",
      .metricOfBaseline(cumulativeMetrics + ["stepsOrPushes"]), nil
    ),
    (
      " { weekly: { weeks: 4, days: { metric: steps, atLeast: 500, count: 1, on: [mon] } } }",
      .besideStretches, nil
    ),
    (
      " { monthly: { months: 1, all: [{ best: { metric: steps, atLeast: 5, from: 2025-09-01 } }] } }",
      .besideStretches, nil
    ),
    (
      " { within: { anyDays: 7, inARow: true, best: { metric: steps, atLeast: 500 } } }",
      .keys(["anyDays", "times", "on", "from", "to"]), nil
    ),
    (
      " { lift: { exercise: squat, load: { atLeast: 1.5 x bodyweight } } }", nil,
      "1.5 x bodyWeight"
    ),
    (
      " { lift: { exercise: squat, load: { atLeast: 1.5xbodyWeight } } }", nil, "1.5 x bodyWeight"
    ),
    (
      " { lift: { exercise: squat, load: { atLeast: 150 } } }",
      .thresholdWithUnit(.kilogram, units: ["kg", "lb", "bodyWeight"]), nil
    ),
    (" steps", .mappingOf(key: "requires"), nil),
    (" { total: steps }", .mappingOf(key: "total"), nil),
    (
      " { days: { metric: steps, atLeast: 500 } }",
      .countOrEvery(key: "count"), nil
    ),
    (
      "\n  best: { metric: steps, atLeast: 500 }\n  total: { metric: steps, atLeast: 500 }",
      .bothUnderAll(beside: "best"), nil
    ),
    (
      "\n  all:\n    best: { metric: steps, atLeast: 500 }\n    total: { metric: steps, atLeast: 5 }",
      .dashes, nil
    ),
    ("\n  best:\n  metric: steps\n  atLeast: 500", .indentedUnder("best"), nil),
    ("\n  streak:\n  days: 7\n  metric: steps\n  atLeast: 500", .indentedUnder("streak"), nil),
    ("\nbest: { metric: steps, atLeast: 500 }", .indentedUnder("requires"), nil),
    (
      " { total: { metric: distance, atLeast: 5 km } }",
      .oneOf([
        "distanceWalkingRunning", "distanceCycling", "distanceSwimming", "distanceWheelchair",
      ]), nil
    ),
    (" { total: { metric: flights, atLeast: 5 } }", nil, "flightsClimbed"),
    // A unit of something else, and a word that is near to none.
    (" { best: { metric: exerciseTime, atLeast: 2 km } }", nil, nil),
    (" { activities: { kind: bicycle-polo, count: 2 } }", nil, nil),
  ]

  @Test(arguments: LeafKind.all.filter { $0.example != nil }.map(\.key))
  func `what is shown of a condition is one that can be written`(key: String) throws {
    let example = try #require(LeafKind.all.first { $0.key == key }?.example)
    let files = try Files([
      "rules.yaml": "rule: r@1.0.0\ntitle: T\nrequires: { \(key): \(example) }\n"
    ])
    _ = try loadRule(at: files.folder + "/rules.yaml", period: nil)
    #expect(LeafKind.all.count { $0.example != nil } >= 12)
  }

  @Test(arguments: slips)
  func `what beginners write is refused once, with what to write instead`(
    requires: String, expected: ExpectedValue?, suggestion: String?
  ) throws {
    let files = try Files(["rules.yaml": "rule: r@1.0.0\ntitle: T\nrequires:\(requires)\n"])
    let errors = files.findings { _ = try loadRule(at: $0 + "/rules.yaml", period: nil) }
    #expect(errors.count == 1)
    #expect(errors.first?.facts.suggestion == suggestion)
    if let expected { #expect(errors.first?.facts.expected == expected) }
  }
}
