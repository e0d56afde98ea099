import DaymarkDocuments
import DaymarkModel
import DaymarkStore
import DaymarkTestSupport
import Foundation
import GRDB
import Testing

/// The challenges of a store.
struct ChallengeTests {
  private let folder: URL
  private var path: String { folder.appendingPathComponent("daymark.sqlite").path }
  private let week = Challenge(
    id: "steps", title: "A week's steps",
    period: .days(from: CivilDay(ordinal: 20_332), to: CivilDay(ordinal: 20_338)),
    proofDeadline: Instant(seconds: 1_757_500_000), zone: .named("Europe/Berlin"))
  private let hours = Challenge(
    id: "energy", title: "🏃 Hours",
    period: .instants(Interval(Instant(seconds: 1_757_000_000), Instant(seconds: 1_757_100_000))))

  init() throws {
    folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("daymark-store-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  private func bytes() throws -> Data { try Data(contentsOf: URL(fileURLWithPath: path)) }

  @Test func `challenges come back whole, ascending by id, with their rule`() throws {
    let store = try Store(at: path)
    try store.save(week, rule: sampleRule)
    try store.save(hours, rule: sampleRule)
    #expect(
      try store.challenges() == [
        StoredChallenge(challenge: hours, rule: sampleRule.digest),
        StoredChallenge(challenge: week, rule: sampleRule.digest),
      ])
    #expect(try store.rule(sampleRule.digest) == sampleRule)
    #expect(try store.rule(Digest(of: [1])) == nil)
  }

  @Test func `challenges are replaced when the pipeline says otherwise, and only then`() throws {
    let first = try Store(at: path)
    try first.save(week, rule: sampleRule)
    try first.close()
    let before = try bytes()
    let again = try Store(at: path)
    try again.save(week, rule: sampleRule)
    try again.close()
    #expect(try bytes() == before)
    var moved = week
    moved.period = hours.period
    moved.proofDeadline = nil
    let third = try Store(at: path)
    try third.save(moved, rule: sampleRule)
    #expect(try third.challenges().map(\.challenge) == [moved])
  }

  @Test func `challenges have the subjects that their last run decided, and its instant`() throws {
    var random = SeededGenerator.ofDocuments(seed: 21)
    let store = try Store(at: path)
    var decided: [String: Verdict] = [:]
    for (subject, challenge) in [("ben", "steps"), ("anna", "steps"), ("clara", "energy")] {
      var early = random.verdict()
      var late = random.verdict()
      early.asOf = Instant(seconds: 100)
      late.asOf = Instant(seconds: 200)
      let key = SubjectKey(challenge: challenge, subject: subject)
      // The last one counts, not the latest.
      for (reading, verdict) in [(random.reading(), late), (nil, early)] {
        var update = SubjectUpdate(key: key, rule: sampleRule)
        (update.reading, update.verdict) = (reading, verdict)
        update.outputs = ["verdict.json": random.digest()]
        try store.save(update)
      }
      decided[subject] = early
    }
    #expect(try store.subjects(of: "steps") == [])
    try store.setParticipants(["dora", "ben", "anna"], in: "steps")
    // Dora was read, and not decided on.
    #expect(try store.subjects(of: "steps") == ["anna", "ben"])
    #expect(try store.subjects(of: "energy") == [])
    let ben = SubjectKey(challenge: "steps", subject: "ben")
    let last = try #require(try store.lastVerdict(of: ben))
    #expect(last.rule == sampleRule.digest && last.verdict == decided["ben"])
    try store.forgetOutputs(of: ben)
    #expect(try store.subjects(of: "steps") == ["anna"])
    #expect(
      try store.lastVerdict(of: SubjectKey(challenge: "none", subject: "ben")) == nil)
  }

  @Test func `challenges that are not what was written are damage`() throws {
    let store = try Store(at: path)
    try store.save(week, rule: sampleRule)
    try store.close()
    let queue = try DatabaseQueue(path: path)
    try queue.write {
      try $0.execute(sql: "UPDATE challenge SET text = replace(text, '2025-09-01', '2025-09-02')")
      #expect($0.changesCount == 1)
    }
    try queue.close()
    let error = #expect(throws: DaymarkError.self) { try Store(reading: path).challenges() }
    #expect(error?.finding.facts.reason == .damaged)
  }

  // MARK: Opened to look at alone

  @Test func `challenges are read without changing a byte and without leaving a file`() throws {
    let made = try Store(at: path)
    try made.save(week, rule: sampleRule)
    try made.close()
    let before = try bytes()
    let store = try Store(reading: path)
    #expect(try store.challenges().map(\.challenge) == [week])
    try store.close()
    #expect(try bytes() == before)
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() == [
        "daymark.book.sqlite", "daymark.sqlite",
      ])
  }

  @Test
  func `challenges are read from the log that a killed run left, which stays as it is`() throws {
    let live = try Store(at: path)
    try live.save(week, rule: sampleRule)
    // What lies there at this moment is what a kill would leave.
    let copy = folder.appendingPathComponent("copy.sqlite").path
    for suffix in ["", "-wal"] {
      try FileManager.default.copyItem(atPath: path + suffix, toPath: copy + suffix)
    }
    func state() throws -> [Data] {
      try ["", "-wal"].map { try Data(contentsOf: URL(fileURLWithPath: copy + $0)) }
    }
    let before = try state()
    try #require(!before[1].isEmpty)
    let store = try Store(reading: copy)
    #expect(try store.challenges().map(\.challenge) == [week])
    try store.close()
    #expect(try state() == before)
    try live.close()
  }

  @Test func `challenges of a store that is not there are not looked for in a new one`() throws {
    let error = #expect(throws: DaymarkError.self) { _ = try Store(reading: path) }
    #expect(error?.finding.code == .fileMissing)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == [])
  }

  @Test func `a file that no run has filled yet has no challenges, and stays empty`() throws {
    try Data().write(to: URL(fileURLWithPath: path))
    let error = #expect(throws: DaymarkError.self) { _ = try Store(reading: path) }
    #expect(error?.finding.code == .storeUnusable)
    #expect(error?.finding.facts.reason == .noContents)
    #expect(try bytes().isEmpty)
  }

  @Test func `challenges of an older version are refused, and the store keeps every byte`() throws {
    try Store(at: path).close()
    let queue = try DatabaseQueue(path: path)
    try queue.write {
      try $0.execute(sql: "PRAGMA user_version = 0")
    }
    try queue.close()
    let before = try bytes()
    let error = #expect(throws: DaymarkError.self) { _ = try Store(reading: path) }
    #expect(error?.finding.code == .storeUnusable)
    #expect(error?.finding.facts.reason == .olderVersion)
    #expect(try bytes() == before)
  }
}
