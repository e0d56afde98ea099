import DaymarkConfiguration
import DaymarkModel
import DaymarkPipeline
import DaymarkSampleFiles
import Foundation
import Testing

/// What the first reason tells people to do turns the verdict into a pass.
struct RemedyTests {
  private let bench: Workbench

  init() throws { bench = try Workbench() }

  private func verdict(_ archives: [String], asOf: String) async throws -> Verdict {
    var pipeline = try bench.pipeline([Subject(id: "anna", archives: archives)])
    pipeline.rule.onMissing = .undetermined
    pipeline.challenge.proofDeadline = Instant(rfc3339: "2025-09-12T12:00:00Z")
    let summary = try await bench.run(pipeline, asOf: Instant(rfc3339: asOf))
    return try #require(summary.subjects[0].verdict)
  }

  private func export(_ date: ExportTime = "2025-09-09 08:00:00 +0200") -> HealthExport {
    Workbench.export([12_000, 12_000, 13_000], exportDate: date)
  }

  private func bytes(of path: String) throws -> Data {
    try Data(contentsOf: URL(fileURLWithPath: path))
  }

  private func write(_ bytes: Data, as name: String) throws -> String {
    let path = bench.folder.appendingPathComponent(name).path
    try bytes.write(to: URL(fileURLWithPath: path))
    return path
  }

  @Test func `hand it in again`() async throws {
    let whole = try bench.archive("whole.xml", export())
    let cut = try write(bytes(of: whole).dropLast(200), as: "cut.xml")
    let before = try await verdict([cut], asOf: "2025-09-10T00:00:00Z")
    #expect(before.reasons.first?.text.contains("is cut off: hand it in again") == true)
    #expect(try await verdict([cut, whole], asOf: "2025-09-11T00:00:00Z").outcome == .pass)
  }

  @Test func `hand in a newer export`() async throws {
    let early = try bench.archive(
      "early.xml", Workbench.export([12_000, 12_000], exportDate: "2025-09-02 22:30:00 +0200"))
    let before = try await verdict([early], asOf: "2025-09-10T00:00:00Z")
    #expect(before.reasons.first?.code == "data.ended")
    let newer = try bench.archive("newer.xml", export())
    #expect(try await verdict([early, newer], asOf: "2025-09-11T00:00:00Z").outcome == .pass)
  }
}
