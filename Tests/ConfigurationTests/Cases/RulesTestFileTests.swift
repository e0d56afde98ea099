import DaymarkConfiguration
import DaymarkModel
import Testing

struct RulesTestFileTests {
  private static let rule = """
    rule: r@1.0.0
    title: T
    requires:
      streak: { metric: steps, atLeast: 10000, days: 3 }

    """

  /// The one case whose keys after `case` are `text`, of a folder without a pipeline.
  private static func test(_ text: String, rule: String = rule) throws -> RuleTest {
    let files = try Files([
      "rules.yaml": rule, "rules_test.yaml": "- case: c\n  \(text)\n",
    ])
    return try #require(try loadRuleTests(at: files.folder).cases.first)
  }

  private static func errors(_ cases: String, _ files: [String: String] = [:]) throws -> [String] {
    var all = ["rules.yaml": rule, "rules_test.yaml": cases]
    all.merge(files) { $1 }
    return try Files(all).errors { _ = try loadRuleTests(at: $0) }
  }

  @Test func `each day has what is written of it`() throws {
    let test = try Self.test(
      """
      period: 2025-09-01..2025-09-07
        days: { steps: [10000, -, ~4000, ~, 5 x2, 0], distanceCycling: [5.2 km, 3, -x5] }
        expect: { outcome: fail }
      """)
    guard case .figures(let aggregates, let flags) = test.given else {
      Issue.record("no figures")
      return
    }
    let steps = aggregates.days.filter { $0.metric == .steps }
    #expect(steps.map(\.day) == [1, 3, 5, 6, 7].map { day("2025-09-0\($0)") })
    #expect(steps.map(\.value) == [10000, 4000, 5, 5, 0].map { Quantity($0) })
    #expect(steps.map(\.isComplete) == [true, false, true, true, true])
    let rides = aggregates.days.filter { $0.metric == .distanceCycling }
    #expect(rides.map(\.value) == [Quantity(5200), Quantity(3)])
    // Both days with ~ lack data of whatever has no value on them; the others do not.
    let calendar = DayCalendar(zone: .utc)
    let whole = (1...7).map {
      aggregates.hasAllData(of: calendar.interval(of: day("2025-09-0\($0)")))
    }
    #expect(whole == [true, true, false, false, true, true, true])
    #expect(flags == [])
    #expect(test.asOf == nil)
    #expect(test.expected.outcome == .fail)
    #expect(test.expected.reasons == nil)
  }

  @Test func `heart rate is a list for each statistic`() throws {
    let test = try Self.test(
      """
      period: 2025-09-01..2025-09-03
        days: { heartRate: { average: [71.5 x2, -], max: [-, ~163, -] } }
        expect: { outcome: fail }
      """)
    guard case .figures(let aggregates, _) = test.given else {
      Issue.record("no figures")
      return
    }
    #expect(aggregates.days.map(\.value?.description) == ["71.5", "71.5"])
    #expect(aggregates.days.map { $0.heartRate?.maximum } == [nil, Quantity(163)])
    #expect(aggregates.days.map(\.isComplete) == [true, false])
  }

  @Test func `what several lines say of one lift or feat of a day is joined`() throws {
    let test = try Self.test(
      """
      period: 2025-09-01..2025-09-03
        lifts:
          - { day: 2025-09-01, exercise: squat, load: 100 kg, repetitions: 5 }
          - { day: 2025-09-01, exercise: squat, load: 80 kg, repetitions: 9 }
          - { day: 2025-09-01, exercise: squat, estimate: 120 kg }
        feats:
          - { day: 2025-09-01, id: pushups-1min, repetitions: 42 }
          - { day: 2025-09-01, id: pushups-1min, repetitions: 40 }
        expect: { outcome: fail }
      """)
    guard case .figures(let aggregates, _) = test.given else {
      Issue.record("no figures")
      return
    }
    let lifts = aggregates.strengthDays.flatMap(\.lifts)
    #expect(lifts.map(\.heaviest) == [Quantity(100)] && lifts.map(\.mostRepetitions) == [9])
    #expect(lifts.map(\.bestEstimate) == [Quantity(120)])
    #expect(aggregates.feats.map(\.best) == [Quantity(42)])
  }

  @Test func `a session has the fields that are written, in canonical units`() throws {
    let test = try Self.test(
      """
      period: 2025-09-01..2025-09-03
        timeZone: Europe/Berlin
        activities:
          - { day: 2025-09-03, kind: run, distance: 5.2 km, duration: 31 min, energy: 350,
              elevationGain: 40 m, averageHeartRate: 150 bpm, maximumHeartRate: 171, indoor: true }
          - { day: 2025-09-01, kind: yoga }
        expect: { outcome: fail }
      """)
    guard case .figures(let aggregates, _) = test.given else {
      Issue.record("no figures")
      return
    }
    #expect(aggregates.sessions.map(\.day) == [day("2025-09-01"), day("2025-09-03")])
    #expect(aggregates.sessions.map(\.activity.kind) == [.yoga, .run])
    #expect(aggregates.sessions.map(\.activity.isIndoor) == [false, true])
    #expect(aggregates.sessions.first?.activity.values == [:])
    // 31 minutes are 1860 seconds.
    #expect(
      aggregates.sessions.last?.activity.values == [
        .distanceMeters: Quantity(5200), .activeSeconds: Quantity(1860),
        .kilocalories: Quantity(350), .elevationGainMeters: Quantity(40),
        .averageBPM: Quantity(150), .maximumBPM: Quantity(171),
      ])
    // Midnight in Berlin is 22:00 in UTC.
    #expect(aggregates.sessions.first?.activity.start.description == "2025-08-31T22:00:00.001Z")
  }

  @Test func `a session has minutes in whichever zone is asked for, or in each that is written`()
    throws
  {
    let test = try Self.test(
      """
      period: 2025-09-01..2025-09-03
        activities:
          - { day: 2025-09-01, kind: run, heartMinutes: 12 min }
          - { day: 2025-09-02, kind: run, heartMinutes: [{ above: 150 bpm, minutes: 12.5 },
              { above: 120 bpm, upTo: 150 bpm, minutes: 1 hr }] }
        expect: { outcome: fail }
      """)
    guard case .figures(let aggregates, _) = test.given else {
      Issue.record("no figures")
      return
    }
    let zones = [
      HeartRateZone(above: 150), HeartRateZone(above: 120, upTo: 150), HeartRateZone(above: 120),
    ]
    let minutes = aggregates.sessions.map { session in
      zones.map { session.activity.heartRate.minutes(in: $0)?.description }
    }
    #expect(minutes == [["12", "12", "12"], ["12.5", "60", nil]])
  }

  @Test func `a zone of a session is refused that no rate is in, or that stands twice`() throws {
    let head = "- case: c\n  period: 2025-09-01..2025-09-03\n  activities:\n    - day: 2025-09-01\n"
    let tail = "  expect: { outcome: fail }\n"
    let zone = "above: 150 bpm, minutes: 5"
    for (zones, error) in [
      ("[{ \(zone), upTo: 150 bpm }]", "6:58 config.bad_value upTo"),
      ("[{ \(zone) }, { \(zone) }]", "6:54 config.duplicate above"),
      ("[{ above: 150 bpm }]", "6:22 config.missing_key minutes"),
      ("[]", "6:21 config.bad_value heartMinutes"),
    ] {
      let errors = try Self.errors("\(head)      kind: run\n      heartMinutes: \(zones)\n\(tail)")
      #expect(errors == ["rules_test.yaml:\(error)"])
    }
  }

  @Test func `shares are those of every day of the metric, and flags stand as often as written`()
    throws
  {
    let test = try Self.test(
      """
      period: 2025-09-01..2025-09-03
        days: { steps: [1, 2, -] }
        manualShare: { steps: 3 % }
        lateShare: { steps: 0.5 % }
        flags: [steps.per_minute, run.speed x2]
        expect: { outcome: fail, reasons: [data.missing, streak.open] }
      """)
    guard case .figures(let aggregates, let flags) = test.given else {
      Issue.record("no figures")
      return
    }
    let measures = aggregates.days.map(\.measure)
    // 300 and 50 of 10,000.
    #expect(measures.map(\.naive) == [Quantity(10_000), Quantity(10_000)])
    #expect(measures.map(\.manualAmount) == [Quantity(300), Quantity(300)])
    #expect(measures.map(\.late) == [Quantity(50), Quantity(50)])
    #expect(flags.map(\.code) == [.stepsPerMinute, .runningSpeed, .runningSpeed])
    #expect(flags.allSatisfy { $0.level == .flagged })
    #expect(test.expected.reasons == ["data.missing", "streak.open"])
  }

  @Test func `without a period it is the pipeline's, with its deadline and zone`() throws {
    let pipeline = goodPipeline.replacing(
      "  to: 2025-09-07\n",
      with: "  to: 2025-09-07\n  proofDeadline: 2025-09-10T00:00:00Z\n  timeZone: Europe/Berlin\n")
    let files = try Files([
      "p/pipeline.yaml": pipeline, "p/rules.yaml": goodRule,
      "p/rules_test.yaml": """
      - { case: a, archive: x/a.zip, expect: { outcome: pass } }
      - { case: b, period: 2025-09-01..2025-09-05, days: { steps: [1 x5] }, expect: { outcome: pass } }

      """,
    ])
    let tests = try loadRuleTests(at: files.folder + "/p")
    #expect(tests.path == files.folder + "/p/rules_test.yaml")
    let (first, second) = (tests.cases[0], tests.cases[1])
    #expect(first.given == .archives([files.folder + "/p/x/a.zip"]))
    #expect(first.challenge.period == week)
    #expect(first.challenge.zone == .named("Europe/Berlin"))
    #expect(first.challenge.proofDeadline == Instant(rfc3339: "2025-09-10T00:00:00Z"))
    #expect(second.challenge.period == .days(from: day("2025-09-01"), to: day("2025-09-05")))
    #expect(second.challenge.zone == nil)
    #expect(second.challenge.proofDeadline == nil)
    // The subjects are nobody's concern here: the archive of anna does not exist.
    #expect(tests.rule.name == "ten-thousand-steps")
  }

  @Test func `no cases are no error`() throws {
    let none = try Files(["rules.yaml": Self.rule])
    #expect(try loadRuleTests(at: none.folder + "/rules.yaml").isPresent == false)
    let empty = try Files(["rules.yaml": Self.rule, "rules_test.yaml": "[]\n"])
    let tests = try loadRuleTests(at: empty.folder)
    #expect(tests.isPresent)
    #expect(tests.cases == [])
  }

  /// What stands in a case of three days beside its name and expectation, with § where the error is.
  static let slips: [(String, String)] = [
    ("days: { steps: §[1, 2] }", "bad_value steps"),
    ("days: { steps: [1, 2, 3, §4] }", "bad_value steps"),
    ("days: { steps: [1, §5 x3] }", "bad_value steps"),
    ("days: { steps: [1, 2, §three] }", "bad_value steps"),
    ("days: { steps: [1, 2, §-3] }", "bad_value steps"),
    ("days: { steps: [1, 2, §1e13] }", "bad_value steps"),
    ("days: { steps: [1, 2, §10.000] }", "bad_value steps"),
    ("days: { steps: [1, 2, §3 km] }", "bad_value steps"),
    ("days: { steps: [§1 x99999999999999999999, 2, 3] }", "bad_value steps"),
    ("days: { steps: §3 }", "bad_value steps"),
    ("days: { §step: [1, 2, 3] }", "unknown_key step"),
    ("days: { heartRate: §[1, 2, 3] }", "bad_value heartRate"),
    ("days: { heartRate: { §mean: [1, 2, 3] } }", "unknown_key mean"),
    ("days: { heartRate: { max: §[1, 2] } }", "bad_value max"),
    ("activities: §run", "bad_value activities"),
    ("activities: [§{ day: 2025-09-01 }]", "missing_key kind"),
    ("activities: [{ day: §2025-09-04, kind: run }]", "bad_value day"),
    ("activities: [{ day: 2025-09-01, kind: §runs }]", "bad_value kind"),
    ("activities: [{ day: 2025-09-01, kind: run, distance: §5 kg }]", "bad_value distance"),
    ("activities: [{ day: 2025-09-01, kind: run, duration: §9e12 }]", "bad_value duration"),
    ("activities: [{ day: 2025-09-01, kind: run, indoor: §yes }]", "bad_value indoor"),
    ("activities: [{ day: 2025-09-01, kind: run, §pace: 5 min/km }]", "unknown_key pace"),
    ("days: { steps: [1, 2, 3] }, manualShare: { steps: §3 }", "bad_value steps"),
    ("days: { steps: [1, 2, 3] }, manualShare: { steps: §101 % }", "bad_value steps"),
    ("days: { steps: [1, 2, 3] }, lateShare: { steps: §0.001 % }", "bad_value steps"),
    ("days: { steps: [-x3] }, lateShare: { §steps: 3 % }", "bad_value steps"),
    ("days: { steps: [1, 2, 3] }, flags: [§steps.fast]", "bad_value flags"),
    ("days: { steps: [1, 2, 3] }, §flags: [run.speed x1000, run.speed]", "bad_value flags"),
    ("days: { steps: [1, 2, 3] }, §archive: a.zip", "bad_value days"),
    ("archive: a.zip, §archives: [b.zip]", "bad_value archives"),
    ("archives: §[]", "bad_value archives"),
    ("days: { steps: [1, 2, 3] }, asOf: §2025-09-08", "bad_value asOf"),
    (
      "days: { steps: [1, 2, 3] }, proofDeadline: §2025-09-03T23:59:59Z", "bad_value proofDeadline"
    ),
    ("days: { steps: [1, 2, 3] }, timeZone: §Berlin", "bad_value timeZone"),
    ("days: { steps: [1, 2, 3] }, §dayz: 1", "unknown_key dayz"),
  ]

  @Test(arguments: slips)
  func `each slip has its place`(marked: String, error: String) throws {
    let head = "- { case: c, expect: { outcome: pass }, period: 2025-09-01..2025-09-03, "
    let found = try Self.errors(head + marked.replacing("§", with: "") + " }\n")
    var column = head.count + marked.prefix { $0 != "§" }.count + 1
    // Said of the figures that an archive excludes.
    if error == "bad_value days" { column = head.count + 1 }
    #expect(found == ["rules_test.yaml:1:\(column) config.\(error)"])
  }

  static let otherSlips: [(String, [String])] = [
    ("case: c\n", ["1:1 config.bad_value"]),
    (
      "- { case: c, expect: { outcome: pass }, days: { steps: [1] } }\n",
      [
        "1:3 config.missing_key period"
      ]
    ),
    (
      "- { case: c, expect: { outcome: pass }, period: 2025-09-01..2025-09-03 }\n",
      [
        "1:3 config.missing_key days, heartMinutes, activities, lifts, feats, archive, "
          + "archives"
      ]
    ),
    // A run of three days, in two.
    (
      "- { case: c, expect: { outcome: pass }, period: 2025-09-01..2025-09-02, days: { steps: [1, 2] } }\n",
      ["1:49 config.bad_value period"]
    ),
    (
      "- { case: c, expect: { outcome: pass }, period: 2025-09-03..2025-09-01, days: { steps: [1] } }\n",
      ["1:49 config.bad_value period"]
    ),
    (
      "- { case: c, expect: { outcome: pass }, period: 1925-09-03..2025-09-01, days: { steps: [1] } }\n",
      ["1:49 config.bad_value period"]
    ),
    (
      "- &a { case: c, expect: { outcome: yes, reason: [x] }, period: 2025-09-01..2025-09-03, days: { steps: [1 x3] } }\n",
      ["1:3 config.syntax"]
    ),
    (
      "- { case: c, expect: { outcome: yes, reason: [x] }, period: 2025-09-01..2025-09-03, days: { steps: [1 x3] } }\n",
      ["1:33 config.bad_value outcome", "1:38 config.unknown_key reason"]
    ),
    (
      "- { case: c, expect: { outcome: pass, score: 1 }, period: 2025-09-01..2025-09-03, days: { steps: [1 x3] } }\n",
      ["1:46 config.bad_value score"]
    ),
    (
      """
      - { case: c, expect: { outcome: pass }, period: 2025-09-01..2025-09-03, days: { steps: [1 x3] } }
      - { case: c, expect: { outcome: pass }, period: 2025-09-01..2025-09-03, days: { steps: [1 x3] } }

      """, ["2:5 config.duplicate c"]
    ),
  ]

  @Test(arguments: otherSlips)
  func `each slip of a whole case has its place`(text: String, expected: [String]) throws {
    #expect(try Self.errors(text) == expected.map { "rules_test.yaml:\($0)" })
  }

  @Test func `what is wrong with the rule is said of the rule`() throws {
    #expect(
      try Self.errors("[]\n", ["rules.yaml": Self.rule.replacing("streak", with: "streaks")])
        == ["rules.yaml:4:3 config.unknown_key streaks"])
  }
}
