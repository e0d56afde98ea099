import DaymarkConfiguration
import DaymarkEmit
import DaymarkModel
import DaymarkPipeline
import DaymarkSampleFiles
import Foundation
import Testing

/// Archives without a pipeline.
struct ArchiveTests {
  private let bench: Workbench

  init() throws { bench = try Workbench() }

  @Test func `archives aggregate to the same days in any order, each counted once`() throws {
    let parts = Workbench.export([1000, 2000, 3000]).split(seed: 1)
    let (a, b) = (try bench.archive("a.xml", parts.0), try bench.archive("b.xml", parts.1))
    let copy = try bench.archive("c.xml", parts.0)
    let one = try aggregateArchives(
      [a, b], zone: Zone(name: "Europe/Berlin"), asOf: Workbench.later)
    let other = try aggregateArchives(
      [b, copy, a], zone: Zone(name: "Europe/Berlin"), asOf: Workbench.later)
    #expect(one.aggregates == other.aggregates)
    #expect(one.aggregates.days.map(\.value) == [1000, 2000, 3000].map { Quantity($0) })
    #expect(other.inputs.count == 2)
    #expect(one.inputs.map(\.digest) == one.inputs.map(\.digest).sorted())
  }

  @Test func `findings say what was found in the file, in its records and of its zone`() throws {
    var export = Workbench.export([1000])
    export.records.append(
      HealthRecord(.steps, "-5", by: .phone(), "2025-09-01 12:00:00 +0200"))
    let archive = try bench.archive("a.xml", export)
    // Cut behind the last record: the document's end is missing.
    let text = try String(contentsOfFile: archive, encoding: .utf8)
    let whole = try #require(text.range(of: "</HealthData>"))
    try Data(text[..<whole.lowerBound].utf8).write(to: URL(fileURLWithPath: archive))
    let found = try aggregateArchives([archive], asOf: Workbench.later).aggregates.findings
    #expect(found.map(\.code) == [.xmlTruncated, .valueNegative, .timezoneFixedOffset])
  }

  @Test func `archives are inspected each for itself, one that fails too`() throws {
    var export = Workbench.export([1000, 2000])
    export.records.append(
      HealthRecord(.steps, "-5", by: .watch(), "2025-09-01 12:00:00 +0200"))
    let archive = try bench.archive("a.xml", export)
    let results = try inspectArchives([archive, "/none.zip"], asOf: Workbench.later)
    let found = try results[0].get()
    #expect(found.facts.recordCount == 3)
    #expect(found.rejected == [.valueNegative: 1])
    #expect(found.series.map(\.metric) == [.steps, .steps])
    #expect(found.series.map(\.source.deviceClass) == [.phone, .watch])
    #expect(found.series.map(\.samples) == [2, 0])
    #expect(found.series.map(\.rejected) == [[:], [.valueNegative: 1]])
    let first = try #require(Instant(rfc3339: "2025-09-01T10:00:00Z"))
    let last = try #require(Instant(rfc3339: "2025-09-02T11:00:00Z"))
    #expect(found.series.map(\.first) == [first, nil])
    #expect(found.series.map(\.last) == [last, nil])
    #expect(found.span == Interval(first, last))
    // Without a zone of its own the export's offset serves.
    #expect(found.zone == ResolvedZone(.fixedOffset(seconds: 7200), by: .fixedOffset))
    #expect(throws: DaymarkError.self) { try results[1].get() }
  }
}

/// Evidence checked against raw archives.
struct VerifyTests {
  private let bench: Workbench
  private let path: String

  init() throws {
    bench = try Workbench()
    path = bench.out + "/walk-2025/anna/evidence.json"
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
    let result = try verifyEvidence(at: path, raw: [stranger, archives[1], renamed])
    #expect(result.differences.isEmpty)
    #expect(result.subject == "anna")
    #expect(result.challenge == "walk-2025")
  }

  @Test func `an inferred zone is found again`() async throws {
    let archives = try await run()
    #expect(try verifyEvidence(at: path, raw: archives).differences.isEmpty)
  }

  @Test func `evidence differs where a figure was changed, by its path`() async throws {
    let archives = try await run()
    let text = try String(contentsOfFile: path, encoding: .utf8)
    let changed = text.replacingOccurrences(
      of: #""date":"2025-09-02","steps":10000"#, with: #""date":"2025-09-02","steps":10001"#)
    #expect(changed != text)
    try Data(changed.utf8).write(to: URL(fileURLWithPath: path))
    let result = try verifyEvidence(at: path, raw: archives)
    #expect(result.differences.map(\.path) == ["$.dailySteps[1].steps"])
  }

  /// 10,000 steps from 12:00 to 13:00 are 166.67 a minute.
  @Test func `flags are raised again, by the run's own limits where they are given`() async throws {
    let archive = try bench.archive("a.xml", steps: [10_000, 10_000, 10_000])
    var pipeline = try bench.pipeline([Subject(id: "anna", archives: [archive])])
    pipeline.limits.identity.version = "9.0.0"
    pipeline.limits.limits[.stepsPerMinute]?.notedAbove = Quantity(166)
    try await bench.run(pipeline)
    let own = try verifyEvidence(at: path, raw: [archive], limits: pipeline.limits)
    #expect(own.differences.isEmpty)
    #expect(own.claimedLimits == own.limits)
    #expect(try text().matches(of: /"level":"noted","limit":166,"measured":166\.67/).count == 3)
    let other = try verifyEvidence(at: path, raw: [archive])
    #expect(other.differences.map(\.path) == ["$.verdict.quality.flags[0]"])
    #expect(other.claimedLimits == pipeline.limits.identity)
    #expect(other.limits == (try shippedLimits.identity))
  }

  @Test
  func `flags from other subjects' data are taken from the document, and no others`() async throws {
    let archives = try await run()
    func claim(_ code: FlagCode) throws -> EvidenceVerification {
      let source = try shippedLimits.limits[code]?.source ?? ""
      let flag =
        #"{"code":"\#(code.rawValue)","level":"flagged","limit":9,"measured":11,"#
        + #""metric":"steps","source":"\#(source)","unit":"\#(code.unit)"}"#
      let text = try text().replacing(/"flags":\[[^\]]*\]/, with: #""flags":[\#(flag)]"#)
      try Data(text.utf8).write(to: URL(fileURLWithPath: path))
      return try verifyEvidence(at: path, raw: archives)
    }
    let taken = try claim(.sharedDays)
    #expect(taken.differences == [])
    #expect(taken.takenFlags.map(\.code) == [.sharedDays])
    #expect(
      try claim(.manualShare).differences.map(\.path) == ["$.verdict.quality.flags[0]"])
  }

  private func text() throws -> String { try String(contentsOfFile: path, encoding: .utf8) }

  @Test func `verifying needs every input`() async throws {
    let archives = try await run()
    let error = #expect(throws: DaymarkError.self) {
      try verifyEvidence(at: path, raw: [archives[0]])
    }
    #expect(error?.finding.code == .evidenceInputMissing)
  }

  @Test(arguments: ["", "[]", "{}", "hello", "{\"schema\""])
  func `evidence is unreadable when it is something else`(text: String) throws {
    let path = bench.folder.appendingPathComponent("e.json").path
    try Data(text.utf8).write(to: URL(fileURLWithPath: path))
    let error = #expect(throws: DaymarkError.self) { try verifyEvidence(at: path, raw: []) }
    #expect(error?.finding.code == .evidenceUnreadable)
  }
}
