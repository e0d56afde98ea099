import DaymarkConfiguration
import DaymarkDocuments
import DaymarkModel
import DaymarkPipeline
import Testing

/// The operator says that a subject has handed in everything, which closes what the deadline closes.
struct CompleteTests {
  private let bench: Workbench

  init() throws { bench = try Workbench() }

  private func pipeline(
    _ archives: [String], isComplete: Bool = true, receivedAt: [String: Instant] = [:]
  ) throws -> PipelineConfiguration {
    var subject = Subject(id: "anna", archives: archives, receivedAt: receivedAt)
    subject.isComplete = isComplete
    return try bench.pipeline([subject])
  }

  private var short: String {
    get throws { try bench.archive("short.xml", steps: [12_000, 12_000, 9000]) }
  }

  private var full: String {
    get throws { try bench.archive("full.xml", steps: [12_000, 12_000, 13_000]) }
  }

  /// - Returns: Without what is said of records that stand in two of the archives.
  private func answer(_ pipeline: PipelineConfiguration) async throws -> Answer {
    let summary = try await bench.run(pipeline)
    let subject = summary.subjects[0]
    return Answer(
      outcome: subject.verdict?.outcome, isFinal: subject.verdict?.finality.isFinal,
      codes: (summary.findings + subject.findings).map(\.code).filter {
        $0.level != .policy || $0 == .inputAfterComplete
      })
  }

  private struct Answer: Equatable {
    var outcome: Outcome?
    var isFinal: Bool?
    var codes: [FindingCode]
  }

  @Test func `without a deadline a verdict is provisional, and the run says how to state one`()
    async throws
  {
    let open = try await answer(pipeline([short], isComplete: false))
    #expect(open == Answer(outcome: .fail, isFinal: false, codes: [.deadlineUnstated]))
    let more = try await answer(pipeline([short, full], isComplete: false))
    #expect(more == Answer(outcome: .pass, isFinal: false, codes: [.deadlineUnstated]))
    let table = try bench.text("walk-2025/verdicts.csv")
    #expect(table.contains("anna,pass,streak.met,no,,"))
  }

  @Test func `who is complete has a final verdict, and what comes later is set aside`() async throws
  {
    let closed = try await answer(pipeline([short]))
    #expect(closed == Answer(outcome: .fail, isFinal: true, codes: []))
    let after = try await answer(pipeline([short, full]))
    #expect(after == Answer(outcome: .fail, isFinal: true, codes: [.inputAfterComplete]))
    let folder = bench.out + "/walk-2025/anna"
    let evidence = try JSONValue(parsing: bench.text("walk-2025/anna/evidence.json").utf8)
    #expect(evidence["verdict"]?.string("complete") == "subject")
    #expect(
      evidence["history"]?.elements("inputs").map { $0.string("code") } == ["input.after_complete"])
    let means = VerificationMeans(archives: [try short, try full], pipeline: try pipeline([short]))
    let checked = try verify(folder, with: means).subjects[0]
    #expect(checked.differences == [] && checked.trusted.contains(.history))
    // A pipeline that does not say so has another verdict.
    let other = VerificationMeans(pipeline: try pipeline([short], isComplete: false))
    #expect(
      try verify(folder, with: other).subjects[0].differences.map(\.path) == ["$.verdict.complete"])
  }

  @Test func `taken back it counts, and stated again nothing of before is set aside`() async throws
  {
    _ = try await answer(pipeline([short]))
    let archives = [try short, try full]
    #expect(try await answer(pipeline(archives)).codes == [.inputAfterComplete])
    let open = try await answer(pipeline(archives, isComplete: false))
    #expect(open == Answer(outcome: .pass, isFinal: false, codes: [.deadlineUnstated]))
    let again = try await answer(pipeline(archives))
    #expect(again == Answer(outcome: .pass, isFinal: true, codes: []))
  }

  @Test func `a stated receipt wins`() async throws {
    _ = try await answer(pipeline([short]))
    let stated = try await answer(
      pipeline([short, full], receivedAt: [try full: Workbench.later]))
    #expect(stated == Answer(outcome: .pass, isFinal: true, codes: []))
  }

  @Test func `a pipeline says it for all`() async throws {
    var pipeline = try pipeline([short], isComplete: false)
    pipeline.isComplete = true
    #expect(try await answer(pipeline).isFinal == true)
    let run = try JSONValue(parsing: bench.text("run.json").utf8)
    #expect(run.elements("subjects")[0]["verdict"]?.string("complete") == "subject")
  }

  @Test func `a rule that asks what is shared waits until everybody is complete`() async throws {
    var rule = Workbench.rule()
    rule.quality = [QualityGate(.flags([.sharedArchive], atMost: 0))]
    var anna = Subject(id: "anna", archives: [try full])
    anna.isComplete = true
    var ben = Subject(id: "ben", archives: [try short])
    func finals() async throws -> [Bool?] {
      try await bench.run(bench.pipeline([anna, ben], rule: rule)).subjects.map {
        $0.verdict?.finality.isFinal
      }
    }
    #expect(try await finals() == [false, false])
    ben.isComplete = true
    #expect(try await finals() == [true, true])
  }
}
