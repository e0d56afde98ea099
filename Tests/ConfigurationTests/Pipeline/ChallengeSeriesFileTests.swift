import DaymarkModel
import Testing

@testable import DaymarkConfiguration

/// What a pipeline says of a challenge that comes again, and where each mistake is.
struct ChallengeSeriesFileTests {
  private static let rule = """
    rule: weekend@1.0.0
    title: Three hours on a weekend
    requires:
      activityTotal: { sum: duration, atLeast: 180 min }

    """

  /// A pipeline whose challenge has further keys, each on a line of its own from line 5 on.
  private func files(_ keys: String, rule: String = rule) throws -> Files {
    try Files([
      "pipeline.yaml": """
      pipeline: weekend
      challenge:
        id: weekend
        title: Weekend
        \(keys)
      subjects:
        list: [{ id: anna, archives: [a.zip] }]
      rules: rules.yaml

      """, "rules.yaml": rule,
    ])
  }

  private static let good = "every: week\n  on: [sun, sat]\n  from: 2026-03-02"

  @Test func `the occurrences that have begun are run, each as a challenge`() throws {
    let files = try files(Self.good)
    let pipeline = try loadPipeline(at: files.folder)
    #expect(pipeline.challenge.id == "weekend@2026-03-07")
    let asOf = try #require(Instant(rfc3339: "2026-03-21T00:00:00Z"))
    let occurrences = pipeline.occurrences(asOf: asOf)
    #expect(
      occurrences.map(\.challenge.id) == [
        "weekend@2026-03-07", "weekend@2026-03-14", "weekend@2026-03-21",
      ])
    #expect(occurrences.allSatisfy { $0.series == nil && $0.subjects == pipeline.subjects })
    // In no zone the third begins later than this.
    let before = try #require(Instant(rfc3339: "2026-03-20T09:59:59Z"))
    #expect(pipeline.occurrences(asOf: before).count == 2)
    // Before the first it is that which is shown.
    let early = try #require(Instant(rfc3339: "2026-01-01T00:00:00Z"))
    #expect(pipeline.occurrences(asOf: early).map(\.challenge.id) == ["weekend@2026-03-07"])
    #expect(
      pipeline.occurrence(ofID: "weekend@2026-03-14")?.challenge.period
        == .days(from: day("2026-03-14"), to: day("2026-03-15")))
    #expect(pipeline.occurrence(ofID: "weekend") == nil)
    #expect(throws: DaymarkError.self) { try pipeline.requireOneChallenge() }
  }

  @Test func `a challenge that takes place once is its only occurrence`() throws {
    let files = try files("from: 2026-03-07\n  to: 2026-03-08")
    let pipeline = try loadPipeline(at: files.folder)
    let far = try #require(Instant(rfc3339: "2030-01-01T00:00:00Z"))
    #expect(pipeline.series == nil && pipeline.occurrences(asOf: far) == [pipeline])
    #expect(pipeline.occurrence(ofID: "weekend") == pipeline)
    #expect(pipeline.occurrence(ofID: "weekend@2026-03-07") == nil)
    try pipeline.requireOneChallenge()
  }

  @Test(arguments: [
    ("every: §fortnight\n  from: 2026-03-02", "bad_value every"),
    ("every: week\n  on: §[sat, mon]\n  from: 2026-03-02", "bad_value on"),
    // Where weeks begin on Sundays, Saturday and Sunday lie in two.
    ("every: week\n  on: §[sat, sun]\n  weekStartsOn: sun\n  from: 2026-03-02", "bad_value on"),
    ("every: day\n  §on: [sat]\n  from: 2026-03-02", "bad_value on"),
    ("every: month\n  §weekStartsOn: sun\n  from: 2026-03-02", "bad_value weekStartsOn"),
    (
      "every: week\n  from: 2026-03-02\n  §proofDeadline: 2026-03-20T00:00:00Z",
      "bad_value proofDeadline"
    ),
    ("every: week\n  from: 2026-03-02\n  to: §2026-03-07", "bad_value to"),
    (
      "every: week\n  from: 2026-03-02\n  proofDeadlineAfter: §a week",
      "bad_value proofDeadlineAfter"
    ),
    ("from: 2026-03-02\n  to: 2026-03-03\n  §on: [sat]", "bad_value on"),
    (
      "from: 2026-03-02\n  to: 2026-03-03\n  §proofDeadlineAfter: 7 days",
      "bad_value proofDeadlineAfter"
    ),
  ])
  func `a mistake is told at its place`(marked: String, error: String) throws {
    let before = marked.prefix { $0 != "§" }.split(
      separator: "\n", omittingEmptySubsequences: false)
    // The first key stands on line 5, two columns in.
    let column = (before.last?.count ?? 0) + (before.count == 1 ? 2 : 0) + 1
    let files = try files(marked.replacing("§", with: ""))
    #expect(
      files.errors { _ = try loadPipeline(at: $0) } == [
        "pipeline.yaml:\(4 + before.count):\(column) config.\(error)"
      ])
  }

  @Test func `it has a first day, no intake, and a rule that its shortest occurrence can hold`()
    throws
  {
    #expect(
      try files("every: week").errors { _ = try loadPipeline(at: $0) } == [
        "pipeline.yaml:3:3 config.missing_key from"
      ])
    let staked = try files(
      Self.good + "\nintake: { profile: daymark }")
    #expect(
      staked.errors { _ = try loadPipeline(at: $0) } == [
        "pipeline.yaml:8:1 config.bad_value intake"
      ])
    let rule = Self.rule.replacing(
      "activityTotal: { sum: duration, atLeast: 180 min }",
      with: "days: { metric: steps, atLeast: 1, count: 30 }")
    let monthly = try files("every: month\n  from: 2026-01-01", rule: rule)
    #expect(
      monthly.errors { _ = try loadPipeline(at: $0) } == [
        "rules.yaml:4:45 config.bad_value count"
      ])
  }
}
