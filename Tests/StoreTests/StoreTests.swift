import DaymarkDocuments
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

  private func update(
    _ key: SubjectKey, _ reading: Reading?, _ verdict: Verdict? = nil,
    outputs: [String: Digest]? = nil, archives: [ArchiveIdentity] = []
  ) -> SubjectUpdate {
    var update = SubjectUpdate(key: key, rule: sampleRule)
    (update.archives, update.reading) = (archives, reading)
    (update.verdict, update.outputs) = (verdict, outputs)
    return update
  }

  @Test func `every field of 200 seeded subjects comes back, also from a store reopened`() throws {
    var kept: [SubjectKey: (reading: Reading, verdict: Verdict)] = [:]
    let store = try Store(at: path)
    for index in Sweep.over(0..<200, step: 3) {
      var random = SeededGenerator.ofDocuments(seed: UInt64(7000 + index))
      let key = SubjectKey(challenge: "c\(index % 2)", subject: "\(random.text())\(index)")
      let (reading, verdict) = (random.reading(), random.verdict())
      try store.save(update(key, reading, verdict))
      kept[key] = (reading, verdict)
    }
    try store.close()
    let reopened = try Store(at: path)
    for (key, expected) in kept {
      #expect(try reopened.reading(of: key) == expected.reading)
      let verdict = try reopened.verdict(
        of: key, rule: sampleRule.digest, proofDeadline: nil, through: expected.verdict.asOf)
      #expect(verdict == expected.verdict)
    }
  }

  @Test func `a reading is replaced whole, and the verdicts made on the old one go`() throws {
    var random = SeededGenerator.ofDocuments(seed: 8)
    let store = try Store(at: path)
    let verdict = random.verdict()
    try store.save(update(anna, random.reading(), verdict))
    let second = random.reading()
    try store.save(update(anna, second))
    #expect(try store.reading(of: anna) == second)
    #expect(
      try store.verdict(
        of: anna, rule: sampleRule.digest, proofDeadline: nil, through: verdict.asOf) == nil)
  }

  @Test func `equal texts of other bytes come back as they were, of subjects read together`() throws
  {
    var random = SeededGenerator.ofDocuments(seed: 10)
    let store = try Store(at: path)
    // An é in one character, and as an e with an accent.
    let units = ["anna": "caf\u{E9}", "ben": "cafe\u{301}"]
    for (subject, unit) in units {
      var reading = random.reading()
      var facts = Finding.Facts()
      facts.unit = unit
      reading.aggregates.findings = [Finding(.unitUnknown, facts: facts)]
      try store.save(
        update(SubjectKey(challenge: "steps", subject: subject), reading, random.verdict()))
    }
    for (subject, unit) in units {
      let read = try store.reading(of: SubjectKey(challenge: "steps", subject: subject))
      let facts = try #require(read?.aggregates.findings.first?.facts)
      #expect(facts.unit.map { Array($0.utf8) } == Array(unit.utf8))
    }
  }

  @Test func `the latest verdict up to an instant is of the same rule and deadline only`() throws {
    var random = SeededGenerator.ofDocuments(seed: 9)
    let store = try Store(at: path)
    try store.save(update(anna, random.reading()))
    var verdicts: [Verdict] = []
    for seconds in [100, 200, 300] {
      var verdict = random.verdict()
      verdict.asOf = Instant(seconds: Int64(seconds))
      try store.save(update(anna, nil, verdict))
      verdicts.append(verdict)
    }
    func latest(_ seconds: Int64, rule: Digest = sampleRule.digest, deadline: Instant? = nil) throws
      -> Verdict?
    {
      try store.verdict(
        of: anna, rule: rule, proofDeadline: deadline, through: Instant(seconds: seconds))
    }
    #expect(try latest(99) == nil)
    #expect(try latest(299) == verdicts[1])
    #expect(try latest(300) == verdicts[2])
    #expect(try latest(300, rule: Digest(of: [1])) == nil)
    #expect(try latest(300, deadline: Instant(seconds: 1)) == nil)
  }

  @Test func `archives, outputs and runs are remembered`() throws {
    var random = SeededGenerator.ofDocuments(seed: 10)
    let store = try Store(at: path)
    let archive = ArchiveIdentity(
      path: "/a/b.zip", stamp: "1 2 3", digest: random.digest(), bytes: 7)
    let outputs = ["evidence.json": random.digest(), "verdict.json": random.digest()]
    try store.save(update(anna, nil, outputs: outputs, archives: [archive]))
    #expect(try store.archive(at: "/a/b.zip") == archive)
    #expect(try store.archive(at: "/a/c.zip") == nil)
    // Nobody has said yet that they have their names.
    #expect(try store.outputs(of: anna) == StoredOutputs(digests: outputs, mayBeMissing: true))
    try store.save(placed: ["anna"], states: [:], in: anna.challenge)
    #expect(try store.outputs(of: anna) == StoredOutputs(digests: outputs))
    try store.forgetOutputs(of: anna)
    #expect(try store.outputs(of: anna) == StoredOutputs())
  }

  @Test func `states of subjects come back with the instants of their verdicts`() throws {
    var random = SeededGenerator.ofDocuments(seed: 17)
    let store = try Store(at: path)
    let verdict = random.verdict()
    try store.save(update(anna, random.reading(), verdict))
    var state = StoredSubject(
      request: random.digest(), sharing: random.digest(), isLasting: true, verdict: verdict)
    (state.stamp, state.outputs) = ("1 2", ["verdict.json": random.digest()])
    try store.save(placed: [], states: ["anna": state], in: "steps")
    try store.setRecorded(in: "steps")
    let read = try #require(
      try store.storedSubjects(of: "steps", from: "", through: "~")["anna"])
    #expect(read.isRecorded && read.verdict == verdict && read.decided == [verdict.asOf])
    #expect(read.request == state.request && read.sharing == state.sharing)
    #expect(read.stamp == "1 2" && read.outputs == state.outputs)
    #expect(try store.storedSubjects(of: "steps", from: "b", through: "~").isEmpty)
  }

  @Test func `no byte changes when nothing is written`() throws {
    var random = SeededGenerator.ofDocuments(seed: 11)
    let store = try Store(at: path)
    try store.save(update(anna, random.reading(), random.verdict()))
    try store.close()
    let before = try Data(contentsOf: folder.appendingPathComponent("daymark.sqlite"))
    let again = try Store(at: path)
    _ = try again.reading(of: anna)
    try again.forgetOutputs(of: anna)
    try again.close()
    #expect(try Data(contentsOf: folder.appendingPathComponent("daymark.sqlite")) == before)
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() == [
        "daymark.book.sqlite", "daymark.sqlite",
      ])
  }

  @Test(.enabled(if: geteuid() != 0, "root may write"))
  func `a store is read where nothing may be written`() throws {
    var random = SeededGenerator.ofDocuments(seed: 13)
    let reading = random.reading()
    let store = try Store(at: path)
    try store.save(update(anna, reading))
    try store.close()
    let manager = FileManager.default
    try manager.setAttributes([.posixPermissions: 0o555], ofItemAtPath: folder.path)
    defer { try? manager.setAttributes([.posixPermissions: 0o755], ofItemAtPath: folder.path) }
    #expect(try Store(reading: path).reading(of: anna) == reading)
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
