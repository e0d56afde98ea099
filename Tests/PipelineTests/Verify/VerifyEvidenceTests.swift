import DaymarkConfiguration
import DaymarkEmit
import DaymarkModel
import DaymarkPipeline
import DaymarkSampleFiles
import DaymarkTestSupport
import Foundation
import Testing

/// Evidence checked against raw archives.
struct VerifyEvidenceTests {
  private let bench: Workbench
  private let path: String

  init() throws {
    bench = try Workbench()
    path = bench.out + "/walk-2025/anna/evidence.json"
  }

  private func verify(_ archives: [String], limits: Limits? = nil) throws -> SubjectVerification {
    var means = VerificationMeans(archives: archives)
    means.limits = limits
    return try DaymarkPipeline.verify(path, with: means).subjects[0]
  }

  private func run(zone: Zone? = nil) async throws -> [String] {
    let parts = Workbench.export([10_000, 10_000, 10_000]).split(seed: 2)
    let archives = [try bench.archive("a.xml", parts.0), try bench.archive("b.xml", parts.1)]
    var pipeline = try bench.pipeline([Subject(id: "anna", zone: zone, archives: archives)])
    if zone == nil { pipeline.challenge.zone = nil }
    try await bench.run(pipeline)
    return archives
  }

  @Test
  func `evidence is the same whatever the archives' names, order and neighbours`() async throws {
    let archives = try await run(zone: Zone(name: "Europe/Berlin"))
    let renamed = archives[0] + ".renamed"
    try FileManager.default.moveItem(atPath: archives[0], toPath: renamed)
    let stranger = try bench.archive("x.xml", steps: [5])
    let result = try verify([stranger, archives[1], renamed])
    #expect(result.differences.isEmpty)
    #expect(result.subject == "anna")
    #expect(result.challenge == "walk-2025")
  }

  @Test func `an inferred zone is found again`() async throws {
    let archives = try await run()
    #expect(try verify(archives).differences.isEmpty)
  }

  @Test func `evidence differs where a figure was changed, by its path`() async throws {
    let archives = try await run()
    let text = try String(contentsOfFile: path, encoding: .utf8)
    let changed = text.replacingOccurrences(
      of: #""date":"2025-09-02","steps":10000"#, with: #""date":"2025-09-02","steps":10001"#)
    #expect(changed != text)
    try Data(changed.utf8).write(to: URL(fileURLWithPath: path))
    let result = try verify(archives)
    #expect(
      result.differences.map(\.path) == ["$.verdict.aggregatesSha256", "$.dailySteps[1].steps"])
  }

  /// 10,000 steps from 12:00 to 13:00 are 166.67 a minute.
  @Test func `flags are raised again, by the run's own limits where they are given`() async throws {
    let archive = try bench.archive("a.xml", steps: [10_000, 10_000, 10_000])
    var pipeline = try bench.pipeline([Subject(id: "anna", archives: [archive])])
    pipeline.limits.identity.version = "9.0.0"
    pipeline.limits.limits[.stepsPerMinute]?.notedAbove = Quantity(166)
    try await bench.run(pipeline)
    let own = try verify([archive], limits: pipeline.limits)
    #expect(own.differences.isEmpty)
    #expect(own.claimedLimits == own.limits)
    #expect(try text().matches(of: /"level":"noted","limit":166,"measured":166\.67/).count == 3)
    let other = try verify([archive])
    #expect(other.differences.map(\.path) == ["$.verdict.quality.flags[0]"])
    #expect(other.claimedLimits == pipeline.limits.identity)
    #expect(other.limits == (try shippedLimits.identity))
  }

  @Test
  func `flags from other subjects' data are taken from the document, and no others`() async throws {
    let archives = try await run()
    func claim(_ code: FlagCode) throws -> SubjectVerification {
      let source = try shippedLimits.limits[code]?.source ?? ""
      let flag =
        #"{"code":"\#(code.rawValue)","level":"flagged","limit":9,"measured":11,"#
        + #""metric":"steps","source":"\#(source)","unit":"\#(code.unit)"}"#
      let text = try text().replacing(/"flags":\[[^\]]*\]/, with: #""flags":[\#(flag)]"#)
      try Data(text.utf8).write(to: URL(fileURLWithPath: path))
      return try verify(archives)
    }
    let taken = try claim(.sharedDays)
    #expect(taken.differences == [])
    #expect(taken.trusted.contains(.sharing))
    #expect(
      try claim(.manualShare).differences.map(\.path) == ["$.verdict.quality.flags[0]"])
  }

  private func text() throws -> String { try String(contentsOfFile: path, encoding: .utf8) }

  @Test func `verifying needs every input`() async throws {
    let archives = try await run()
    let error = #expect(throws: DaymarkError.self) {
      try verify([archives[0]])
    }
    #expect(error?.finding.code == .evidenceInputMissing)
  }

  @Test(arguments: ["", "[]", "{}", "hello", "{\"schema\""])
  func `evidence is unreadable when it is something else`(text: String) throws {
    let path = bench.folder.appendingPathComponent("e.json").path
    try Data(text.utf8).write(to: URL(fileURLWithPath: path))
    let error = #expect(throws: DaymarkError.self) {
      try DaymarkPipeline.verify(path, with: VerificationMeans())
    }
    #expect(error?.finding.code == .evidenceUnreadable)
  }
}
