import DaymarkConfiguration
import DaymarkModel
import Testing

struct RuleFileTests {
  @Test func `the rule of the rules page is read whole`() throws {
    let read = try rule(
      """
      # rules.yaml
      rule: ten-thousand-steps@1.2.0          # name and semantic version
      title: 10,000 steps a day, a week running
      requires:
        all:
          - streak: { metric: steps, atLeast: 10000, days: 7 }
            reason: Did not meet step threshold
          - days: { metric: activeEnergy, atLeast: 400 kcal, count: 5 }
            reason: Insufficient activity days
      onMissing: fail                         # fail | undetermined | zero
      """, period: week)
    let streak = Leaf(.streak(days: 7, misses: 0), of: .steps, .atLeast(Quantity(10000)))
    let days = Leaf(.days(.atLeast(5)), of: .activeEnergy, .atLeast(Quantity(400)))
    #expect(
      read
        == Rule(
          name: "ten-thousand-steps", version: "1.2.0",
          title: "10,000 steps a day, a week running",
          requires: Condition(
            .all([
              Condition(.leaf(streak), reason: "Did not meet step threshold"),
              Condition(.leaf(days), reason: "Insufficient activity days"),
            ])),
          onMissing: .fail))
  }

  static func leafText(_ text: String) throws -> Leaf? {
    let read = try rule("rule: r@1.0.0\ntitle: T\nrequires: { \(text) }\n", period: week)
    if case .leaf(let leaf) = read.requires.kind { return leaf }
    return nil
  }

  @Test func `every leaf, key and comparison is read`() throws {
    let steps = Metric.steps
    #expect(
      try Self.leafText("total: { metric: steps, moreThan: 5 }")
        == Leaf(.total, of: steps, .moreThan(Quantity(5))))
    #expect(
      try Self.leafText("best: { metric: flightsClimbed, atMost: 40 count }")
        == Leaf(.best, of: .flightsClimbed, .atMost(Quantity(40))))
    #expect(
      try Self.leafText("average: { metric: steps, lessThan: 1000, over: recordedDays }")
        == Leaf(.average(overRecordedDays: true), of: steps, .lessThan(Quantity(1000))))
    #expect(
      try Self.leafText("average: { metric: steps, lessThan: 1, over: calendarDays }")
        == Leaf(.average(overRecordedDays: false), of: steps, .lessThan(Quantity(1))))
    #expect(
      try Self.leafText("days: { metric: steps, between: [1, 25], every: true }")
        == Leaf(.days(.every), of: steps, .between(Quantity(1), Quantity(25))))
    #expect(
      try Self.leafText(
        "streak: { metric: steps, atLeast: 1, days: 2, misses: 1, on: [sat, sun, fri], "
          + "from: 2025-09-02, to: 2025-09-07 }")
        == Leaf(
          .streak(days: 2, misses: 1), of: steps, .atLeast(Quantity(1)),
          on: DaySelection(
            weekdays: [.friday, .saturday, .sunday], from: day("2025-09-02"),
            to: day("2025-09-07"))))
  }

  @Test func `thresholds become micro-units of the canonical unit, rounded as days are`() throws {
    func micro(_ metric: String, _ text: String) throws -> Int64? {
      guard
        case .atLeast(let bound) = try Self.leafText(
          "total: { metric: \(metric), atLeast: \(text) }")?.comparison
      else { return nil }
      return bound.microUnits
    }
    #expect(try micro("distanceCycling", "5 km") == 5_000_000_000)
    #expect(try micro("distanceSwimming", "1 mi") == 1_609_340_000)
    // 1 kJ = 1000 / 4184 kcal = 0.239005736..., as a day 0.24.
    #expect(try micro("activeEnergy", "1 kJ") == 240_000)
    #expect(try micro("exerciseTime", "1.5 hr") == 90_000_000)
    #expect(try micro("steps", "\"10000\"") == 10_000_000_000)
    #expect(try micro("steps", "0010") == 10_000_000)
  }

  @Test func `all, any and not nest, and onMissing is fail unless said`() throws {
    let read = try rule(
      """
      rule: r@1.0.0-rc.1+build.5
      title: T
      requires:
        any:
          - not: { best: { metric: steps, atLeast: 1 } }
            reason: N
          - all: [{ best: { metric: steps, atLeast: 2 } }]
      """)
    func best(_ steps: Int) -> Condition {
      Condition(.leaf(Leaf(.best, of: .steps, .atLeast(Quantity(steps)))))
    }
    #expect(
      read.requires
        == Condition(
          .any([Condition(.not(best(1)), reason: "N"), Condition(.all([best(2)]))])))
    #expect(read.onMissing == .fail)
    #expect(read.version == "1.0.0-rc.1+build.5")
  }

  /// The text after `requires:` on line 3, with § where its error is, and the error.
  static let leafErrors: [(String, String)] = [
    (" { days: { metric: steps, atLeast: 1, count: §8 } }", "config.bad_value count"),
    (" { days: { metric: steps, atLeast: 1, count: §0 } }", "config.bad_value count"),
    (" { days: { metric: steps, atLeast: 1, count: §1.5 } }", "config.bad_value count"),
    (" { days: { metric: steps, atLeast: 1, count: §-1 } }", "config.bad_value count"),
    (" { days: §{ metric: steps, atLeast: 1 } }", "config.missing_key count, every"),
    (" { days: { metric: steps, atLeast: 1, count: 1, §every: true } }", "config.bad_value every"),
    (" { days: { metric: steps, atLeast: 1, every: §false } }", "config.bad_value every"),
    (
      " { days: { metric: steps, atLeast: 1, count: §3, on: [sat, sun] } }",
      "config.bad_value count"
    ),
    (" { streak: §{ metric: steps, atLeast: 1 } }", "config.missing_key days"),
    (" { streak: { metric: steps, atLeast: 1, days: §8 } }", "config.bad_value days"),
    (" { streak: { metric: steps, atLeast: 1, days: 2, misses: §-1 } }", "config.bad_value misses"),
    // One beyond 2^53, which no JSON number holds: the evidence could not be read back.
    (
      " { streak: { metric: steps, atLeast: 1, days: 2, misses: §9007199254740993 } }",
      "config.bad_value misses"
    ),
    (" { average: { metric: steps, atLeast: 1, over: §someDays } }", "config.bad_value over"),
    (" { total: { metric: §heartRate, atLeast: 1 bpm } }", "config.bad_value metric"),
    (" { total: { metric: §step, atLeast: 1 } }", "config.bad_value metric"),
    (" { total: §{ atLeast: 1 } }", "config.missing_key metric"),
    (
      " { total: §{ metric: steps } }",
      "config.missing_key atLeast, moreThan, atMost, lessThan, between"
    ),
    (" { total: { metric: steps, atLeast: 1, §atMost: 2 } }", "config.bad_value atMost"),
    (" { total: { metric: steps, §atLeast: } }", "config.missing_key atLeast"),
    (" { total: { metric: steps, atLeast: §5 km } }", "config.bad_value atLeast"),
    (" { total: { metric: steps, atLeast: §\"10,000\" } }", "config.bad_value atLeast"),
    (" { total: { metric: steps, atLeast: §-1 } }", "config.bad_value atLeast"),
    (" { total: { metric: steps, atLeast: §1e13 } }", "config.bad_value atLeast"),
    (" { total: { metric: steps, atLeast: §nan } }", "config.bad_value atLeast"),
    (" { total: { metric: steps, atLeast: §0x10 } }", "config.bad_value atLeast"),
    (" { total: { metric: steps, atLeast: §[1] } }", "config.bad_value atLeast"),
    (" { total: { metric: activeEnergy, atLeast: §400 } }", "config.bad_value atLeast"),
    (" { total: { metric: activeEnergy, atLeast: §400 KCAL } }", "config.bad_value atLeast"),
    (" { total: { metric: steps, lessThan: §0 } }", "config.bad_value lessThan"),
    (" { total: { metric: steps, between: [3, §2] } }", "config.bad_value between"),
    (" { total: { metric: steps, between: §[3] } }", "config.bad_value between"),
    (" { total: { metric: steps, between: §3 } }", "config.bad_value between"),
    (" { total: { metric: steps, atLeast: 1, on: §sat } }", "config.bad_value on"),
    (" { total: { metric: steps, atLeast: 1, on: [sat, §Sun] } }", "config.bad_value on"),
    (" { total: { metric: steps, atLeast: 1, on: [sat, §sat] } }", "config.duplicate sat"),
    (" { total: { metric: steps, atLeast: 1, on: §[] } }", "config.bad_value on"),
    (
      " { total: { metric: steps, atLeast: 1, §on: [mon], from: 2025-09-02 } }",
      "config.bad_value on"
    ),
    (" { total: { metric: steps, atLeast: 1, from: §2025-08-31 } }", "config.bad_value from"),
    (" { total: { metric: steps, atLeast: 1, to: §2025-09-08 } }", "config.bad_value to"),
    (" { total: { metric: steps, atLeast: 1, to: §2025-02-30 } }", "config.bad_value to"),
    (
      " { total: { metric: steps, atLeast: 1, from: 2025-09-04, to: §2025-09-03 } }",
      "config.bad_value to"
    ),
    (" { total: { metric: steps, atLeast: 1, §quality: x } }", "config.unknown_key quality"),
    (" { total: §steps }", "config.bad_value total"),
    (" { all: §[] }", "config.bad_value all"),
    (" { all: §{ best: x } }", "config.bad_value all"),
    (" §{ reason: R }", "config.bad_value requires"),
    (" §{}", "config.bad_value requires"), (" { all: [§{}] }", "config.bad_value all"),
    (" { some: §{ count: 1 } }", "config.missing_key of"),
    (
      " { some: { count: §2, of: [{ best: { metric: steps, atLeast: 1 } }] } }",
      "config.bad_value count"
    ),
    (
      " { some: { count: §0, of: [{ best: { metric: steps, atLeast: 1 } }] } }",
      "config.bad_value count"
    ),
    (" { use: §NAME }", "config.bad_value use"),
    (" { use: §[NAME] }", "config.bad_value use"),
    (" { window: { metric: steps, atLeast: 1, days: §8 } }", "config.bad_value days"),
    (" { window: §{ metric: steps, atLeast: 1 } }", "config.missing_key days"),
    (" { activities: §{ kind: run } }", "config.missing_key count"),
    (" { activities: { kind: run, count: §0 } }", "config.bad_value count"),
    // A million sessions: more than any number in a rule may be.
    (" { activities: { kind: run, count: §1000000 } }", "config.bad_value count"),
    (" { activities: { kind: run, count: 1, §atLeast: 1 } }", "config.unknown_key atLeast"),
    (" { activities: { kind: §runs, count: 1 } }", "config.bad_value kind"),
    (" { activities: { kind: [run, §runs], count: 1 } }", "config.bad_value kind"),
    (" { activities: { kind: [run, §run], count: 1 } }", "config.duplicate run"),
    (" { activities: { kind: §[], count: 1 } }", "config.bad_value kind"),
    (" { activities: { indoor: §no, count: 1 } }", "config.bad_value indoor"),
    (
      " { activities: { count: 1, where: §{} } }",
      "config.missing_key distance, duration, energy, elevationGain, pace, speed, "
        + "averageHeartRate, maximumHeartRate, heartMinutes, name"
    ),
    (
      " { activities: { count: 1, where: { pace: §{} } } }",
      "config.missing_key atLeast, moreThan, atMost, lessThan, between"
    ),
    (
      " { activities: { count: 1, where: { pace: { atMost: §6:60 min/km } } } }",
      "config.bad_value atMost"
    ),
    (
      " { activities: { count: 1, where: { pace: { atMost: §6:00 s/km } } } }",
      "config.bad_value atMost"
    ),
    (
      " { activities: { count: 1, where: { pace: { atMost: §6:00 } } } }", "config.bad_value atMost"
    ),
    (
      " { activities: { count: 1, where: { pace: { atMost: §6 km/h } } } }",
      "config.bad_value atMost"
    ),
    (
      " { activities: { count: 1, where: { speed: { lessThan: §0 m/s } } } }",
      "config.bad_value lessThan"
    ),
    (
      " { activities: { count: 1, where: { duration: { atLeast: §45 } } } }",
      "config.bad_value atLeast"
    ),
    (
      " { activities: { count: 1, where: { §heartRate: { atLeast: 1 bpm } } } }",
      "config.unknown_key heartRate"
    ),
    (" { activityTotal: §{ atLeast: 1 km } }", "config.missing_key sum"),
    (" { activityTotal: { sum: §steps, atLeast: 1 } }", "config.bad_value sum"),
    (" { activityTotal: { sum: distance, atLeast: §45 min } }", "config.bad_value atLeast"),
    (" { activityTotal: { sum: sessions, atLeast: §3 km } }", "config.bad_value atLeast"),
    (
      " { heartRate: { statistic: §mean, atMost: 180 bpm, days: 1 } }", "config.bad_value statistic"
    ),
    (" { heartRate: { statistic: max, atMost: §180, days: 1 } }", "config.bad_value atMost"),
    (" { heartRate: { statistic: max, atMost: 180 bpm, days: §8 } }", "config.bad_value days"),
    (" { heartRate: §{ statistic: max, atMost: 180 bpm } }", "config.missing_key days, every"),
    (
      " { activityTotal: { kind: learning, sum: duration, atLeast: 1 min, §each: true } }",
      "config.missing_key name"
    ),
    (
      " { weekly: { weeks: 1, activityTotal: { sum: duration, atLeast: 1 min, §each: true } } }",
      "config.missing_key name"
    ),
    (
      " { weekly: { weeks: 1, any: [{ activityTotal: { sum: sessions, atLeast: 1, §each: true, where: { name: A } } }] } }",
      "config.unknown_key each"
    ),
    (
      " { activities: { count: 1, where: { heartMinutes: §{ atLeast: 20 min } } } }",
      "config.missing_key above"
    ),
    (
      " { activities: { count: 1, where: { heartMinutes: §{ above: 140 bpm } } } }",
      "config.missing_key atLeast, moreThan, atMost, lessThan, between"
    ),
    (
      " { activities: { count: 1, where: { heartMinutes: { above: 140 bpm, upTo: §140 bpm, atLeast: 1 min } } } }",
      "config.bad_value upTo"
    ),
    (
      " { activities: { count: 1, where: { heartMinutes: { above: 140 bpm, atLeast: §20 bpm } } } }",
      "config.bad_value atLeast"
    ),
    (" { heartMinutes: §{ atLeast: 20 min } }", "config.missing_key above"),
    (" { heartMinutes: { above: §140, atLeast: 20 min } }", "config.bad_value above"),
    (" { heartMinutes: { above: §140.5 bpm, atLeast: 20 min } }", "config.bad_value above"),
    (" { heartMinutes: { above: §19 bpm, atLeast: 20 min } }", "config.bad_value above"),
    (" { heartMinutes: { above: §300 bpm, atLeast: 20 min } }", "config.bad_value above"),
    (" { heartMinutes: { above: 140 bpm, atLeast: §20 } }", "config.bad_value atLeast"),
    (" { total: { heartMinutesAbove: 140 bpm, atLeast: §20 km } }", "config.bad_value atLeast"),
    (
      " { total: { metric: steps, §heartMinutesAbove: 140 bpm, atLeast: 20 min } }",
      "config.bad_value heartMinutesAbove"
    ),
    (
      " { weekly: §{ weeks: 1 } }",
      "config.missing_key total, days, streak, average, best, window, activities, activityDays, "
        + "activityTotal, heartRate, heartMinutes, lift, feat, all, any"
    ),
    (
      " { lift: { exercise: squat, load: { between: [1 x bodyWeight, §100 kg] } } }",
      "config.bad_value between"
    ),
    (
      " { lift: { exercise: squat, estimate: { atLeast: §1 x bodyWeight } } }",
      "config.bad_value atLeast"
    ),
    // What is compared with one's own past needs a floor, days enough, and what is recorded every day.
    (
      " { best: { metric: steps, §baseline: { days: 28, before: period } } }",
      "config.missing_key floor"
    ),
    (
      " { best: { metric: steps, atLeast: 1, §baseline: { days: 28, before: period }, floor: 5 } }",
      "config.bad_value baseline"
    ),
    (" { best: { metric: steps, atLeast: 1, floor: §5 } }", "config.bad_value floor"),
    (
      " { best: { metric: steps, baseline: { days: 28, before: period }, floor: §0 } }",
      "config.bad_value floor"
    ),
    (
      " { best: { metric: steps, baseline: { §days: 14, before: period }, floor: 5 } }",
      "config.bad_value atLeastDays"
    ),
    (
      " { best: { metric: steps, baseline: { days: 28, before: period, §atLeastDays: 29 }, floor: 5 } }",
      "config.bad_value atLeastDays"
    ),
    (
      " { best: { metric: steps, baseline: { days: §367, before: period }, floor: 5 } }",
      "config.bad_value days"
    ),
    (
      " { best: { §metric: sets, baseline: { days: 28, before: period }, floor: 5 } }",
      "config.bad_value metric"
    ),
    (
      " { best: { §heartMinutesAbove: 140 bpm, baseline: { days: 28, before: period }, floor: 5 min } }",
      "config.bad_value heartMinutesAbove"
    ),
    (
      " { total: { metric: steps, §baseline: { days: 28, before: period } } }",
      "config.unknown_key baseline"
    ),
    // Of sums all is of one unit, once, and not too much.
    (
      " { total: { of: [{ metric: steps }, §{ metric: distanceCycling }], atLeast: 5 } }",
      "config.bad_value metric"
    ),
    (
      " { total: { of: [{ metric: steps }, §{ metric: steps, times: 2 }], atLeast: 5 } }",
      "config.duplicate steps"
    ),
    (" { total: { of: §[], atLeast: 5 } }", "config.bad_value of"),
    (
      " { total: { of: [{ metric: steps, times: §1/0 }], atLeast: 5 } }", "config.bad_value times"
    ),
    (
      " { total: { of: [{ metric: steps, times: §0.00 }], atLeast: 5 } }", "config.bad_value times"
    ),
    (" { total: { metric: steps, §of: [{ metric: sets }], atLeast: 5 } }", "config.bad_value of"),
    (
      " { total: { of: [{ metric: steps }, { metric: sets }, { metric: exercises }, §{ metric: flightsClimbed }], atLeast: 5 } }",
      "config.bad_value metric"
    ),
    // No whole month is in the week, and of three days running there are two that share no day.
    (
      " { monthly: { months: §1, best: { metric: steps, atLeast: 1 } } }",
      "config.bad_value months"
    ),
    (
      " { monthly: { months: 1, partialMonths: count, streak: { metric: steps, atLeast: 1, days: §32 } } }",
      "config.bad_value days"
    ),
    (" { within: { anyDays: §8, activities: { count: 1 } } }", "config.bad_value anyDays"),
    (
      " { within: { anyDays: 3, times: §3, activities: { count: 1 } } }", "config.bad_value times"
    ),
    (
      " { within: { anyDays: 3, days: { metric: steps, atLeast: 1, count: §4 } } }",
      "config.bad_value count"
    ),
    (
      " { within: { anyDays: 3, §inARow: true, activities: { count: 1 } } }",
      "config.unknown_key inARow"
    ),
    (" { weekly: { weeks: 1, all: §[] } }", "config.bad_value all"),
    (
      " { weekly: { weeks: 1, activities: { count: 1 }, §any: [{ activities: { count: 2 } }] } }",
      "config.bad_value any"
    ),
    (
      " { weekly: { weeks: 1, all: [{ activities: { count: 1 } }, { §not: { activities: { count: 2 } } }] } }",
      "config.unknown_key not"
    ),
    (
      " { weekly: { weeks: 1, all: [{ streak: { metric: steps, atLeast: 1, days: §8 } }] } }",
      "config.bad_value days"
    ),
    (
      " { weekly: { weeks: 1, days: §{ metric: steps, atLeast: 1 } } }",
      "config.missing_key count, every"
    ),
    (
      " { weekly: { weeks: 1, days: { metric: steps, atLeast: 1, count: §8 } } }",
      "config.bad_value count"
    ),
    (
      " { weekly: { weeks: 1, on: [sat, sun], days: { metric: steps, atLeast: 1, count: §3 } } }",
      "config.bad_value count"
    ),
    // Monday to Sunday is one week; of weeks from Tuesday on it holds none whole.
    (" { weekly: { weeks: §2, activities: { count: 1 } } }", "config.bad_value weeks"),
    (
      " { weekly: { weeks: §1, weekStartsOn: tue, activities: { count: 1 } } }",
      "config.bad_value weeks"
    ),
    (
      " { weekly: { weeks: §3, weekStartsOn: tue, partialWeeks: count, activities: { count: 1 } } }",
      "config.bad_value weeks"
    ),
    (
      " { weekly: { weeks: §1, from: 2025-09-02, activities: { count: 1 } } }",
      "config.bad_value weeks"
    ),
    (
      " { weekly: { weeks: 1, weekStartsOn: §monday, activities: { count: 1 } } }",
      "config.bad_value weekStartsOn"
    ),
    (
      " { weekly: { weeks: 1, partialWeeks: §skip, activities: { count: 1 } } }",
      "config.bad_value partialWeeks"
    ),
    (" §[a]", "config.bad_value requires"),
    ("", "config.missing_key requires"),
  ]

  @Test(arguments: leafErrors)
  func `each error of a condition has its place`(marked: String, error: String) throws {
    let errors = try ruleErrors(marked.replacing("§", with: ""))
    // The key of an empty `requires:` begins its line.
    let column = marked.isEmpty ? 1 : "requires:".count + marked.prefix { $0 != "§" }.count + 1
    #expect(errors == ["rules.yaml:3:\(column) \(error)"])
  }

  static let headErrors: [(String, [String])] = [
    ("rule: r\n", ["1:7 config.bad_value rule"]),
    ("rule: r@1.2\n", ["1:7 config.bad_value rule"]),
    ("rule: r@01.2.3\n", ["1:7 config.bad_value rule"]),
    ("rule: r@1.2.3-\n", ["1:7 config.bad_value rule"]),
    ("rule: R@1.2.3\n", ["1:7 config.bad_value rule"]),
    ("rule: r@1.2.3@4\n", ["1:7 config.bad_value rule"]),
    ("rule: r@1.2.3\nonMissing: ignore\n", ["2:12 config.bad_value onMissing"]),
    (
      "rule: r@1.2.3\nscore: {}\n",
      ["2:8 config.missing_key total, average, best, window, activities, activityTotal, feat"]
    ),
    (
      "rule: r@1.2.3\nscore: { total: { metric: steps, atLeast: 1 } }\n",
      ["2:34 config.unknown_key atLeast"]
    ),
    (
      "rule: r@1.2.3\nscore: { best: { metric: steps }, total: { metric: steps } }\n",
      ["2:35 config.bad_value total"]
    ),
    ("rule: r@1.2.3\nscore: { streak: { metric: steps } }\n", ["2:10 config.unknown_key streak"]),
    ("rule: r@1.2.3\nconditions: {}\n", ["2:13 config.bad_value conditions"]),
    ("rule: r@1.2.3\nconditions: { 1st: { best: x } }\n", ["2:15 config.bad_value conditions"]),
    (
      "rule: r@1.2.3\nquality: {}\n",
      ["2:10 config.missing_key manualShare, lateShare, flags"]
    ),
    ("rule: r@1.2.3\nquality: []\n", ["2:10 config.bad_value quality"]),
    ("rule: r@1.2.3\nquality: { flags: { atMost: -1 } }\n", ["2:29 config.bad_value atMost"]),
    (
      "rule: r@1.2.3\nquality: { flags: { atMost: 1, codes: [run.sped] } }\n",
      ["2:40 config.bad_value codes"]
    ),
    (
      "rule: r@1.2.3\nquality: [{ manualShare: { metric: steps, atMost: 100.01 % } }]\n",
      ["2:51 config.bad_value atMost"]
    ),
    (
      "rule: r@1.2.3\nquality: { lateShare: { metric: heartRate, atMost: 5 % } }\n",
      ["2:33 config.bad_value metric"]
    ),
    (
      "rule: r@1.2.3\nquality: { flags: { atMost: 1 }, onBreach: pass }\n",
      ["2:44 config.bad_value onBreach"]
    ),
    ("rule: ~\n", ["1:1 config.missing_key rule"]),
    ("", ["1:1 config.missing_key rule"]),
  ]

  @Test(arguments: headErrors)
  func `each error of the head has its place`(head: String, expected: [String]) throws {
    let text = head + "title: T\nrequires: { best: { metric: steps, atLeast: 1 } }\n"
    let errors = try Files(["rules.yaml": text]).errors {
      _ = try loadRule(at: $0 + "/rules.yaml", period: nil)
    }
    #expect(errors == expected.map { "rules.yaml:\($0)" })
  }

  @Test func `all errors of a file are given, in their order`() throws {
    let errors = try ruleErrors(
      """

        all:
          - streak: { metric: stepz, atLeast: 5 kg, days: 9 }
          - day: { metric: steps, atLeast: 1, count: 1 }
          - best: { metric: steps, atLeest: 1 }
      onMissing: no
      """)
    // The threshold of an unknown metric cannot be judged.
    #expect(
      errors == [
        "rules.yaml:5:25 config.bad_value metric", "rules.yaml:5:53 config.bad_value days",
        "rules.yaml:6:7 config.unknown_key day", "rules.yaml:7:30 config.unknown_key atLeest",
        "rules.yaml:8:12 config.bad_value onMissing",
      ])
  }

  static let slips = [
    ("streak: { metric: steps, atleast: 1, days: 1 }", "atLeast"),
    ("streaks: { metric: steps, atLeast: 1, days: 1 }", "streak"),
    ("total: { metric: setps, atLeast: 1 }", "steps"),
    ("total: { metric: distanceWalkRunning, atLeast: 1 m }", "distanceWalkingRunning"),
    ("weekly: { weeks: 4 }", nil),
  ]

  @Test(arguments: slips)
  func `a slip is told from a word that is not meant`(text: String, expected: String?) throws {
    let files = try Files(["rules.yaml": "rule: r@1.0.0\ntitle: T\nrequires: { \(text) }\n"])
    let findings = files.findings { _ = try loadRule(at: $0 + "/rules.yaml", period: nil) }
    #expect(findings.first?.facts.suggestion == expected)
    #expect(findings.first?.facts.expected != nil)
  }
}
