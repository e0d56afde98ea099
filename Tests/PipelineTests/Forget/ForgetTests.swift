import DaymarkConfiguration
import DaymarkDocuments
import DaymarkModel
import DaymarkPipeline
import DaymarkSampleFiles
import DaymarkStore
import DaymarkTestSupport
import Foundation
import Testing

/// A subject that is to be forgotten, among others who stay.
struct ForgetTests {
  private let bench: Workbench
  private let pipeline: PipelineConfiguration
  private static let steps = 23_457

  /// Xenia-q is the second of three, and shares an archive with one who has none of her own.
  init() throws {
    bench = try Workbench()
    var rule = Workbench.rule()
    rule.score = Score(.total, of: .metric(.steps))
    var zoe = Workbench.export([11_000, 11_000, 11_000])
    for index in zoe.records.indices { zoe.records[index].source = .watch() }
    let xenia = try bench.archive("xenia-q.xml", steps: [Self.steps, 12_000, 12_000])
    pipeline = try bench.pipeline(
      [
        Subject(
          id: "anna", address: anAddress,
          archives: [try bench.archive("a.xml", steps: [40_000, 40_000, 40_000])]),
        Subject(id: "xenia-q", address: anAddress, archives: [xenia]),
        Subject(
          id: "zoe",
          archives: [xenia, try bench.archive("z.xml", zoe)]),
        Subject(id: "lost", archives: ["/none.zip"]),
      ], rule: rule, intake: anIntake)
  }

  private func forget(_ subject: String, of challenge: String = "walk-2025") async throws
    -> ForgetSummary
  {
    // A reader that another test has just forked may hold the lock of this folder for a moment.
    try await forgetSubject(
      subject, of: challenge,
      OutputAccess(outputFolder: bench.out, now: Workbench.later, waits: true))
  }

  /// Files of the output folder in which some bytes stand.
  private func files(with bytes: [UInt8]) throws -> [String] {
    try bench.snapshot().merging(["run.json": FileState(bytes: run, modified: nil)]) { $1 }
      .filter { $0.value.bytes.map { $0.firstRange(of: Data(bytes)) != nil } ?? false }.map(\.key)
  }

  private var run: Data? { FileManager.default.contents(atPath: bench.out + "/run.json") }

  /// A day's steps as the documents of the store say them.
  private static let storedSteps = Array("\"value\":\(steps)".utf8)

  @Test func `the reading of a shard goes, too`() async throws {
    var options = RunOptions(outputFolder: bench.out, now: Workbench.later)
    options.readers = .inProcess
    for shard in ["1/2", "2/2"] {
      _ = try await readShard(try #require(Shard(shard)), of: pipeline, options: options)
    }
    try await bench.run(pipeline)
    let forgotten = try await forget("xenia-q")
    #expect(forgotten.removed.contains { $0.hasPrefix("readings/") })
    #expect(forgotten.rewritten.contains { $0.hasPrefix("readings/_subjects/") })
    // Zoe handed in the same archive, whose name her reading has.
    let naming = try files(with: Array("xenia-q".utf8))
    #expect(naming.allSatisfy { !$0.hasPrefix("readings/_subjects") })
    #expect(try !files(with: Array("zoe".utf8)).filter { $0.hasPrefix("readings") }.isEmpty)
  }

  @Test(arguments: [("", "walk-2025"), ("xenia-q", ""), ("", "")])
  func `an empty id is nobody's`(subject: String, challenge: String) async throws {
    try await bench.run(pipeline)
    let before = try bench.snapshot()
    let error = await #expect(throws: DaymarkError.self) {
      try await forget(subject, of: challenge)
    }
    #expect(error?.finding.code == (challenge.isEmpty ? .challengeUnknown : .subjectUnknown))
    let after = try bench.snapshot()
    #expect(before.keys.sorted() == after.keys.sorted())
  }

  @Test func `a folder of hers that lies elsewhere goes with the link to it`() async throws {
    try await bench.run(pipeline)
    let (folder, other) = (
      bench.out + "/walk-2025/xenia-q", bench.folder.appendingPathComponent("elsewhere").path
    )
    try FileManager.default.moveItem(atPath: folder, toPath: other)
    try FileManager.default.createSymbolicLink(atPath: folder, withDestinationPath: other)
    #expect(try await forget("xenia-q").removed.last == "walk-2025/xenia-q/")
    #expect((try? FileManager.default.attributesOfItem(atPath: folder)) == nil)
    #expect(!FileManager.default.fileExists(atPath: other))
  }

  @Test func `nothing is left of her, and what stands for others stays`() async throws {
    try await bench.run(pipeline)
    #expect(try files(with: Array("xenia-q".utf8)).count >= 5)
    #expect(try files(with: Self.storedSteps).contains("daymark.sqlite"))
    let before = try bench.snapshot()
    let forgotten = try await forget("xenia-q")
    #expect(forgotten.rows > 5)
    #expect(
      forgotten.rewritten.sorted() == [
        "run.json", "walk-2025/leaderboard.csv", "walk-2025/leaderboard.json",
        "walk-2025/verdicts.csv",
      ])
    #expect(forgotten.removed.count == 7 && forgotten.removed.last == "walk-2025/xenia-q/")
    #expect(try files(with: Array("xenia-q".utf8)).isEmpty)
    let zoe = Digest(of: try Data(contentsOf: bench.folder.appendingPathComponent("xenia-q.xml")))
    // Zoe handed in the same, so the archive and its days are still hers.
    #expect(try files(with: Array(zoe.hex.utf8)).contains("walk-2025/zoe/evidence.json"))
    let after = try bench.snapshot()
    for (path, state) in before where path.contains("/zoe/") || path.contains("/anna/") {
      #expect(after[path] == state, "\(path)")
    }
    #expect(!FileManager.default.fileExists(atPath: bench.store + "-wal"))
  }

  @Test func `no page of the store keeps a figure of her alone`() async throws {
    var alone = pipeline
    alone.subjects.remove(at: 2)
    try await bench.run(alone)
    #expect(try files(with: Self.storedSteps).contains("daymark.sqlite"))
    _ = try await forget("xenia-q")
    #expect(try files(with: Self.storedSteps).isEmpty)
  }

  @Test func `the others are ranked and counted as by a run without her`() async throws {
    try await bench.run(pipeline)
    _ = try await forget("xenia-q")
    let board = try bench.text("walk-2025/leaderboard.json")
    let standings = try JSONValue(parsing: board.utf8).elements("standings")
    #expect(standings.map { $0["subject"] } == [.string("anna"), .string("zoe")])
    #expect(standings.map { $0["rank"] } == [.number(1), .number(2)])
    let forgotten = try JSONValue(parsing: bench.text("run.json").utf8)
    var others = pipeline
    others.subjects.remove(at: 1)
    others.subjects[1].archives.removeFirst()
    try await bench.run(others)
    #expect(try bench.text("walk-2025/leaderboard.json").contains("anna"))
    let next = try JSONValue(parsing: bench.text("run.json").utf8)
    #expect(forgotten["counts"] == next["counts"])
    #expect(forgotten["gone"] == .array([]) && forgotten["sharing"] == .array([]))
    #expect(forgotten["findings"] == next["findings"])
  }

  @Test func `forgotten twice, she is unknown, and near names are told`() async throws {
    try await bench.run(pipeline)
    _ = try await forget("xenia-q")
    let before = try bench.snapshot()
    let error = await #expect(throws: DaymarkError.self) { try await forget("xenia-q") }
    #expect(error?.finding.code == .subjectUnknown)
    #expect(try bench.snapshot() == before)
    let near = await #expect(throws: DaymarkError.self) { try await forget("zo") }
    #expect(near?.finding.facts.suggestion == "zoe")
    #expect(near?.finding.facts.known == ["anna", "lost", "zoe"])
    let challenge = await #expect(throws: DaymarkError.self) {
      try await forget("zoe", of: "walk-2024")
    }
    #expect(challenge?.finding.code == .challengeUnknown)
    #expect(challenge?.finding.facts.suggestion == "walk-2025")
  }

  @Test func `one who failed is forgotten, too, and one of whom a stopped run left a part`()
    async throws
  {
    try await bench.run(pipeline)
    #expect(try await forget("lost").rows > 0)
    #expect(try !bench.text("run.json").contains("lost"))
    let store = try Store(at: bench.store)
    _ = try store.forget(SubjectKey(challenge: "walk-2025", subject: "xenia-q"))
    try store.close()
    #expect(try await forget("xenia-q").rows == 0)
    #expect(try files(with: Array("xenia-q".utf8)).isEmpty)
  }

  @Test func `files that no run wrote are left and named`() async throws {
    try await bench.run(pipeline)
    let note = bench.out + "/walk-2025/zoe/notes.txt"
    try Data("mine".utf8).write(to: URL(fileURLWithPath: note))
    #expect(try await forget("zoe").otherFiles == ["notes.txt"])
    #expect(FileManager.default.fileExists(atPath: note))
  }

  @Test func `the last one takes the leaderboard along`() async throws {
    var one = pipeline
    one.subjects = [pipeline.subjects[0]]
    try await bench.run(one)
    _ = try await forget("anna")
    #expect(!FileManager.default.fileExists(atPath: bench.out + "/walk-2025"))
  }

  @Test func `a run says who is gone from the pipeline, until they are forgotten`() async throws {
    #expect(try await bench.run(pipeline).goneSubjects.isEmpty)
    var others = pipeline
    others.subjects.removeAll { $0.id == "xenia-q" || $0.id == "lost" }
    #expect(try await bench.run(others).goneSubjects == ["lost", "xenia-q"])
    #expect(
      try JSONValue(parsing: bench.text("run.json").utf8)["gone"]
        == .array([.string("lost"), .string("xenia-q")]))
    _ = try await forget("xenia-q")
    #expect(try await bench.run(others).goneSubjects == ["lost"])
    // Of another store only the outputs tell.
    let store = bench.folder.appendingPathComponent("other.sqlite").path
    others.subjects.removeLast()
    let begun = try await bench.run(others, store: store, beginsNewBook: true)
    #expect(begun.goneSubjects == ["zoe"] && begun.beginsNewBook)
  }

  @Test func `without such a store nothing is made`() async throws {
    let error = await #expect(throws: DaymarkError.self) { try await forget("anna") }
    #expect(error?.finding.code == .fileMissing)
    #expect(!FileManager.default.fileExists(atPath: bench.out))
  }
}
