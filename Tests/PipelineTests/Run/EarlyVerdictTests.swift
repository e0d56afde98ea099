import DaymarkConfiguration
import DaymarkDocuments
import DaymarkModel
import DaymarkPipeline
import DaymarkStore
import DaymarkTestSupport
import Foundation
import Synchronization
import Testing

/// Verdicts of a run that has not looked at everybody yet, or never comes to it.
struct EarlyVerdictTests {
  private let bench: Workbench

  init() throws { bench = try Workbench() }

  /// Three who pass; the folder of the last one cannot be made while ``obstacle`` lies there.
  private func pipeline(gates: [QualityGate] = []) throws -> PipelineConfiguration {
    var rule = Workbench.rule()
    rule.quality = gates
    return try bench.pipeline(
      ["anna", "ben", "zoe"].enumerated().map { index, id in
        Subject(
          id: id, address: anAddress,
          archives: [try bench.archive("\(id).xml", steps: [10_000, 11_000, 12_000 - index])])
      }, rule: rule, intake: anIntake)
  }

  private var obstacle: String { bench.out + "/walk-2025/zoe" }

  private func runIntoObstacle(_ pipeline: PipelineConfiguration) async throws {
    let folder = bench.out + "/walk-2025"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    try Data().write(to: URL(fileURLWithPath: obstacle))
    let error = await #expect(throws: DaymarkError.self) {
      try await bench.run(pipeline, jobs: 1)
    }
    #expect(error?.finding.code == .fileUnwritable)
    try FileManager.default.removeItem(atPath: obstacle)
  }

  private func record() throws -> JSONValue { try JSONValue(parsing: bench.text("run.json").utf8) }

  private func subjects(_ record: JSONValue, _ key: String) -> [JSONValue?] {
    guard case .array(let subjects)? = record["subjects"] else { return [] }
    return subjects.map { $0[key] }
  }

  private static let sharingGate = QualityGate(.flags([.sharedArchive], atMost: 0))

  /// Bytes of all documents, without the store.
  private func documents(_ out: String? = nil) throws -> [String: Data?] {
    try bench.snapshot(of: out).filter { !$0.key.hasPrefix("daymark.") }.mapValues(\.bytes)
  }

  @Test(arguments: [[], [sharingGate], [QualityGate(.flags(nil, atMost: 0), onBreach: .fail)]])
  func `a run that fails leaves verdicts, and the next one what an undisturbed one leaves`(
    gates: [QualityGate]
  ) async throws {
    let pipeline = try pipeline(gates: gates)
    let other = bench.folder.appendingPathComponent("undisturbed").path
    try await bench.run(pipeline, out: other)
    try await runIntoObstacle(pipeline)
    for subject in ["anna", "ben"] {
      let verdict = try JSONValue(parsing: bench.text("walk-2025/\(subject)/verdict.json").utf8)
      #expect(verdict["outcome"] == .string(gates.isEmpty ? "pass" : "undetermined"))
      let verification = try verify(
        bench.out + "/walk-2025/\(subject)", with: VerificationMeans(pipeline: pipeline))
      #expect(verification.isSame)
    }
    // The store is told before the files are written.
    let store = try Store(at: bench.store)
    #expect(try store.subjects(of: "walk-2025") == ["anna", "ben", "zoe"])
    try store.close()
    let again = try await bench.run(pipeline)
    #expect(again.subjects.map(\.verdict?.outcome) == [.pass, .pass, .pass])
    #expect(try documents() == documents(other))
  }

  @Test func `a run that fails loses at most what was in hand`() async throws {
    let count = 40
    let pipeline = try bench.pipeline(
      (0..<count).map { index in
        Subject(
          id: "s\(index)",
          archives: [try bench.archive("\(index).xml", steps: [index, 2 * index, 3 * index])])
      })
    let folder = bench.out + "/walk-2025"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    try Data().write(to: URL(fileURLWithPath: folder + "/s30"))
    await #expect(throws: DaymarkError.self) { try await bench.run(pipeline, jobs: 4) }
    let written = (0..<30).filter {
      FileManager.default.fileExists(atPath: "\(folder)/s\($0)/evidence.sha256")
    }
    #expect(written.count >= 30 - 4)
    let record = try record()
    #expect(subjects(record, "verdict").count { $0 != nil } >= 30 - 4)
  }

  @Test func `a rule that asks about sharing waits, and no body is written`() async throws {
    let pipeline = try pipeline(gates: [Self.sharingGate])
    try await runIntoObstacle(pipeline)
    let evidence = try JSONValue(parsing: bench.text("walk-2025/anna/evidence.json").utf8)
    guard case .array(let reasons)? = evidence["verdict"]?["reasons"] else { return }
    #expect(reasons.map { $0["code"] } == [.string("sharing.pending"), .string("streak.met")])
    #expect(
      reasons.first?["text"]
        == .string("not known before all subjects are read: whether others handed in the same"))
    #expect(evidence["verdict"]?["quality"]?["sharing"] == .string("pending"))
    let files = try FileManager.default.contentsOfDirectory(
      atPath: bench.out + "/walk-2025/anna")
    #expect(
      Set(files) == ["evidence.json", "evidence.sha256", "verdict.json", "records.json"])
    try await bench.run(pipeline)
    #expect(try bench.text("walk-2025/anna/evidence.json").contains(#""outcome":"pass""#))
    #expect(try !bench.text("walk-2025/anna/evidence.json").contains("pending"))
    #expect(try bench.text("walk-2025/anna/headers.txt").contains("Content-Length"))
  }

  @Test func `the record of a run says from its start how far it has come`() async throws {
    let pipeline = try pipeline()
    let begun = Noted<String>()
    let path = bench.out + "/run.json"
    try await bench.run(pipeline) { _ in
      begun.noteFirst(try? String(contentsOfFile: path, encoding: .utf8))
    }
    let first = try JSONValue(parsing: try #require(begun.value).utf8)
    #expect(first["state"] == .string("running"))
    #expect(subjects(first, "settled") == [.bool(false), .bool(false), .bool(false)])
    #expect(subjects(first, "verdict") == [nil, nil, nil])
    let ended = try record()
    #expect(ended["state"] == .string("done"))
    #expect(subjects(ended, "settled") == [.bool(true), .bool(true), .bool(true)])
  }

  @Test func `the record of a run that ends early says who is not settled`() async throws {
    try await runIntoObstacle(try pipeline())
    let failed = try record()
    #expect(failed["state"] == .string("failed"))
    #expect(subjects(failed, "settled") == [.bool(false), .bool(false), .bool(false)])
    #expect(
      subjects(failed, "verdict").map { $0?["outcome"] } == [.string("pass"), .string("pass"), nil])
    #expect(subjects(failed, "work")[0] == .string("read"))
  }

  @Test func `the record of a run that is cancelled says so`() async throws {
    let (pipeline, bench, run) = (try pipeline(), bench, Noted<Task<RunSummary, any Error>>())
    let task = Task {
      try await bench.run(pipeline, jobs: 1) { progress in
        if progress.readSubjects > 0 { run.value?.cancel() }
      }
    }
    run.noteFirst(task)
    let result = await task.result
    // It may have been done before it could be told.
    guard case .failure(let error) = result else { return }
    #expect(error is CancellationError)
    #expect(try record()["state"] == .string("interrupted"))
  }

  @Test func `a verdict that does not change at the end is not written twice`() async throws {
    // Anna and ben hand in the same, zoe comes first.
    var pipeline = try pipeline()
    pipeline.subjects[1].archives = pipeline.subjects[0].archives
    pipeline.subjects.reverse()
    let (out, early) = (bench.out, Noted<[Int]>())
    let inodes: @Sendable () -> [Int] = {
      ["zoe", "ben", "anna"].map { id in
        let path = "\(out)/walk-2025/\(id)/evidence.json"
        let attributes = try? FileManager.default.attributesOfItem(atPath: path)
        return (attributes?[.systemFileNumber] as? NSNumber)?.intValue ?? 0
      }
    }
    let summary = try await bench.run(pipeline, jobs: 1, mostUnwritten: 1) { progress in
      // The last is read and not decided.
      if progress.readSubjects == 3 { early.noteFirst(inodes()) }
    }
    let (before, after) = (try #require(early.value), inodes())
    #expect(!before.prefix(2).contains(0))
    #expect(before[0] == after[0])
    #expect(before[1] != after[1])
    #expect(summary.subjects.map { $0.verdict?.quality.flags.count } == [0, 1, 1])
  }

  @Test func `a verdict of an earlier run stands until the second look`() async throws {
    var pipeline = try pipeline(gates: [Self.sharingGate])
    pipeline.subjects[1].archives = pipeline.subjects[0].archives
    try await bench.run(pipeline)
    let before = try bench.snapshot()
    try await bench.run(pipeline)
    #expect(try bench.snapshot() == before)
    // Another rule is another question; both know nothing of each other again.
    pipeline.rule = Workbench.rule(atLeast: 9000)
    let again = try await bench.run(pipeline)
    #expect(again.subjects.map(\.work) == [.evaluated, .evaluated, .evaluated])
    #expect(again.subjects.map { $0.verdict?.quality.flags.count } == [1, 1, 0])
  }
}

/// The first value that some thread noted.
private final class Noted<Value: Sendable>: Sendable {
  private let noted = Mutex<Value?>(nil)

  func noteFirst(_ value: Value?) {
    noted.withLock { $0 = $0 ?? value }
  }

  var value: Value? { noted.withLock { $0 } }
}
