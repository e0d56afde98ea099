import DaymarkConfiguration
import DaymarkDocuments
import DaymarkModel
import DaymarkPipeline
import DaymarkSampleFiles
import DaymarkStore
import DaymarkTestSupport
import Foundation
import Testing

/// A run.
struct RunTests {
  private let bench: Workbench

  init() throws { bench = try Workbench() }

  @Test func `every subject gets a verdict, and the files that belong to it`() async throws {
    let anna = try bench.archive("a.xml", steps: [10_000, 10_001, 12_000])
    let ben = try bench.archive("b.xml", steps: [10_000, 9_999, 12_000])
    let summary = try await bench.run(
      bench.pipeline(
        [
          Subject(id: "anna", address: anAddress, archives: [anna]),
          Subject(id: "ben", archives: [ben]),
        ], intake: anIntake))
    #expect(summary.subjects.map(\.id) == ["anna", "ben"])
    #expect(summary.subjects.map(\.verdict?.outcome) == [.pass, .fail])
    #expect(summary.subjects.map(\.work) == [.read, .read])
    #expect(summary.subjects[1].findings.map(\.code) == [.intakeNoAddress])
    let files = try bench.snapshot()
    let documents = ["evidence.json", "evidence.sha256", "records.json", "verdict.json"]
    let sent = ["body.multipart", "headers.txt"]
    let expected =
      [
        "daymark.book.sqlite", "daymark.sqlite", "daymark.sqlite.lock", "walk-2025",
        "walk-2025/anna", "walk-2025/ben",
      ]
      + ["walk-2025/findings.csv", "walk-2025/verdicts.csv"]
      + (documents + sent).map { "walk-2025/anna/\($0)" }
      + documents.map { "walk-2025/ben/\($0)" }
    #expect(Set(files.keys) == Set(expected))
    let evidence = try bench.text("walk-2025/anna/evidence.json")
    #expect(
      try bench.text("walk-2025/anna/evidence.sha256")
        == "\(Digest(of: evidence.utf8).hex)  evidence.json\n")
  }

  @Test func `a run does no work and changes no byte when nothing has changed`() async throws {
    let archive = try bench.archive("a.xml", steps: [10_000, 10_001, 12_000])
    let pipeline = try bench.pipeline(
      [Subject(id: "anna", address: anAddress, archives: [archive])], intake: anIntake)
    let first = try await bench.run(pipeline)
    let before = try bench.snapshot()
    let again = try await bench.run(pipeline)
    #expect(again.subjects.map(\.work) == [.nothing])
    #expect(again.subjects.map(\.verdict) == first.subjects.map(\.verdict))
    #expect(again.subjects.map(\.inputs) == first.subjects.map(\.inputs))
    #expect(again.subjects.map(\.findings) == first.subjects.map(\.findings))
    #expect(again.subjects.map(\.files) == first.subjects.map(\.files))
    #expect(try bench.snapshot() == before)
  }

  @Test func `a changed rule is evaluated without reading an archive`() async throws {
    let archive = try bench.archive("a.xml", steps: [10_000, 9_999, 12_000])
    let subjects = [Subject(id: "anna", archives: [archive])]
    try await bench.run(bench.pipeline(subjects))
    // An archive that nobody may read: only its stamp is looked at.
    let easier = try bench.pipeline(subjects, rule: Workbench.rule(atLeast: 9999))
    let summary = try await bench.run(easier)
    #expect(summary.subjects.map(\.work) == [.evaluated])
    #expect(summary.subjects.map(\.verdict?.outcome) == [.pass])
    let back = try await bench.run(bench.pipeline(subjects))
    #expect(back.subjects.map(\.verdict?.outcome) == [.fail])
    // The verdict of the first rule is still there; only the files go back.
    #expect(back.subjects.map(\.work) == [.written])
  }

  @Test func `a changed subject is read again, and all are when the period changes`() async throws {
    let anna = try bench.archive("a.xml", steps: [10_000, 10_000, 10_000])
    let ben = try bench.archive("b.xml", steps: [1, 2, 3])
    var pipeline = try bench.pipeline([
      Subject(id: "anna", archives: [anna]), Subject(id: "ben", archives: [ben]),
    ])
    try await bench.run(pipeline)
    // Not the same as anna's, which would be noticed of both.
    _ = try bench.archive("b.xml", steps: [10_000, 10_000, 10_001])
    let second = try await bench.run(pipeline)
    #expect(second.subjects.map(\.work) == [.nothing, .read])
    #expect(second.subjects.map(\.verdict?.outcome) == [.pass, .pass])
    pipeline.challenge.period = .days(
      from: CivilDay(ordinal: 20_332), to: CivilDay(ordinal: 20_335))
    #expect(try await bench.run(pipeline).subjects.map(\.work) == [.read, .read])
    pipeline.policies.manualEntries = .include
    #expect(try await bench.run(pipeline).subjects.map(\.work) == [.read, .read])
  }

  @Test func `an archive that was touched or renamed is known by its digest`() async throws {
    let archive = try bench.archive("a.xml", steps: [10_000, 10_000, 10_000])
    try await bench.run(bench.pipeline([Subject(id: "anna", archives: [archive])]))
    let evidence = try bench.text("walk-2025/anna/evidence.json")
    let renamed = try bench.archive("other.xml", steps: [10_000, 10_000, 10_000])
    let summary = try await bench.run(
      bench.pipeline([Subject(id: "anna", archives: [renamed, archive])]))
    #expect(summary.subjects.map(\.work) == [.nothing])
    #expect(summary.subjects[0].inputs.count == 1)
    #expect(try bench.text("walk-2025/anna/evidence.json") == evidence)
  }

  @Test func `a stored verdict stands under the clock while it would be the same`() async throws {
    let archive = try bench.archive(
      "a.xml",
      Workbench.export([10_000, 10_000, 10_000], exportDate: "2025-09-03 13:30:00 +0200"))
    let pipeline = try bench.pipeline([Subject(id: "anna", archives: [archive])])
    // An hour and a half of clocks that differ are left for the export.
    let during = try #require(Instant(rfc3339: "2025-09-02T12:00:00Z"))
    let first = try await bench.run(pipeline, asOf: nil, now: during)
    #expect(first.subjects[0].verdict?.phase == .active)
    let over = try await bench.run(pipeline, asOf: nil, now: Workbench.later)
    #expect(over.subjects.map(\.work) == [.evaluated])
    #expect(over.subjects[0].verdict?.phase == .ended)
    let before = try bench.snapshot()
    let muchLater = Workbench.later.advanced(byMilliseconds: 1_000_000_000)
    let third = try await bench.run(pipeline, asOf: nil, now: muchLater)
    #expect(third.subjects.map(\.work) == [.nothing])
    #expect(third.subjects[0].verdict?.asOf == Workbench.later)
    #expect(try bench.snapshot() == before)
    // One that was asked for is evaluated for itself.
    let asked = try await bench.run(pipeline, asOf: muchLater)
    #expect(asked.subjects.map(\.work) == [.evaluated])
    #expect(asked.subjects[0].verdict?.asOf == muchLater)
  }

  @Test
  func `a subject fails for itself: missing, unreadable, unknown zone, wrong settings`()
    async throws
  {
    let good = try bench.archive("a.xml", steps: [10_000, 10_000, 10_000])
    let junk = bench.folder.appendingPathComponent("junk.zip").path
    try Data("not an export".utf8).write(to: URL(fileURLWithPath: junk))
    let pipeline = try bench.pipeline([
      Subject(id: "missing", archives: [bench.folder.path + "/none.zip"]),
      Subject(id: "junk", archives: [junk]),
      Subject(id: "zone", unknownZone: "Mars/Olympus", archives: [good]),
      Subject(id: "empty"),
      Subject(id: "leaderboard.csv", problem: Finding(.configBadValue), archives: [good]),
      Subject(id: "good", archives: [good]),
    ])
    let reports = Reports()
    let summary = try await bench.run(pipeline, progress: reports.add)
    let codes = summary.subjects.map(\.error?.code)
    #expect(
      codes == [
        .fileMissing, .archiveUnrecognised, .timezoneUnknown, nil, .configBadValue, nil,
      ])
    #expect(summary.subjects.map(\.verdict?.outcome) == [nil, nil, nil, .fail, nil, .pass])
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: bench.out + "/walk-2025").sorted()
        == ["empty", "findings.csv", "good", "verdicts.csv"])
    let told = reports.list.flatMap(\.findings).map(\.code)
    #expect(
      Set(told) == [
        .fileMissing, .archiveUnrecognised, .timezoneUnknown, .configBadValue, .deadlineUnstated,
      ])
    let last = try #require(reports.list.last)
    #expect(last.doneSubjects == 6)
    #expect(last.totalSubjects == 6)
  }

  @Test func `the files of a subject come and go with its verdict`() async throws {
    let archive = try bench.archive("a.xml", steps: [10_000, 10_000, 10_000])
    let pipeline = try bench.pipeline([Subject(id: "anna", archives: [archive])])
    try await bench.run(pipeline)
    let evidence = try bench.text("walk-2025/anna/evidence.json")
    try FileManager.default.moveItem(atPath: archive, toPath: archive + ".away")
    try Data("not an export".utf8).write(to: URL(fileURLWithPath: archive))
    let without = try await bench.run(pipeline)
    #expect(without.subjects.map(\.error?.code) == [.archiveUnrecognised])
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: bench.out + "/walk-2025").sorted()
        == ["findings.csv", "verdicts.csv"])
    try FileManager.default.removeItem(atPath: archive)
    try FileManager.default.moveItem(atPath: archive + ".away", toPath: archive)
    let back = try await bench.run(pipeline)
    #expect(back.subjects.map(\.work) == [.written])
    #expect(try bench.text("walk-2025/anna/evidence.json") == evidence)
  }

  @Test
  func `bytes depend on neither the jobs nor the order of subjects and archives`() async throws {
    var subjects: [Subject] = []
    var random = SplitMix64(seed: 5)
    for index in 0..<8 {
      let steps = (0..<3).map { _ in 9000 + Int(random.next() % 2000) }
      let whole = Workbench.export(steps)
      let parts = whole.split(seed: UInt64(index))
      subjects.append(
        Subject(
          id: "s\(index)",
          archives: [
            try bench.archive("\(index)-1.xml", parts.0),
            try bench.archive("\(index)-2.xml", parts.1),
          ]))
    }
    try await bench.run(bench.pipeline(subjects), jobs: 1)
    let turned = subjects.reversed().map { subject in
      var subject = subject
      subject.archives.reverse()
      return subject
    }
    let other = bench.folder.appendingPathComponent("other").path
    try await bench.run(bench.pipeline(turned), jobs: 4, out: other)
    let (first, second) = (try bench.snapshot(), try bench.snapshot(of: other))
    for (path, state) in first where !path.hasPrefix("daymark.") {
      #expect(second[path]?.bytes == state.bytes, "\(path)")
    }
    #expect(first.count == second.count)
    let stores = try [bench.store, other + "/daymark.sqlite"].map { try Store(at: $0) }
    for subject in subjects {
      let key = SubjectKey(challenge: "walk-2025", subject: subject.id)
      let (a, b) = (try stores[0].reading(of: key), try stores[1].reading(of: key))
      #expect(a == b)
      #expect(a != nil)
    }
  }

  @Test
  func `a run ends with every byte of its archives done, whatever became of them`() async throws {
    let archive = try bench.archive("a.xml", steps: [10_000, 10_000, 10_000])
    let size = Int64(try Data(contentsOf: URL(fileURLWithPath: archive)).count)
    let pipeline = try bench.pipeline([
      Subject(id: "anna", archives: [archive]), Subject(id: "ben", archives: [archive, archive]),
      Subject(id: "clara", unknownZone: "Mars/Olympus", archives: [archive]),
    ])
    for _ in 0..<2 {
      let reports = Reports()
      try await bench.run(pipeline, progress: reports.add)
      let last = try #require(reports.list.last)
      #expect(last.totalBytes == 4 * size)
      #expect(last.doneBytes == 4 * size)
      #expect(
        zip(reports.list, reports.list.dropFirst()).allSatisfy { $0.doneBytes <= $1.doneBytes })
    }
  }

  @Test
  func `under another clock only exports that do not bound their times are read`() async throws {
    let archive = try bench.archive(
      "a.xml", Workbench.export([10_000, 10_000, 10_000], exportDate: nil))
    let pipeline = try bench.pipeline([Subject(id: "anna", archives: [archive])])
    try await bench.run(pipeline)
    let later = Workbench.later.advanced(byMilliseconds: 86_400_000)
    #expect(try await bench.run(pipeline, asOf: later).subjects.map(\.work) == [.evaluated])
    // At 12:00 UTC on the 1st, what ends after 12:00 UTC on the 2nd is out of range: the 3rd's sample.
    // The 2nd's ends at 13:00 in Berlin, 11:00 UTC.
    let early = try #require(Instant(rfc3339: "2025-09-01T12:00:00Z"))
    let first = try await bench.run(pipeline, asOf: early)
    #expect(first.subjects.map(\.work) == [.read])
    #expect(first.subjects[0].inputs[0].rejected[.timeOutOfRange] == 1)
    let second = try await bench.run(pipeline)
    #expect(second.subjects.map(\.work) == [.read])
    #expect(second.subjects[0].inputs[0].rejected[.timeOutOfRange] == nil)
  }

  @Test(arguments: ["9999-06-10T09:00:00Z", "2025-11-01T00:00:00Z"])
  func `an export date after the run is believed by no run before it`(_ date: String) async throws {
    let exported = try #require(Instant(rfc3339: date))
    let archive = try bench.archive(
      "a.xml", Workbench.export([10_000, 10_000, 0], exportDate: .at(exported)))
    let pipeline = try bench.pipeline([Subject(id: "anna", archives: [archive])])
    let doubted = try await bench.run(pipeline)
    #expect(doubted.subjects[0].findings.contains { $0.code == .timeExportOutOfRange })
    // The newest record ends at 13:00 on the last day, which is not over then.
    let store = try Store(at: bench.store)
    let key = SubjectKey(challenge: "walk-2025", subject: "anna")
    #expect(
      try store.reading(of: key)?.aggregates.dataEnd == Instant(rfc3339: "2025-09-03T11:00:00Z"))
    let believed = try await bench.run(pipeline, asOf: exported)
    #expect(believed.subjects.map(\.work) == [.read])
    #expect(!believed.subjects[0].findings.contains { $0.code == .timeExportOutOfRange })
    #expect(try store.reading(of: key)?.aggregates.dataEnd == exported)
    let muchLater = exported.advanced(byMilliseconds: 1)
    #expect(try await bench.run(pipeline, asOf: muchLater).subjects.map(\.work) == [.evaluated])
    #expect(try await bench.run(pipeline).subjects.map(\.work) == [.read])
    #expect(try await bench.run(pipeline).subjects.map(\.work) == [.nothing])
  }

  @Test func `run.json says what was done, without a health value`() async throws {
    let archive = try bench.archive("a.xml", steps: [10_000, 7_777, 12_000])
    try await bench.run(
      bench.pipeline([
        Subject(id: "anna", archives: [archive]), Subject(id: "ben", archives: ["/none"]),
      ]))
    let text = try bench.text("run.json")
    #expect(!text.contains("7777") && !text.contains("7,777"))
    let document = try JSONValue(parsing: text.utf8)
    #expect(
      document["counts"]
        == .object([
          "subjects": .number(2), "failed": .number(1), "pass": .number(0), "fail": .number(1),
          "undetermined": .number(0), "stale": .number(0), "damaged": .number(1),
        ]))
    #expect(document["tool"]?["zoneData"] == .string(Zone.dataVersion))
  }

  @Test func `a run ends when its task is cancelled`() async throws {
    let archive = try bench.archive("a.xml", steps: [10_000, 10_000, 10_000])
    let pipeline = try bench.pipeline([Subject(id: "anna", archives: [archive])])
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return try await bench.run(pipeline)
    }
    await #expect(throws: CancellationError.self) { try await task.value }
  }
}
