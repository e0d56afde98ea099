import DaymarkDocuments
import DaymarkModel
import DaymarkTestSupport
import Foundation
import Testing

@testable import DaymarkConfiguration

/// What a programme's files may say, and where each mistake is; see Rewards, "The files of a programme".
struct ProgrammeFileTests {
  private static let whole = """
    programme: family-learning@1.0.0
    title: Learning counts
    days: days
    challenges:
      - days
    weekStartsOn: sun
    settleAfter: 3 days
    points:
      base:
        - { activityTotal: { kind: yoga, sum: duration }, points: 2, per: 90 s, capPerDay: 180 }
        - { total: { metric: steps }, points: 1, per: 1000 }
      capPerDay: 200
      bonus:
        - { challenge: steps-2025-09, percent: 25 }
      streakMultiplier: { streak: weeks, policy: table, at: { 7: 1050, 1: 1000 } }
    streaks:
      days:
        unit: day
        day: { activityTotal: { kind: yoga, sum: duration }, atLeast: 61 s }
        restDays: [sat, sun]
        breaksAfter: 2
        freezes: { earnEvery: 7, atMost: 2, price: 0 }
        milestones: [7, 30]
      weeks:
        unit: week
        day: { activities: { kind: [run, walk] }, between: [1, 3] }
        week: { total: { metric: steps }, atLeast: 50000 }
      window:
        unit: rolling
        day: { total: { metric: distanceCycling }, moreThan: 1 km }
        rolling: { days: 5, within: 7 }
    badges: badges.yaml
    levels: { policy: table, at: [0, 60, 300, 600] }
    redemptions: redemptions.csv
    redeem: { atLeast: 50, atMost: 1000 }
    freezes: freezes.csv
    pauses: pauses.csv
    seasons: [2025-09-01, 2025-09-04]

    """

  private static let badges = """
    badges:
      - { id: first, title: First, text: One., when: { challengesCompleted: 1 } }
      - { id: joined, title: Joined, text: One., when: { challengesJoined: 2 } }
      - { id: win, title: Win, text: One., when: { firstWin: true } }
      - { id: run, title: Run, text: One., when: { streak: { of: days, atLeast: 7 } }, repeatable: true }
      - { id: sum, title: Sum, text: One., when: { total: { total: { metric: steps, atLeast: 9000 } } } }
      - { id: points, title: Points, text: One., when: { pointsEarned: 100 } }
      - { id: rank, title: Rank, text: One., when: { rank: { challenge: steps-2025-09, atMost: 3 } } }
      - { id: early, title: Early, text: One., when: { early: { days: 2 } } }

    """

  private static let rows = [
    "redemptions.csv":
      "id,subject,date,points,what,known\nr1,anna,2025-09-02,50,\"a film, late\",2025-09-03\n",
    "freezes.csv": "subject,date,freeze,known\nanna,2025-09-02,given,2025-09-01T10:00:00+02:00\n",
    "pauses.csv": "subject,from,to\n*,2025-09-03,2025-09-04\nben,2025-09-01,2025-09-01\n",
  ]

  private static func files(
    _ programme: String = whole, _ others: [String: String] = [:]
  ) throws -> Files {
    var all = [
      "programme.yaml": programme, "badges.yaml": badges, "days/pipeline.yaml": goodPipeline,
      "days/rules.yaml": goodRule,
    ]
    all.merge(rows) { $1 }
    all.merge(others) { $1 }
    return try Files(all)
  }

  /// The errors where one text stands in place of another in `programme.yaml`.
  private func errors(_ text: String, _ other: String) throws -> [String] {
    #expect(Self.whole.contains(text), "\(text)")
    let programme = Self.whole.replacingOccurrences(of: text, with: other)
    return try Self.files(programme).errors { _ = try loadProgramme(at: $0) }
  }

  @Test func `a programme is read whole`() throws {
    let files = try Self.files()
    let configuration = try loadProgramme(at: files.folder)
    let programme = configuration.programme
    #expect("\(programme.name)" == "family-learning@1.0.0" && programme.title == "Learning counts")
    #expect(programme.from == day("2025-09-01") && programme.to == day("2025-09-07"))
    #expect(programme.weekStartsOn == .sunday && programme.settleAfter == 3)
    let yoga = DayValue.activities(.duration, of: ActivityTest(kinds: [.yoga]))
    let steps = DayValue.metric(.steps)
    #expect(
      programme.points.base == [
        BaseRule(yoga, points: 2, per: 90, capPerDay: 180),
        BaseRule(steps, points: 1, per: 1_000_000_000),
      ])
    #expect(programme.points.capPerDay == 200)
    #expect(programme.points.bonus == [BonusRule(challenge: "steps-2025-09", percent: 25)])
    #expect(
      programme.points.multiplier
        == StreakMultiplier(streak: "weeks", policy: .table([.init(1, 1000), .init(7, 1050)])))
    let days = try #require(programme.streaks["days"])
    #expect(days.unit == .day && days.restDays == [.saturday, .sunday] && days.breaksAfter == 2)
    #expect(days.freezes == FreezeRules(earnEvery: 7, atMost: 2, price: 0))
    #expect(days.milestones == [7, 30])
    // A minute and a second is met by as much, and by no second less.
    #expect(days.day.isSurelyPassed(by: RewardFigure(61)))
    #expect(!days.day.isSurelyPassed(by: RewardFigure(60)))
    #expect(programme.streaks["weeks"]?.unit == .week(.total(steps, atLeast: 50_000_000_000)))
    #expect(
      programme.streaks["weeks"]?.day
        == DayTest(
          .activities(.sessions, of: ActivityTest(kinds: [.run, .walk])),
          .between(Quantity(1), Quantity(3))))
    #expect(programme.streaks["window"]?.unit == .rolling(days: 5, within: 7))
    #expect(programme.levels == .table([0, 60, 300, 600]))
    #expect(programme.redeem == RedemptionLimits(atLeast: 50, atMost: 1000))
    #expect(programme.seasons == [day("2025-09-01"), day("2025-09-04")])
    #expect(configuration.challenges.map(\.id) == ["steps-2025-09"])
    #expect(
      programme.badges.map(\.when) == [
        .challengesCompleted(1), .challengesJoined(2), .firstWin,
        .streak(of: "days", atLeast: 7),
        .total(Leaf(.total, of: .steps, .atLeast(Quantity(9000)))), .pointsEarned(100),
        .rank(challenge: "steps-2025-09", atMost: 3), .early(days: 2),
      ])
    #expect(
      programme.badges.map(\.isRepeatable) == [false, false, false, true] + [
        false, false, false, false,
      ])
  }

  @Test func `rows are read with what they say of when they were known`() throws {
    let files = try Self.files()
    let configuration = try loadProgramme(at: files.folder)
    #expect(
      configuration.redemptions == [
        ProgrammeRow(
          subject: "anna",
          entry: RedemptionEntry(
            id: "r1", day: day("2025-09-02"), points: 50, what: "a film, late"),
          known: .endOf(day("2025-09-03")),
          text: #"r1,anna,2025-09-02,50,"a film, late",2025-09-03"#)
      ])
    // The streak is the only one with freezes.
    #expect(
      configuration.freezes == [
        ProgrammeRow(
          subject: "anna",
          entry: FreezeEntry(streak: "days", day: day("2025-09-02"), origin: .given),
          known: .instant(Instant(rfc3339: "2025-09-01T08:00:00Z")!),
          text: "anna,2025-09-02,given,2025-09-01T10:00:00+02:00")
      ])
    #expect(configuration.pauses.map(\.subject) == [nil, "ben"])
    #expect(configuration.pauses.map(\.known) == [nil, nil])
    let berlin = DayCalendar(zone: .named("Europe/Berlin"))
    #expect(
      "\(StatedInstant.endOf(day("2025-09-03")).instant(in: berlin))" == "2025-09-03T22:00:00Z")
  }

  @Test(arguments: [
    ("title: Learning counts", "titel: Learning counts", ["2:1 config.unknown_key titel"]),
    ("days: days", "days: dayz", ["3:7 file.missing"]),
    ("settleAfter: 3 days", "settleAfter: 3", ["7:14 config.bad_value settleAfter"]),
    ("points: 2, per: 90 s", "points: 2, per: 90", ["10:71 config.bad_value per"]),
    ("per: 90 s", "per: 0.5 s", ["10:71 config.bad_value per"]),
    ("per: 1000 }", "per: 0 }", ["11:51 config.bad_value per"]),
    (
      "kind: yoga, sum: duration }, points", "kind: joga, sum: duration }, points",
      [
        "10:32 config.bad_value kind"
      ]
    ),
    (
      "challenge: steps-2025-09, percent", "challenge: steps-2025-9, percent",
      [
        "14:20 config.bad_value challenge"
      ]
    ),
    (
      "streak: weeks, policy: table, at: { 7: 1050, 1: 1000 }", "streak: week, policy: weekly5",
      [
        "15:31 config.bad_value streak"
      ]
    ),
    ("at: { 7: 1050, 1: 1000 }", "at: { 7: 950 }", ["15:62 config.bad_value at"]),
    ("policy: table, at: { 7", "policy: weekly5, at: { 7", ["15:55 config.bad_value at"]),
    ("atLeast: 61 s", "atLeast: 61", ["19:67 config.bad_value atLeast"]),
    ("atLeast: 61 s", "atLeast: 61 s, atMost: 90 s", ["19:73 config.bad_value atMost"]),
    ("between: [1, 3]", "between: [3, 1]", ["26:60 config.bad_value between"]),
    (
      "week: { total: { metric: steps }, atLeast: 50000 }", "week: { days: 8 }",
      [
        "27:19 config.bad_value days"
      ]
    ),
    (
      "week: { total: { metric: steps }, atLeast: 50000 }", "week: { total: { metric: steps } }",
      [
        "27:11 config.missing_key atLeast"
      ]
    ),
    (
      "rolling: { days: 5, within: 7 }", "rolling: { days: 8, within: 7 }",
      [
        "31:22 config.bad_value days"
      ]
    ),
    (
      "rolling: { days: 5, within: 7 }", "breaksAfter: 2",
      [
        "29:5 config.missing_key rolling", "31:5 config.bad_value breaksAfter",
      ]
    ),
    ("at: [0, 60, 300, 600]", "at: [0, 60, 60]", ["33:38 config.bad_value at"]),
    (
      "seasons: [2025-09-01, 2025-09-04]", "seasons: [2025-09-04, 2025-09-01]",
      [
        "38:23 config.bad_value seasons"
      ]
    ),
    ("milestones: [7, 30]", "milestones: [30, 7]", ["23:22 config.bad_value milestones"]),
    ("  - days\n", "  - days\n  - days\n", ["6:5 config.duplicate challenges"]),
    ("badges: badges.yaml", "badges: medals.yaml", ["32:9 file.missing"]),
  ])
  func `a mistake has its place`(text: String, other: String, expected: [String]) throws {
    let found = try errors(text, other)
    #expect(found == expected.map { "programme.yaml:\($0)" })
  }

  @Test func `mistakes of badges have their places`() throws {
    let badges = """
      badges:
        - { id: a, title: A, text: A., when: { streak: { of: dais, atLeast: 7 } } }
        - { id: a, title: B, text: B., when: { pointsEarned: 0 } }
        - { id: c, title: C, text: C., when: { pointsEarned: 9 }, repeatable: true }
        - { id: d, title: D, text: D., when: { total: { total: { metric: steps, atMost: 9 } } } }
        - { id: e, title: E, text: E., when: { total: { days: { metric: steps, atLeast: 9, every: true } } } }
        - { id: f, title: F, text: F., when: { firstWin: true, pointsEarned: 9 } }

      """
    #expect(
      try Self.files(Self.whole, ["badges.yaml": badges]).errors { _ = try loadProgramme(at: $0) }
        == [
          "badges.yaml:2:56 config.bad_value of", "badges.yaml:3:7 config.duplicate id",
          "badges.yaml:3:56 config.bad_value pointsEarned",
          "badges.yaml:4:73 config.bad_value repeatable",
          "badges.yaml:5:75 config.bad_value atMost", "badges.yaml:6:86 config.bad_value every",
          "badges.yaml:7:58 config.bad_value pointsEarned",
        ])
  }

  @Test func `mistakes of rows have their line and column`() throws {
    let others = [
      "redemptions.csv": """
      id,subject,date,points,what,known
      r1,anna,2025-09-31,50,a film,
      r1,anna,2025-09-02,0,a film,
      r2,anna,2025-09-02,5

      """,
      "freezes.csv": "subject,date,freeze,known,streak\nanna,2025-09-02,sold,,weeks\n",
      "pauses.csv": "subject,from,to,known\nben,2025-09-03,2025-09-01,yesterday\n",
    ]
    #expect(
      try Self.files(Self.whole, others).errors { _ = try loadProgramme(at: $0) } == [
        "redemptions.csv:2:9 config.bad_value date", "redemptions.csv:3:1 config.duplicate id",
        "redemptions.csv:3:20 config.bad_value points", "redemptions.csv:4 config.bad_value row",
        "freezes.csv:2:17 config.bad_value freeze", "freezes.csv:2:23 config.bad_value streak",
        "pauses.csv:2:27 config.bad_value known",
      ])
  }

  @Test func `somebody with two zones or addresses is told where the challenge is named`() throws {
    let list = { (members: String) in
      goodPipeline.replacing("{ id: anna,", with: "{ id: anna, \(members),")
        .replacing("id: steps-2025-09", with: "id: other")
    }
    let (zone, other) = ("timeZone: Europe/Berlin", "timeZone: UTC")
    let (address, another) = (
      String(repeating: "1a", count: 20), String(repeating: "2b", count: 20)
    )
    func errors(_ days: String, _ challenge: String) throws -> [String] {
      let files = try Self.files(
        Self.whole.replacing("  - days\n", with: "  - days\n  - more\n"),
        [
          "days/pipeline.yaml": goodPipeline.replacing("{ id: anna,", with: "{ id: anna, \(days),"),
          "more/pipeline.yaml": list(challenge), "more/rules.yaml": goodRule,
        ])
      return files.errors { _ = try loadProgramme(at: $0) }
    }
    #expect(
      try errors("\(zone), address: \"0x\(address)\"", "\(other), address: \"0x\(another)\"") == [
        "programme.yaml:6:5 config.bad_value timeZone",
        "programme.yaml:6:5 config.bad_value address",
      ])
    // Of hexadecimal digits the case means nothing, and who says nothing contradicts nothing.
    #expect(
      try errors("address: \"0x\(address)\"", "address: \"0x\(address.uppercased())\"").isEmpty)
    #expect(try errors(zone, zone).isEmpty && errors(zone, "address: \"0x\(address)\"").isEmpty)
  }

  @Test func `mistakes of the pipeline are told as its own`() throws {
    let files = try Self.files(
      Self.whole.replacingOccurrences(of: "challenges:\n  - days\n", with: "")
        .replacingOccurrences(
          of: "  bonus:\n    - { challenge: steps-2025-09, percent: 25 }\n", with: ""),
      [
        "days/pipeline.yaml": goodPipeline.replacingOccurrences(of: "title", with: "titel"),
        "badges.yaml": "badges:\n  - { id: a, title: A, text: A., when: { firstWin: true } }\n",
      ])
    #expect(
      files.errors { _ = try loadProgramme(at: $0) } == [
        "days/pipeline.yaml:4:3 config.unknown_key titel"
      ])
  }

  @Test(arguments: [
    (FileSchema.programme, "programme.yaml", whole), (.badges, "badges.yaml", badges),
  ])
  func `the schemas accept what the loader reads, and the shipped files`(
    schema: FileSchema, name: String, text: String
  ) throws {
    let validator = try SchemaValidator(schema.text { "\($0)" })
    let written = try #require(readYAML(text, file: name, FindingCollector()))
    #expect(try validator.accepts(JSONValue(asEditorsRead: written)))
    let path = "\(packageFolder)/programmes/moving-counts/\(name)"
    let shipped = try #require(try readYAML(path: path))
    #expect(try validator.accepts(JSONValue(asEditorsRead: shipped)))
    // And it can refuse.
    let other = text.replacingOccurrences(of: "title", with: "titel")
    let wrong = try #require(readYAML(other, file: name, FindingCollector()))
    #expect(try !validator.accepts(JSONValue(asEditorsRead: wrong)))
  }

  private func readYAML(path: String) throws -> YAMLValue? {
    try readYAML(String(contentsOfFile: path, encoding: .utf8), file: path, FindingCollector())
  }

  private func readYAML(_ text: String, file: String, _ findings: FindingCollector) -> YAMLValue? {
    DaymarkConfiguration.readYAML(text, file: file, findings)
  }

  @Test func `the shipped programme has ten badges and no mistake`() throws {
    let programme = try loadProgramme(at: "\(packageFolder)/programmes/moving-counts").programme
    #expect(
      programme.badges.map(\.title) == [
        "First Steps", "Week Warrior", "Month Master", "Learning Legend", "Point Collector",
        "Challenge Champion", "First Win", "Participant", "Veteran", "Early Bird",
      ])
  }
}
