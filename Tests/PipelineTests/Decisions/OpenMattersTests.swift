import DaymarkConfiguration
import DaymarkModel
import DaymarkPipeline
import DaymarkSampleFiles
import DaymarkTestSupport
import Foundation
import Testing

/// What waits for a person, and in which order.
struct OpenMattersTests {
  private let bench: Workbench

  init() throws { bench = try Workbench() }

  private func pipeline(_ subjects: [String: [String]]) throws -> PipelineConfiguration {
    var pipeline = try bench.pipeline(
      subjects.sorted { $0.key < $1.key }.map { Subject(id: $0.key, archives: $0.value) })
    pipeline.challenge.proofDeadline = Workbench.deadline
    return pipeline
  }

  private func open() throws -> [OpenMatters.Subject] {
    try openMatters(of: "walk-2025", store: bench.store).subjects
  }

  private func words() throws -> [String] {
    try open().map { "\($0.id): " + $0.matters.map(\.rawValue).joined(separator: " ") }
  }

  private func file(_ name: String, _ text: String) throws -> String {
    let path = bench.folder.appendingPathComponent(name).path
    try text.write(toFile: path, atomically: true, encoding: .utf8)
    return path
  }

  @Test func `a fail that rests on an unread file stands first, then the oldest`() async throws {
    // Two of three days, and an export of the second evening: the third day is open.
    let early = try bench.archive(
      "early.xml", Workbench.export([12_000, 12_000], exportDate: "2025-09-03 08:00:00 +0200"))
    let short = try bench.archive("short.xml", steps: [12_000, 12_000, 1])
    let unread = try file("steps.csv", "day,foo\n2025-09-03,9\n")
    var pipeline = try pipeline([
      "anna": [early], "ben": [short],
      "carl": [try bench.archive("carl.xml", steps: [12_000, 12_000, 2]), unread],
      "dora": [bench.out + "/none.zip"],
    ])
    // What is lacking is nobody's fault here.
    pipeline.rule.onMissing = .undetermined
    let before = Workbench.deadline.advanced(byMilliseconds: -3_600_000)
    try await bench.run(pipeline, asOf: before)
    // Anna may still hand in, and Ben's fail stands.
    #expect(try words() == ["carl: unread", "dora: unreadable"])
    pipeline.subjects.append(
      Subject(
        id: "aaron",
        archives: [
          try bench.archive(
            "aaron.xml", Workbench.export([12_000], exportDate: "2025-09-03 09:00:00 +0200"))
        ]))
    try await bench.run(pipeline, asOf: Workbench.closing)
    let (closed, subjects) = (try words(), try open())
    #expect(
      closed == [
        "carl: unread provisional", "anna: undetermined", "dora: unreadable", "aaron: undetermined",
      ])
    #expect(subjects.map(\.since) == [before, before, before, Workbench.closing])
    #expect(subjects[0].isUnreadFail && !subjects[0].isFinal && subjects[1].isFinal)
    // A decision ends the waiting, until the verdict is another.
    _ = try await decideSubject(
      DecisionRequest(
        challenge: "walk-2025", subject: "carl", outcome: .fail, because: "no steps in it", by: "M"),
      OutputAccess(outputFolder: bench.out, now: Workbench.later))
    #expect(
      try words() == ["anna: undetermined", "dora: unreadable", "aaron: undetermined"])
    #expect(try openMatters(of: "walk-2025", store: bench.store).decided == 1)
  }

  @Test func `flagged data waits whatever the verdict is`() async throws {
    var export = Workbench.export([12_000, 12_000, 12_000])
    for index in export.records.indices { export.records[index].metadata = [.userEntered] }
    var pipeline = try pipeline(["anna": [try bench.archive("typed.xml", export)]])
    pipeline.policies.manualEntries = .include
    try await bench.run(pipeline, asOf: Workbench.closing)
    #expect(try words() == ["anna: flagged"])
  }

  @Test func `a challenge without a deadline waits for nobody by being provisional`() async throws {
    var pipeline = try pipeline(["anna": [try bench.archive("a.xml", steps: [1, 1, 1])]])
    pipeline.challenge.proofDeadline = nil
    try await bench.run(pipeline)
    #expect(try words().isEmpty)
  }

  @Test func `a challenge that is not there is said`() async throws {
    try await bench.run(pipeline(["anna": [try bench.archive("a.xml", steps: [1, 1, 1])]]))
    let error = #expect(throws: DaymarkError.self) {
      try openMatters(of: "walk", store: bench.store)
    }
    #expect(error?.finding.code == .challengeUnknown)
  }
}
