import DaymarkModel
import DaymarkStore
import DaymarkTestSupport
import Foundation
import GRDB
import Testing

/// The store.
struct StoreTests {
  private let folder: URL
  private var path: String { folder.appendingPathComponent("daymark.sqlite").path }
  private let anna = SubjectKey(challenge: "steps", subject: "anna")

  init() throws {
    folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("daymark-store-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  private func change(
    _ key: SubjectKey, _ reading: StoredReading?, _ verdict: Verdict? = nil,
    outputs: [String: Digest] = [:], archives: [ArchiveIdentity] = []
  ) -> SubjectChange {
    SubjectChange(
      key: key, archives: archives, reading: reading, rule: sampleRule, proofDeadline: nil,
      verdict: verdict, outputs: outputs)
  }

  @Test func `every field of 200 seeded subjects comes back, also from a store reopened`() throws {
    var random = SeededGenerator(seed: 7)
    var kept: [SubjectKey: (reading: StoredReading, verdict: Verdict)] = [:]
    let store = try Store(at: path)
    for index in Sweep.over(0..<200, step: 3) {
      let key = SubjectKey(challenge: "c\(index % 3)", subject: "\(random.text())\(index)")
      let (reading, verdict) = (random.reading(), random.verdict())
      try store.save(change(key, reading, verdict))
      kept[key] = (reading, verdict)
    }
    try store.close()
    let reopened = try Store(at: path)
    for (key, expected) in kept {
      #expect(try reopened.reading(of: key) == expected.reading)
      let verdict = try reopened.verdict(
        of: key, rule: sampleRule.digest, asOf: expected.verdict.asOf, proofDeadline: nil)
      #expect(verdict == expected.verdict)
    }
  }

  @Test func `a reading is replaced whole, and the verdicts made on the old one go`() throws {
    var random = SeededGenerator(seed: 8)
    let store = try Store(at: path)
    let verdict = random.verdict()
    try store.save(change(anna, random.reading(), verdict))
    let second = random.reading()
    try store.save(change(anna, second))
    #expect(try store.reading(of: anna) == second)
    #expect(
      try store.latestVerdict(
        of: anna, rule: sampleRule.digest, proofDeadline: nil, through: verdict.asOf) == nil)
  }

  @Test func `equal texts of other bytes come back as they were, of subjects read together`() throws
  {
    var random = SeededGenerator(seed: 10)
    let store = try Store(at: path)
    // An é in one character, and as an e with an accent.
    let units = ["anna": "caf\u{E9}", "ben": "cafe\u{301}"]
    for (subject, unit) in units {
      var reading = random.reading()
      var facts = Finding.Facts()
      facts.unit = unit
      reading.aggregates.findings = [Finding(.unitUnknown, facts: facts)]
      try store.save(
        change(SubjectKey(challenge: "steps", subject: subject), reading, random.verdict()))
    }
    let settled = SettledSubject(
      request: random.digest(), sharing: random.digest(), stamp: "", asOf: random.instant(),
      isLasting: true)
    try store.save(placed: [], settled: units.mapValues { _ in settled }, in: "steps")
    let read = try store.settledSubjects(of: "steps", from: "", through: "~")
    for (subject, unit) in units {
      let facts = try #require(read[subject]?.findings.first?.facts)
      #expect(facts.unit.map { Array($0.utf8) } == Array(unit.utf8))
    }
  }

  @Test func `the latest verdict up to an instant is of the same rule and deadline only`() throws {
    var random = SeededGenerator(seed: 9)
    let store = try Store(at: path)
    try store.save(change(anna, random.reading()))
    var verdicts: [Verdict] = []
    for seconds in [100, 200, 300] {
      var verdict = random.verdict()
      verdict.asOf = Instant(seconds: Int64(seconds))
      try store.save(change(anna, nil, verdict))
      verdicts.append(verdict)
    }
    func latest(_ seconds: Int64, rule: Digest = sampleRule.digest, deadline: Instant? = nil) throws
      -> Verdict?
    {
      try store.latestVerdict(
        of: anna, rule: rule, proofDeadline: deadline, through: Instant(seconds: seconds))
    }
    #expect(try latest(99) == nil)
    #expect(try latest(299) == verdicts[1])
    #expect(try latest(300) == verdicts[2])
    #expect(try latest(300, rule: Digest(of: [1])) == nil)
    #expect(try latest(300, deadline: Instant(seconds: 1)) == nil)
  }

  @Test func `archives, outputs and runs are remembered`() throws {
    var random = SeededGenerator(seed: 10)
    let store = try Store(at: path)
    let archive = ArchiveIdentity(
      path: "/a/b.zip", stamp: "1 2 3", digest: random.digest(), bytes: 7)
    let outputs = ["evidence.json": random.digest(), "verdict.json": random.digest()]
    try store.save(change(anna, nil, outputs: outputs, archives: [archive]))
    #expect(try store.archive(at: "/a/b.zip") == archive)
    #expect(try store.archive(at: "/a/c.zip") == nil)
    #expect(try store.outputs(of: anna) == outputs)
    // Nobody has said yet that they have their names.
    #expect(try store.knownOutputs(of: anna).mayBeMissing)
    try store.save(placed: ["anna"], settled: [:], in: anna.challenge)
    #expect(try store.knownOutputs(of: anna) == KnownOutputs(digests: outputs))
    try store.forgetOutputs(of: anna)
    #expect(try store.outputs(of: anna).isEmpty)
    let run = RunEntry(
      startedAt: random.instant(), milliseconds: 12, version: "0.1.0", challenge: "steps",
      asOf: random.instant(), subjects: 4, read: 3, evaluated: 2, failed: 1)
    try store.add(run)
    #expect(try store.runs() == [run])
  }

  @Test func `no byte changes when nothing is written`() throws {
    var random = SeededGenerator(seed: 11)
    let store = try Store(at: path)
    try store.save(change(anna, random.reading(), random.verdict()))
    try store.close()
    let before = try Data(contentsOf: folder.appendingPathComponent("daymark.sqlite"))
    let again = try Store(at: path)
    _ = try again.reading(of: anna)
    try again.forgetOutputs(of: anna)
    try again.close()
    #expect(try Data(contentsOf: folder.appendingPathComponent("daymark.sqlite")) == before)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["daymark.sqlite"])
  }

  @Test(.enabled(if: geteuid() != 0, "root may write"))
  func `a store is read where nothing may be written`() throws {
    var random = SeededGenerator(seed: 13)
    let reading = random.reading()
    let store = try Store(at: path)
    try store.save(change(anna, reading))
    try store.close()
    let manager = FileManager.default
    try manager.setAttributes([.posixPermissions: 0o555], ofItemAtPath: folder.path)
    defer { try? manager.setAttributes([.posixPermissions: 0o755], ofItemAtPath: folder.path) }
    #expect(try Store(reading: path).reading(of: anna) == reading)
  }

  @Test func `nothing is kept of a subject whose turn fails half-way`() throws {
    var random = SeededGenerator(seed: 12)
    let store = try Store(at: path)
    let other = SubjectKey(challenge: "steps", subject: "ben")
    // A verdict without a reading breaks a foreign key, after the archive's row was written.
    let archive = ArchiveIdentity(path: "/a", stamp: "s", digest: random.digest(), bytes: 1)
    #expect(throws: DaymarkError.self) {
      try store.save(change(other, nil, random.verdict(), archives: [archive]))
    }
    #expect(try store.archive(at: "/a") == nil)
  }

  @Test func `a store of version 2 is brought to this one, its archives to be read again`() throws {
    var random = SeededGenerator(seed: 12)
    let archive = ArchiveIdentity(path: "/a", stamp: "s", digest: random.digest(), bytes: 1)
    let store = try Store(at: path)
    try store.save(change(anna, random.reading(), random.verdict(), archives: [archive]))
    try store.close()
    let queue = try DatabaseQueue(path: path)
    try queue.write {
      try $0.execute(
        sql: """
          DROP TABLE quality_figure; DROP TABLE challenge; DROP TABLE participant;
          DROP TABLE last_verdict;
          ALTER TABLE daily_aggregate DROP COLUMN set_aside;
          ALTER TABLE daily_aggregate DROP COLUMN late;
          ALTER TABLE verdict DROP COLUMN score; ALTER TABLE verdict DROP COLUMN quality;
          ALTER TABLE input DROP COLUMN received_at; ALTER TABLE input DROP COLUMN is_late;
          ALTER TABLE verdict DROP COLUMN open_until; DROP TABLE failure;
          DROP TABLE standing; DROP TABLE result_change;
          DELETE FROM grdb_migrations WHERE substr(identifier, 1, 2) IN ('3:', '4:', '5:');
          """)
    }
    try queue.close()
    let migrated = try Store(at: path)
    #expect(try migrated.archive(at: "/a") == archive)
    #expect(try migrated.reading(of: anna) == nil)
    let next = random.reading()
    let verdict = random.verdict()
    try migrated.save(change(anna, next, verdict))
    #expect(try migrated.reading(of: anna) == next)
  }

  @Test func `a store of version 4 keeps everything`() throws {
    var random = SeededGenerator(seed: 14)
    let (reading, store) = (random.reading(), try Store(at: path))
    try store.save(change(anna, reading, random.verdict()))
    try store.close()
    let queue = try DatabaseQueue(path: path)
    try queue.write {
      try $0.execute(
        sql: """
          DROP TABLE standing; DROP TABLE result_change; ALTER TABLE challenge DROP COLUMN pipeline;
          DELETE FROM grdb_migrations WHERE identifier LIKE '5:%';
          """)
    }
    try queue.close()
    #expect(try Store(at: path).reading(of: anna) == reading)
  }

  /// What was read before may call a damaged day whole.
  @Test(arguments: ["13:%", "14:%", "15:%"])
  func `a store from before all that is found was known reads its archives again`(
    _ migration: String
  ) throws {
    var random = SeededGenerator(seed: 16)
    let (reading, store) = (random.reading(), try Store(at: path))
    try store.save(change(anna, reading, random.verdict()))
    try store.close()
    let queue = try DatabaseQueue(path: path)
    try queue.write {
      try $0.execute(
        sql: "DELETE FROM grdb_migrations WHERE identifier LIKE ?", arguments: [migration])
    }
    try queue.close()
    #expect(try Store(at: path).reading(of: anna) == nil)
  }

  @Test func `standings and changes of the last hundred runs are kept, and go with their subject`()
    throws
  {
    var random = SeededGenerator(seed: 15)
    let store = try Store(at: path)
    let standings = Dictionary(
      uniqueKeysWithValues: ["anna", "ben"].map { ($0, random.standing()) })
    var run = RunEntry(
      startedAt: random.instant(), milliseconds: 12, version: "0.1.0", challenge: "steps",
      asOf: random.instant(), subjects: 2, read: 1, evaluated: 1, failed: 0)
    for number in 0..<Store.keptRuns + 5 {
      run.milliseconds = Int64(number)
      try store.add(
        run, standings: standings.mapValues { $0 },
        changes: ["anna", "ben"].map { id in
          StandingChange(
            subject: id, old: .init(.fail, "a.b"), new: nil, causes: ["x.y", "n\(number)"])
        })
    }
    try store.add(RunEntry(run, of: "other"))
    #expect(try store.standings(of: "steps") == standings)
    let runs = try store.runs(of: "steps")
    #expect(runs.map(\.run.milliseconds) == (5..<105).map { Int64($0) })
    let first = try #require(runs.first)
    #expect(try store.changes(of: "steps", after: first.number).count == 2 * 99)
    #expect(
      try store.changes(of: "steps", after: 0).first?.causes == ["x.y", "n5"])
    #expect(try store.forget(anna) == 101)
    #expect(try store.standings(of: "steps").keys.sorted() == ["ben"])
    #expect(Set(try store.changes(of: "steps", after: 0).map(\.subject)) == ["ben"])
    try store.add(run, standings: ["ben": nil])
    #expect(try store.standings(of: "steps").isEmpty)
    #expect(try store.runs(of: "other").count == 1)
  }

  @Test func `why a subject failed is kept until it is decided on again`() throws {
    let store = try Store(at: path)
    let ben = SubjectKey(challenge: "steps", subject: "ben")
    let failure = Finding(
      .archiveEncrypted, at: InputLocation(file: "export.zip", entry: "a.xml", line: 3, byte: 9)
    ) { $0.path = "x" }
    try store.setFailure(failure, of: anna)
    #expect(try store.failure(of: anna) == failure)
    #expect(try store.failure(of: ben) == nil)
    let rows = try store.contents()
    try store.setFailure(failure, of: anna)
    #expect(try store.contents() == rows)
    try store.setFailure(nil, of: anna)
    #expect(try store.failure(of: anna) == nil)
  }
}

extension SeededGenerator {
  fileprivate mutating func standing() -> Standing {
    var basis = Standing.Basis()
    basis.inputs = (0..<below(3)).map { _ in
      Standing.Input(digest: digest(), isLate: below(2) == 0, damage: [.archiveTruncated])
    }
    (basis.rule, basis.settings, basis.asOf) = (digest(), digest(), instant())
    (basis.program, basis.phase) = (text(), "ended")
    basis.sharing = ["days.shared": Quantity(12)]
    return Standing(result: .undetermined, code: "streak.open", basis: basis)
  }
}

extension RunEntry {
  fileprivate init(_ run: RunEntry, of challenge: String) {
    self = run
    self.challenge = challenge
  }
}
