import DaymarkConfiguration
import DaymarkModel
import DaymarkPipeline
import DaymarkSampleFiles
import Foundation
import Testing

/// A challenge's folder checked as a whole.
struct VerifyChallengeTests {
  private let bench: Workbench
  private let folder: String

  init() throws {
    bench = try Workbench()
    folder = bench.out + "/walk-2025"
  }

  private func run() async throws -> VerificationMeans {
    let archives = try [("anna", 11_500), ("ben", 11_000), ("zoë", 9000)].map { id, steps in
      (id, try bench.archive("\(id).xml", steps: [steps, steps + 1, steps + 2]))
    }
    var rule = Workbench.rule()
    rule.score = Score(.total, of: .metric(.steps))
    let pipeline = try bench.pipeline(
      archives.map { Subject(id: $0.0, archives: [$0.1]) }, rule: rule)
    try await bench.run(pipeline)
    return VerificationMeans(archives: archives.map(\.1), pipeline: pipeline)
  }

  private func differences(_ result: Verification) -> [String] {
    (result.subjects.flatMap(\.checks) + result.checks).flatMap { check in
      check.differences.map { "\(check.item) with \(check.standard): \($0.path) \($0.kind)" }
    }
  }

  private func change(_ file: String, _ change: (String) -> String) throws {
    let text = try bench.text("walk-2025/\(file)")
    let changed = change(text)
    #expect(changed != text)
    try Data(changed.utf8).write(to: URL(fileURLWithPath: "\(folder)/\(file)"))
  }

  @Test func `every subject and the leaderboard are checked`() async throws {
    let means = try await run()
    let result = try verify(folder, with: means)
    #expect(result.subjects.map(\.subject) == ["zoë", "anna", "ben"].sorted(by: <))
    #expect(result.isSame)
    #expect(
      result.checks == [
        VerificationCheck(.verdictTable, with: .files),
        VerificationCheck(.leaderboardDocument, with: .files),
        VerificationCheck(.leaderboardTable, with: .files),
      ])
  }

  @Test func `an edited leaderboard is not what the evidence gives`() async throws {
    let means = try await run()
    try change("leaderboard.csv") { $0.replacing("ben", with: "bob") }
    try change("leaderboard.json") { $0.replacing(#""rank":1"#, with: #""rank":2"#) }
    #expect(
      differences(try verify(folder, with: means)) == [
        "leaderboardDocument with files: $.standings[0].rank content",
        "leaderboardTable with files: $ content",
      ])
  }

  @Test func `folders that changed places are found`() async throws {
    let means = try await run()
    let files = FileManager.default
    try files.moveItem(atPath: "\(folder)/anna", toPath: "\(folder)/other")
    try files.moveItem(atPath: "\(folder)/ben", toPath: "\(folder)/anna")
    try files.moveItem(atPath: "\(folder)/other", toPath: "\(folder)/ben")
    #expect(
      differences(try verify(folder, with: means)) == [
        "folder with files: $.subject content", "folder with files: $.subject content",
      ])
  }

  @Test func `with a pipeline the subjects are compared with each other`() async throws {
    var means = try await run()
    #expect(try verify(folder, with: means).subjects.allSatisfy { !$0.trusted.contains(.sharing) })
    var pipeline = try #require(means.pipeline)
    pipeline.subjects[1].archives = pipeline.subjects[0].archives
    try await bench.run(pipeline)
    means.pipeline = pipeline
    #expect(differences(try verify(folder, with: means)) == [])
    // Whoever takes the flag out has to take it out of the verdict, too.
    for file in ["anna/evidence.json", "anna/verdict.json"] {
      try change(file) { $0.replacing(#/"flags":\[[^\]]*\]/#, with: #""flags":[]"#) }
    }
    let found = differences(try verify(folder, with: means))
    #expect(
      found == [
        "evidenceDigest with files: $ content",
        "sharing with files: $.verdict.quality.flags content",
        "verdictTable with files: $ content",
      ])
    // Who is not in the pipeline was not compared: alone, ben shares with nobody. Beside another,
    // something in their archives might be the same, which evidence does not tell.
    means.pipeline?.subjects.removeAll { $0.id != "ben" }
    #expect(
      differences(try verify(folder, with: means)).contains(
        "sharing with files: $.verdict.quality.flags content"))
  }

  /// A folder may be deleted so that nobody is left to share with.
  @Test func `while a subject of the pipeline is absent, sharing is taken on trust`() async throws {
    var means = try await run()
    var pipeline = try #require(means.pipeline)
    pipeline.subjects[1].archives = pipeline.subjects[0].archives
    try await bench.run(pipeline)
    means.pipeline = pipeline
    try FileManager.default.removeItem(atPath: "\(folder)/anna")
    try change("ben/evidence.json") { $0.replacing(#/"flags":\[[^\]]*\]/#, with: #""flags":[]"#) }
    let result = try verify(folder, with: means)
    #expect(result.absentSubjects == ["anna"])
    #expect(result.subjects.allSatisfy { $0.trusted.contains(.sharing) })
  }

  @Test func `an archive that is not here says nothing of the leaderboard`() async throws {
    var means = try await run()
    means.archives.removeFirst()
    let result = try verify(folder, with: means)
    #expect(result.subjects.map(\.error?.code) == [.evidenceInputMissing, nil, nil])
    #expect(differences(result) == [])
    #expect(result.checks.map(\.item).contains(.leaderboardDocument))
    // Whose document cannot be read may be anybody on the board.
    try change("ben/evidence.json") { _ in "{}" }
    #expect(!(try verify(folder, with: means)).checks.map(\.item).contains(.leaderboardDocument))
  }

  @Test func `a subject that cannot be checked leaves the others`() async throws {
    var means = try await run()
    means.archives.removeFirst()
    try FileManager.default.createDirectory(
      atPath: "\(folder)/empty", withIntermediateDirectories: false)
    try FileManager.default.createSymbolicLink(
      atPath: "\(folder)/link", withDestinationPath: "ben")
    let result = try verify(folder, with: means)
    #expect(
      result.subjects.map(\.error?.code) == [.evidenceInputMissing, nil, .fileMissing, nil])
    #expect(!result.isSame)
    #expect(result.otherFiles == ["link"])
    try FileManager.default.removeItem(atPath: "\(folder)/anna")
    #expect(try verify(folder, with: means).absentSubjects == ["anna"])
  }

  @Test func `a folder without subjects is no challenge`() throws {
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let error = #expect(throws: DaymarkError.self) { try verify(folder, with: VerificationMeans()) }
    #expect(error?.finding.code == .fileMissing)
  }
}
