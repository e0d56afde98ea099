import DaymarkConfiguration
import DaymarkDocuments
import DaymarkModel
import DaymarkPipeline
import Foundation
import Testing

/// The leaderboard of a run.
struct LeaderboardFileTests {
  private let bench: Workbench

  init() throws { bench = try Workbench() }

  private func pipeline(_ steps: [String: [Int]], hasScore: Bool = true) throws
    -> PipelineConfiguration
  {
    var rule = Workbench.rule(atLeast: 5000)
    if hasScore { rule.score = Score(.total, of: .metric(.steps)) }
    let subjects = try steps.sorted { $0.key < $1.key }.map { id, steps in
      Subject(id: id, archives: [try bench.archive("\(id).xml", steps: steps)])
    }
    return try bench.pipeline(subjects, rule: rule)
  }

  private static let steps = [
    "anna": [10_000, 10_000, 10_000], "ben": [5000, 6000, 7000], "carl": [6000, 6000, 6000],
    // Two days of three: no pass, however much it is.
    "dora": [90_000, 90_000, 100],
  ]

  @Test
  func `the file ranks those who passed, and stays as it is when nothing changes`() async throws {
    let configuration = try pipeline(Self.steps)
    try await bench.run(configuration)
    // 18,000 = 5000 + 6000 + 7000 = 3 · 6000.
    let table = try bench.text("walk-2025/leaderboard.csv")
    #expect(
      table == """
        rank,tied,subject,score,unit,final,outcome,next
        1,no,anna,30000,count,yes,pass,
        2,yes,ben,18000,count,yes,pass,30000
        2,yes,carl,18000,count,yes,pass,30000
        ,no,dora,180100,count,yes,fail,

        """)
    let document = try JSONValue(parsing: bench.text("walk-2025/leaderboard.json").utf8)
    #expect(document["toBeat"]?["value"] == .number(30_000))
    let before = try bench.snapshot()
    try await bench.run(configuration)
    try await bench.run(configuration, asOf: nil, now: Workbench.later)
    #expect(try bench.snapshot() == before)
    let stored = try storedLeaderboard(of: "walk-2025", store: bench.store)
    #expect(stored.table == table)
    #expect(stored.document == document)
  }

  @Test
  func `the file and the stored board go when there is no score or no verdict`() async throws {
    try await bench.run(pipeline(Self.steps))
    try await bench.run(pipeline(Self.steps, hasScore: false))
    #expect(!FileManager.default.fileExists(atPath: bench.out + "/walk-2025/leaderboard.json"))
    #expect(!FileManager.default.fileExists(atPath: bench.out + "/walk-2025/leaderboard.csv"))
    let error = #expect(throws: DaymarkError.self) {
      try storedLeaderboard(of: "walk-2025", store: bench.store)
    }
    #expect(error?.finding.code == .scoreMissing)
    let again = try pipeline(Self.steps)
    try await bench.run(again)
    for subject in again.subjects {
      try Data("no export".utf8).write(to: URL(fileURLWithPath: subject.archives[0]))
    }
    try await bench.run(again)
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: bench.out + "/walk-2025").sorted()
        == ["findings.csv", "verdicts.csv"])
  }

  @Test func `nobody moves up because another's archive could not be looked at`() async throws {
    try await bench.run(pipeline(Self.steps))
    let (table, document) = try files()
    var missing = try pipeline(Self.steps)
    for index in missing.subjects.indices { missing.subjects[index].archives = ["/none"] }
    try await bench.run(missing)
    #expect(try files() == (table, document))
    #expect(try storedLeaderboard(of: "walk-2025", store: bench.store).table == table)
  }

  private func files() throws -> (table: String, document: String) {
    (try bench.text("walk-2025/leaderboard.csv"), try bench.text("walk-2025/leaderboard.json"))
  }

  @Test func `nobody who left the pipeline or failed is in the file or the store`() async throws {
    try await bench.run(pipeline(Self.steps))
    let fewer = try pipeline(Self.steps.filter { $0.key != "anna" })
    try Data("no export".utf8).write(to: URL(fileURLWithPath: fewer.subjects[0].archives[0]))
    try await bench.run(fewer)
    let stored = try storedLeaderboard(of: "walk-2025", store: bench.store)
    #expect(stored.board.standings.map(\.entry.subject) == ["carl", "dora"])
    #expect(stored.board.standings.map(\.rank) == [1, nil])
    #expect(try bench.text("walk-2025/leaderboard.csv") == stored.table)
  }

  @Test func `a board as of another instant comes from the days in the store`() async throws {
    try await bench.run(pipeline(Self.steps))
    let during = try #require(Instant(rfc3339: "2025-09-02T00:00:00Z"))
    let stored = try storedLeaderboard(of: "walk-2025", store: bench.store, asOf: during)
    // Two days are not over: what they have already is enough for three, and dora's 100 steps may
    // still become 5000. More may come to every score.
    #expect(stored.board.standings.map(\.rank) == [1, 2, 2, nil])
    #expect(stored.board.standings.map(\.entry.outcome) == [.pass, .pass, .pass, .undetermined])
    #expect(stored.board.standings.allSatisfy { $0.entry.score?.isFinal == false })
    #expect(stored.document["asOf"] == .string("2025-09-02T00:00:00Z"))
  }

  @Test func `the stored board is the last run's, also as of an earlier instant`() async throws {
    let pipeline = try pipeline(Self.steps)
    try await bench.run(pipeline)
    let during = try #require(Instant(rfc3339: "2025-09-02T00:00:00Z"))
    try await bench.run(pipeline, asOf: during)
    let stored = try storedLeaderboard(of: "walk-2025", store: bench.store)
    #expect(stored.asOf == during)
    #expect(try bench.text("walk-2025/leaderboard.csv") == stored.table)
    #expect(
      try JSONValue(parsing: bench.text("walk-2025/leaderboard.json").utf8) == stored.document)
  }

  @Test func `no subject has a folder of the file's name`() async throws {
    let archive = try bench.archive("a.xml", steps: [1])
    let error = await #expect(throws: DaymarkError.self) {
      try await bench.run(
        bench.pipeline([Subject(id: "leaderboard.csv", archives: [archive])]))
    }
    #expect(error?.finding.code == .configBadValue)
  }
}
