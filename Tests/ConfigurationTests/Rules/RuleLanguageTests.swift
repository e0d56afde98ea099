import DaymarkDocuments
import DaymarkModel
import Testing

@testable import DaymarkConfiguration

/// What the keys of the whole language are read as.
struct RuleLanguageTests {
  private func leaf(_ text: String) throws -> Leaf? { try RuleFileTests.leafText(text) }

  @Test func `window, weekly and heart rate are read`() throws {
    #expect(
      try leaf("window: { metric: activeEnergy, atLeast: 3000 kcal, days: 7 }")
        == Leaf(.window(days: 7), of: .activeEnergy, .atLeast(Quantity(3000))))
    #expect(
      try leaf(
        "weekly: { weeks: 1, days: { metric: steps, atLeast: 8000, count: 5 }, on: [mon, fri, sat, "
          + "sun, tue] }")
        == Leaf(
          .weekly(1, .days(.atLeast(5))), of: .steps,
          .atLeast(Quantity(8000)),
          on: DaySelection(weekdays: [.monday, .friday, .saturday, .sunday, .tuesday])))
    #expect(
      try leaf(
        "weekly: { weeks: 2, weekStartsOn: sun, partialWeeks: count, "
          + "days: { metric: steps, atLeast: 1, every: true } }")
        == Leaf(
          .recurring(
            Recurrence(2, of: .week(from: .sunday), countsPartial: true), of: .days(.every)),
          of: .steps, .atLeast(Quantity(1))))
    // Each leaf can be asked of weeks, months, or of days that start on any day.
    #expect(
      try leaf(
        "weekly: { weeks: 1, inARow: true, total: { metric: exerciseTime, atLeast: 150 min } }")
        == Leaf(
          .recurring(Recurrence(1, isInARow: true), of: .total), of: .exerciseTime,
          .atLeast(Quantity(150))))
    let month = "monthly: { months: 1, partialMonths: count, "
    #expect(
      try leaf(month + "lift: { exercise: squat, load: { atLeast: 100 kg } } }")
        == Leaf(
          .recurring(Recurrence(1, of: .month, countsPartial: true), of: .best),
          of: .lift(.load, of: "Barbell_Squat"), .atLeast(Quantity(100))))
    #expect(
      try leaf("within: { anyDays: 3, times: 2, streak: { metric: steps, atLeast: 1, days: 3 } }")
        == Leaf(
          .recurring(Recurrence(2, of: .days(3)), of: .streak(days: 3, misses: 0)), of: .steps,
          .atLeast(Quantity(1))))
    #expect(
      try leaf("heartRate: { statistic: max, atMost: 3 count/s, days: 5 }")
        == Leaf(.days(.atLeast(5)), of: .heartRate(.max), .atMost(Quantity(180))))
    #expect(
      try leaf("heartRate: { statistic: average, between: [50 bpm, 90 bpm], every: true }")
        == Leaf(
          .days(.every), of: .heartRate(.average), .between(Quantity(50), Quantity(90))))
  }

  @Test func `minutes above a heart rate are read, of every day unless a number is written`() throws
  {
    func asked(_ measure: Leaf.Measure, _ minutes: Int) -> Leaf {
      Leaf(measure, of: .heartMinutes(above: 140), .atLeast(Quantity(minutes)))
    }
    #expect(
      try leaf("heartMinutes: { above: 140 bpm, atLeast: 20 min }") == asked(.days(.every), 20))
    let five = asked(.days(.atLeast(5)), 90)
    #expect(try leaf("heartMinutes: { above: 140 bpm, atLeast: 1.5 hr, days: 5 }") == five)
    // Another spelling of the same.
    #expect(
      try leaf("days: { heartMinutesAbove: 140 count/min, atLeast: 90 min, count: 5 }") == five)
    #expect(five.key == "heartMinutes")
    #expect(
      try leaf("total: { heartMinutesAbove: 140 bpm, atLeast: 150 min }") == asked(.total, 150))
    #expect(
      try leaf("weekly: { weeks: 1, total: { heartMinutesAbove: 140 bpm, atLeast: 150 min } }")
        == asked(.weekly(1, .total), 150))
    #expect(
      try leaf("weekly: { weeks: 1, heartMinutes: { above: 140 bpm, atLeast: 20 min, days: 4 } }")
        == asked(.weekly(1, .days(.atLeast(4))), 20))
  }

  @Test func `minutes of a session in a zone of heart rates are read`() throws {
    func runs(_ zone: HeartRateZone, _ comparison: Comparison) -> DayValue {
      .activities(
        .sessions,
        of: ActivityTest(
          kinds: [.run], requirements: [.heartMinutes: comparison], zone: zone))
    }
    let text =
      "{ kind: run, count: 3, where: { heartMinutes: { above: 140 bpm, §atLeast: 20 min } } }"
    let above = HeartRateZone(above: 140)
    #expect(
      try leaf("activities: " + text.replacing("§", with: ""))
        == Leaf(.total, of: runs(above, .atLeast(Quantity(20))), .atLeast(Quantity(3))))
    #expect(
      try leaf("activityDays: " + text.replacing("§", with: "upTo: 2.75 count/s, "))
        == Leaf(
          .days(.atLeast(3)),
          of: runs(HeartRateZone(above: 140, upTo: 165), .atLeast(Quantity(20))),
          .atLeast(Quantity(1))))
    let whole = try rule(
      "rule: r@1.0.0\ntitle: T\nrequires: { activities: \(text.replacing("§", with: "upTo: 165 bpm, ")) }\n"
    )
    #expect(Rule(definition: whole.definition) == whole)
    #expect(try rule(ruleText(whole)) == whole)
    // Another zone is another threshold.
    let rates = whole.thresholds.filter { $0.unit == "bpm" }
    #expect(
      rates.map { "\($0.path)".split(separator: ".").last } == ["above", "upTo"]
        && rates.map(\.value) == [Quantity(140), Quantity(165)])
    #expect(whole.replacing(rates[0], with: Quantity(150)) != nil)
    #expect(whole.replacing(rates[0], with: Quantity(165)) == nil)
  }

  @Test func `what sessions were done with is read, and each of it`() throws {
    func learning(_ names: Set<String>) -> Leaf {
      Leaf(
        .total, of: .activities(.duration, of: ActivityTest(kinds: [.learning], names: names)),
        .atLeast(Quantity(30)))
    }
    let text = "activityTotal: { kind: learning, sum: duration, atLeast: 30 min, where: { name: §"
    #expect(try leaf(text.replacing("§", with: "Anki } }")) == learning(["Anki"]))
    #expect(
      try leaf(text.replacing("§", with: "[Anki, Duolingo] } }"))
        == learning(["Anki", "Duolingo"]))
    let asked = text.replacing("§", with: "[Duolingo, Anki] }, each: true }")
    let each = try rule("rule: r@1.0.0\ntitle: T\nrequires: { \(asked) }\n", period: week)
    #expect(
      each.requires
        == Condition(.all(["Duolingo", "Anki"].map { Condition(.leaf(learning([$0]))) })))
    #expect(Rule(definition: each.definition) == each)
  }

  @Test func `each name is asked for in the same weeks`() throws {
    let minutes =
      "activityTotal: { kind: learning, sum: duration, atLeast: 30 min, where: { name: §"
    func asked(_ requires: String) throws -> Condition.Kind {
      let read = try rule("rule: r@1.0.0\ntitle: T\nrequires: { \(requires) }\n")
      #expect(Rule(definition: read.definition) == read)
      return read.requires.kind
    }
    func learning(_ name: String) -> Leaf {
      Leaf(
        .total, of: .activities(.duration, of: ActivityTest(kinds: [.learning], names: [name])),
        .atLeast(Quantity(30)))
    }
    let each = minutes.replacing("§", with: "[Duolingo, Anki] }, each: true }")
    let both = [learning("Duolingo"), learning("Anki")]
    #expect(
      try asked("weekly: { weeks: 2, inARow: true, \(each) }")
        == .jointly(JointLeaves(Recurrence(2, isInARow: true), needsAll: true, of: both)))
    let steps = Leaf(.total, of: .steps, .atLeast(Quantity(50_000)))
    #expect(
      try asked(
        "within: { anyDays: 7, all: [{ total: { metric: steps, atLeast: 50000 } }, { \(each) }] }")
        == .jointly(JointLeaves(Recurrence(1, of: .days(7)), needsAll: true, of: [steps] + both)))
    // A single name is a leaf as any other.
    #expect(
      try asked("weekly: { weeks: 2, \(minutes.replacing("§", with: "Anki }, each: true }")) }")
        == .leaf(learning("Anki").recurring(Recurrence(2), on: DaySelection())))
  }

  @Test func `sums of several metrics are read with their weights in lowest terms`() throws {
    let third = try #require(Weight("1/3"))
    let sum = try #require(
      WeightedSum([
        WeightedSum.Term(.metric(.distanceWalkingRunning)),
        WeightedSum.Term(.metric(.distanceCycling), times: third),
      ]))
    let of = "of: [{ metric: distanceWalkingRunning }, { metric: distanceCycling, times: §}], "
    for text in ["1/3", "2/6", "33/99"] {
      #expect(
        try leaf("total: { \(of.replacing("§", with: text)) atLeast: 100 km }")
          == Leaf(.total, of: .weighted(sum), .atLeast(Quantity(100_000))))
    }
    #expect(Weight("0.25") == Weight("1/4") && Weight("1.5") == Weight("3/2"))
    #expect(Weight("2.0") == Weight(2) && Weight("2.0")?.description == "2")
    for text in ["0", "0/3", "1/0", "-1", "1e2", "1.234", "100", "1/1000", "", "/", "."] {
      #expect(Weight(text) == nil, "\(text)")
    }
    let steps = [WeightedSum.Term(.metric(.steps)), WeightedSum.Term(.metric(.distanceCycling))]
    #expect(WeightedSum(steps) == nil && WeightedSum([steps[0], steps[0]]) == nil)
  }

  @Test func `a load is asked for in kilograms, or as a multiple of the body's weight`() throws {
    func lift(_ load: String) throws -> Leaf? {
      try leaf("lift: { exercise: squat, load: { \(load) } }")
    }
    func asked(_ comparison: Comparison) -> Leaf {
      Leaf(.best, of: .lift(.bodyWeights, of: "Barbell_Squat"), comparison)
    }
    let (low, high) = (Quantity(microUnits: 1_500_000), Quantity(2))
    #expect(try lift("atLeast: 1.5 x bodyWeight") == asked(.atLeast(low)))
    #expect(try lift("atLeast: 1.5 bodyWeight") == asked(.atLeast(low)))
    #expect(
      try lift("between: [1.5 x bodyWeight, 2 x bodyWeight]") == asked(.between(low, high)))
    #expect(
      try lift("atLeast: 100 kg")
        == Leaf(.best, of: .lift(.load, of: "Barbell_Squat"), .atLeast(Quantity(100))))
  }

  @Test func `what is compared with one's own past is read with its least target`() throws {
    let times = try #require(Weight("1.2"))
    #expect(
      try leaf(
        "average: { metric: steps, baseline: { days: 28, before: period, times: 1.2 }, floor: 5000 }"
      )
        == Leaf(
          .average(overRecordedDays: false), of: .steps, .atLeast(Quantity(5000)),
          against: Baseline(days: 28, atLeastDays: 20, times: times)))
    #expect(
      try leaf(
        "days: { metric: distanceCycling, count: 5, floor: 2 mi, "
          + "baseline: { days: 60, before: period, atLeastDays: 7 } }")
        == Leaf(
          .days(.atLeast(5)), of: .distanceCycling, .atLeast(Quantity(microUnits: 3_218_690_000)),
          against: Baseline(days: 60, atLeastDays: 7)))
  }

  @Test func `sessions are read, with what each must have`() throws {
    let runs = ActivityTest(
      kinds: [.run],
      requirements: [.distance: .atLeast(Quantity(5000)), .pace: .atMost(Quantity(360))])
    #expect(
      try leaf(
        "activities: { kind: run, count: 3, "
          + "where: { distance: { atLeast: 5 km }, pace: { atMost: 6:00 min/km } } }")
        == Leaf(.total, of: .activities(.sessions, of: runs), .atLeast(Quantity(3))))
    #expect(
      try leaf(
        "activityTotal: { kind: [run, hike], indoor: false, sum: distance, moreThan: 50 km }")
        == Leaf(
          .total,
          of: .activities(
            .distance, of: ActivityTest(kinds: [.run, .hike], isIndoor: false)),
          .moreThan(Quantity(50_000))))
    #expect(
      try leaf("weekly: { weeks: 1, activities: { kind: swim, indoor: true, count: 2 } }")
        == Leaf(
          .weekly(1, .total),
          of: .activities(.sessions, of: ActivityTest(kinds: [.swim], isIndoor: true)),
          .atLeast(Quantity(2))))
    #expect(
      try leaf("activityDays: { kind: run, count: 3 }")
        == Leaf(
          .days(.atLeast(3)), of: .activities(.sessions, of: ActivityTest(kinds: [.run])),
          .atLeast(Quantity(1))))
    #expect(
      try leaf("activityTotal: { sum: sessions, atMost: 3 }")
        == Leaf(.total, of: .activities(.sessions, of: ActivityTest()), .atMost(Quantity(3))))
  }

  @Test func `thresholds of days in other units are rounded, those of sessions are not`() throws {
    func comparison(_ text: String) throws -> Comparison? { try leaf(text)?.comparison }
    func cents(_ hundredths: Int64) -> Quantity { Quantity(microUnits: hundredths * 10_000) }
    // 1 mi = 1609.344 m, 3 mi = 4828.032 m.
    #expect(
      try comparison("best: { metric: distanceWalkingRunning, atLeast: 1 mi }")
        == .atLeast(cents(160_934)))
    #expect(
      try comparison("activityTotal: { sum: distance, between: [1 mi, 3 mi] }")
        == .between(cents(160_934), cents(482_803)))
    // 100 kJ / 4.184 = 23.9006 kcal.
    #expect(
      try comparison("days: { metric: activeEnergy, atMost: 100 kJ, count: 1 }")
        == .atMost(cents(2_390)))
    #expect(
      try comparison(
        "weekly: { weeks: 1, days: { metric: distanceCycling, moreThan: 1 mi, count: 1 } }")
        == .moreThan(cents(160_934)))
    // 0.1 s = 0.001667 min would be 0.00, which everyone has.
    #expect(
      try comparison("total: { metric: exerciseTime, atLeast: 0.1 s }")
        == .atLeast(Quantity(microUnits: 1667)))
    #expect(
      try comparison("total: { metric: distanceCycling, atLeast: 5.001 m }")
        == .atLeast(Quantity(microUnits: 5_001_000)))
    #expect(
      try leaf("activities: { kind: run, count: 1, where: { distance: { atLeast: 1 mi } } }")?
        .value
        == .activities(
          .sessions,
          of: ActivityTest(
            kinds: [.run], requirements: [.distance: .atLeast(Quantity(microUnits: 1_609_344_000))])
        ))
  }

  static let amounts: [(String, Unit, Int64?)] = [
    // 5 min 30 s a kilometre are 330 s/km.
    ("5:30 min/km", .secondPerKilometer, 330_000_000),
    ("5.5 min/km", .secondPerKilometer, 330_000_000),
    ("330 s/km", .secondPerKilometer, 330_000_000),
    // 8:00 a mile: 480 s / 1.609344 km = 298.258172...
    ("8:00 min/mi", .secondPerKilometer, 298_258_172),
    ("8 min/mi", .secondPerKilometer, 298_258_172),
    ("5:60 min/km", .secondPerKilometer, nil), ("5:3 min/km", .secondPerKilometer, nil),
    ("5:30", .secondPerKilometer, nil), ("5:30 m", .meter, nil), ("5:30 min", .minute, nil),
    ("-5 s/km", .secondPerKilometer, nil),
    // 36 km/h are 10 m/s; 10 mph are 16.09344 km/h, 4.4704 m/s.
    ("36 km/h", .meterPerSecond, 10_000_000), ("10 mph", .meterPerSecond, 4_470_400),
    ("3.5 m/s", .meterPerSecond, 3_500_000), ("6:00 min/km", .meterPerSecond, nil),
    ("1 hr", .minute, 60_000_000), ("90 s", .minute, 1_500_000), ("45 min", .minute, 45_000_000),
    ("180 bpm", .beatsPerMinute, 180_000_000), ("180", .beatsPerMinute, nil),
    ("5", .count, 5_000_000), ("5 count", .count, 5_000_000), ("5 count 6", .count, nil),
    // Ten thousand to a German; nothing of a count is a fraction.
    ("10.000", .count, nil), ("10,000", .count, nil), ("8000.5", .count, nil),
    ("8000.5 count", .count, nil), ("1e3", .count, nil), ("+5", .count, nil),
    ("5 km", .count, nil), ("10.000 km", .meter, 10_000_000_000),
    ("-0", .count, nil), ("5\tkm", .meter, nil), ("٥ km", .meter, nil), ("", .count, nil),
  ]

  @Test(arguments: amounts)
  func `a threshold is a number with a unit of what is compared`(
    text: String, unit: Unit, microUnits: Int64?
  ) {
    #expect(thresholdQuantity(text, in: unit)?.microUnits == microUnits)
  }

  static let shares: [(String, Int?)] = [
    ("0 %", 0), ("12.5 %", 1250), ("12.05%", 1205), ("100 %", 10_000), ("100.00 %", 10_000),
    ("100.01 %", nil), ("101 %", nil), ("12.345 %", nil), ("12", nil), ("-1 %", nil), ("%", nil),
    ("1e1 %", nil), ("999999999999999999999 %", nil),
  ]

  @Test(arguments: shares)
  func `a percentage is from 0 to 100, to hundredths`(text: String, share: Int?) {
    #expect(percentage(text) == share)
  }

  @Test func `scores and gates are read`() throws {
    let read = try rule(
      """
      rule: r@1.0.0
      title: T
      requires: { some: { count: 1, of: [{ best: { metric: steps, atLeast: 1 } }] } }
      score: { average: { metric: steps, over: recordedDays, on: [sat] } }
      quality:
        - manualShare: [{ metric: steps, atMost: 0 % }, { metric: activeEnergy, atMost: 12.5 % }]
          lateShare: { metric: steps, atMost: 100 % }
          onBreach: fail
        - flags: { atMost: 3, codes: [run.speed, steps.stride] }
      """, period: week)
    #expect(
      read.score
        == Score(
          .average(overRecordedDays: true), of: .metric(.steps),
          on: DaySelection(weekdays: [.saturday])))
    #expect(
      read.quality == [
        QualityGate(.manualShare(.steps, atMost: 0), onBreach: .fail),
        QualityGate(.manualShare(.activeEnergy, atMost: 1250), onBreach: .fail),
        QualityGate(.lateShare(.steps, atMost: 10_000), onBreach: .fail),
        QualityGate(.flags([.runningSpeed, .strideLength], atMost: 3)),
      ])
    let best = Condition(.leaf(Leaf(.best, of: .steps, .atLeast(Quantity(1)))))
    #expect(read.requires == Condition(.some(count: 1, of: [best])))
    // Evidence carries it as JSON, and reads it back.
    #expect(Rule(definition: read.definition) == read)
  }

  @Test func `a flag gate may name no codes, and a score each of its leaves`() throws {
    func read(_ lines: String) throws -> Rule {
      try rule(
        "rule: r@1.0.0\ntitle: T\nrequires: { best: { metric: steps, atLeast: 1 } }\n" + lines)
    }
    #expect(
      try read("quality: { flags: { atMost: 0 } }").quality == [QualityGate(.flags(nil, atMost: 0))]
    )
    let cycling = ActivityTest(kinds: [.cycle])
    #expect(
      try read("score: { activityTotal: { kind: cycle, sum: duration } }").score
        == Score(.total, of: .activities(.duration, of: cycling)))
    #expect(
      try read("score: { activities: { kind: cycle } }").score
        == Score(.total, of: .activities(.sessions, of: cycling)))
    #expect(
      try read("score: { window: { metric: steps, days: 7 } }").score
        == Score(.window(days: 7), of: .metric(.steps)))
  }
}

/// Conditions with names, and what puts them where they are used.
struct NamedConditionTests {
  private func head(_ lines: String, requires: String) -> String {
    "rule: r@1.0.0\ntitle: T\nrequires: \(requires)\nconditions:\n\(lines)\n"
  }

  /// `conditions:` on line 4, its entries from line 5 on.
  private func errors(_ lines: String, requires: String = "{ use: a }") throws -> [String] {
    try Files(["rules.yaml": head(lines, requires: requires)]).errors {
      _ = try loadRule(at: $0 + "/rules.yaml", period: nil)
    }
  }

  @Test func `a named condition stands where it is used, and keeps its name`() throws {
    let read = try rule(
      head(
        "  a: { use: b }\n  b: { best: { metric: steps, atLeast: 1 }, reason: Own }",
        requires: "{ all: [{ use: a }, { use: b, reason: Here }] }"))
    let leaf = Condition.Kind.leaf(Leaf(.best, of: .steps, .atLeast(Quantity(1))))
    #expect(
      read.requires
        == Condition(
          .all([
            Condition(leaf, reason: "Own", name: "a"), Condition(leaf, reason: "Here", name: "b"),
          ])))
  }

  @Test func `a circle is an error where it closes`() throws {
    #expect(
      try errors("  a: { use: b }\n  b: { not: { use: a } }") == [
        "rules.yaml:6:20 config.bad_value use"
      ])
    #expect(try errors("  a: { use: a }") == ["rules.yaml:5:13 config.bad_value use"])
    let files = try Files([
      "rules.yaml": head("  a: { use: b }\n  b: { use: a }", requires: "{ use: b }")
    ])
    let finding = files.findings { _ = try loadRule(at: $0 + "/rules.yaml", period: nil) }.first
    #expect(
      finding?.facts.expected == .noCircle(["b", "a", "b"]))
  }

  @Test func `an unknown name is an error, with the nearest one that there is`() throws {
    let text = head("  active: { best: { metric: steps, atLeast: 1 } }", requires: "{ use: actve }")
    let found = try Files(["rules.yaml": text]).findings {
      _ = try loadRule(at: $0 + "/rules.yaml", period: nil)
    }
    #expect(found.count == 1)
    #expect(found.first?.facts.suggestion == "active")
    #expect(found.first?.facts.expected == .oneOf(["active"]))
  }

  @Test func `an error in a named condition is told once, used often or never`() throws {
    let bad = "  a: { best: { metric: steps } }"
    let expected = [
      "rules.yaml:5:14 config.missing_key atLeast, moreThan, atMost, lessThan, between, baseline"
    ]
    #expect(try errors(bad, requires: "{ all: [{ use: a }, { use: a }] }") == expected)
    #expect(try errors(bad, requires: "{ best: { metric: steps, atLeast: 1 } }") == expected)
  }

  /// Each name stands for two of the next: 1, 3, 7, ...
  ///
  /// 2^n - 1 conditions.
  @Test func `a thousand conditions at most, names counted as what they stand for`() throws {
    func doubling(_ names: Int) -> String {
      (1..<names).map { "  n\($0): { all: [{ use: n\($0 + 1) }, { use: n\($0 + 1) }] }\n" }.joined()
        + "  n\(names): { best: { metric: steps, atLeast: 1 } }"
    }
    // 2^9 - 1 = 511; 2^10 - 1 = 1023.
    #expect(try errors(doubling(9), requires: "{ use: n1 }") == [])
    #expect(
      try errors(doubling(10), requires: "{ use: n1 }") == ["rules.yaml:5:28 config.bad_value all"])
    #expect(try errors(doubling(14), requires: "{ use: n1 }").count == 1)
  }

  @Test func `a chain of names is as deep as it would be written out`() throws {
    func chain(_ names: Int) -> String {
      (1..<names).map { "  n\($0): { not: { use: n\($0 + 1) } }\n" }.joined()
        + "  n\(names): { best: { metric: steps, atLeast: 1 } }"
    }
    #expect(try errors(chain(10), requires: "{ use: n1 }") == [])
    // requires is 1 deep, n1 2, its `use` 3, n2 4, ...: n16 is 32 deep, and its `use` too deep.
    #expect(
      try errors(chain(17), requires: "{ use: n1 }").first
        == "rules.yaml:20:15 config.bad_value not")
  }
}
