import DaymarkConfiguration
import DaymarkModel
import DaymarkPipeline
import DaymarkSampleFiles
import Foundation
import Testing

/// Whose verdict changed since the last run, and why.
struct ChangesTests {
  private let bench: Workbench
  private let short: String
  private let rest: String

  init() throws {
    bench = try Workbench()
    short = try bench.archive("short.xml", steps: [10_000, 10_001])
    let late = HealthRecord(
      .steps, "10002", by: .phone(), "2025-09-03 12:00:00 +0200", "2025-09-03 13:00:00 +0200")
    rest = try bench.archive(
      "rest.xml", HealthExport(exportDate: "2025-09-09 08:00:00 +0200", records: [late]))
  }

  private func pipeline(
    _ subjects: [String: [String]], rule: Rule = Workbench.rule(), deadline: Instant? = nil
  ) throws -> PipelineConfiguration {
    var pipeline = try bench.pipeline(
      subjects.sorted { $0.key < $1.key }.map { Subject(id: $0.key, archives: $0.value) },
      rule: rule)
    pipeline.challenge.proofDeadline = deadline
    return pipeline
  }

  private func changes(since base: ChangeBase? = nil) throws -> [StoredChanges.Change] {
    try storedChanges(store: bench.store, since: base).changes
  }

  private func words(_ changes: [StoredChanges.Change]) -> [String] {
    changes.map { change in
      let ends = [change.old, change.new].map { $0?.word.rawValue ?? "-" }.joined(separator: " to ")
      return "\(change.subject): \(ends): \(change.causes.map(\.rawValue).joined(separator: " "))"
    }
  }

  @Test func `the first run has none before it, and one that changes nothing leaves no row`()
    async throws
  {
    let one = try pipeline(["anna": [short]])
    try await bench.run(one)
    let first = try storedChanges(store: bench.store)
    #expect(first.base == nil && first.changes.isEmpty)
    try await bench.run(one)
    #expect(try storedChanges(store: bench.store).latest == first.latest)
  }

  @Test func `a new input changes a verdict, and it may change back`() async throws {
    try await bench.run(pipeline(["anna": [short], "ben": [short]]))
    try await bench.run(pipeline(["anna": [short, rest], "ben": [short]]))
    #expect(try words(changes()) == ["anna: fail to pass: input.added"])
    let change = try #require(try changes().first)
    #expect(change.old?.code == "streak.too_short" && change.new?.code == "streak.met")
    try await bench.run(pipeline(["anna": [short], "ben": [short]]))
    #expect(try words(changes()) == ["anna: pass to fail: input.removed"])
    #expect(try changes(since: .run(1)).isEmpty)
    #expect(
      try words(changes(since: .run(2))) == ["anna: pass to fail: input.removed"])
  }

  @Test func `another rule, other settings and another program are causes`() async throws {
    try await bench.run(pipeline(["anna": [short, rest]]))
    try await bench.run(
      pipeline(["anna": [short, rest]], rule: Workbench.rule(atLeast: 20_000)))
    #expect(try words(changes()) == ["anna: pass to fail: rule.changed"])
    var shorter = try pipeline(["anna": [short, rest]], rule: Workbench.rule(atLeast: 20_000))
    shorter.rule = Workbench.rule(days: 1)
    shorter.challenge.period = .days(
      from: CivilDay(ordinal: 20_332), to: CivilDay(ordinal: 20_332))
    try await bench.run(shorter)
    #expect(try words(changes()) == ["anna: fail to pass: rule.changed settings.changed"])
  }

  @Test func `a deadline that passes is a cause, and time alone is one`() async throws {
    let deadline = try #require(Instant(rfc3339: "2025-09-20T00:00:00Z"))
    let early = try bench.archive(
      "early.xml", Workbench.export([10_000, 10_001], exportDate: "2025-09-03 08:00:00 +0200"))
    let one = try pipeline(["anna": [early]], deadline: deadline)
    func run(_ asOf: String, _ pipeline: PipelineConfiguration) async throws {
      try await bench.run(pipeline, asOf: Instant(rfc3339: asOf))
    }
    func run(_ asOf: String) async throws { try await run(asOf, one) }
    let open = try pipeline(["anna": [early]])
    try await run("2025-09-10T00:00:00Z", open)
    try await run("2025-09-03T00:00:00Z", open)
    #expect(try words(changes()) == ["anna: fail to undetermined: instant.changed"])
    try await run("2025-09-10T00:00:00Z")
    try await run("2025-09-19T00:00:00Z")
    #expect(try changes().isEmpty)
    try await run("2025-09-20T00:00:00Z")
    #expect(try words(changes()) == ["anna: undetermined to fail: deadline.passed"])
    // A final verdict stands, whatever instant a run is for.
    try await run("2025-09-03T22:00:00Z")
    #expect(try words(changes()) == ["anna: undetermined to fail: deadline.passed"])
  }

  @Test func `what others hand in is a cause, and who comes and goes is told`() async throws {
    var rule = Workbench.rule()
    rule.quality = [QualityGate(.flags([.sharedArchive], atMost: 0), onBreach: .fail)]
    try await bench.run(pipeline(["anna": [short, rest]], rule: rule))
    try await bench.run(pipeline(["anna": [short, rest], "ben": [rest]], rule: rule))
    #expect(
      try words(changes()) == [
        "anna: pass to fail: sharing.changed", "ben: - to fail: subject.new",
      ])
    try await bench.run(pipeline(["anna": [short, rest]], rule: rule))
    #expect(
      try words(changes()) == [
        "anna: fail to pass: sharing.changed", "ben: fail to -: subject.gone",
      ])
  }

  @Test func `what is late, damaged or cannot be read is a cause`() async throws {
    let deadline = try #require(Instant(rfc3339: "2025-09-09T12:00:00Z"))
    try await bench.run(pipeline(["anna": [short, rest]], deadline: deadline))
    var late = try pipeline(["anna": [short, rest]], deadline: deadline)
    late.subjects[0].receivedAt = [rest: Workbench.later]
    try await bench.run(late)
    #expect(try words(changes()) == ["anna: pass to fail: input.late settings.changed"])
    try await bench.run(pipeline(["anna": [short, rest]]))

    let whole = try Data(contentsOf: URL(fileURLWithPath: rest))
    try whole.dropLast(60).write(to: URL(fileURLWithPath: rest))
    try await bench.run(pipeline(["anna": [short, rest]]))
    #expect(
      try words(changes()) == ["anna: pass to fail: input.added input.removed input.damaged"])

    for path in [short, rest] { try Data("text".utf8).write(to: URL(fileURLWithPath: path)) }
    try await bench.run(pipeline(["anna": [short, rest]]))
    #expect(try words(changes()) == ["anna: fail to failed: read.failed"])
    #expect(try changes().first?.new?.code == "archive.unrecognised")
    _ = try bench.archive("short.xml", steps: [10_000, 10_001, 10_002])
    try await bench.run(pipeline(["anna": [short]]))
    #expect(try words(changes()).first?.hasPrefix("anna: failed to pass: read.again ") == true)
  }

  @Test func `one that could not be looked at keeps its verdict`() async throws {
    try await bench.run(pipeline(["anna": [short, rest], "ben": [short]]))
    try FileManager.default.removeItem(atPath: rest)
    let summary = try await bench.run(pipeline(["anna": [short, rest], "ben": [short, rest]]))
    #expect(summary.subjects.map { $0.stale != nil } == [true, true])
    #expect(try changes().isEmpty)
  }

  @Test func `changes are asked for since a run or an instant, of those that are kept`()
    async throws
  {
    func run(_ archives: [String], _ day: Int) async throws {
      let now = try #require(Instant(rfc3339: "2025-10-1\(day)T02:00:00Z"))
      try await bench.run(pipeline(["anna": archives]), now: now)
    }
    try await run([short], 1)
    try await run([short, rest], 2)
    try await run([rest], 3)
    try await run([short, rest], 4)
    func since(_ text: String) throws -> StoredChanges {
      try storedChanges(
        store: bench.store, since: .instant(try #require(Instant(rfc3339: text))))
    }
    #expect(try since("2025-10-12T12:00:00Z").base?.number == 2)
    #expect(try since("2025-10-12T12:00:00Z").changes.isEmpty)
    #expect(try words(since("2025-10-11T12:00:00Z").changes).count == 1)
    #expect(try since("2025-01-01T00:00:00Z").base?.number == 1)
    let today = try since("2025-10-15T00:00:00Z")
    #expect(today.base == today.latest && today.changes.isEmpty)
    let error = #expect(throws: DaymarkError.self) { try changes(since: .run(9)) }
    #expect(error?.finding.code == .runUnknown)
    #expect(error?.finding.facts.known == ["1", "4"])
  }

  @Test func `a run that is stopped hides no change`() async throws {
    try await bench.run(pipeline(["anna": [short], "ben": [short]]))
    // Something lies where Ben's folder is to be.
    let folder = bench.out + "/walk-2025/ben"
    try FileManager.default.removeItem(atPath: folder)
    try Data().write(to: URL(fileURLWithPath: folder))
    let next = try pipeline(["anna": [short, rest], "ben": [short, rest]])
    await #expect(throws: DaymarkError.self) { try await bench.run(next, jobs: 1) }
    try FileManager.default.removeItem(atPath: folder)
    try await bench.run(next)
    #expect(
      try words(changes()) == [
        "anna: fail to pass: input.added", "ben: fail to pass: input.added",
      ])
  }
}
