import DaymarkConfiguration
import DaymarkModel
import DaymarkPipeline
import DaymarkSampleFiles
import Testing

/// Archives that state no export date, with records of times that cannot be.
struct OutOfRangeTests {
  private let bench: Workbench

  init() throws { bench = try Workbench() }

  /// Three good days, and a record of another day.
  private func pipeline(odd day: String) throws -> PipelineConfiguration {
    var export = Workbench.export([10_000, 11_000, 12_000], exportDate: nil)
    export.records.append(
      HealthRecord(
        .steps, "60", by: .phone(), .text("\(day) 12:00:00 +0200"),
        .text("\(day) 13:00:00 +0200")))
    return try bench.pipeline(
      [Subject(id: "anna", archives: [try bench.archive("anna.xml", export)])])
  }

  private func run(_ pipeline: PipelineConfiguration, _ day: String) async throws -> String {
    let asOf = try #require(Instant(rfc3339: "\(day)T09:00:00Z"))
    let subject = try await bench.run(pipeline, asOf: asOf, now: asOf).subjects[0]
    let rejected = subject.findings.contains { $0.code == .timeOutOfRange }
    return "\(subject.work)\(rejected ? ", rejected" : "")"
  }

  @Test func `an archive with a record of a day to come is read again when that has come`()
    async throws
  {
    let pipeline = try pipeline(odd: "2025-10-20")
    #expect(try await run(pipeline, "2025-10-09") == "read, rejected")
    #expect(try await run(pipeline, "2025-10-10") == "evaluated, rejected")
    // It ends on 20 October at 11:00 UTC, which is believed a day before.
    #expect(try await run(pipeline, "2025-10-19") == "evaluated, rejected")
    #expect(try await run(pipeline, "2025-10-20") == "read")
  }

  @Test func `one of a day long ago is rejected for good`() async throws {
    let pipeline = try pipeline(odd: "1970-01-01")
    #expect(try await run(pipeline, "2025-10-09") == "read, rejected")
    #expect(try await run(pipeline, "2026-10-09") == "evaluated, rejected")
  }
}
