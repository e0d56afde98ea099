import DaymarkConfiguration
import DaymarkModel
import DaymarkTestSupport
import Foundation
import Testing

@testable import DaymarkPipeline

/// The right to write a store and an output folder.
struct OutputLockTests {
  private let bench: Workbench
  private let pipeline: PipelineConfiguration
  private let holder = LockHolder(since: Instant(seconds: 1_700_000_000))

  init() throws {
    bench = try Workbench()
    let archive = try bench.archive("a.xml", steps: [10_000, 10_000, 10_000])
    pipeline = try bench.pipeline([Subject(id: "anna", archives: [archive])])
    try FileManager.default.createDirectory(atPath: bench.out, withIntermediateDirectories: true)
  }

  private var other: String { bench.folder.appendingPathComponent("other").path }

  @Test(arguments: [false, true])
  func `a folder is one run's at a time, and a second says for whom it waits`(
    isElsewhere: Bool
  ) async throws {
    let lock = try await FileLock.acquire(bench.store + ".lock", as: holder) { _ in }
    let (reports, store) = (Reports(), isElsewhere ? other + "/s" : bench.store)
    async let second = bench.run(pipeline, store: store, progress: reports.add)
    try await eventually { !reports.list.isEmpty }
    let finding = try #require(reports.list[0].findings.first)
    #expect(finding.code == .storeBusy)
    #expect(finding.facts.process == holder.process && finding.facts.since == holder.since)
    #expect(finding.location?.file == (isElsewhere ? bench.out : bench.store))
    #expect(!FileManager.default.fileExists(atPath: store))
    _ = consume lock
    let summary = try await second
    #expect(summary.subjects.map(\.work) == [.read])
  }

  @Test func `a run that is told not to wait ends, and does so no longer when the other has ended`()
    async throws
  {
    var waiting = RunOptions(outputFolder: bench.out, now: Workbench.later)
    waiting.waits = false
    let options = waiting
    let lock = try await FileLock.acquire(bench.store + ".lock") { _ in }
    let error = await #expect(throws: DaymarkError.self) {
      try await runPipeline(pipeline, options: options)
    }
    #expect(error?.finding.code == .storeBusy)
    #expect(error?.finding.facts.reason == .notWaiting)
    #expect(error?.finding.facts.process == nil)
    _ = consume lock
    #expect(try await runPipeline(pipeline, options: options).subjects.count == 1)
  }

  @Test func `two runs that each have the store in the other's folder end both`() async throws {
    let (here, there) = (bench.store, other + "/daymark.sqlite")
    for _ in 0..<3 {
      async let one = bench.run(pipeline, out: bench.out, store: there)
      async let two = bench.run(pipeline, out: other, store: here)
      #expect(try await [one, two].map(\.state) == [.done, .done])
    }
  }

  @Test func `another path to a folder is the same lock`() async throws {
    let link = bench.folder.appendingPathComponent("link").path
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: bench.out)
    let summary = try await bench.run(pipeline, out: link, store: bench.store)
    #expect(summary.state == .done)
  }

  @Test(arguments: ["", "4711", "x 2025-10-01T00:00:00Z", "4711 yesterday", "4711 2025-10-01T00"])
  func `a note that is none names nobody`(text: String) async throws {
    let path = bench.store + ".lock"
    try Data(text.utf8).write(to: URL(fileURLWithPath: path))
    let descriptor = open(path, O_RDONLY)
    defer { close(descriptor) }
    #expect(LockHolder(writtenIn: descriptor) == nil)
  }
}
