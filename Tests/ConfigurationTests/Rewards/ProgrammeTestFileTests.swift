import DaymarkDocuments
import DaymarkModel
import DaymarkTestSupport
import Foundation
import Testing

@testable import DaymarkConfiguration

/// What `programme_test.yaml` may say, and where each mistake is; see Rewards, "Testing a programme".
struct ProgrammeTestFileTests {
  private static let programme = """
    programme: family-learning@1.0.0
    title: Learning counts
    days: days
    challenges: [days]
    points:
      base: [{ activityTotal: { kind: learning, sum: duration }, points: 1, per: 1 min }]
      bonus: [{ challenge: steps-2025-09, percent: 10 }]
    streaks:
      learning:
        unit: day
        day: { activityTotal: { kind: learning, sum: duration }, atLeast: 15 min }
        freezes: { atMost: 2 }
    badges: badges.yaml

    """

  private static let whole = """
    - case: all that can be said
      period: 2026-03-02..2026-03-04
      timeZone: Europe/Berlin
      known: 2026-03-01
      handedIn:
        - known: 2026-03-05T08:00:00+01:00
          exported: 2026-03-05T07:00:00+01:00
          minutes: { learning: [20, ~5, 90 min] }
        - { known: 2026-03-06, period: 2026-03-03..2026-03-03, complete: false, days: { steps: [7] } }
      verdicts:
        - { challenge: steps-2025-09, period: 2026-03-02..2026-03-04, outcome: fail, final: false, rank: 2, daysEarly: 1, known: 2026-03-06 }
      redemptions: [{ id: film, date: 2026-03-04, points: 30, what: a film, known: 2026-03-05 }]
      freezes: [{ date: 2026-03-03, freeze: given, known: 2026-03-02 }]
      pauses: [{ from: 2026-03-03, to: 2026-03-04, known: 2026-03-02 }]
      expect:
        - asOf: 2026-03-05
          points: { balance: -30, level: 1 }
          streaks: { learning: { state: atRisk, current: 2, freezesSpent: [2026-03-03] } }
          badges: { first: 2026-03-04, run: 40 % }
          expectedBonuses: { steps-2025-09: 3 }
          lines:
            - { kind: earned, day: 2026-03-02, points: 20, knownAt: 2026-03-05T08:00:00+01:00 }

    """

  private static let badges = """
    badges:
      - { id: first, title: First, text: One., when: { challengesCompleted: 1 } }
      - { id: run, title: Run, text: One., when: { streak: { of: learning, atLeast: 5 } } }

    """

  private static func files(_ cases: String) throws -> Files {
    try Files([
      "programme.yaml": programme, "badges.yaml": badges, "programme_test.yaml": cases,
      "days/pipeline.yaml": goodPipeline, "days/rules.yaml": goodRule,
    ])
  }

  @Test func `a case is read whole`() throws {
    let files = try Self.files(Self.whole)
    let tests = try loadProgrammeTests(at: files.folder)
    let test = try #require(tests.cases.first)
    #expect(tests.isPresent && tests.cases.count == 1 && test.name == "all that can be said")
    #expect(test.programme.from == day("2026-03-02") && test.programme.to == day("2026-03-04"))
    #expect(test.zone.id == "Europe/Berlin" && test.known == .endOf(day("2026-03-01")))
    let (first, second) = (test.handIns[0], test.handIns[1])
    #expect(first.known == StatedInstant("2026-03-05T07:00:00Z") && first.isComplete)
    #expect(first.exported == Instant(rfc3339: "2026-03-05T06:00:00Z"))
    #expect(
      first.aggregates.sessions.map(\.activity.values[.activeSeconds]) == [
        Quantity(1200), Quantity(300), Quantity(5400),
      ])
    #expect(first.aggregates.sessions.allSatisfy { $0.activity.kind == .learning })
    // Its second day is known in part alone.
    #expect(first.aggregates.damagedSpans.count == 1)
    #expect(!second.isComplete && second.exported == nil)
    #expect(second.challenge.period == .days(from: day("2026-03-03"), to: day("2026-03-03")))
    #expect(second.aggregates.days.map(\.value) == [Quantity(7)])
    let verdict = test.verdicts[0]
    #expect(verdict.outcome == .fail && !verdict.isFinal)
    #expect(verdict.rank == 2 && verdict.daysEarly == 1 && verdict.to == day("2026-03-04"))
    #expect(
      test.redemptions[0].entry
        == RedemptionEntry(id: "film", day: day("2026-03-04"), points: 30, what: "a film"))
    #expect(
      test.freezes[0].entry
        == FreezeEntry(streak: "learning", day: day("2026-03-03"), origin: .given))
    #expect(test.pauses[0].entry == PauseEntry(from: day("2026-03-03"), to: day("2026-03-04")))
    let expected = test.expected[0]
    #expect(
      expected.figures.map { "\($0.path.joined(separator: ".")) \($0.text)" } == [
        "points.balance -30", "points.level 1", "streaks.learning.state atRisk",
        "streaks.learning.current 2", "streaks.learning.freezesSpent 2026-03-03",
        "badges.first 2026-03-04", "badges.run 40 %", "expectedBonuses.steps-2025-09 3",
      ])
    // Instants are compared, not how they are written.
    #expect(
      expected.lines?.first?.members.map { "\($0.name) \($0.text)" } == [
        "kind earned", "day 2026-03-02", "points 20", "knownAt 2026-03-05T07:00:00Z",
      ])
  }

  @Test func `without a file there are no cases, and what is not said is that of the programme`()
    throws
  {
    let none = try Files([
      "programme.yaml": Self.programme, "badges.yaml": Self.badges,
      "days/pipeline.yaml": goodPipeline, "days/rules.yaml": goodRule,
    ])
    let tests = try loadProgrammeTests(at: none.folder)
    #expect(!tests.isPresent && tests.cases.isEmpty)
    let cases = "- { case: a, expect: [{ asOf: 2025-09-08 }] }\n"
    let others = try Self.files(cases)
    let test = try #require(loadProgrammeTests(at: others.folder).cases.first)
    // It holds from the programme's first day on.
    #expect(test.programme.from == day("2025-09-01") && test.known == .endOf(day("2025-08-31")))
    #expect(test.expected[0].lines == nil && test.handIns.isEmpty)
  }

  /// The text in whose place another stands, with § before the mistake, and what is said of it.
  private static let mistakes = [
    ("case: all", "§cases: all", "unknown_key cases"),
    ("learning: [20, ~5, 90 min]", "learning: §[20, 30]", "bad_value learning"),
    ("learning: [20,", "§lerning: [20,", "unknown_key lerning"),
    ("outcome: fail", "outcome: §won", "bad_value outcome"),
    ("challenge: steps-2025-09, p", "challenge: §steps-2025-9, p", "bad_value challenge"),
    ("points: 30", "points: §0", "bad_value points"),
    ("freeze: given", "freeze: §sold", "bad_value freeze"),
    ("to: 2026-03-04, known", "to: §2026-03-02, known", "bad_value to"),
    (
      "{ from: 2026-03-03, to: 2026-03-04, known: 2026-03-02 }",
      "§{ from: 2026-03-03, to: 2026-03-04 }", "missing_key known"
    ),
    ("balance: -30", "balance: §-30.5", "bad_value balance"),
    ("state: atRisk", "state: §open", "bad_value state"),
    ("learning: { state", "§learn: { state", "bad_value streaks"),
    ("run: 40 %", "run: §100 %", "bad_value badges"),
    ("badges: { first", "badges: { §frist", "bad_value badges"),
    ("kind: earned", "kind: §earnt", "bad_value kind"),
    ("points: { balance", "ledger: §none.jsonl\n      points: { balance", "file.missing"),
    ("asOf: 2026-03-05\n      points", "§points", "missing_key asOf"),
  ]

  @Test(arguments: mistakes)
  func `a mistake is told at its place`(text: String, other: String, error: String) throws {
    #expect(Self.whole.contains(text), "\(text)")
    let marked = Self.whole.replacingOccurrences(of: text, with: other)
    let before = try #require(marked.split(separator: "§").first).split(
      separator: "\n", omittingEmptySubsequences: false)
    let place = "\(before.count):\((before.last?.count ?? 0) + 1)"
    let files = try Self.files(marked.replacingOccurrences(of: "§", with: ""))
    #expect(
      files.errors { _ = try loadProgrammeTests(at: $0) } == [
        "programme_test.yaml:\(place) \(error.hasPrefix("file") ? "" : "config.")\(error)"
      ])
  }

  @Test func `two cases of one name are told`() throws {
    let cases = "- { case: a, expect: [{ asOf: 2025-09-08 }] }\n"
    let files = try Self.files(cases + cases)
    #expect(
      files.errors { _ = try loadProgrammeTests(at: $0) } == [
        "programme_test.yaml:2:5 config.duplicate a"
      ])
  }

  @Test func `the schema accepts what the loader reads, and the shipped cases`() throws {
    let validator = try SchemaValidator(FileSchema.programmeTest.text { "\($0)" })
    let path = "\(packageFolder)/programmes/moving-counts/programme_test.yaml"
    for text in [Self.whole, try String(contentsOfFile: path, encoding: .utf8)] {
      let findings = FindingCollector()
      let written = try #require(readYAML(text, file: "programme_test.yaml", findings))
      #expect(try validator.accepts(JSONValue(asEditorsRead: written)))
      let other = text.replacingOccurrences(of: "asOf:", with: "asof:")
      let wrong = try #require(readYAML(other, file: "programme_test.yaml", findings))
      #expect(try !validator.accepts(JSONValue(asEditorsRead: wrong)))
    }
  }
}
