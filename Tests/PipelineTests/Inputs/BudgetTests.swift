import DaymarkConfiguration
import DaymarkModel
import DaymarkTestSupport
import Foundation
import Testing

@testable import DaymarkPipeline

/// The limits that all archives of a subject share, in a run.
struct BudgetTests {
  private func pipeline(
    _ bench: Workbench, _ limits: [ReadLimit: Int]
  ) throws -> PipelineConfiguration {
    let steps = [12_000, 12_000, 12_000]
    let subjects = [
      Subject(
        id: "anna",
        archives: [
          try bench.archive("a.xml", steps: steps), try bench.archive("b.xml", steps: [9000]),
        ]),
      Subject(id: "ben", archives: [try bench.archive("c.xml", steps: steps)]),
    ]
    var pipeline = try bench.pipeline(subjects)
    pipeline.readLimits = limits
    return pipeline
  }

  @Test func `a subject's archives share the limits, and another's have their own`() async throws {
    let bench = try Workbench()
    let summary = try await bench.run(pipeline(bench, [.records: 3]))
    let (anna, ben) = (summary.subjects[0], summary.subjects[1])
    #expect(ben.verdict?.outcome == .pass)
    // The archive that is refused may hold anything.
    #expect(anna.inputs.flatMap(\.damage) == [.archiveLimit])
    #expect(anna.inputs.compactMap { $0.limits[.records] } == [3])
    #expect(anna.findings.contains { $0.code == .archiveLimit && $0.facts.limit == .records })
    let evidence = try String(
      contentsOfFile: bench.out + "/walk-2025/anna/evidence.json", encoding: .utf8)
    #expect(evidence.contains(#""limits":{"records":3}"#))
  }

  @Test func `a limit that is raised is another reading`() async throws {
    let bench = try Workbench()
    let refused = try await bench.run(pipeline(bench, [.records: 2]))
    #expect(refused.subjects.map { $0.error?.code } == [.archiveLimit, .archiveLimit])
    let read = try await bench.run(pipeline(bench, [.records: 4]))
    #expect(read.subjects.map { $0.verdict?.outcome } == [.pass, .pass])
    #expect(read.subjects[0].inputs.allSatisfy { $0.damage.isEmpty && $0.limits.isEmpty })
  }
}
