import DaymarkConfiguration
import DaymarkModel
import Testing

struct ImportRuleTests {
  private static func imported(_ json: String) throws -> ImportedRule {
    let files = try Files(["Some Rule.json": json])
    let imported = try importRule(at: files.folder + "/Some Rule.json")
    // Whatever is printed loads as the same rule.
    let printed = try Files(["rules.yaml": ruleText(imported.rule)])
    #expect(try loadRule(at: printed.folder + "/rules.yaml", period: nil) == imported.rule)
    return imported
  }

  private static func leaf(_ json: String) throws -> Leaf? {
    if case .leaf(let leaf) = try imported(json).rule.requires.kind { leaf } else { nil }
  }

  /// `code path` of each warning.
  private static func warnings(_ json: String) throws -> [String] {
    try imported(json).warnings.map { "\($0.code.rawValue.dropFirst(7)) \($0.facts.path ?? "")" }
  }

  private static func errors(_ json: String) throws -> [String] {
    let files = try Files(["rule.json": json])
    let findings = files.findings { _ = try importRule(at: $0 + "/rule.json") }
    return findings.map { "\($0.code.rawValue.dropFirst(7)) \($0.facts.path ?? "")" }
  }

  private static func sessions(_ sum: ActivitySum, _ kind: ActivityKind?) -> DayValue {
    .activities(sum, of: ActivityTest(kinds: kind.map { [$0] }))
  }

  // MARK: Simple

  static let totals: [(String, String, DayValue, Int)] = [
    ("steps", "100000", .metric(.steps), 100_000),
    ("distance_km", "42.195", sessions(.distance, nil), 42_195),
    ("walking_km", "5", sessions(.distance, .walk), 5000),
    ("active_minutes", "150", sessions(.duration, nil), 150),
    ("cycling_km", "20", sessions(.distance, .cycle), 20_000),
    ("swimming_km", "1.5", sessions(.distance, .swim), 1500),
    ("hiking_km", "12", sessions(.distance, .hike), 12_000),
    ("rowing_km", "2", sessions(.distance, .row), 2000),
    ("strength_sessions", "12", sessions(.sessions, .strength), 12),
    ("yoga_min", "90", sessions(.duration, .yoga), 90),
    ("hiit_min", "60", sessions(.duration, .hiit), 60),
    ("exercise_time", "300", .metric(.exerciseTime), 300),
    ("calories", "2500", .metric(.activeEnergy), 2500),
  ]

  @Test(arguments: totals)
  func `every metric has a total`(metric: String, threshold: String, value: DayValue, least: Int)
    throws
  {
    let json = #"""
      {"type":"fitness","metric":"\#(metric)","threshold":\#(threshold),"period":"total"}
      """#
    #expect(try Self.leaf(json) == Leaf(.total, of: value, .atLeast(Quantity(least))))
    let expected = ["ignores_period period"] + (metric == "hiit_min" ? ["never_met metric"] : [])
    #expect(try Self.warnings(json) == expected)
  }

  @Test func `daily counts days, one unless it says more`() throws {
    func json(_ metric: String, _ more: String = "") -> String {
      #"{"type":"fitness","metric":"\#(metric)","threshold":8,"period":"daily"\#(more)}"#
    }
    #expect(
      try Self.leaf(json("steps", #","minDays":5"#))
        == Leaf(.days(.atLeast(5)), of: .steps, .atLeast(Quantity(8))))
    #expect(
      try Self.leaf(json("cycling_km"))
        == Leaf(.days(.atLeast(1)), of: .distanceCycling, .atLeast(Quantity(8000))))
    // No daily figure: so many days with a session that is long enough.
    let yoga = ActivityTest(kinds: [.yoga], requirements: [.duration: .atLeast(Quantity(8))])
    #expect(
      try Self.leaf(json("yoga_min", #","minDays":3"#))
        == Leaf(.days(.atLeast(3)), of: .activities(.sessions, of: yoga), .atLeast(Quantity(1))))
    #expect(
      try Self.warnings(json("yoga_min")) == [
        "approximated metric", "ignores_period period", "fixed_day period",
      ])
    // A day with a strength session is the same there and here.
    let strength = json("strength_sessions", #","minDays":3"#)
      .replacing(#""threshold":8"#, with: #""threshold":1"#)
    #expect(
      try Self.leaf(strength)
        == Leaf(.days(.atLeast(3)), of: Self.sessions(.sessions, .strength), .atLeast(Quantity(1))))
    #expect(try Self.warnings(strength) == ["ignores_period period", "fixed_day period"])
    #expect(try Self.warnings(json("steps")) == ["ignores_period period", "fixed_day period"])
    #expect(
      try Self.warnings(json("cycling_km")) == [
        "approximated metric", "ignores_period period", "fixed_day period",
      ])
    #expect(try Self.errors(json("strength_sessions")) == ["inexpressible threshold"])
  }

  @Test func `an average is over all days, and that server's is said to be another`() throws {
    func json(_ metric: String) -> String {
      #"{"type":"fitness","metric":"\#(metric)","threshold":9000,"period":"average","minDays":2}"#
    }
    #expect(
      try Self.leaf(json("steps"))
        == Leaf(.average(overRecordedDays: false), of: .steps, .atLeast(Quantity(9000))))
    #expect(
      try Self.warnings(json("steps")) == [
        "left_out minDays", "ignores_period period", "recorded_days period", "fixed_day period",
      ])
    #expect(try Self.errors(json("rowing_km")).contains("inexpressible period"))
  }

  // MARK: Full

  private static func full(_ type: String, _ more: String) -> String {
    #"{"challengeType":"\#(type)","period":{"start":"2025-09-01T00:00:00Z","end":"2025-09-30T23:59:59Z","timezone":"Europe/Berlin"},\#(more)}"#
  }

  @Test func `conditions are about one session that meets all of them`() throws {
    let json = Self.full(
      "run",
      #"""
      "conditions":[{"metric":"distance_km","op":">=","value":5},
      {"metric":"avg_pace_min_per_km","op":"<=","value":6.5},{"metric":"max_hr_bpm","op":"<","value":180},
      {"metric":"avg_speed_kmh","op":">","value":9},{"metric":"distance_km","op":"<=","value":10},
      {"metric":"duration_min","op":"==","value":45},{"metric":"calories","op":">=","value":300},
      {"metric":"avg_hr_bpm","op":">=","value":120}]
      """#)
    // 6.5 min/km are 390 s/km, 9 km/h are 2.5 m/s.
    let test = ActivityTest(
      kinds: [.run],
      requirements: [
        .distance: .between(Quantity(5000), Quantity(10_000)), .pace: .atMost(Quantity(390)),
        .maximumHeartRate: .lessThan(Quantity(180)),
        .speed: .moreThan(Quantity(microUnits: 2_500_000)),
        .duration: .between(Quantity(45), Quantity(45)), .energy: .atLeast(Quantity(300)),
        .averageHeartRate: .atLeast(Quantity(120)),
      ])
    let imported = try Self.imported(json)
    #expect(
      imported.rule.requires.kind
        == .leaf(Leaf(.total, of: .activities(.sessions, of: test), .atLeast(Quantity(1)))))
    // That server knows such rules, and misses nothing in them.
    #expect(imported.warnings == [])
    #expect(imported.rule.name == "some-rule")
    #expect(
      imported.challenge == [
        "start": "2025-09-01T00:00:00Z", "end": "2025-09-30T23:59:59Z", "timeZone": "Europe/Berlin",
      ])
  }

  @Test func `weeks are weeks here, and months there`() throws {
    let target = #""weeklyTarget":{"minOccurrences":3,"perWeeks":4}"#
    let json = Self.full(
      "swim", #""conditions":[{"metric":"swimming_km","op":">=","value":1}],"# + target)
    let test = ActivityTest(
      kinds: [.swim], requirements: [.distance: .atLeast(Quantity(1000))])
    #expect(
      try Self.leaf(json)
        == Leaf(
          .weekly(4, .total), of: .activities(.sessions, of: test),
          .atLeast(Quantity(3))))
    #expect(try Self.warnings(json) == ["calendar_month weeklyTarget"])
    let steps = Self.full(
      "steps", #""conditions":[{"metric":"steps_count","op":">=","value":8000}],"# + target)
    #expect(
      try Self.leaf(steps)
        == Leaf(
          .weekly(4, .days(.atLeast(3))), of: .steps,
          .atLeast(Quantity(8000))))
    #expect(
      try Self.warnings(steps) == ["calendar_month weeklyTarget", "fixed_day conditions"])
    func strength(_ sessions: Int) -> String {
      let asked = #"{"metric":"strength_sessions","op":">=","value":\#(sessions)}"#
      return Self.full("strength", #""conditions":[\#(asked)],\#(target)"#)
    }
    #expect(
      try Self.leaf(strength(1))
        == Leaf(.weekly(4, .total), of: Self.sessions(.sessions, .strength), .atLeast(Quantity(3))))
    #expect(try Self.errors(strength(2)) == ["inexpressible conditions[0]"])
    // Both in the same weeks, on the same days or others.
    let both = steps.replacing(
      #""conditions":["#, with: #""conditions":[{"metric":"calories","op":">=","value":400},"#)
    #expect(
      try Self.imported(both).rule.requires.kind
        == .jointly(
          JointLeaves(
            Recurrence(4), needsAll: true,
            of: [
              Leaf(.days(.atLeast(3)), of: .activeEnergy, .atLeast(Quantity(400))),
              Leaf(.days(.atLeast(3)), of: .steps, .atLeast(Quantity(8000))),
            ])))
  }

  @Test func `a daily target is a streak`() throws {
    let json = Self.full(
      "steps",
      #""dailyTarget":{"consecutiveDays":7,"conditions":[{"metric":"steps_count","op":">=","value":10000}]}"#
    )
    #expect(
      try Self.leaf(json)
        == Leaf(.streak(days: 7, misses: 0), of: .steps, .atLeast(Quantity(10_000))))
    #expect(try Self.warnings(json) == ["fixed_day dailyTarget"])
    // One day of what each of seven must have is asked for already.
    let both = json.replacing(
      #""dailyTarget""#,
      with: #""conditions":[{"metric":"steps_count","op":">=","value":9000}],"dailyTarget""#)
    #expect(try Self.leaf(both) == Self.leaf(json))
    #expect(try Self.warnings(both) == ["fixed_day dailyTarget"])
    let two = Self.full(
      "walk",
      #""dailyTarget":{"consecutiveDays":2,"conditions":[{"metric":"distance_km","op":"<=","value":5},{"metric":"calories","op":">=","value":100}]}"#
    )
    #expect(
      try Self.imported(two).rule.requires.kind
        == .all([
          Condition(
            .leaf(
              Leaf(
                .streak(days: 2, misses: 0), of: .distanceWalkingRunning, .atMost(Quantity(5000))))),
          Condition(
            .leaf(Leaf(.streak(days: 2, misses: 0), of: .activeEnergy, .atLeast(Quantity(100))))),
        ]))
    #expect(
      try Self.warnings(two) == [
        "missing_is_zero dailyTarget.conditions[0]",
        "approximated dailyTarget.conditions[0].metric",
        "never_met dailyTarget.conditions[1].metric", "approximated dailyTarget.conditions",
        "fixed_day dailyTarget",
      ])
  }

  @Test func `a competition is a score`() throws {
    let runs = ActivityTest(kinds: [.run])
    let imported = try Self.imported(
      Self.full("run", #""mode":"competitive","competitiveMetric":"distance_km","topN":3"#))
    #expect(imported.rule.score == Score(.total, of: .activities(.distance, of: runs)))
    #expect(
      imported.rule.requires.kind
        == .leaf(Leaf(.total, of: .activities(.sessions, of: runs), .atLeast(Quantity(1)))))
    #expect(imported.warnings.map(\.code) == [.importCompetitivePasses, .importLeftOut])
    let steps = try Self.imported(Self.full("steps", #""mode":"competitive""#))
    #expect(steps.rule.score == Score(.total, of: .metric(.steps)))
    #expect(steps.rule.requires.kind == .leaf(Leaf(.total, of: .steps, .moreThan(.zero))))
  }

  @Test func `what cannot be carried over is said`() throws {
    let json = Self.full(
      "hike",
      #"""
      "conditions":[{"metric":"elev_gain_m","op":"<=","value":500},
      {"metric":"gps_continuity_score","op":">=","value":0.5}],
      "antiCheat":{"minGpsContinuity":0.6,"minHrConsistency":0.5,"maxTeleportJumps":3},
      "model":{"modelId":"x","modelVersion":1}
      """#)
    #expect(
      try Self.warnings(json) == [
        "left_out antiCheat.minGpsContinuity", "gps_continuity antiCheat.minGpsContinuity",
        "left_out antiCheat.minHrConsistency", "left_out antiCheat.maxTeleportJumps",
        "left_out model", "missing_is_zero conditions[0]", "left_out conditions[1]",
        "gps_continuity conditions[1]",
      ])
    let ranked = Self.full(
      "run", #""conditions":[{"metric":"distance_km","op":">=","value":5}],"topN":3"#)
    #expect(try Self.warnings(ranked) == ["left_out topN"])
    let yoga = Self.full("yoga", #""conditions":[{"metric":"yoga_min","op":">=","value":30}]"#)
    #expect(try Self.warnings(yoga) == ["passes_without_rule challengeType"])
  }

  // MARK: Errors

  static let slips: [(String, [String])] = [
    ("", ["unreadable "]), ("[]", ["unreadable "]), ("{}", ["unreadable "]),
    (#"{"type":"fitnes","metric":"steps","threshold":1,"period":"total"}"#, ["bad_value type"]),
    (#"{"type":"fitness","metric":"setps","threshold":1,"period":"total"}"#, ["bad_value metric"]),
    (#"{"type":"fitness","metric":"steps","period":"total"}"#, ["missing_key threshold"]),
    (
      #"{"type":"fitness","metric":"steps","threshold":"1","period":"total"}"#,
      ["bad_value threshold"]
    ),
    (
      #"{"type":"fitness","metric":"steps","threshold":-1,"period":"total"}"#,
      ["bad_value threshold"]
    ),
    (
      #"{"type":"fitness","metric":"steps","threshold":1e300,"period":"total"}"#,
      ["bad_value threshold"]
    ),
    // No rule could say it: counts are whole.
    (
      #"{"type":"fitness","metric":"steps","threshold":8000.5,"period":"daily"}"#,
      ["bad_value threshold"]
    ),
    (
      #"{"type":"fitness","metric":"strength_sessions","threshold":2.5,"period":"total"}"#,
      ["bad_value threshold"]
    ),
    (
      #"{"type":"fitness","metric":"strength_sessions","threshold":0,"period":"total"}"#,
      ["bad_value threshold"]
    ),
    (
      #"{"type":"fitness","metric":"steps","threshold":1,"period":"weekly","x":1}"#,
      ["unknown_key x", "bad_value period"]
    ),
    (
      #"{"type":"fitness","metric":"steps","threshold":1,"period":"daily","minDays":0.5}"#,
      ["bad_value minDays"]
    ),
    (#"{"challengeType":"run"}"#, ["missing_key period", "inexpressible conditions"]),
    (full("runs", #""conditions":[]"#), ["bad_value challengeType"]),
    (full("run", #""conditions":[]"#), ["inexpressible conditions"]),
    (full("run", #""conditions":[1]"#), ["bad_value conditions[0]"]),
    (
      full("run", #""conditions":[{"metric":"distance_m","op":"=>","value":1}]"#),
      ["bad_value conditions[0].metric", "bad_value conditions[0].op"]
    ),
    (
      full("run", #""conditions":[{"metric":"distance_km","op":">=","values":1}]"#),
      ["unknown_key conditions[0].values", "missing_key conditions[0].value"]
    ),
    (
      full("run", #""conditions":[{"metric":"distance_km","op":"<","value":0}]"#),
      ["bad_value conditions[0].value"]
    ),
    (
      full("run", #""conditions":[{"metric":"cycling_km","op":">=","value":1}]"#),
      ["inexpressible conditions[0].metric"]
    ),
    (
      full(
        "run",
        #""conditions":[{"metric":"distance_km","op":">","value":1},{"metric":"distance_km","op":"<","value":9}]"#
      ), ["inexpressible conditions[1]"]
    ),
    (
      full("run", #""weeklyTarget":{"minOccurrences":3}"#),
      ["missing_key weeklyTarget.perWeeks"]
    ),
    (
      full("steps", #""dailyTarget":{"consecutiveDays":7,"conditions":[]}"#),
      ["bad_value dailyTarget.conditions"]
    ),
    (full("run", #""mode":"fun""#), ["bad_value mode", "inexpressible conditions"]),
    (
      full("run", #""mode":"competitive","competitiveMetric":"fun""#),
      ["bad_value competitiveMetric"]
    ),
    (
      #"{"challengeType":"run","period":{"start":"soon","end":"2025-09-30","timezone":"Berlin"},"conditions":[{"metric":"distance_km","op":">=","value":1}]}"#,
      ["bad_value period.start", "bad_value period.timezone"]
    ),
  ]

  @Test(arguments: slips)
  func `each slip has its path`(json: String, expected: [String]) throws {
    #expect(try Self.errors(json) == expected)
  }
}
