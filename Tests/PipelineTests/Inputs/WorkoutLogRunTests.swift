import DaymarkConfiguration
import DaymarkDocuments
import DaymarkEmit
import DaymarkModel
import DaymarkPipeline
import DaymarkSampleFiles
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

  @Test func `a log that got a date by its new name is read again`() async throws {
    var pipeline = try pipeline(.kilogram)
    let undated = bench.folder.appendingPathComponent("Strength.csv")
    try FileManager.default.moveItem(atPath: archives[1], toPath: undated.path)
    pipeline.subjects[0].archives[1] = undated.path
    let first = try await bench.run(pipeline).subjects[0]
    #expect(first.findings.contains { $0.code == .logDateMissing })
    try FileManager.default.moveItem(atPath: undated.path, toPath: archives[1])
    pipeline.subjects[0].archives[1] = archives[1]
    let renamed = try await bench.run(pipeline).subjects[0]
    #expect(renamed.work == .read)
    #expect(!renamed.findings.contains { $0.code == .logDateMissing })
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

  @Test func `names that match no exercise are counted, and not named`() async throws {
    let log = bench.folder.appendingPathComponent("Strength_2025-09-02.csv")
    let rows = "Set,Exercise Name,Time,Rest,Reps,Weight,Volume\n"
    try Data((rows + "1,Machine 7,0:45,2:00,8,60,480\n2,Apparatus,0:45,2:00,8,60,480\n").utf8)
      .write(to: log)
    let unmatched = try await bench.run(pipeline(.kilogram)).subjects[0].findings.filter {
      $0.code == .exerciseUnmatched
    }
    #expect(unmatched.map(\.count) == [2])
    #expect(unmatched.compactMap(\.facts.known) == [])
    let run = try JSONValue(parsing: bench.text("run.json").utf8)
    #expect(run["findings"]?["exercise.unmatched"] == .number(2))
    #expect(FindingCode.exerciseUnmatched.level == .notice)
  }

  @Test func `the body's weight is that of the Health export`() async throws {
    let log = bench.folder.appendingPathComponent("Strength_2025-09-02.csv")
    let rows = "Set,Exercise Name,Time,Rest,Reps,Weight,Volume\n1,Pull Up,0:45,2:00,8,0,0\n"
    try Data(rows.utf8).write(to: log)
    let weight = """
      <Record type="HKQuantityTypeIdentifierBodyMass" sourceName="Scale" unit="kg" \
      creationDate="2025-08-30 07:00:00 +0200" startDate="2025-08-30 07:00:00 +0200" \
      endDate="2025-08-30 07:00:00 +0200" value="81.5"/>
      </HealthData>
      """
    let export = String(decoding: Workbench.export([12_000, 12_000, 12_000]).xml(), as: UTF8.self)
    try Data(export.replacing("</HealthData>", with: weight).utf8).write(
      to: URL(fileURLWithPath: archives[0]))
    var pipeline = try pipeline(.kilogram)
    pipeline.subjects[0].logs.bodyWeight = Quantity(70)
    try await bench.run(pipeline)
    let evidence = try JSONValue(parsing: bench.text("walk-2025/anna/evidence.json").utf8)
    let day = try #require(evidence.elements("dailyStrength").first)
    // 8 × 81.5 = 652.
    #expect(day["volumeKilograms"] == .number(652))
    #expect(day["setsByBodyWeight"] == .object(["health": .number(1)]))
    #expect(try SchemaValidator(DocumentSchema.evidence.text).accepts(evidence))
    #expect(try verification(pipeline).isSame)
  }

  // MARK: Files of the operator

  private static let machine = """
    exercises:
      - {name: Machine 7, is: Leg_Press}

    """

  private func settled(_ contents: String) throws -> PipelineConfiguration {
    let path = bench.folder.appendingPathComponent("exercises.yaml")
    try Data(contents.utf8).write(to: path)
    var pipeline = try pipeline(.kilogram)
    pipeline.operatorFiles = [OperatorFile(.exercises, path: path.path, contents: contents)]
    return pipeline
  }

  @Test func `the evidence has the days of strength training and the operator's files`()
    async throws
  {
    try await bench.run(settled(Self.machine))
    let evidence = try JSONValue(parsing: bench.text("walk-2025/anna/evidence.json").utf8)
    let day = try #require(evidence.elements("dailyStrength").first)
    // The second row names no exercise and is skipped: 8 × 60 = 480.
    #expect(day["volumeKilograms"] == .number(480))
    #expect(day["unmetSessions"] == .number(1))
    #expect(
      day.elements("lifts").compactMap { $0.string("exercise") }
        == ["Barbell_Bench_Press_-_Medium_Grip"])
    let file = JSONValue.object([
      "kind": .string("exercises"), "bytes": .number(Self.machine.utf8.count),
      "sha256": .string(Digest(of: Array(Self.machine.utf8)).hex),
    ])
    #expect(evidence["operatorFiles"] == .array([file]))
    let run = try JSONValue(parsing: bench.text("run.json").utf8)
    #expect(run.elements("subjects").first?["operatorFiles"] == .array([file]))
    #expect(try SchemaValidator(DocumentSchema.evidence.text).accepts(evidence))
    #expect(try SchemaValidator(DocumentSchema.run.text).accepts(run))
  }

  @Test func `another file of the operator's means another reading`() async throws {
    try await bench.run(settled(Self.machine))
    #expect(try await bench.run(settled(Self.machine)).subjects.map(\.work) == [.nothing])
    let other = Self.machine + "  - {name: Bench Press, is: Dumbbell_Bench_Press}\n"
    #expect(try await bench.run(settled(other)).subjects.map(\.work) == [.read])
    let evidence = try JSONValue(parsing: bench.text("walk-2025/anna/evidence.json").utf8)
    #expect(
      evidence.elements("dailyStrength").first?.elements("lifts").first?.string("exercise")
        == "Dumbbell_Bench_Press")
  }

  @Test func `a verification needs the operator's file, and finds it by its digest`() async throws {
    let pipeline = try settled(Self.machine)
    try await bench.run(pipeline)
    #expect(try verification(pipeline).isSame)
    let folder = bench.out + "/walk-2025/anna"
    let path = bench.folder.appendingPathComponent("exercises.yaml").path
    let named = try verify(folder, with: VerificationMeans(archives: archives + [path]))
    #expect(named.isSame)
    #expect(try #require(named.subjects.first).trusted.contains(.operatorFiles))
    let error = #expect(throws: DaymarkError.self) {
      try verify(folder, with: VerificationMeans(archives: archives))
    }
    #expect(error?.finding.code == .evidenceInputMissing)
    #expect(error?.finding.facts.key == "exercises.yaml")
    #expect(error?.finding.facts.sha256 == pipeline.operatorFiles.first?.digest)
    // Another file beside the pipeline than the run had.
    var other = pipeline
    other.operatorFiles = []
    let means = VerificationMeans(archives: archives + [path], pipeline: other)
    let different = try #require(try verify(folder, with: means).subjects.first)
    #expect(different.differences.map(\.path) == ["$.operatorFiles"])
  }

  @Test func `a table is read by the operator's columns, whose digest is in the evidence`()
    async throws
  {
    let columns = """
      tables:
        - name: Club
          columns: {date: Day, exercise: Lift, repetitions: Reps, load: Load}
          units: {load: kg}

      """
    let sheet = bench.folder.appendingPathComponent("sheet.csv")
    try Data("Day;Lift;Reps;Load\n2025-09-02;Bench Press;8;60\n".utf8).write(to: sheet)
    let path = bench.folder.appendingPathComponent("columns.yaml")
    try Data(columns.utf8).write(to: path)
    var pipeline = try pipeline(.kilogram)
    pipeline.subjects[0].archives = [sheet.path]
    // Without the file nothing can be read of it.
    #expect(try await bench.run(pipeline).subjects[0].inputs.map(\.format) == [.unread])
    pipeline.operatorFiles = [OperatorFile(.columns, path: path.path, contents: columns)]
    try await bench.run(pipeline)
    let evidence = try JSONValue(parsing: bench.text("walk-2025/anna/evidence.json").utf8)
    #expect(evidence.elements("dailyStrength").first?["volumeKilograms"] == .number(480))
    #expect(evidence.elements("inputs").first?.string("format") == "named-columns")
    #expect(
      evidence.elements("operatorFiles").map { $0.string("sha256") }
        == [Digest(of: Array(columns.utf8)).hex])
    let folder = bench.out + "/walk-2025/anna"
    let raw = [sheet.path, path.path]
    #expect(try verify(folder, with: VerificationMeans(archives: raw)).isSame)
    let error = #expect(throws: DaymarkError.self) {
      try verify(folder, with: VerificationMeans(archives: [sheet.path]))
    }
    #expect(error?.finding.facts.key == "columns.yaml")
  }

  @Test func `a document of the version before has no strength training`() async throws {
    try await bench.run(pipeline(.kilogram))
    let path = bench.out + "/walk-2025/anna/evidence.json"
    var document = try JSONValue(parsing: bench.text("walk-2025/anna/evidence.json").utf8)
    guard case .object(var members) = document, case .object(var verdict)? = members["verdict"]
    else { return }
    members["dailyStrength"] = nil
    members["schema"] = .string("daymark/evidence@2")
    let daily = members.filter { $0.key.hasPrefix("daily") }
    verdict["aggregatesSha256"] = .string(
      Digest(of: JSONValue.object(daily).canonicalBytes()).hex)
    members["verdict"] = .object(verdict)
    document = .object(members)
    try Data(document.canonicalBytes()).write(to: URL(fileURLWithPath: path))
    let result = try verify(path, with: VerificationMeans(archives: archives))
    #expect(result.subjects.flatMap(\.differences) == [])
  }
}
