import DaymarkConfiguration
import DaymarkModel
import DaymarkTestSupport
import Testing

/// What is found in rules without errors.
struct RuleLintTests {
  private static let gate = "quality: { flags: { atMost: 0, codes: [days.shared] } }\n"

  /// Of a rule whose `requires` is `text`, on line 3, for Monday to Sunday.
  private func warnings(
    _ text: String, head: String = "", pipeline: String? = goodPipeline
  ) throws -> [Finding] {
    var files = ["rules.yaml": "rule: r@1.0.0\ntitle: T\nrequires:\(text)\n\(head)\n\(Self.gate)"]
    files["pipeline.yaml"] = pipeline
    let folder = try Files(files)
    let check = try checkRule(at: folder.folder)
    #expect(check.errors == [])
    return check.warnings
  }

  @Test func `what people type in is told of where something may be staked`() throws {
    let asked = " { activityTotal: { kind: learning, sum: duration, atLeast: 60 min } }"
    let intake = goodPipeline + "intake: { profile: daymark }\n"
    #expect(
      try warnings(asked, pipeline: intake).map(summary)
        == ["3:11 rule.typed_in requires.activityTotal"])
    #expect(try warnings(asked).isEmpty)
    #expect(
      try warnings(
        " { activityTotal: { kind: run, sum: duration, atLeast: 60 min } }", pipeline: intake
      ).isEmpty)
  }

  private func summary(_ finding: Finding) -> String {
    let place = finding.location.map { "\($0.line ?? 0):\($0.column ?? 0)" } ?? "?"
    return ["\(place) \(finding.code.rawValue)", finding.facts.key].compactMap { $0 }
      .joined(separator: " ")
  }

  /// The text after `requires:`, with § where the warning is, and the warning.
  static let oneWarning: [(String, String)] = [
    (" { total: { metric: steps, atLeast: §0 } }", "rule.always atLeast"),
    (" { not: { total: { metric: steps, atLeast: §0 } } }", "rule.always atLeast"),
    // Distances are multiples of 0.01 m.
    (" { best: { metric: distanceCycling, between: §[1.001 m, 1.009 m] } }", "rule.never between"),
    (" { heartRate: { statistic: max, atMost: §300 bpm, days: 1 } }", "rule.always atMost"),
    (" { heartRate: { statistic: max, atLeast: §20 bpm, days: 1 } }", "rule.always atLeast"),
    (" { heartRate: { statistic: max, moreThan: §300 bpm, days: 1 } }", "rule.never moreThan"),
    (" { heartRate: { statistic: min, lessThan: §20 bpm, every: true } }", "rule.never lessThan"),
    (" { heartRate: { statistic: min, atLeast: §231 bpm, days: 1 } }", "rule.implausible atLeast"),
    (
      " { heartRate: { statistic: average, atLeast: §170 bpm, days: 1 } }",
      "rule.implausible atLeast"
    ),
    (" { heartRate: { statistic: min, atLeast: §130 bpm, days: 1 } }", "rule.implausible atLeast"),
    (
      " { weekly: { weeks: 1, days: { metric: steps, atLeast: §0, count: 1 } } }",
      "rule.always atLeast"
    ),
    (
      " { activities: { kind: run, count: 1, where: { distance: §{ atLeast: 0 km } } } }",
      "rule.always distance"
    ),
    (
      " { all: [{ best: { metric: steps, atLeast: 1 } }, §{ best: { metric: steps, atLeast: 1 }, "
        + "reason: R }] }", "rule.duplicate"
    ),
    (
      " { some: { count: 1, of: [{ not: { best: { metric: steps, atLeast: 1 } } }, "
        + "§{ not: { best: { metric: steps, atLeast: 1 count } } }] } }", "rule.duplicate"
    ),
    (
      " { all: [§{ total: { metric: steps, atLeast: 500 } }, { total: { metric: steps, atLeast: 1000 } }] }",
      "rule.shadowed"
    ),
    (
      " { any: [{ total: { metric: steps, atLeast: 500 } }, §{ total: { metric: steps, atLeast: 1000 } }] }",
      "rule.shadowed"
    ),
    (
      " { all: [{ not: { best: { metric: steps, atLeast: 500 } } }, "
        + "§{ best: { metric: steps, atLeast: 500 }, reason: R }] }", "rule.never"
    ),
    (
      " { any: [{ all: [{ best: { metric: steps, atLeast: 500 } }] }, "
        + "§{ not: { all: [{ best: { metric: steps, atLeast: 500 } }] } }] }", "rule.always"
    ),
    // Of whole numbers more than 999 is at least 1000.
    (
      " { all: [{ best: { metric: steps, atLeast: 1000 } }, §{ best: { metric: steps, moreThan: 999 } }] }",
      "rule.shadowed"
    ),
    (
      " { all: [§{ days: { metric: steps, atLeast: 500, count: 3 } }, "
        + "{ days: { metric: steps, atLeast: 600, every: true } }] }", "rule.shadowed"
    ),
    (
      " { all: [{ streak: { metric: steps, atLeast: 600, days: 4 } }, "
        + "§{ days: { metric: steps, atLeast: 500, count: 4 } }] }", "rule.shadowed"
    ),
    (
      " { all: [§{ streak: { metric: steps, atLeast: 600, days: 4, misses: 2 } }, "
        + "{ streak: { metric: steps, atLeast: 600, days: 5, misses: 1 } }] }", "rule.shadowed"
    ),
    (
      " { all: [{ total: { metric: steps, atLeast: 600 } }, §{ total: { metric: steps, atMost: 500 } }] }",
      "rule.never"
    ),
    (
      " { any: [{ total: { metric: steps, atLeast: 600 } }, §{ total: { metric: steps, atMost: 599 } }] }",
      "rule.always"
    ),
    (" { best: { metric: steps, atLeast: §100001 } }", "rule.implausible atLeast"),
    // Seven days of 100,000 steps.
    (" { total: { metric: steps, atLeast: §700001 } }", "rule.implausible atLeast"),
    (" { total: { metric: steps, between: [1, §700001] } }", "rule.implausible between"),
    (" { days: { metric: steps, atLeast: §99, count: 1 } }", "rule.implausible atLeast"),
    (" { best: { metric: distanceCycling, between: [§5 m, 40 km] } }", "rule.implausible between"),
    // 1 cal is a thousandth of a kcal.
    (" { average: { metric: activeEnergy, atLeast: §400 cal } }", "rule.implausible atLeast"),
    (
      " { activities: { kind: run, count: 1, where: { distance: { atLeast: §301 km } } } }",
      "rule.implausible distance"
    ),
    (
      " { activities: { kind: [walk, hike], count: 1, where: { pace: { atMost: §1:59 min/km } } } }",
      "rule.implausible pace"
    ),
    (
      " { activities: { kind: run, count: 1, where: { pace: { §atLeast: 6:00 min/km } } } }",
      "rule.implausible pace"
    ),
    // 1440 min are a day.
    (" { days: { metric: exerciseTime, atLeast: §25 hr, count: 1 } }", "rule.implausible atLeast"),
    (" { window: { metric: steps, atLeast: §200001, days: 2 } }", "rule.implausible atLeast"),
    (
      " { weekly: { weeks: 1, total: { metric: steps, atLeast: §700001 } } }",
      "rule.implausible atLeast"
    ),
    (" { within: { anyDays: 3, best: { metric: steps, atLeast: §0 } } }", "rule.always atLeast"),
    (
      " { weekly: { weeks: 1, lift: { exercise: squat, load: { atLeast: §601 kg } } } }",
      "rule.implausible atLeast"
    ),
    // Of what the same weeks are asked, 150 minutes are 100, too.
    (
      " { weekly: { weeks: 1, all: [{ total: { metric: exerciseTime, atLeast: 150 min } }, "
        + "§{ total: { metric: exerciseTime, atLeast: 100 min } }] } }", "rule.shadowed"
    ),
    // 24 sessions a day, and 7 days a week: 168.
    (" { weekly: { weeks: 1, activities: { count: §169 } } }", "rule.implausible count"),
    (
      " { activities: { count: 1, where: { pace: { atMost: §0:59 min/km } } } }",
      "rule.implausible pace"
    ),
    (
      " { activities: { count: 1, where: { speed: { between: [1 m/s, §91 km/h] } } } }",
      "rule.implausible speed"
    ),
    (
      " { activityTotal: { §kind: [yoga, strength], sum: distance, atLeast: 5 km } }",
      "rule.implausible kind"
    ),
    (
      " { activities: { kind: hiit, count: 1, where: { §pace: { atMost: 6:00 min/km } } } }",
      "rule.implausible pace"
    ),
    (
      " { activityTotal: { §kind: run, indoor: true, sum: elevationGain, atLeast: 5 m } }",
      "rule.implausible kind"
    ),
    (
      " { streak: { metric: steps, atLeast: 1, days: 6, misses: §2 } }", "rule.short_period misses"
    ),
    (" { window: { metric: steps, atLeast: 1, days: §7 } }", "rule.short_period days"),
    (
      " { average: §{ metric: steps, atLeast: 1, from: 2025-09-02, to: 2025-09-02 } }",
      "rule.short_period average"
    ),
  ]

  @Test(arguments: oneWarning)
  func `each oddity is told where it stands`(marked: String, warning: String) throws {
    let column = "requires:".count + marked.prefix { $0 != "§" }.count + 1
    #expect(
      try warnings(marked.replacing("§", with: "")).map(summary) == ["3:\(column) \(warning)"])
  }

  static let sensible = [
    " { best: { metric: steps, atLeast: 100000 } }",
    " { total: { metric: steps, atLeast: 700000 } }",
    " { streak: { metric: steps, atLeast: 1, days: 7 } }",
    " { streak: { metric: steps, atLeast: 1, days: 6, misses: 1 } }",
    " { days: { metric: steps, lessThan: 1, every: true } }",
    " { heartRate: { statistic: max, between: [20 bpm, 299 bpm], days: 1 } }".replacing(
      "299", with: "180"),
    " { all: [{ total: { metric: steps, atLeast: 500 } }, { best: { metric: steps, atLeast: 1000 } }] }",
    " { all: [{ total: { metric: steps, atLeast: 500 } }, { total: { metric: steps, atMost: 500 } }] }",
    // Five of the days each, and the other two less: no contradiction.
    " { all: [{ days: { metric: steps, atLeast: 600, count: 5 } }, "
      + "{ days: { metric: steps, atMost: 500, count: 2 } }] }",
    " { all: [{ total: { metric: steps, atLeast: 500, on: [sat] } }, { total: { metric: steps, atLeast: 600 } }] }",
    " { all: [{ streak: { metric: steps, atLeast: 600, days: 4, misses: 1 } }, "
      + "{ streak: { metric: steps, atLeast: 600, days: 3 } }] }",
    " { some: { count: 1, of: [{ total: { metric: steps, atLeast: 500 } }, { total: { metric: steps, atLeast: 600 } }] } }",
    " { best: { metric: steps, atLeast: 100 } }", " { best: { metric: steps, moreThan: 0 } }",
    " { best: { metric: flightsClimbed, atLeast: 5 } }",
    " { activities: { kind: [run, cycle], count: 1, where: { distance: { atLeast: 301 km }, "
      + "pace: { atMost: 1:59 min/km } } } }",
    " { activityTotal: { kind: [yoga, run], sum: distance, atLeast: 5 km } }",
    " { activityTotal: { indoor: true, sum: elevationGain, atLeast: 5 m } }",
    " { activities: { kind: run, count: 3, where: { pace: { atMost: 6:00 min/km } } } }",
  ]

  @Test(arguments: sensible)
  func `nothing is said of what makes sense`(text: String) throws {
    #expect(try warnings(text).map(summary) == [])
  }

  @Test func `a condition that nothing uses, and zero for heart rates, are told`() throws {
    let unused = "conditions:\n  a: { best: { metric: steps, atLeast: 1 } }\n  b: { use: a }\n"
    // `a` is used by `b`, which nothing uses.
    #expect(
      try warnings(" { best: { metric: steps, atLeast: 200 } }", head: unused).map(summary)
        == ["6:3 rule.unused b"])
    #expect(
      try warnings(
        " { heartRate: { statistic: max, atMost: 180 bpm, days: 1 } }", head: "onMissing: zero\n"
      ).map(summary) == ["4:12 rule.zero_heart_rate onMissing"])
  }

  @Test func `zero is told to help where less is better`() throws {
    func told(_ condition: String) throws -> [String] {
      try warnings(" { \(condition) }", head: "onMissing: zero\n").map(summary)
    }
    let steps = "best: { metric: steps, "
    #expect(try told(steps + "atMost: 900 }") == ["4:12 rule.zero_helps onMissing"])
    #expect(try told(steps + "lessThan: 900 }") == ["4:12 rule.zero_helps onMissing"])
    #expect(try told(steps + "between: [0, 900] }") == ["4:12 rule.zero_helps onMissing"])
    #expect(try told(steps + "between: [700, 900] }") == [])
    #expect(try told(steps + "atLeast: 900 }") == [])
    #expect(try told("not: { \(steps)atLeast: 900 } }") == ["4:12 rule.zero_helps onMissing"])
  }

  @Test func `what a named condition says is told once, however often it is used`() throws {
    let head = "conditions:\n  a: { best: { metric: steps, atLeast: 0 } }\n"
    #expect(
      try warnings(
        " { some: { count: 2, of: [{ use: a }, { not: { use: a } }] } }", head: head
      ).map(summary)
        == ["5:40 rule.always atLeast"])
  }

  @Test func `without a pipeline the period is not judged by`() throws {
    let window = " { window: { metric: steps, atLeast: 1, days: 7 } }"
    #expect(try warnings(window, pipeline: nil) == [])
    #expect(try warnings(window).count == 1)
    #expect(
      try warnings(" { total: { metric: steps, atLeast: 9000000 } }", pipeline: nil) == [])
  }

  @Test
  func `errors go before warnings, and a file that is not there is an error of its own`() throws {
    let files = try Files([
      "rules.yaml":
        "rule: r@1.0.0\ntitle: T\nrequires: { best: { metric: steps, atLeast: 0, x: 1 } }\n"
    ])
    let check = try checkRule(at: files.folder)
    #expect(check.rule == nil)
    #expect(check.errors.map(summary) == ["3:48 config.unknown_key x"])
    #expect(check.warnings == [])
    #expect(try checkRule(at: files.folder + "/rules.yaml").errors == check.errors)
    #expect(throws: ConfigurationError.self) { try checkRule(at: files.folder + "/other.yaml") }
  }

  @Test func `each of a thousand conditions is told once, and soon`() throws {
    let conditions = (0..<999).map {
      "{ days: { metric: steps, atLeast: \(1000 + $0), count: 1 } }"
    }
    let (found, taken) = try processorTime {
      try warnings(" { all: [\(conditions.joined(separator: ", "))] }")
    }
    // All but the last, which asks for most, decide nothing.
    #expect(found.count == 998 && Set(found.map(\.code)) == [.ruleShadowed])
    #expect(taken < .seconds(10))
  }

  @Test func `a rule without a gate is told of`() throws {
    let text = "rule: r@1.0.0\ntitle: T\nrequires: { total: { metric: steps, atLeast: 500 } }\n"
    func codes(_ text: String) throws -> [String] {
      let folder = try Files(["rules.yaml": text])
      return try checkRule(at: folder.folder).warnings.map(summary)
    }
    #expect(try codes(text) == ["1:7 rule.no_gate quality"])
    #expect(try codes(text + Self.gate) == [])
  }
}
