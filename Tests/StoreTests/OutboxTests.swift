import DaymarkModel
import DaymarkStore
import DaymarkTestSupport
import Foundation
import GRDB
import Testing

/// The outbox in the book.
struct OutboxTests {
  private let path: String
  private let anna = OutboxKey(
    endpoint: "https://intake.example", challenge: "steps", subject: "anna", provider: "apple")

  init() throws {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("daymark-store-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    path = folder.appendingPathComponent("daymark.sqlite").path
  }

  private func row(
    _ key: OutboxKey, _ state: OutboxState, _ body: [UInt8], number: Int = 0
  ) -> OutboxRow {
    var row = OutboxRow(key, state, at: Instant(seconds: 1_757_332_800), nextNumber: number + 1)
    row.submission = Submission(
      .proof, Digest(of: body), number: number, begunAt: Instant(seconds: 1_757_332_790))
    row.submission?.attempts = 2
    row.answer = OutboxAnswer(
      status: 429, at: Instant(seconds: 1_757_332_799), words: "slowly", hint: "later",
      notBefore: Instant(seconds: 1_757_332_900))
    return row
  }

  @Test func `a row is what it last became, with every member`() throws {
    let book = try Book(at: Book.path(besideStore: path))
    try book.append(row(anna, .submitting, [1]), sending: [1])
    var last = row(anna, .submitted, [1])
    last.submission?.isSpent = true
    last.stored = last.submission.map {
      StoredSubmission($0, as: "e1", at: Instant(seconds: 1_757_332_801))
    }
    last.attested = Digest(of: [7])
    try book.append(last)
    var other = anna
    other.endpoint = "https://other.example"
    try book.append(row(other, .error, [1], number: 1_757_332_000))
    #expect(
      try book.outbox(of: "steps") == [
        anna: last, other: row(other, .error, [1], number: 1_757_332_000),
      ])
    #expect(try book.outbox(of: "walks").isEmpty)
    #expect(try book.check() == (entries: 3, erased: 0))
  }

  @Test func `a body is kept while its row is under way, and no longer`() throws {
    let book = try Book(at: Book.path(besideStore: path))
    try book.append(row(anna, .submitting, [1, 2, 3]), sending: [1, 2, 3])
    #expect(try book.bodyUnderWay(of: anna) == [1, 2, 3])
    // Another attempt is of the same body.
    try book.append(row(anna, .submitting, [1, 2, 3]))
    #expect(try book.bodyUnderWay(of: anna) == [1, 2, 3])
    try book.append(row(anna, .submitted, [1, 2, 3]))
    #expect(try book.bodyUnderWay(of: anna) == nil)
    try book.append(row(anna, .syncing, [4]), sending: [4])
    #expect(try book.bodyUnderWay(of: anna) == [4])
  }

  @Test func `whoever is forgotten has neither rows nor a body`() throws {
    let store = try Store(at: path)
    let book = try #require(store.book)
    let secret = Array("a body of somebody".utf8)
    try book.append(row(anna, .submitting, secret), sending: secret)
    _ = try store.forget(SubjectKey(challenge: "steps", subject: "anna"))
    #expect(try book.outbox(of: "steps").isEmpty)
    #expect(try book.bodyUnderWay(of: anna) == nil)
    try store.rewrite()
    try store.close()
    let file = try Data(contentsOf: URL(fileURLWithPath: Book.path(besideStore: path)))
    #expect(file.firstRange(of: secret) == nil && file.firstRange(of: Array("slowly".utf8)) == nil)
  }

  @Test func `a book of the first version takes an outbox`() throws {
    let bookPath = Book.path(besideStore: path)
    try Book(at: bookPath).close()
    let queue = try DatabaseQueue(path: bookPath)
    try queue.write { db in
      try db.execute(sql: "DROP TABLE sending; DROP TABLE secret")
      try db.execute(sql: "DELETE FROM grdb_migrations WHERE identifier NOT LIKE '1:%'")
    }
    try queue.close()
    let book = try Book(at: bookPath)
    try book.append(row(anna, .submitting, [1]), sending: [1])
    #expect(try book.bodyUnderWay(of: anna) == [1])
  }

  @Test func `a book that took the place of a lost one says so, for its challenge`() throws {
    let book = try Book(at: Book.path(besideStore: path))
    #expect(try !book.tookPlaceOfAnother(of: "steps"))
    try book.noteBeginning(of: "steps", at: Instant(seconds: 1_757_332_800))
    #expect(try book.tookPlaceOfAnother(of: "steps"))
    #expect(try !book.tookPlaceOfAnother(of: "walks"))
  }
}
