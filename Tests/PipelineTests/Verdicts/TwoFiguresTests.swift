import DaymarkConfiguration
import DaymarkModel
import DaymarkPipeline
import DaymarkSampleFiles
import Foundation
import Testing

/// A phone's walk of 5,000 steps a day, and an app's total of 8,000 on 2 September.
struct TwoFiguresTests {
  private let bench: Workbench

  init() throws { bench = try Workbench() }

  private func verdict(
    _ condition: Condition, onMissing: MissingPolicy = .fail, priority: [String] = []
  ) async throws -> Verdict {
    var export = Workbench.export([5000, 5000, 5000])
    export.records.append(
      HealthRecord(
        .steps, "8000", by: .app("Connect"), "2025-09-02 00:00:00 +0200",
        "2025-09-02 23:59:59 +0200"))
    var rule = Workbench.rule()
    (rule.requires, rule.onMissing) = (condition, onMissing)
    var pipeline = try bench.pipeline(
      [Subject(id: "anna", archives: [bench.archive("a.xml", export)])], rule: rule)
    pipeline.policies.sourceOrder = SourceOrder(patterns: priority)
    let out = bench.folder.appendingPathComponent(UUID().uuidString).path
    return try #require(await bench.run(pipeline, out: out).subjects.first?.verdict)
  }

  private func total(_ comparison: Comparison) -> Condition {
    Condition(.leaf(Leaf(.total, of: .steps, comparison)))
  }

  @Test func `who needs much passes by the larger`() async throws {
    #expect(try await verdict(total(.atLeast(Quantity(18_000)))).outcome == .pass)
    #expect(try await verdict(total(.atLeast(Quantity(18_001)))).outcome == .fail)
  }

  @Test(arguments: MissingPolicy.allCases)
  func `a ceiling between the two is undetermined`(_ onMissing: MissingPolicy) async throws {
    let found = try await verdict(total(.atMost(Quantity(17_999))), onMissing: onMissing)
    #expect(found.outcome == .undetermined)
    let reason = try #require(found.reasons.first { $0.code == "data.two_figures" })
    #expect(
      reason.text
        == "two figures of steps (by apple.phone and apple.app; sourcePriority says which counts)"
        + " on 1 of 3 days")
    #expect(
      try await verdict(total(.atMost(Quantity(18_000))), onMissing: onMissing).outcome == .pass)
    #expect(
      try await verdict(total(.atMost(Quantity(14_999))), onMissing: onMissing).outcome == .fail)
  }

  @Test func `a floor under a not is a ceiling`() async throws {
    let floor = total(.atLeast(Quantity(16_000)))
    #expect(try await verdict(Condition(.not(floor))).outcome == .undetermined)
    // What fails whichever counts fails.
    let both = Condition(.all([Condition(.not(floor)), total(.atLeast(Quantity(19_000)))]))
    #expect(try await verdict(both).outcome == .fail)
  }

  @Test func `whoever names a source decides`() async throws {
    let ceiling = total(.atMost(Quantity(17_999)))
    #expect(try await verdict(ceiling, priority: ["*iPhone"]).outcome == .pass)
    #expect(try await verdict(ceiling, priority: ["Connect"]).outcome == .fail)
    // What the reason names.
    #expect(try await verdict(ceiling, priority: ["apple.phone"]).outcome == .pass)
    #expect(try await verdict(ceiling, priority: ["apple.app"]).outcome == .fail)
    #expect(try await verdict(ceiling, priority: ["Nobody"]).outcome == .undetermined)
  }
}
