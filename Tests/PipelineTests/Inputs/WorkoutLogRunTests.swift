import DaymarkConfiguration
import DaymarkEmit
import DaymarkModel
import DaymarkPipeline
import DaymarkTestSupport
import Foundation
import Testing

/// A workout log beside another archive, through a run.
struct WorkoutLogRunTests {
  private let bench: Workbench
  private let archives: [String]

  init() throws {
    bench = try Workbench()
    let log = bench.folder.appendingPathComponent("Strength_2025-09-02.csv")
    let rows = """
      Set,Exercise Name,Time,Rest,Reps,Weight,Volume
      1,BENCH_PRESS,0:45,2:00,8,60,480
      2,,0:45,2:00,8,60,480

      """
    try Data(rows.utf8).write(to: log)
    archives = [try bench.archive("a.xml", steps: [12_000, 12_000, 12_000]), log.path]
  }

  private func pipeline(_ unit: LoadUnit?) throws -> PipelineConfiguration {
    var anna = Subject(id: "anna", archives: archives)
    anna.logs.loadUnit = unit
    return try bench.pipeline([anna])
  }

  private func verification(_ pipeline: PipelineConfiguration) throws -> SubjectVerification {
    let means = VerificationMeans(archives: archives, pipeline: pipeline)
    return try #require(try verify(bench.out + "/walk-2025/anna", with: means).subjects.first)
  }

  @Test func `evidence and run record account for the rows of a log`() async throws {
    let summary = try await bench.run(pipeline(.kilogram))
    #expect(summary.subjects[0].verdict?.outcome == .pass)
    let evidence = try JSONValue(parsing: bench.text("walk-2025/anna/evidence.json").utf8)
    let input = try #require(evidence.elements("inputs").first { $0["rows"] != nil })
    let rows = JSONValue.object([
      "rows": .number(2), "sets": .number(1), "skipped": .object(["noExercise": .number(1)]),
    ])
    #expect(input["rows"] == rows)
    #expect(input["daysFromNames"] == .array([.string("2025-09-02")]))
    #expect(evidence["policy"]?["loadUnit"] == .string("kg"))
    #expect(evidence["loggedSessions"] == .object(["count": .number(1), "unmet": .number(1)]))
    let run = try JSONValue(parsing: bench.text("run.json").utf8)
    let inputs = try #require(run.elements("subjects").first).elements("inputs")
    #expect(inputs.compactMap { $0["rows"] } == [rows])
    #expect(try SchemaValidator(DocumentSchema.run.text).accepts(run))
    #expect(run["findings"]?["log.unmet"] == .number(1))
  }

  @Test func `a log is read once for one setting, and again for another`() async throws {
    try await bench.run(pipeline(.kilogram))
    let first = try bench.snapshot()
    let again = try await bench.run(pipeline(.kilogram))
    #expect(again.subjects.map(\.work) == [.nothing])
    #expect(
      try bench.snapshot()["walk-2025/anna/evidence.json"] == first["walk-2025/anna/evidence.json"])
    let other = try await bench.run(pipeline(.pound))
    #expect(other.subjects.map(\.work) == [.read])
  }

  @Test func `a date of a file's name is taken on trust, and the unit is the pipeline's`()
    async throws
  {
    try await bench.run(pipeline(.kilogram))
    let same = try verification(pipeline(.kilogram))
    #expect(same.isSame)
    #expect(same.trusted.contains(.daysFromNames))
    let other = try verification(pipeline(.pound))
    #expect(other.differences.map(\.path) == ["$.policy.loadUnit"])
  }
}
