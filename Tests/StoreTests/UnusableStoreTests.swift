import DaymarkModel
import DaymarkStore
import DaymarkTestSupport
import Foundation
import GRDB
import Testing

/// A store that cannot be used.
struct UnusableStoreTests {
  private let folder: URL
  private var path: String { folder.appendingPathComponent("daymark.sqlite").path }

  init() throws {
    folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("daymark-store-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  private func reason(_ body: () throws -> Void) -> Finding.Reason? {
    let error = #expect(throws: DaymarkError.self) { try body() }
    #expect(error?.finding.code == .storeUnusable)
    #expect(error?.finding.location?.file == path)
    return error?.finding.facts.reason
  }

  private func makeStore(subjects: Int = 0) throws {
    var random = SeededGenerator(seed: 1)
    let store = try Store(at: path)
    for index in 0..<subjects {
      try store.save(
        SubjectChange(
          key: SubjectKey(challenge: "c", subject: "\(index)"), archives: [],
          reading: random.reading(), rule: sampleRule, proofDeadline: nil, verdict: nil,
          outputs: [:]))
    }
    try store.close()
  }

  @Test(arguments: ["hello", String(repeating: "not a database ", count: 500)])
  func `a text file is no store`(text: String) throws {
    try Data(text.utf8).write(to: URL(fileURLWithPath: path))
    #expect(reason { _ = try Store(at: path) } == .notOurs)
    #expect(try String(contentsOfFile: path, encoding: .utf8) == text)
  }

  @Test func `another program's database is no store, and keeps every byte`() throws {
    let other = try DatabaseQueue(path: path)
    try other.write { try $0.execute(sql: "CREATE TABLE mine (x)") }
    try other.close()
    let before = try Data(contentsOf: URL(fileURLWithPath: path))
    #expect(reason { _ = try Store(at: path) } == .notOurs)
    #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == before)
  }

  @Test func `a store of a newer version is refused`() throws {
    try makeStore()
    let queue = try DatabaseQueue(path: path)
    try queue.write {
      try $0.execute(sql: "INSERT INTO grdb_migrations VALUES ('9: something later')")
    }
    try queue.close()
    #expect(reason { _ = try Store(at: path) } == .newerVersion)
  }

  @Test func `a store where there is no folder is an error`() {
    let missing = folder.appendingPathComponent("none/daymark.sqlite").path
    let error = #expect(throws: DaymarkError.self) { _ = try Store(at: missing) }
    #expect(error?.finding.code == .storeUnusable)
    #expect(error?.finding.facts.reason == .unwritable)
  }

  @Test(arguments: [Int.max, -1])
  func `a count that nothing can reach is damage`(count: Int) throws {
    try makeStore(subjects: 12)
    let queue = try DatabaseQueue(path: path)
    try queue.write { try $0.execute(sql: "UPDATE input SET records = \(count)") }
    try queue.close()
    let store = try Store(at: path)
    #expect(
      reason { _ = try store.reading(of: SubjectKey(challenge: "c", subject: "0")) } == .damaged)
  }

  @Test func `a store with a null for its version is refused`() throws {
    try makeStore(subjects: 1)
    let queue = try DatabaseQueue(path: path)
    try queue.write {
      try $0.execute(
        sql: """
          DROP TABLE grdb_migrations; CREATE TABLE grdb_migrations (identifier TEXT);
          INSERT INTO grdb_migrations VALUES (NULL);
          """)
    }
    try queue.close()
    #expect(reason { _ = try Store(at: path) } == .damaged)
  }

  @Test func `300 seeded corruptions give an error or a value, never a crash`() throws {
    try makeStore(subjects: 12)
    let whole = try [UInt8](Data(contentsOf: URL(fileURLWithPath: path)))
    var random = SeededGenerator(seed: 3)
    var refused = 0
    for _ in 0..<300 {
      var bytes = whole
      if random.below(4) == 0 {
        bytes.removeLast(random.below(bytes.count))
      } else {
        for _ in 0...random.below(200) {
          bytes[random.below(bytes.count)] = UInt8(truncatingIfNeeded: random.next())
        }
      }
      for suffix in ["-wal", "-shm"] { try? FileManager.default.removeItem(atPath: path + suffix) }
      try Data(bytes).write(to: URL(fileURLWithPath: path))
      do {
        let store = try Store(at: path)
        for index in 0..<12 {
          _ = try store.reading(of: SubjectKey(challenge: "c", subject: "\(index)"))
        }
        try store.close()
      } catch let error as DaymarkError {
        #expect(error.finding.code == .storeUnusable)
        refused += 1
      }
    }
    #expect(refused > 100)
  }
}
