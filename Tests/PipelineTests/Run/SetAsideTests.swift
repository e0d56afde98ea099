import DaymarkConfiguration
import DaymarkDocuments
import DaymarkModel
import DaymarkPipeline
import DaymarkSampleFiles
import Foundation
import Testing

/// The operator leaves an input, or a finding of it, out of the judgement, and says why.
struct SetAsideTests {
  private let bench: Workbench

  init() throws { bench = try Workbench() }

  private func pipeline(
    _ archives: [String], _ decisions: [InputWaiver.Statement]
  ) throws -> PipelineConfiguration {
    var subject = Subject(id: "anna", archives: archives)
    subject.setAside = decisions
    var pipeline = try bench.pipeline([subject])
    pipeline.rule.onMissing = .undetermined
    return pipeline
  }

  private func evidence() throws -> JSONValue {
    try JSONValue(parsing: bench.text("walk-2025/anna/evidence.json").utf8)
  }

  private var short: String {
    get throws { try bench.archive("short.xml", steps: [12_000, 12_000, 9000]) }
  }

  @Test func `an input that is set aside gives nothing, and evidence says why`() async throws {
    let other = try bench.archive("other.xml", steps: [12_000, 12_000, 13_000])
    let archives = [try short, other]
    let decided = try pipeline(
      archives, [.init("other.xml", InputWaiver(because: "it is somebody else's"))])
    let subject = try await bench.run(decided).subjects[0]
    #expect(subject.verdict?.outcome == .fail)
    #expect(subject.findings.map(\.code).contains(.inputSetAside))
    #expect(!subject.findings.contains { $0.code.level == .damage })
    let row = try #require(try evidence().elements("inputs").first { $0["setAside"] != nil })
    #expect(row["setAside"]?.canonicalText == #"[{"because":"it is somebody else's"}]"#)
    #expect(row["rejected"] == .object(["input.set_aside": .number(3)]) && row["late"] == nil)
    let checked = try verify(
      bench.out + "/walk-2025/anna", with: VerificationMeans(archives: archives, pipeline: decided)
    ).subjects[0]
    #expect(checked.differences == [] && checked.error == nil)
    // The decision is a part of what was read: taken back, the archives are read again.
    #expect(try await bench.run(decided).subjects[0].work == .nothing)
    let again = try await bench.run(pipeline(archives, [])).subjects[0]
    #expect(again.work == .read && again.verdict?.outcome == .pass)
  }

  @Test func `verify tells a decision that the pipeline does not have`() async throws {
    let decided = try pipeline([short], [.init("short.xml", InputWaiver(because: "a test"))])
    _ = try await bench.run(decided)
    let folder = bench.out + "/walk-2025/anna"
    let trusting = try verify(folder, with: VerificationMeans()).subjects[0]
    #expect(trusting.trusted.contains(.setAside))
    let other = try verify(folder, with: VerificationMeans(pipeline: pipeline([short], [])))
    #expect(
      other.subjects[0].checks.filter { !$0.differences.isEmpty }.map(\.item) == [.setAside])
  }

  @Test func `what a cut file lost is taken as lost, and its figures stand`() async throws {
    let path = try short
    let whole = try Data(contentsOf: URL(fileURLWithPath: path))
    try whole.dropLast(10).write(to: URL(fileURLWithPath: path))
    let open = try await bench.run(pipeline([path], [])).subjects[0]
    #expect(open.verdict?.outcome == .undetermined)
    let digest = try #require(open.inputs.first).digest
    let decided = try pipeline(
      [path],
      [.init(digest.hex, InputWaiver(.xmlTruncated, because: "the rest is known to be empty"))]
    )
    let closed = try await bench.run(decided).subjects[0]
    #expect(closed.inputs.map(\.damage) == [[]])
    #expect(closed.verdict?.reasons.map(\.code) == ["streak.too_short"])
    #expect(closed.verdict?.outcome == .fail)
    #expect(closed.findings.first?.facts.finding == .xmlTruncated)
    #expect(!closed.findings.contains { $0.code.level == .damage })
  }

  @Test func `an odd record that comes again in each export opens nothing any more`() async throws {
    var export = Workbench.export([5000, 5000, 5000])
    export.records.append(
      HealthRecord(
        .steps, "many", by: .watch(), "2025-09-02 12:00:00 +0200", "2025-09-02 13:00:00 +0200"))
    let path = try bench.archive("odd.xml", export)
    _ = try await bench.run(pipeline([path], []))
    #expect(try evidence().elements("openDays").count == 1)
    let decision = InputWaiver(.valueNotANumber, because: "the watch writes it in each export")
    _ = try await bench.run(pipeline([path], [.init("odd.xml", decision)]))
    #expect(try evidence()["openDays"] == nil)
    #expect(
      try evidence().elements("dailySteps").map { $0["steps"] }
        == [5000, 5000, 5000].map(JSONValue.number))
  }

  @Test func `a decision that meets nothing says so`() async throws {
    let decisions = [
      InputWaiver.Statement("shrt.xml", InputWaiver(because: "a slip of the pen")),
      InputWaiver.Statement("short.xml", InputWaiver(.archiveTruncated, because: "it is not cut")),
    ]
    let subject = try await bench.run(pipeline([short], decisions)).subjects[0]
    let unmet = subject.findings.filter { $0.code == .inputSetAsideUnmet }
    #expect(unmet.map(\.facts.value) == ["shrt.xml", nil])
    #expect(unmet.map(\.facts.finding) == [nil, .archiveTruncated])
    #expect(unmet.map(\.code.level) == [.notice, .notice])
  }
}
