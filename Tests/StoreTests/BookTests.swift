import DaymarkModel
import DaymarkStore
import DaymarkTestSupport
import Foundation
import GRDB
import Testing

/// The book of results beside a store.
struct BookTests {
  private let path: String
  private let anna = SubjectKey(challenge: "steps", subject: "anna")

  init() throws {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("daymark-store-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    path = folder.appendingPathComponent("daymark.sqlite").path
  }

  private var bookPath: String { Book.path(besideStore: path) }

  private func run(of challenge: String = "steps", milliseconds: Int = 12) -> RunEntry {
    var run = RunEntry(
      startedAt: Instant(seconds: 1_700_000_000), milliseconds: milliseconds, version: "0.1.0",
      challenge: challenge, asOf: Instant(seconds: 1_700_000_001))
    (run.subjects, run.read, run.evaluated, run.failed) = (2, 1, 1, 1)
    return run
  }

  /// Three runs that changed both subjects.
  private func fill(_ book: Book) throws -> [String: RecordedResult] {
    var random = SeededGenerator.ofDocuments(seed: 15)
    let results = ["anna": random.recordedResult(), "ben": random.recordedResult()]
    for number in 0..<3 {
      try book.append(
        run(milliseconds: number), results: results.mapValues { $0 },
        changes: results.keys.map { id in
          RecordedChange(
            subject: id, old: SubjectResult(.fail, "a.b"), new: nil, causes: ["x.y", "n\(number)"])
        })
    }
    return results
  }

  @Test func `a book lies beside its store, under a name of its own`() {
    #expect(Book.path(besideStore: "/a/daymark.sqlite") == "/a/daymark.book.sqlite")
    #expect(Book.path(besideStore: "/a/store") == "/a/store.book")
  }

  @Test func `runs, results and changes come back, and results may go`() throws {
    let book = try Book(at: bookPath)
    let results = try fill(book)
    try book.append(run(of: "other"))
    #expect(try book.results(of: "steps") == results)
    let runs = try book.runs(of: "steps")
    #expect(runs.map(\.run.milliseconds) == [0, 1, 2])
    #expect(try book.runs(of: "other").count == 1)
    #expect(try book.changes(of: "steps", after: runs[0].number).count == 4)
    #expect(
      try book.changes(of: "steps", after: 0).map(\.subject) == [
        "anna", "ben", "anna", "ben", "anna", "ben",
      ])
    #expect(try book.changes(of: "steps", after: 0).first?.causes == ["x.y", "n0"])
    try book.append(run(), results: ["anna": nil])
    #expect(try book.results(of: "steps").keys.sorted() == ["ben"])
    #expect(try book.check() == (entries: 18, erased: 0))
  }

  private func decision(_ subject: String, _ outcome: Outcome) -> DecisionEntry {
    DecisionEntry(
      Decision(
        challenge: "steps", subject: subject, outcome: outcome, because: "seen", by: "Mara",
        at: Instant(seconds: 1_700_000_002), verdict: DecidedVerdict(.fail, Digest(of: [UInt8]()))))
  }

  @Test func `decisions come back with the run before them, and the last of a subject stands`()
    throws
  {
    let book = try Book(at: bookPath)
    try book.append(decision("anna", .pass), of: "steps")
    _ = try fill(book)
    let back = WithdrawnDecision(at: Instant(seconds: 1_700_000_003), by: "Mara", because: nil)
    let entries = [
      decision("ben", .fail), DecisionEntry(withdrawn: back, of: "ben"),
      decision("anna", .undetermined),
    ]
    for entry in entries { try book.append(entry, of: "steps") }
    let found = try book.decisionEntries(of: "steps")
    #expect(found.map(\.run) == [0, 3, 3, 3])
    #expect(found.dropFirst().map(\.value) == entries)
    #expect(try book.decisions(of: "steps") == ["anna": entries[2].decision])
    #expect(try book.decisions(of: "other").isEmpty)
  }

  @Test func `whom a book forgets is in no byte of it, and its chain still holds`() throws {
    let store = try Store(at: path)
    let book = try #require(store.book)
    let results = try fill(book)
    try book.append(decision("anna", .pass), of: "steps")
    #expect(try store.forget(anna) == 7)
    try store.close()
    let bytes = try Data(contentsOf: URL(fileURLWithPath: bookPath))
    #expect(bytes.range(of: Data("anna".utf8)) == nil)
    #expect(bytes.range(of: Data("\"ben\"".utf8)) != nil)
    let again = try Book(at: bookPath)
    #expect(try again.check() == (entries: 16, erased: 7))
    #expect(try again.results(of: "steps") == results.filter { $0.key == "ben" })
  }

  @Test(arguments: [
    "UPDATE entry SET document = replace(document, '0.1.0', '0.1.1') WHERE number = 1",
    "UPDATE entry SET sha256 = salt WHERE number = 2",
    "DELETE FROM entry WHERE number = 3",
    "UPDATE entry SET number = 99 WHERE number = 4",
  ])
  func `an entry that was changed or removed is seen when a run opens the book`(
    sql: String
  ) throws {
    let book = try Book(at: bookPath)
    _ = try fill(book)
    try book.close()
    let queue = try DatabaseQueue(path: bookPath)
    try queue.write { try $0.execute(sql: sql) }
    try queue.close()
    let error = #expect(throws: DaymarkError.self) { _ = try Book(at: bookPath) }
    #expect(error?.finding.code == .storeUnusable)
  }
}

extension SeededGenerator {
  fileprivate mutating func recordedResult() -> RecordedResult {
    var basis = RecordedResult.Basis()
    basis.inputs = (0...below(3)).map { _ in
      RecordedResult.Input(digest: digest(), isLate: below(2) == 0, damage: [.archiveTruncated])
    }
    (basis.rule, basis.settings, basis.asOf) = (digest(), digest(), instant())
    (basis.program, basis.phase) = (text(), "ended")
    basis.sharing = [FlagCode.allCases[0]: Quantity(12)]
    return RecordedResult(result: SubjectResult(.undetermined, "streak.open"), basis: basis)
  }
}
