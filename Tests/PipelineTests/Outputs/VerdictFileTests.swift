import DaymarkConfiguration
import DaymarkModel
import DaymarkPipeline
import DaymarkSampleFiles
import Foundation
import Testing

/// The file `verdicts.csv` of a run.
struct VerdictFileTests {
  private let bench: Workbench

  init() throws { bench = try Workbench() }

  private static let file = "walk-2025/verdicts.csv"
  private static let heading =
    "subject,outcome,reason,final,open_until,rank,damage,flagged,noted,stale"
    + ",late,set_aside,rejected,unread,supersedes,decision,asked_again"

  private func pipeline(hasScore: Bool = false) throws -> PipelineConfiguration {
    var rule = Workbench.rule(atLeast: 5000)
    if hasScore { rule.score = Score(.total, of: .metric(.steps)) }
    return try bench.pipeline(
      [
        Subject(id: "zoe", archives: [bench.archive("zoe.xml", steps: [5000, 6000, 7000])]),
        Subject(id: "=ben", archives: [bench.archive("ben.xml", steps: [5000, 100, 7000])]),
        Subject(id: "anna", archives: [bench.archive("anna.xml", steps: [9000, 9000, 9000])]),
        Subject(id: "lost", archives: ["/none.zip"]),
      ], rule: rule)
  }

  @Test func `every subject has a row, and a second run changes no byte`() async throws {
    let pipeline = try pipeline()
    try await bench.run(pipeline)
    #expect(
      try bench.text(Self.file) == """
        \(Self.heading)
        '=ben,fail,streak.too_short,no,,,,,,,0,0,0,0,,,
        anna,pass,streak.met,no,,,,,,,0,0,0,0,,,
        lost,unreadable,file.missing,,,,file.missing,,,,,,,,,,
        zoe,pass,streak.met,no,,,,,,,0,0,0,0,,,

        """)
    let before = try bench.snapshot()
    try await bench.run(pipeline, jobs: 1)
    try await bench.run(pipeline, asOf: nil, now: Workbench.later)
    #expect(try bench.snapshot() == before)
  }

  @Test func `who cannot be looked at again is stale, and keeps a rank`() async throws {
    var pipeline = try pipeline(hasScore: true)
    try await bench.run(pipeline)
    #expect(try bench.text(Self.file).contains("\nzoe,pass,streak.met,no,,2,,,,,0,0,0,0,,,\n"))
    pipeline.subjects[0].archives = ["/none.zip"]
    try await bench.run(pipeline)
    #expect(
      try bench.text(Self.file).contains(
        "\nzoe,unreadable,file.missing,,,2,file.missing,,,pass,,,,,,,\n"))
  }

  @Test func `as many rows have damage as are counted, and each finding has a row of its own`()
    async throws
  {
    var pipeline = try pipeline()
    var odd = Workbench.export([5000, 6000, 7000])
    odd.records.append(
      HealthRecord(
        .steps, "-7", by: .phone(), .text("2025-09-03 18:00:00 +0200"),
        .text("2025-09-03 19:00:00 +0200")))
    pipeline.subjects[1].archives = [try bench.archive("odd.xml", odd)]
    let summary = try await bench.run(pipeline)
    #expect(summary.damagedSubjects == 2)
    let rows = try bench.text(Self.file).split(separator: "\n").dropFirst()
    let damage = rows.map { $0.split(separator: ",", omittingEmptySubsequences: false)[6] }
    #expect(damage == ["value.negative", "", "file.missing", ""])
    #expect(rows.first?.hasSuffix(",0,0,1,0,,,") == true)
    #expect(
      try bench.text("walk-2025/findings.csv").replacing(#/,odd\.xml.*/#, with: ",odd.xml") == """
        subject,code,level,count,file,entry,line,byte
        '=ben,value.negative,damage,1,odd.xml
        lost,file.missing,damage,1,/none.zip,,,

        """)
    _ = try await forgetSubject(
      "=ben", of: "walk-2025",
      OutputAccess(outputFolder: bench.out, now: Workbench.later, waits: false))
    #expect(try !bench.text("walk-2025/findings.csv").contains("ben"))
    #expect(try bench.text("walk-2025/findings.csv").contains("\nlost,file.missing,"))
  }

  @Test func `values stand in it only when they are asked for`() async throws {
    let pipeline = try pipeline(hasScore: true)
    func run(showsValues: Bool) async throws -> String {
      var options = RunOptions(outputFolder: bench.out, now: Workbench.later)
      (options.asOf, options.showsValues) = (Workbench.later, showsValues)
      _ = try await runPipeline(pipeline, options: options)
      return try bench.text(Self.file)
    }
    let shown = try await run(showsValues: true)
    #expect(shown.hasPrefix(Self.heading + ",actual,required,score,score_unit\n"))
    #expect(shown.contains("\nanna,pass,streak.met,no,,1,,,,,0,0,0,0,,,,3,3,27000,count\n"))
    #expect(try await !run(showsValues: false).contains("27000"))
  }

  @Test func `forgetting a subject leaves what a run without it would write`() async throws {
    var pipeline = try pipeline(hasScore: true)
    try await bench.run(pipeline)
    let forgotten = try await forgetSubject(
      "anna", of: "walk-2025",
      OutputAccess(outputFolder: bench.out, now: Workbench.later, waits: false))
    #expect(forgotten.rewritten.contains(Self.file))
    let left = try bench.text(Self.file)
    #expect(!left.contains("anna"))
    pipeline.subjects.removeAll { $0.id == "anna" }
    try await bench.run(pipeline)
    #expect(try bench.text(Self.file) == left)
  }

  @Test func `who stands in no other document can be forgotten, and nobody leaves no file`()
    async throws
  {
    var pipeline = try pipeline()
    pipeline.subjects.removeAll { $0.id != "lost" }
    try await bench.run(pipeline)
    let forgotten = try await forgetSubject(
      "lost", of: "walk-2025",
      OutputAccess(outputFolder: bench.out, now: Workbench.later, waits: false))
    #expect(forgotten.removed.contains(Self.file))
    #expect(!FileManager.default.fileExists(atPath: bench.out + "/walk-2025"))
  }

  @Test func `an edited row is not what the evidence gives`() async throws {
    try await bench.run(pipeline(hasScore: true))
    let folder = bench.out + "/walk-2025"
    func differences() throws -> [DocumentDifference.Kind] {
      try verify(folder, with: VerificationMeans()).checks.filter { $0.item == .verdictTable }
        .flatMap(\.differences).map(\.kind)
    }
    #expect(try differences() == [])
    let text = try bench.text(Self.file)
    for (old, new) in [
      ("'=ben,fail", "'=ben,pass"), ("zoe,pass", "zoe,unreadable"),
      ("lost,unreadable", "lost,pass"),
      ("\nanna,", "\nhanna,"), ("met,no,", "met,yes,"), (Self.heading, "subject"),
    ] {
      let edited = text.replacing(old, with: new, maxReplacements: 1)
      try Data(edited.utf8).write(to: URL(fileURLWithPath: "\(folder)/verdicts.csv"))
      #expect(try differences() == [.content], "\(old)")
    }
    try Data(text.utf8).write(to: URL(fileURLWithPath: "\(folder)/verdicts.csv"))
    // Evidence that cannot be checked says nothing of its row.
    try Data("{}".utf8).write(to: URL(fileURLWithPath: "\(folder)/zoe/evidence.json"))
    #expect(try differences() == [])
    try FileManager.default.removeItem(atPath: "\(folder)/zoe")
    #expect(try differences() == [.content])
    try FileManager.default.removeItem(atPath: "\(folder)/verdicts.csv")
    #expect(try differences() == [.missing])
  }

  @Test func `no subject has a folder of the file's name`() async throws {
    let archive = try bench.archive("a.xml", steps: [1])
    let error = await #expect(throws: DaymarkError.self) {
      try await bench.run(bench.pipeline([Subject(id: "verdicts.csv", archives: [archive])]))
    }
    #expect(error?.finding.code == .configBadValue)
  }
}
