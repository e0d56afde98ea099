import DaymarkConfiguration
import DaymarkDocuments
import DaymarkEmit
import DaymarkIngest
import DaymarkModel
import DaymarkPipeline
import DaymarkSampleFiles
import Foundation
import Testing

/// What comes after the proof deadline, and what is not of the period.
struct LateInputTests {
  private let bench: Workbench
  private let deadline: Instant

  init() throws {
    bench = try Workbench()
    deadline = try #require(Instant(rfc3339: "2025-09-09T12:00:00Z"))
  }

  private func pipeline(
    _ archives: [String], receivedAt: [String: Instant] = [:],
    policy: LateInputPolicy = .setAside
  ) throws -> PipelineConfiguration {
    var pipeline = try bench.pipeline([
      Subject(id: "anna", archives: archives, receivedAt: receivedAt)
    ])
    pipeline.challenge.proofDeadline = deadline
    pipeline.policies.lateInputs = policy
    return pipeline
  }

  private func evidence() throws -> JSONValue {
    try JSONValue(parsing: bench.text("walk-2025/anna/evidence.json").utf8)
  }

  private var early: String {
    get throws { try bench.archive("early.xml", steps: [12_000, 12_000, 9000]) }
  }

  private var late: String {
    get throws {
      try bench.archive(
        "late.xml",
        Workbench.export([12_000, 12_000, 13_000], exportDate: "2025-09-09 16:00:00 +0200"))
    }
  }

  @Test func `an input that was exported after the deadline is set aside, and named`() async throws
  {
    let archives = [try late, try early]
    let summary = try await bench.run(pipeline(archives))
    #expect(summary.subjects[0].verdict?.outcome == .fail)
    let finding = try #require(summary.subjects[0].findings.first { $0.code == .inputLate })
    #expect(finding.location?.file == "late.xml" && finding.facts.reason == .exported)
    #expect(finding.code.level == .policy)
    let inputs = try evidence().elements("inputs")
    #expect(inputs.count == 2)
    let row = try #require(inputs.first { $0["late"] == .bool(true) })
    #expect(row["rejected"] == .object(["input.late": .number(3)]))
    #expect(try evidence().elements("dailySteps").count == 3)
    let checked = try verify(
      bench.out + "/walk-2025/anna",
      with: VerificationMeans(archives: archives, pipeline: pipeline(archives)))
    #expect(checked.subjects.flatMap(\.checks).flatMap(\.differences) == [])
    // Accepted, it makes the last day.
    let accepted = try await bench.run(pipeline(archives, policy: .accept))
    #expect(accepted.subjects[0].verdict?.outcome == .pass)
    #expect(try evidence()["policy"]?.string("lateInputs") == "accept")
  }

  @Test func `an input that was received after the deadline is not read`() async throws {
    let (early, other) = (try early, bench.folder.appendingPathComponent("other.xml").path)
    try Data("no export".utf8).write(to: URL(fileURLWithPath: other))
    let after = deadline.advanced(byMilliseconds: 1)
    let configuration = try pipeline([early, other], receivedAt: [early: deadline, other: after])
    let summary = try await bench.run(configuration)
    #expect(summary.subjects[0].error == nil)
    #expect(summary.subjects[0].findings.map(\.facts.reason).contains(.received))
    let rows = try evidence().elements("inputs")
    #expect(Set(rows.map { $0.string("receivedAt") }) == ["\(deadline)", "\(after)"])
    #expect(rows.filter { $0["late"] == .bool(true) }.count == 1)
    // The terms are a part of what was read: another receipt means another reading.
    let again = try await bench.run(configuration)
    #expect(again.subjects[0].work == .nothing)
    let inTime = try await bench.run(pipeline([early], receivedAt: [early: after]))
    #expect(inTime.subjects[0].work == .read)
    #expect(inTime.subjects[0].verdict?.reasons.map(\.code) == ["data.none"])
    // The table and the record of the run say what the page says.
    #expect(try bench.text("walk-2025/verdicts.csv").contains("\nanna,fail,data.late,"))
    #expect(try verify(bench.out + "/walk-2025", with: VerificationMeans()).isSame)
    let record = try JSONValue(parsing: bench.text("run.json").utf8)
    #expect(
      record.elements("subjects").first?["verdict"]?["reasons"]
        == .array([.string("data.late"), .string("data.none")]))
    // So do the letter, and who checks the folder.
    let checked = try verify(bench.out + "/walk-2025/anna", with: VerificationMeans())
    #expect(checked.subjects.first?.reasons.map(\.code) == ["data.late", "data.none"])
    #expect(
      try letter(on: "walk-2025", "anna", store: bench.store)
        .contains("* 1 file was handed in after the deadline, and does not count\n"))
  }

  @Test func `what changed since the last run names lateness first`() async throws {
    let archive = try bench.archive("whole.xml", steps: [12_000, 12_000, 12_000])
    try await bench.run(pipeline([archive]))
    let after = deadline.advanced(byMilliseconds: 1)
    try await bench.run(pipeline([archive], receivedAt: [archive: after]))
    let change = try #require(try storedChanges(store: bench.store).changes.first)
    #expect(change.new?.word == .fail && change.new?.code == "data.late")
  }

  @Test func `a file that has nothing of the period says so`() async throws {
    let old = HealthExport(
      exportDate: "2025-09-09 08:00:00 +0200",
      records: [
        HealthRecord(.steps, "5", by: .phone(), "2024-05-01 12:00:00 +0200"),
        HealthRecord(.steps, "5", by: .phone(), "2025-08-31 12:00:00 +0200"),
      ])
    let archives = [try bench.archive("old.xml", old), try early]
    let findings = try await bench.run(bench.pipeline([Subject(id: "anna", archives: archives)]))
      .subjects[0].findings.filter { $0.code == .inputOutsidePeriod }
    #expect(findings.map { $0.location?.file } == ["old.xml"])
    #expect(findings.first?.facts.from == CivilDay("2024-05-01"))
    #expect(findings.first?.facts.to == CivilDay("2025-08-31"))
  }

  @Test func `a verdict says until when it may change`() async throws {
    let subject = Subject(id: "anna", archives: [try early])
    var configuration = try bench.pipeline([subject])
    configuration.challenge.proofDeadline = deadline
    func run(_ rule: Rule, asOf: Instant) async throws -> JSONValue {
      configuration.rule = rule
      _ = try await bench.run(configuration, asOf: asOf)
      return try JSONValue(parsing: bench.text("walk-2025/anna/verdict.json").utf8)
    }
    let before = deadline.advanced(byMilliseconds: -1)
    // Another export may make a day of 9,000 one of 10,000.
    let failed = try await run(Workbench.rule(), asOf: before)
    #expect(failed.string("outcome") == "fail" && failed["final"] == .bool(false))
    #expect(failed.string("openUntil") == "\(deadline)")
    var gated = Workbench.rule(atLeast: 5000)
    gated.version = "2.0.0"
    gated.quality = [QualityGate(.flags(nil, atMost: 9))]
    let open = try await run(gated, asOf: before)
    #expect(open.string("outcome") == "pass" && open["final"] == .bool(false))
    #expect(open.string("openUntil") == "\(deadline)")
    let closed = try await run(gated, asOf: deadline)
    #expect(closed["final"] == .bool(true))
  }

  @Test func `of a subject that could not be read explain says why`() async throws {
    let path = bench.folder.appendingPathComponent("x.zip").path
    try Data("no export".utf8).write(to: URL(fileURLWithPath: path))
    let summary = try await bench.run(bench.pipeline([Subject(id: "anna", archives: [path])]))
    let why = try #require(summary.subjects[0].error)
    let error = #expect(throws: DaymarkError.self) {
      _ = try explainVerdict(of: "walk-2025", "anna", store: bench.store)
    }
    #expect(error?.finding == why)
    // Once it can be read there is nothing to say any more.
    let sound = try bench.archive("x.xml", steps: [12_000, 12_000, 12_000])
    _ = try await bench.run(bench.pipeline([Subject(id: "anna", archives: [sound])]))
    #expect(
      try explainVerdict(of: "walk-2025", "anna", store: bench.store).verdict.outcome == .pass)
  }
}
