import DaymarkModel
import DaymarkPipeline
import DaymarkSampleFiles
import DaymarkTestSupport
import Foundation
import Testing

/// What is packed into one archive counts as if it were handed in one by one.
struct PackedInputsTests {
  private let bench: Workbench

  init() throws { bench = try Workbench() }

  private func days(_ archives: [String]) throws -> [String] {
    try aggregateArchives(
      archives, zone: Zone(name: "Europe/Berlin"), asOf: Workbench.later
    ).aggregates.days.map { "\($0.metric.id) \($0.day) \($0.value.map { "\($0)" } ?? "-")" }
  }

  private func zip(_ members: [StoredZip.Member], _ name: String) throws -> String {
    let url = bench.folder.appendingPathComponent(name)
    try Data(StoredZip(members).bytes).write(to: url)
    return url.path
  }

  /// An old export, a newer one that has the third day in one piece, and a bicycle ride.
  @Test func `two exports and a track in one zip are as three inputs`() throws {
    var old = Workbench.export([12_000, 12_000, 9000], exportDate: "2025-09-04 08:00:00 +0200")
    old.records.append(
      HealthRecord(
        .steps, "50", by: .phone(), "2025-09-03 12:10:00 +0200", "2025-09-03 12:20:00 +0200"))
    let newer = Workbench.export([12_000, 12_000, 9500])
    let track = """
      <TrainingCenterDatabase><Activities><Activity Sport="Biking"><Id>2025-09-03T08:00:00Z</Id>
      <Lap StartTime="2025-09-03T08:00:00Z"><TotalTimeSeconds>600</TotalTimeSeconds>
      <DistanceMeters>5000</DistanceMeters></Lap></Activity></Activities></TrainingCenterDatabase>
      """
    let paths = [try bench.archive("old.xml", old), try bench.archive("newer.xml", newer)]
    let ride = bench.folder.appendingPathComponent("ride.tcx")
    try Data(track.utf8).write(to: ride)
    let alone = try days(paths + [ride.path])
    #expect(alone.contains("steps 2025-09-03 9500"))
    #expect(alone.contains("distanceCycling 2025-09-03 5000"))
    let members = [
      StoredZip.Member("a/export.xml", old.xml()),
      StoredZip.Member("b/apple_health_export/export.xml", newer.xml()),
      StoredZip.Member("rides/ride.tcx", track.utf8),
    ]
    #expect(try days([zip(members, "all.zip")]) == alone)
    // An archive in an archive is no other way of handing in.
    let inner = StoredZip.Member("inner.zip", StoredZip([members[1]]).bytes)
    #expect(try days([zip([inner, members[0], members[2]], "nested.zip")]) == alone)
  }

  /// The track states no date of its export, so whether it is of the future depends on the instant of the run.
  @Test func `what is read of an export and a track is read again for a later instant`()
    async throws
  {
    let track = """
      <TrainingCenterDatabase><Activities><Activity Sport="Biking"><Id>2025-09-13T08:00:00Z</Id>
      <Lap StartTime="2025-09-13T08:00:00Z"><TotalTimeSeconds>600</TotalTimeSeconds>
      <DistanceMeters>5000</DistanceMeters></Lap></Activity></Activities></TrainingCenterDatabase>
      """
    let path = try zip(
      [
        StoredZip.Member("export.xml", Workbench.export([12_000]).xml()),
        StoredZip.Member("ride.tcx", track.utf8),
      ], "both.zip")
    let pipeline = try bench.pipeline([Subject(id: "anna", archives: [path])])
    let early = try #require(Instant(rfc3339: "2025-09-10T00:00:00Z"))
    #expect(try await bench.run(pipeline, asOf: early).subjects[0].work == .read)
    let later = early.advanced(byDays: 4)
    #expect(try await bench.run(pipeline, asOf: later).subjects[0].work == .read)
  }

  @Test func `of an export that is refused the others count, and it is damage`() throws {
    let bomb = """
      <?xml version="1.0"?><!DOCTYPE HealthData [<!ENTITY a "b">]><HealthData locale="de_DE">
      <ExportDate value="2025-09-09 08:00:00 +0200"/></HealthData>
      """
    let path = try zip(
      [
        StoredZip.Member("a/export.xml", bomb.utf8),
        StoredZip.Member("b/export.xml", Workbench.export([12_000]).xml()),
      ], "both.zip")
    let read = try aggregateArchives(
      [path], zone: Zone(name: "Europe/Berlin"), asOf: Workbench.later)
    #expect(read.aggregates.days.map { $0.value } == [Quantity(12_000)])
    #expect(read.aggregates.findings.map(\.code).contains(.xmlEntities))
    #expect(read.aggregates.isDamaged)
  }

  /// Samples name a part of the archive; the run asks which input has anything of the period.
  @Test func `a run reads a zip of two exports, beside one that has nothing of the period`()
    async throws
  {
    let path = try zip(
      [
        StoredZip.Member("a/export.xml", Workbench.export([12_000]).xml()),
        StoredZip.Member("b/export.xml", Workbench.export([12_000, 12_000, 12_000]).xml()),
      ], "both.zip")
    let old = HealthExport(
      exportDate: "2024-09-09 08:00:00 +0200",
      records: [HealthRecord(.steps, "5", by: .phone(), "2024-05-01 12:00:00 +0200")])
    let archives = [path, try bench.archive("old.xml", old)]
    let both = try await bench.run(bench.pipeline([Subject(id: "anna", archives: archives)]))
      .subjects[0]
    #expect(both.verdict?.outcome == .pass)
    #expect(
      both.findings.filter { $0.code == .inputOutsidePeriod }.map { $0.location?.file }
        == ["old.xml"])
    let alone = try await bench.run(bench.pipeline([Subject(id: "ben", archives: [path])]))
      .subjects[0]
    #expect(alone.verdict?.outcome == .pass && alone.error == nil)
  }
}
