import DaymarkConfiguration
import DaymarkModel
import DaymarkPipeline
import DaymarkSampleFiles
import DaymarkTestSupport
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
    #expect(found.series.map(\.source.deviceClass) == [.watch, .phone])
    #expect(found.series.map(\.samples) == [0, 2])
    #expect(found.series.map(\.rejected) == [[.valueNegative: 1], [:]])
    let first = try #require(Instant(rfc3339: "2025-09-01T10:00:00Z"))
    let last = try #require(Instant(rfc3339: "2025-09-02T11:00:00Z"))
    #expect(found.series.map(\.first) == [nil, first])
    #expect(found.series.map(\.last) == [nil, last])
    #expect(found.span == Interval(first, last))
    // Without a zone of its own the export's offset serves.
    #expect(found.zone == ResolvedZone(.fixedOffset(seconds: 7200), by: .fixedOffset))
    #expect(throws: DaymarkError.self) { try results[1].get() }
  }
}
