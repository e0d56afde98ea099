import DaymarkDocuments
import DaymarkModel
import DaymarkPipeline
import DaymarkTestSupport
import Foundation
import Testing

/// Subjects whose archives a run could not look at, though one before did.
struct StaleSubjectTests {
  private let bench: Workbench
  private let archive: String

  init() throws {
    bench = try Workbench()
    archive = try bench.archive("a.xml", steps: [10_000, 10_000, 10_000])
  }

  private func run(_ subjects: Subject...) async throws -> RunSummary {
    try await bench.run(bench.pipeline(subjects))
  }

  /// What is kept of subjects: the tables of all say of each whether it is stale, and why.
  private func documents() throws -> [String: FileState] {
    try bench.snapshot().filter { !$0.key.hasSuffix(".csv") && $0.key != "walk-2025" }
  }

  /// A file that opens and whose every read fails.
  private static let unreadable = "/proc/self/mem"

  @Test(arguments: [
    Subject(id: "anna", archives: ["/none.zip"]), Subject(id: "anna"),
    Subject(id: "anna", unknownZone: "Mars/Olympus", archives: ["/none.zip"]),
    Subject(id: "anna", archives: [unreadable]),
  ])
  func `documents and rows stay, and are called stale`(_ subject: Subject) async throws {
    let first = try await run(Subject(id: "anna", archives: [archive]))
    let before = try documents()
    let failed = try await run(subject).subjects[0]
    #expect(failed.error != nil)
    #expect(failed.verdict == nil)
    #expect(failed.stale?.verdict.outcome == .pass)
    #expect(failed.files == first.subjects[0].files)
    #expect(failed.work == .nothing)
    #expect(try documents() == before)
    let record = try JSONValue(parsing: bench.text("run.json").utf8)
    #expect(record["counts"]?["stale"] == .number(1))
    guard case .array(let members)? = record["subjects"] else { return }
    #expect(members[0]["stale"]?["outcome"] == .string("pass"))
    #expect(members[0]["verdict"] == nil)
    let healed = try await run(Subject(id: "anna", archives: [archive])).subjects[0]
    #expect(healed.work == .nothing)
    #expect(healed.stale == nil)
    #expect(try documents() == before)
  }

  @Test func `a subject that never had a verdict is not stale`() async throws {
    let failed = try await run(Subject(id: "anna", archives: [Self.unreadable])).subjects[0]
    #expect(failed.error?.code == .fileUnreadable)
    #expect(failed.error?.facts.system?.isEmpty == false)
    #expect(failed.stale == nil)
    #expect(
      try documents().keys.sorted() == [
        "daymark.book.sqlite", "daymark.sqlite", "daymark.sqlite.lock",
      ])
  }
}
