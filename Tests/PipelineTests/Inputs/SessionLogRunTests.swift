import DaymarkConfiguration
import DaymarkDocuments
import DaymarkModel
import DaymarkPipeline
import DaymarkSampleFiles
import DaymarkTestSupport
import Foundation
import Testing

/// Session logs through a run; see Semantics, "Session logs".
struct SessionLogRunTests {
  private let bench: Workbench

  init() throws { bench = try Workbench() }

  private func log(_ rows: String) throws -> String {
    let file = bench.folder.appendingPathComponent("log.csv")
    try Data(("start,end,kind,name\n" + rows).utf8).write(to: file)
    return file.path
  }

  private func rule(_ value: DayValue, _ comparison: Comparison) -> Rule {
    Rule(
      name: "logged", version: "1.0.0", title: "Logged",
      requires: Condition(.leaf(Leaf(.total, of: value, comparison))))
  }

  private func verdict(
    _ rule: Rule, _ archives: [String], manualEntries: ManualEntryPolicy = .exclude,
    intake: Intake? = nil
  ) async throws -> Verdict {
    var pipeline = try bench.pipeline(
      [Subject(id: "anna", address: anAddress, archives: archives)], rule: rule, intake: intake)
    pipeline.policies.manualEntries = manualEntries
    let summary = try await bench.run(pipeline)
    return try #require(summary.subjects[0].verdict)
  }

  @Test func `minutes of learning count without a device, and evidence can be checked`()
    async throws
  {
    let path = try log(
      """
      2025-08-31 23:50,2025-09-01 00:40,learning,Anki
      2025-09-01 16:00,2025-09-01 16:40,learning,Anki
      2025-09-01 16:30,2025-09-01 17:00,learning,Duolingo
      2025-09-02 16:00,2025-09-02 16:10,learning,Anki
      2025-09-04 16:00,2025-09-04 16:10,learning,Anki

      """)
    let minutes = DayValue.activities(.duration, of: ActivityTest(kinds: [.learning]))
    // 40 after midnight and 60; 10; the 3rd is before the last row and has none.
    let decided = try await verdict(rule(minutes, .between(Quantity(110), Quantity(110))), [path])
    #expect(decided.outcome == .pass)
    let verdict = try JSONValue(parsing: bench.text("walk-2025/anna/verdict.json").utf8)
    let days = verdict["explanation"]?.elements("days") ?? []
    #expect(days.compactMap { $0["value"] } == [.number(100), .number(10), .number(0)])
    let text = try bench.text("walk-2025/anna/evidence.json")
    let evidence = try JSONValue(parsing: text.utf8)
    #expect(
      evidence["dailyActivities"]?.canonicalText
        == #"[{"date":"2025-09-01","kind":"learning","minutes":100,"sessions":2},"#
        + #"{"date":"2025-09-02","kind":"learning","minutes":10,"sessions":1}]"#)
    // What somebody used is nobody else's business.
    #expect(!text.contains("Anki"))
    #expect(try SchemaValidator(DocumentSchema.evidence.text).accepts(evidence))
    let means = VerificationMeans(archives: [path])
    let checked = try verify(bench.out + "/walk-2025/anna", with: means).subjects.first
    #expect(checked?.differences.isEmpty == true)
  }

  /// As a cheat would try.
  @Test func `a typed row of a sport never passes a staked rule by itself`() async throws {
    let runs = try log(
      (1...3).map { "2025-09-0\($0) 16:00,2025-09-0\($0) 17:00,run,\n" }.joined())
    let asked: [DayValue] = [
      .activities(.sessions, of: ActivityTest(kinds: [.run])),
      .activities(.duration, of: ActivityTest(kinds: [.run])),
      .activities(.duration, of: ActivityTest()),
      .activities(.sessions, of: ActivityTest()),
      .activities(.duration, of: ActivityTest(kinds: [.learning])),
      .metric(.exerciseTime),
    ]
    for value in asked {
      let decided = try await verdict(
        rule(value, .atLeast(Quantity(1))), [runs], intake: anIntake)
      #expect(decided.outcome != .pass, "\(value)")
    }
    // With steps of a device beside it, no more does.
    let steps = try bench.archive("a.xml", steps: [100, 100, 100])
    let beside = try await verdict(
      rule(asked[0], .atLeast(Quantity(1))), [runs, steps], intake: anIntake)
    #expect(beside.outcome == .fail)
    // Only an operator who lets typed-in values count lets these count.
    let included = try await verdict(
      rule(asked[0], .atLeast(Quantity(3))), [runs], manualEntries: .include)
    #expect(included.outcome == .pass)
  }

  @Test func `the same log handed in twice counts once`() async throws {
    let path = try log("2025-09-01 16:00,2025-09-01 16:40,learning,Anki\n")
    let copy = bench.folder.appendingPathComponent("copy.csv").path
    try Data(
      (String(contentsOfFile: path, encoding: .utf8)
        + "2025-09-04 16:00,2025-09-04 16:01,learning,Anki\n").utf8
    )
    .write(to: URL(fileURLWithPath: copy))
    let rows = DayValue.activities(.sessions, of: ActivityTest(kinds: [.learning]))
    let decided = try await verdict(
      rule(rows, .between(Quantity(1), Quantity(1))), [path, copy])
    #expect(decided.outcome == .pass)
  }
}
