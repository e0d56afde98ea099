import DaymarkConfiguration
import DaymarkDocuments
import DaymarkModel
import DaymarkSampleFiles
import DaymarkTestSupport
import Foundation
import Testing

@testable import DaymarkPipeline

/// Days and archives that subjects share.
struct SharingTests {
  private let bench: Workbench

  init() throws { bench = try Workbench() }

  /// An export with `steps` on each day from 1 September on, at noon.
  private func archive(_ name: String, _ steps: [Int]) throws -> String {
    let records = steps.enumerated().map { index, steps in
      let day = "2025-09-\(index < 9 ? "0" : "")\(index + 1)"
      return HealthRecord(
        .steps, "\(steps)", by: .phone(), .text("\(day) 12:00:00 +0200"),
        .text("\(day) 13:00:00 +0200"))
    }
    return try bench.archive(
      name, HealthExport(exportDate: "2025-10-01 08:00:00 +0200", records: records))
  }

  private func pipeline(_ subjects: [Subject]) throws -> PipelineConfiguration {
    var pipeline = try bench.pipeline(subjects)
    pipeline.challenge.period = .days(
      from: CivilDay(ordinal: 20_332), to: CivilDay(ordinal: 20_348))  // 1 to 17 September 2025
    pipeline.limits = Limits(identity: pipeline.limits.identity, limits: [:], runningRecords: [])
    return pipeline
  }

  /// Twelve days, and then five of zero, which everybody may have.
  private static let days = (1...12).map { 5000 + 7 * $0 } + [0, 0, 0, 0, 0]

  /// `anna`'s days; of them `ben` has the first ten, `carl` the last nine, and so seven with `ben`.
  private func threeSubjects() throws -> [Subject] {
    var (ben, carl) = (Self.days, Self.days)
    for index in [10, 11] { ben[index] += 1 }
    for index in [0, 1, 2] { carl[index] += 2 }
    return [
      Subject(id: "anna", archives: [try archive("a.xml", Self.days)]),
      Subject(id: "ben", archives: [try archive("b.xml", ben)]),
      Subject(id: "carl", archives: [try archive("c.xml", carl)]),
    ]
  }

  private func flag(
    _ code: FlagCode, _ measured: Int, over limit: Int, level: QualityFlag.Level = .flagged,
    source: String? = nil
  ) -> QualityFlag {
    QualityFlag(
      code, level, metric: code == .sharedDays ? .steps : nil, measured: Quantity(measured),
      limit: Quantity(limit), source: source)
  }

  /// Else anybody could undo somebody else's final pass, by putting their archive into a folder of their own.
  @Test func `what came after the closing is shared with nobody`() async throws {
    let anna = try archive("a.xml", Self.days)
    let copy = try archive("copy.xml", Self.days)
    let ben = try archive("b.xml", Self.days.map { $0 == 0 ? 0 : $0 + 1 })
    func run(_ archives: [String], _ others: [Subject] = []) async throws -> RunSummary {
      var pipeline = try pipeline(
        [
          Subject(id: "anna", archives: [anna]), Subject(id: "ben", archives: [ben] + archives),
        ] + others)
      pipeline.challenge.proofDeadline = Workbench.deadline
      return try await bench.run(pipeline, asOf: Workbench.closing, now: Workbench.later)
    }
    let closing = try await run([])
    #expect(closing.sharing.isEmpty)
    let verdict = bench.out + "/walk-2025/anna/verdict.json"
    let before = FileManager.default.contents(atPath: verdict)
    let after = try await run([copy], [Subject(id: "zed", archives: [copy])])
    #expect(after.subjects[1].findings.map(\.code).contains(.inputReceiptUnknown))
    #expect(after.sharing.isEmpty)
    #expect(after.subjects[0].supersedes == nil)
    #expect(FileManager.default.contents(atPath: verdict) == before)
  }

  @Test
  func `ten days of the same values are flagged, nine noted, and zeros do not count`() async throws
  {
    let summary = try await bench.run(pipeline(threeSubjects()))
    let flags = summary.subjects.map(\.verdict?.quality.flags)
    let shared = flag(.sharedDays, 10, over: 9)
    #expect(flags == [[shared], [shared], [flag(.sharedDays, 9, over: 4, level: .noted)]])
    #expect(
      summary.sharing == [SharedData(code: .sharedDays, subjects: ["anna", "ben"], count: 10)])
    let record = try JSONValue(parsing: bench.text("run.json").utf8)
    #expect(
      record["sharing"]
        == .array([
          .object([
            "code": .string("days.shared"), "count": .number(10), "unit": .string("day"),
            "subjects": .array([.string("anna"), .string("ben")]),
          ])
        ]))
    for subject in ["anna", "carl"] {
      for file in ["evidence.json", "verdict.json"] {
        #expect(try !bench.text("walk-2025/\(subject)/\(file)").contains("\"ben\""))
      }
    }
  }

  @Test func `an archive handed in for two is flagged for both, with its days`() async throws {
    let (shared, own) = (try archive("a.xml", Self.days), try archive("b.xml", [1, 2, 3]))
    let copy = bench.folder.appendingPathComponent("copy.xml").path
    try FileManager.default.copyItem(atPath: shared, toPath: copy)
    let summary = try await bench.run(
      pipeline([
        Subject(id: "anna", archives: [shared, copy]), Subject(id: "ben", archives: [copy]),
        Subject(id: "carl", archives: [own]),
      ]))
    // Twelve days, for the five of zero do not count.
    let both = [flag(.sharedArchive, 1, over: 0), flag(.sharedDays, 12, over: 9)]
    #expect(summary.subjects.map(\.verdict?.quality.flags) == [both, both, []])
    #expect(summary.sharing.map(\.code) == [.sharedArchive, .sharedDays])
  }

  @Test func `the limits file says how many days are too many`() async throws {
    var pipeline = try pipeline(threeSubjects())
    pipeline.limits.limits = [
      .sharedDays: Limit(flaggedAbove: Quantity(6), source: "a test"),
      .sharedArchive: Limit(flaggedAbove: Quantity(1), source: "a test"),
    ]
    let summary = try await bench.run(pipeline)
    // Carl's nine are with anna.
    #expect(
      summary.subjects.map(\.verdict?.quality.flags)
        == [10, 10, 9].map { [flag(.sharedDays, $0, over: 6, source: "a test")] })
    #expect(summary.sharing.map(\.subjects) == [["anna", "ben", "carl"]])
  }

  @Test func `a verdict is given anew when somebody who shares comes or goes`() async throws {
    let subjects = try threeSubjects()
    let alone = try await bench.run(pipeline([subjects[0]]))
    #expect(alone.subjects[0].verdict?.quality.flags == [])
    for _ in 0..<2 {
      let both = try await bench.run(pipeline(Array(subjects.prefix(2))))
      #expect(both.subjects[0].verdict?.quality.flags.map(\.code) == [.sharedDays])
      // What is in the store of those who are not in the pipeline does not count.
      let again = try await bench.run(pipeline([subjects[0]]))
      #expect(again.subjects[0].verdict?.quality.flags == [])
      #expect(again.subjects[0].work == .evaluated)
    }
    // What could not be looked at this time counts as it was.
    let all = try await bench.run(pipeline(subjects))
    let archive = subjects[1].archives[0]
    try FileManager.default.removeItem(atPath: archive)
    let stale = try await bench.run(pipeline(subjects))
    #expect(stale.subjects[1].error?.code == .fileMissing)
    #expect(stale.subjects[0].verdict?.quality == all.subjects[0].verdict?.quality)
    #expect(stale.sharing == all.sharing)
    // What was looked at and cannot be read counts no more.
    try Data("no export".utf8).write(to: URL(fileURLWithPath: archive))
    let without = try await bench.run(pipeline(subjects))
    #expect(without.subjects[1].error?.code == .archiveUnrecognised)
    #expect(
      without.subjects[0].verdict?.quality.flags == [flag(.sharedDays, 9, over: 4, level: .noted)])
    #expect(without.sharing.isEmpty)
  }

  @Test
  func `flags depend on neither the order of subjects nor the jobs nor the clock`() async throws {
    let subjects = try threeSubjects()
    let other = bench.folder.appendingPathComponent("other").path
    try await bench.run(pipeline(subjects), jobs: 1)
    try await bench.run(pipeline(subjects.reversed()), jobs: 3, out: other)
    let (first, second) = (try bench.snapshot(), try bench.snapshot(of: other))
    #expect(first.count == second.count)
    for (path, state) in first where !path.hasPrefix("daymark.") {
      #expect(second[path]?.bytes == state.bytes, "\(path)")
    }
    for asOf in [Workbench.later, nil] {
      let again = try await bench.run(pipeline(subjects), asOf: asOf)
      #expect(again.subjects.map(\.work) == [.nothing, .nothing, .nothing])
      #expect(again.sharing.count == 1)
    }
    #expect(try bench.snapshot() == first)
  }
}
