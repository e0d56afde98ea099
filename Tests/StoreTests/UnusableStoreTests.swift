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
    var random = SeededGenerator.ofDocuments(seed: 1)
    let store = try Store(at: path)
    for index in 0..<subjects {
      var update = SubjectUpdate(
        key: SubjectKey(challenge: "c", subject: "\(index)"), rule: sampleRule)
      update.reading = random.reading()
      try store.save(update)
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

  @Test(arguments: [4, 6])
  func `a store of another version is made anew, and its book stays`(
    version: Int
  ) throws {
    try makeStore(subjects: 1)
    let anna = SubjectKey(challenge: "c", subject: "0")
    let book = try Book(at: Book.path(besideStore: path))
    let start = Instant(seconds: 1)
    let run = RunEntry(startedAt: start, milliseconds: 1, version: "1", challenge: "c", asOf: start)
    try book.append(run)
    try book.close()
    let queue = try DatabaseQueue(path: path)
    try queue.write { try $0.execute(sql: "PRAGMA user_version = \(version)") }
    try queue.close()
    let store = try Store(at: path)
    #expect(store.renewal?.code == .storeRenewed)
    #expect(store.renewal?.facts.reason == (version > 5 ? .newerVersion : .olderVersion))
    #expect(try store.reading(of: anna) == nil)
    #expect(try store.book?.runs(of: run.challenge).map(\.run) == [run])
    try store.close()
    #expect(try Store(at: path).renewal == nil)
  }

  @Test func `a store where there is no folder is an error`() {
    let missing = folder.appendingPathComponent("none/daymark.sqlite").path
    let error = #expect(throws: DaymarkError.self) { _ = try Store(at: missing) }
    #expect(error?.finding.code == .storeUnusable)
    #expect(error?.finding.facts.reason == .unwritable)
  }

  @Test func `what 150 flipped bits did to a reading is seen, and it is read again`() throws {
    try makeStore(subjects: 1)
    let key = SubjectKey(challenge: "c", subject: "0")
    let store = try Store(at: path)
    let whole = try #require(try store.reading(of: key))
    let queue = try DatabaseQueue(path: path)
    let text = try #require(
      try queue.read {
        try String.fetchOne($0, sql: "SELECT text FROM document WHERE kind = 'reading'")
      })
    var random = SeededGenerator.ofDocuments(seed: 46)
    for _ in 0..<150 {
      var bytes = Array(text.utf8)
      // The highest bit stays: SQLite would not take the bytes for text.
      bytes[random.below(bytes.count)] ^= 1 << random.below(7)
      try queue.write {
        try $0.execute(
          sql: "UPDATE document SET text = ? WHERE kind = 'reading'",
          arguments: [String(decoding: bytes, as: UTF8.self)])
      }
      #expect(try store.reading(of: key) == nil)
      #expect(store.takeUnsound() == [key])
    }
    // Who only looks reads no archive again.
    let looked = try Store(reading: path)
    let error = #expect(throws: DaymarkError.self) { _ = try looked.reading(of: key) }
    #expect(error?.finding.code == .storeUnusable)
    #expect(error?.finding.facts.table == "document")
    try looked.close()
    try queue.write {
      try $0.execute(
        sql: "UPDATE document SET text = ? WHERE kind = 'reading'", arguments: [text])
    }
    #expect(try store.reading(of: key) == whole)
    #expect(store.takeUnsound().isEmpty)
  }

  @Test func `300 seeded corruptions give an error or a value, never a crash`() throws {
    try makeStore(subjects: 12)
    let whole = try [UInt8](Data(contentsOf: URL(fileURLWithPath: path)))
    var random = SeededGenerator.ofDocuments(seed: 3)
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
