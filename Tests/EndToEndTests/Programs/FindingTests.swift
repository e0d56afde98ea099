import DaymarkModel
import DaymarkPipeline
import DaymarkSampleFiles
import DaymarkTestSupport
import Testing

struct FindingTests {
  @Test func `what was set aside is among the findings with its place and count`() throws {
    let folder = try ScratchFolder()
    let record = HealthRecord(
      .steps, "-5", by: .phone(), "2025-06-10 08:00:00 +0200", "2025-06-10 08:10:00 +0200")
    let export = HealthExport(
      exportDate: "2025-06-12 08:00:00 +0200", records: [record, record, record])
    let path = try folder.write(export.zip(), to: "a.zip")
    let result = try aggregateArchives([path], zone: .utc, asOf: Instant(seconds: 1_760_000_000))
    let finding = try #require(result.aggregates.findings.first { $0.code == .valueNegative })
    #expect(finding.count == 3)
    #expect(finding.location?.line != nil)
    #expect(result.rejected == [[.valueNegative: 3]])
  }
}
