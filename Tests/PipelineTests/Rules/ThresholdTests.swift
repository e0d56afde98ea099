import DaymarkModel
import Testing

@testable import DaymarkConfiguration
@testable import DaymarkPipeline

/// The thresholds of a rule.
struct ThresholdTests {
  private let runs = ActivityTest(
    kinds: [.run],
    requirements: [
      .distance: .atLeast(Quantity(5000)), .pace: .between(Quantity(240), Quantity(360)),
    ])

  private var rule: Rule {
    return Rule(
      name: "r", version: "1.0.0", title: "R",
      requires: Condition(
        .all([
          Condition(.leaf(Leaf(.streak(days: 7, misses: 0), of: .steps, .atLeast(Quantity(8000))))),
          Condition(
            .some(
              count: 1,
              of: [
                Condition(
                  .leaf(
                    Leaf(.total, of: .activities(.sessions, of: runs), .atLeast(Quantity(3))))),
                Condition(
                  .leaf(Leaf(.weekly(4, .days(.atLeast(5))), of: .steps, .moreThan(Quantity(6000))))
                ),
              ])),
        ]), reason: "10 km"),
      quality: [QualityGate(.manualShare(.steps, atMost: 250))])
  }

  @Test func `thresholds are all the rule's numbers, each with its path, value and unit`() {
    let expected = [
      "requires.all.0.streak.atLeast 8000 count", "requires.all.0.streak.days 7",
      "requires.all.0.streak.misses 0",
      "requires.all.1.some.count 1", "requires.all.1.some.of.0.activities.count 3",
      "requires.all.1.some.of.0.activities.where.distance.atLeast 5000 m",
      "requires.all.1.some.of.0.activities.where.pace.between.0 240 s/km",
      "requires.all.1.some.of.0.activities.where.pace.between.1 360 s/km",
      "requires.all.1.some.of.1.weekly.days.count 5",
      "requires.all.1.some.of.1.weekly.days.moreThan 6000 count",
      "requires.all.1.some.of.1.weekly.weeks 4",
      // 250 ten-thousandths.
      "quality.0.manualShare.atMost 2.5 %",
    ]
    #expect(Set(rule.thresholds.map { "\($0.path) \($0.text)" }) == Set(expected))
    #expect(rule.thresholds.count == expected.count)
  }

  @Test func `each threshold can be replaced, and nothing else changes`() throws {
    for threshold in rule.thresholds {
      let other = Quantity(microUnits: threshold.value.microUnits + 1_000_000)
      let changed = try #require(rule.replacing(threshold, with: other), "\(threshold.path)")
      let new = try #require(changed.thresholds.first { $0.path == threshold.path })
      #expect(new.value == other && new.unit == threshold.unit)
      #expect(changed.replacing(new, with: threshold.value) == rule, "\(threshold.path)")
    }
  }

  @Test(arguments: ["0", "2.5"])
  func `a threshold that no rule can have is refused`(text: String) throws {
    let days = try #require(rule.thresholds.first { $0.path.keys.suffix(2) == ["streak", "days"] })
    let value = try #require(Quantity(decimalText: text))
    #expect(rule.replacing(days, with: value) == nil)
  }

  @Test func `what is asked of each name is one threshold`() throws {
    func minutes(of name: String, _ minutes: Int = 60) -> Condition {
      let test = ActivityTest(kinds: [.learning], names: [name])
      return Condition(
        .leaf(
          Leaf(.total, of: .activities(.duration, of: test), .atLeast(Quantity(minutes)))))
    }
    func rule(_ conditions: [Condition]) -> Rule {
      Rule(name: "r", version: "1.0.0", title: "R", requires: Condition(.all(conditions)))
    }
    let each = rule([minutes(of: "Anki"), minutes(of: "Duolingo")])
    #expect(each.thresholds.map(\.path) == ["requires.all.0.activityTotal.atLeast"])
    let changed = each.replacing(each.thresholds[0], with: Quantity(45))
    #expect(changed == rule([minutes(of: "Anki", 45), minutes(of: "Duolingo", 45)]))
    let apart = rule([minutes(of: "Anki"), minutes(of: "Duolingo", 30)])
    #expect(apart.thresholds.count == 2)
  }

  @Test func `weights are thresholds, and keep their fractions`() throws {
    let third = try #require(Weight("1/3"))
    let sum = try #require(
      WeightedSum([
        WeightedSum.Term(.metric(.distanceWalkingRunning)),
        WeightedSum.Term(.metric(.distanceCycling), times: third),
      ]))
    let baseline = Baseline(days: 28, times: try #require(Weight("1.2")))
    let rule = Rule(
      name: "r", version: "1.0.0", title: "R",
      requires: Condition(
        .leaf(
          Leaf(.best, of: .weighted(sum), .atLeast(Quantity(5000)), against: baseline))))
    let weights = rule.thresholds.filter(\.isWeight)
    #expect(
      weights.map { "\($0.path) \($0.text)" } == [
        "requires.best.baseline.times 6/5", "requires.best.of.0.times 1",
        "requires.best.of.1.times 1/3",
      ])
    let value = try #require(weights[2].reading("2/7"))
    let changed = try #require(rule.replacing(weights[2], with: value, written: "2/7"))
    guard case .leaf(let leaf) = changed.requires.kind, case .weighted(let new) = leaf.value else {
      Issue.record("no weighted sum")
      return
    }
    #expect(new.terms.map(\.weight) == [Weight(1), Weight("2/7")])
    #expect(
      try SweepValues.list(["1/4", "0.5"]).values(of: weights[2]).map(\.value.microUnits)
        == [250_000, 500_000])
    // 3/12, 4/12 and 5/12.
    #expect(
      try SweepValues.range(from: "1/4", to: "5/12", step: "1/12").values(of: weights[2])
        .map(\.text) == ["1/4", "1/3", "5/12"])
    #expect(
      try SweepValues.range(from: "0.1", to: "0.3", step: "0.1").values(of: weights[2])
        .map(\.text) == ["0.1", "0.2", "0.3"])
    for text in ["0", "1/0", "-1", "1.234", "1/1000", "1 km"] {
      let error = #expect(throws: DaymarkError.self) {
        try SweepValues.list([text]).values(of: weights[2])
      }
      #expect(error?.finding.facts.expected == .weight, "\(text)")
    }
  }

  private func reading(_ text: String, in unit: String?) -> Quantity? {
    RuleThreshold(path: "p", value: .zero, unit: unit).reading(text)
  }

  @Test func `values are read with their units, or bare in the canonical one`() {
    #expect(reading("6 km", in: "m") == Quantity(6000))
    #expect(reading("6", in: "m") == Quantity(6))
    // 1609.344 m, of days 1609.34, as in a rule's file.
    #expect(reading("1 mi", in: "m") == Quantity(microUnits: 1_609_340_000))
    #expect(
      RuleThreshold(path: "p", value: .zero, unit: "m", isOfDays: false).reading("1 mi")
        == Quantity(microUnits: 1_609_344_000))
    // Half an hour.
    #expect(reading("0.5 hr", in: "min") == Quantity(30))
    // 5 * 60 + 30 seconds.
    #expect(reading("5:30 min/km", in: "s/km") == Quantity(330))
    #expect(reading("2.5 %", in: "%") == Quantity(microUnits: 2_500_000))
    #expect(reading("4", in: nil) == Quantity(4))
  }

  @Test(
    arguments: [
      ("6 kcal", "m"), ("six", "m"), ("6 km 2", "m"), ("", "m"), ("-1 m", "m"), ("4 m", nil),
      ("4 days", nil), ("5:60 min/km", "s/km"), ("99999999999999 km", "m"),
    ] as [(String, String?)])
  func `values in another unit, and what is no number, are refused`(text: String, unit: String?) {
    #expect(reading(text, in: unit) == nil)
  }

  private func texts(_ values: SweepValues, in unit: String?) throws -> [String] {
    try values.values(of: RuleThreshold(path: "p", value: .zero, unit: unit)).map(\.text)
  }

  @Test func `values are swept in the unit that is written, both ends included`() throws {
    #expect(
      try texts(.range(from: "1 km", to: "2 km", step: "0.5 km"), in: "m")
        == ["1 km", "1.5 km", "2 km"])
    // The last step would end at 10.
    #expect(try texts(.range(from: "1", to: "9", step: "3"), in: nil) == ["1", "4", "7"])
    #expect(
      try texts(.range(from: "5:00 min/km", to: "5:30 min/km", step: "0:15 min/km"), in: "s/km")
        == ["5:00 min/km", "5:15 min/km", "5:30 min/km"])
    #expect(try texts(.list(["8000", "9000 count"]), in: "count") == ["8000 count", "9000 count"])
  }

  @Test(
    arguments: [
      .range(from: "2", to: "1", step: "1"), .range(from: "1", to: "2", step: "0"),
      .range(from: "1", to: "2 km", step: "1"), .range(from: "1", to: "x", step: "1"),
      // 1001 values.
      .range(from: "0", to: "1000", step: "1"),
      .range(from: "0", to: "9000000000000", step: "0.000001"),
      .list([]), .list(Array(repeating: "1", count: 1001)), .list(["1", ""]),
    ] as [SweepValues])
  func `a range that is none or too long is refused`(values: SweepValues) {
    let error = #expect(throws: DaymarkError.self) { try texts(values, in: "m") }
    #expect(error?.finding.code == .thresholdBadValue)
  }

  @Test func `a sweep may be a thousand values, and no more`() throws {
    #expect(try texts(.range(from: "1", to: "1000", step: "1"), in: "m").count == 1000)
  }
}
