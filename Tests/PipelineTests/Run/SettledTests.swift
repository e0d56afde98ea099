import DaymarkConfiguration
import DaymarkModel
import DaymarkStore
import Foundation
import Testing

@testable import DaymarkPipeline

/// Subjects that a run leaves as they are, because it finds what the last one left.
struct SettledTests {
  private let bench: Workbench

  init() throws { bench = try Workbench() }

  private func pipeline() throws -> PipelineConfiguration {
    try bench.pipeline(
      ["anna", "ben"].map { id in
        Subject(
          id: id, address: anAddress,
          archives: [try bench.archive("\(id).xml", steps: [10_000, 11_000, 12_000])])
      }, intake: anIntake)
  }

  private func settled() throws -> [String: StoredSubject] {
    let store = try Store(at: bench.store)
    let rows = try store.storedSubjects(of: "walk-2025", from: "", through: "~")
    try store.close()
    return rows
  }

  /// The documents of the subjects, by path.
  private func documents(_ out: String? = nil) throws -> [String: Data?] {
    try bench.snapshot(of: out).filter { $0.key.hasPrefix("walk-2025/") }.mapValues(\.bytes)
  }

  @Test func `nothing of a settled subject is read but its rows and stamps`() async throws {
    let pipeline = try pipeline()
    let first = try await bench.run(pipeline)
    // Whoever opened these would fail; their stamps are what they were.
    let store = try Store(at: bench.store)
    #expect(try store.reading(of: SubjectKey(challenge: "walk-2025", subject: "anna")) != nil)
    try store.close()
    #expect(try settled().values.map(\.isRecorded) == [true, true])
    let before = try bench.snapshot()
    let second = try await bench.run(pipeline)
    #expect(second.subjects.map(\.work) == [.nothing, .nothing])
    #expect(second.subjects.map(\.isSettled) == [true, true])
    #expect(second.subjects.map(\.files) == first.subjects.map(\.files))
    #expect(second.subjects.map(\.inputs) == first.subjects.map(\.inputs))
    #expect(second.subjects.map(\.verdict) == first.subjects.map(\.verdict))
    #expect(second.sharing == first.sharing)
    #expect(try bench.snapshot() == before)
  }

  @Test func `under the clock only what no later instant changes is settled`() async throws {
    let pipeline = try pipeline()
    let early = Instant(seconds: 1_756_800_000)  // 2 September 2025
    try await bench.run(pipeline, asOf: nil, now: early)
    #expect(try settled().isEmpty)
    try await bench.run(pipeline, asOf: nil, now: Workbench.later)
    #expect(try settled().values.map(\.isLasting) == [true, true])
    let before = try bench.snapshot()
    let later = Workbench.later.advanced(byMilliseconds: 86_400_000)
    let again = try await bench.run(pipeline, asOf: nil, now: later)
    #expect(again.subjects.map(\.work) == [.nothing, .nothing])
    #expect(try bench.snapshot() == before)
  }

  @Test func `whatever the pipeline says otherwise is in the documents of the next run`()
    async throws
  {
    let original = try pipeline()
    var others: [(what: String, pipeline: PipelineConfiguration)] = []
    func change(_ what: String, _ change: (inout PipelineConfiguration) -> Void) {
      var pipeline = original
      change(&pipeline)
      others.append((what, pipeline))
    }
    change("title") { $0.challenge.title = "Stroll" }
    change("zone") { $0.challenge.zone = Zone(name: "Asia/Tokyo") }
    change("deadline") { $0.challenge.proofDeadline = Workbench.later }
    change("period") {
      $0.challenge.period = .days(
        from: CivilDay(ordinal: 20_332), to: CivilDay(ordinal: 20_335))
    }
    change("address") { $0.subjects[0].address = nil }
    change("subject's zone") { $0.subjects[1].zone = Zone(name: "Asia/Tokyo") }
    change("sex") { $0.subjects[0].logs.sex = .female }
    change("received") { pipeline in
      pipeline.subjects[0].receivedAt = [pipeline.subjects[0].archives[0]: Workbench.later]
    }
    change("archive") { $0.subjects[1].archives = $0.subjects[0].archives }
    change("rule's title") { $0.rule.title = "Stroll" }
    change("threshold") { $0.rule = Workbench.rule(atLeast: 11_500) }
    change("policy") { $0.policies.manualEntries = .include }
    change("late inputs") { $0.policies.lateInputs = .accept }
    change("intake") { $0.intake?.challengeID = "43" }
    change("token") { $0.intake?.evidenceToken = "token" }
    change("no intake") { $0.intake = nil }
    change("limits") { $0.limits.identity.version = "9.9.9" }
    for (index, other) in others.enumerated() {
      // What was final before stands in the evidence, so each has a book of its own.
      let disturbed = bench.folder.appendingPathComponent("disturbed-\(index)").path
      try await bench.run(original, out: disturbed)
      try await bench.run(other.pipeline, out: disturbed)
      let undisturbed = bench.folder.appendingPathComponent("undisturbed-\(index)").path
      try await bench.run(other.pipeline, out: undisturbed)
      #expect(try documents(disturbed) == documents(undisturbed), "\(other.what)")
    }
  }

  @Test func `a file of the same size with other bytes is written again`() async throws {
    let pipeline = try pipeline()
    try await bench.run(pipeline)
    let before = try documents()
    let path = bench.out + "/walk-2025/anna/evidence.json"
    let size = try #require(before["walk-2025/anna/evidence.json"]??.count)
    try Data(repeating: 0x20, count: size).write(to: URL(fileURLWithPath: path))
    let again = try await bench.run(pipeline)
    #expect(again.subjects.map(\.work) == [.written, .nothing])
    #expect(again.subjects[0].findings.map(\.code) == [.fileRewritten])
    #expect(try documents() == before)
    #expect(try await bench.run(pipeline).subjects.map(\.work) == [.nothing, .nothing])
  }

  @Test func `files that a run could not give their names were not tampered with`() async throws {
    let pipeline = try pipeline()
    let obstacle = bench.out + "/walk-2025/anna/verdict.json"
    try FileManager.default.createDirectory(
      atPath: obstacle + "/in the way", withIntermediateDirectories: true)
    // The store knows the files by then.
    await #expect(throws: DaymarkError.self) { try await bench.run(pipeline) }
    try FileManager.default.removeItem(atPath: obstacle)
    let again = try await bench.run(pipeline)
    #expect(again.subjects.map(\.findings) == [[], []])
    let undisturbed = bench.folder.appendingPathComponent("undisturbed").path
    try await bench.run(pipeline, out: undisturbed)
    #expect(try documents() == documents(undisturbed))
    // From then on whoever takes one away is noticed.
    try FileManager.default.removeItem(atPath: obstacle)
    let third = try await bench.run(pipeline)
    #expect(third.subjects.map { $0.findings.map(\.code) } == [[.fileRewritten], []])
  }

  @Test func `what a killed run left in a folder goes, though the files are whole`() async throws {
    let pipeline = try pipeline()
    try await bench.run(pipeline)
    let before = try documents()
    let part = bench.out + "/walk-2025/anna/.verdict.json.part"
    try Data("half".utf8).write(to: URL(fileURLWithPath: part))
    try await bench.run(pipeline)
    #expect(try documents() == before)
  }
}
