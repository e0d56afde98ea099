import DaymarkConfiguration
import DaymarkModel
import DaymarkStore
import Foundation
import Synchronization
import Testing

@testable import DaymarkPipeline

/// What waits to be made durable together.
struct WriteBatchTests {
  private let bench: Workbench
  private let key = SubjectKey(challenge: "walk-2025", subject: "anna")

  init() throws {
    bench = try Workbench()
    try FileManager.default.createDirectory(atPath: bench.out, withIntermediateDirectories: true)
  }

  private func update() -> SubjectUpdate {
    var update = SubjectUpdate(key: key, rule: Workbench.rule())
    update.outputs = ["evidence.json": Digest(of: [1])]
    update.takesPart = true
    return update
  }

  private func isThere(_ path: String) -> Bool { FileManager.default.fileExists(atPath: path) }

  /// A file of some folder under its temporary name.
  private func prepared(_ folder: String) throws -> PreparedFiles {
    let path = "\(bench.out)/\(folder)/evidence.json"
    try makeFolder("\(bench.out)/\(folder)")
    var files = PreparedFiles(folder: "\(bench.out)/\(folder)")
    let preparation = try prepareFile(Array("{}".utf8), at: path, mode: .ownerOnly, isNew: true)
    #expect(preparation == .written)
    files.paths.append(path)
    return files
  }

  @Test func `nothing is in the store or has its name before the batch is full`() throws {
    let store = try Store(at: bench.store)
    let batch = WriteBatch(store, mostSubjects: 2, longest: .seconds(3600))
    try batch.add(update())
    try batch.add(prepared("anna"))
    #expect(try store.outputs(of: key).digests.isEmpty)
    #expect(!isThere("\(bench.out)/anna/evidence.json"))
    try batch.add(prepared("ben"))
    #expect(try store.outputs(of: key).digests.count == 1)
    for subject in ["anna", "ben"] {
      let names = try FileManager.default.contentsOfDirectory(atPath: "\(bench.out)/\(subject)")
      #expect(names == ["evidence.json"])
    }
  }

  @Test func `what is decided waits no longer than it may`() throws {
    let store = try Store(at: bench.store)
    let batch = WriteBatch(store, mostSubjects: 1000, longest: .milliseconds(1))
    try batch.add(update())
    usleep(2000)
    try batch.flushIfDue()
    #expect(try store.outputs(of: key).digests.count == 1)
  }

  @Test func `a file that cannot have its name keeps no other from its own`() throws {
    let batch = WriteBatch(try Store(at: bench.store), mostSubjects: 1000)
    try makeFolder("\(bench.out)/anna/evidence.json/obstacle")
    for subject in ["anna", "ben"] { try batch.add(prepared(subject)) }
    let error = #expect(throws: DaymarkError.self) { try batch.flush() }
    #expect(error?.finding.location?.file == "\(bench.out)/anna/evidence.json")
    #expect(isThere("\(bench.out)/ben/evidence.json"))
    #expect(!isThere("\(bench.out)/anna/.evidence.json.part"))
    // Whoever did not see it is told.
    let later = #expect(throws: DaymarkError.self) { try batch.flushIfDue() }
    #expect(later?.finding == error?.finding)
  }

  @Test func `a run never has more decided subjects waiting than it may`() async throws {
    let count = 30
    let pipeline = try bench.pipeline(
      (0..<count).map { index in
        Subject(id: "s\(index)", archives: [try bench.archive("\(index).xml", steps: [index])])
      })
    let out = bench.out
    let most = Mutex(0)
    try await bench.run(pipeline, jobs: 1, mostUnwritten: 4) { progress in
      guard progress.doneSubjects == 0 else { return }
      let written = (0..<count).count {
        FileManager.default.fileExists(atPath: "\(out)/walk-2025/s\($0)/verdict.json")
      }
      most.withLock { $0 = max($0, progress.readSubjects - written) }
    }
    // Four that wait, and one in hand.
    #expect((1...5).contains(most.withLock { $0 }))
  }
}
