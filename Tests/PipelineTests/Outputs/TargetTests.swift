import DaymarkConfiguration
import DaymarkModel
import DaymarkPipeline
import DaymarkReport
import DaymarkSampleFiles
import DaymarkTestSupport
import Testing

/// What people are told that the rule asks for, whatever is missing.
struct TargetTests {
  private let bench: Workbench

  init() throws { bench = try Workbench() }

  /// `0 m of 20 km` of each condition on the page of somebody.
  private func reached(of subject: String, in challenge: String) throws -> [String] {
    let words = ReportWords { "sentence of \($0.code.rawValue)" }
    _ = try writeReport(
      of: challenge, store: bench.store, options: ReportOptions(outputFolder: bench.out),
      words: words)
    return try bench.text("\(challenge)/\(subject)/report.html")
      .matches(of: #/: <strong>([^<]*), as far as is known<\/strong>/#).map { String($0.output.1) }
  }

  @Test func `whoever handed in nothing of the period is held against the rule's own numbers`()
    async throws
  {
    let early = HealthExport(
      exportDate: "2025-10-09 08:00:00 +0200",
      records: [
        HealthRecord(
          .steps, "10", by: .phone(), .text("2025-08-01 12:00:00 +0200"),
          .text("2025-08-01 13:00:00 +0200"))
      ])
    func leaf(_ measure: Leaf.Measure, of value: DayValue, _ comparison: Comparison) -> Condition {
      Condition(.leaf(Leaf(measure, of: value, comparison)))
    }
    let steps = DayValue.metric(.steps)
    let runs = DayValue.activities(.sessions, of: ActivityTest(kinds: [.run]))
    let rule = Rule(
      name: "all", version: "1.0.0", title: "All",
      requires: Condition(
        .all([
          leaf(.total, of: .metric(.distanceWalkingRunning), .atLeast(Quantity(20_000))),
          leaf(.total, of: runs, .atLeast(Quantity(2))),
          leaf(.weekly(4, .days(.atLeast(5))), of: steps, .atLeast(Quantity(5000))),
          leaf(.streak(days: 1, misses: 0), of: steps, .atLeast(Quantity(5000))),
          leaf(.days(.every), of: steps, .atLeast(Quantity(1))),
          leaf(.total, of: steps, .atMost(Quantity(62_000))),
        ])))
    var pipeline = try bench.pipeline(
      [Subject(id: "nora", archives: [try bench.archive("nora.xml", early)])], rule: rule)
    pipeline.challenge.period = .days(
      from: CivilDay(ordinal: 20_332), to: CivilDay(ordinal: 20_359))  // 28 days
    let summary = try await bench.run(pipeline)
    #expect(
      try reached(of: "nora", in: "walk-2025").sorted() == [
        "0", "0 m of 20 km", "0 of 1 day", "0 of 2 runs", "0 of 28 days", "0 of 4 weeks",
      ])
    let reason = try #require(summary.subjects[0].verdict?.reasons.first)
    #expect(reason.code == "data.missing")
    #expect(reason.required == Quantity(20_000) && reason.actual == .zero)
  }

  @Test(.enabled(if: SharedData.isPresent))
  func `a late person's page has the targets of the rule`() async throws {
    let pipeline = try loadPipeline(at: SharedData.path("field/challenge/weeks-page"))
    try await bench.run(pipeline)
    #expect(
      try reached(of: "nora", in: "t1") == [
        "0 m of 20 km", "0 of 5,000", "0 of 30,000", "0 of 2 runs", "0 of 10,000", "0 of 5 days",
        "0 of 4 weeks",
      ])
  }
}
