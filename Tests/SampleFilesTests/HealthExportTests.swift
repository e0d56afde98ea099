import DaymarkModel
import DaymarkSampleFiles
import DaymarkTestSupport
import Testing

struct HealthExportTests {
  @Test func `a record is one line in the order in which phones write attributes`() {
    let record = HealthRecord(
      .steps, "12", by: HealthSource("A & \"B\" <C>", version: "1"), "2025-06-10 08:00:00 +0200",
      "2025-06-10 08:10:00 +0200")
    let export = HealthExport(exportDate: nil, records: [record])
    #expect(
      lines(export).contains(
        """
         <Record type="HKQuantityTypeIdentifierStepCount" \
        sourceName="A &amp; &quot;B&quot; &lt;C&gt;" sourceVersion="1" unit="count" \
        creationDate="2025-06-10 08:10:00 +0200" startDate="2025-06-10 08:00:00 +0200" \
        endDate="2025-06-10 08:10:00 +0200" value="12"/>
        """))
  }

  @Test func `instants are printed in the export's own offset, west of Greenwich too`() {
    // 2025-01-01T02:00:00Z is 22:30 of the day before at -03:30.
    let record = HealthRecord(
      .steps, "1", by: .app("A"), .at(Instant(seconds: 1_735_696_800)))
    let export = HealthExport(exportDate: nil, offsetSeconds: -12_600, records: [record])
    #expect(
      String(decoding: export.xml(), as: UTF8.self).contains(
        "startDate=\"2024-12-31 22:30:00 -0330\""))
  }

  @Test func `the address of a device differs from record to record`() {
    let record = HealthRecord(.steps, "1", by: .watch(), "2025-06-10 08:00:00 +0200")
    let written = lines(HealthExport(exportDate: nil, records: [record, record]))
      .filter { $0.hasPrefix(" <Record") }
    #expect(written.count == 2)
    #expect(Set(written).count == 2)
    #expect(written.allSatisfy { $0.contains("device=\"&lt;&lt;HKDevice: 0x2") })
  }

  @Test func `only version 12 writes the end of a workout's statistics as a second start`() {
    let workout = HealthWorkout(
      "Running", by: .watch(), duration: "10", "2025-06-10 08:00:00 +0200",
      "2025-06-10 08:10:00 +0200",
      statistics: [WorkoutStatistics(Metric.activeEnergy.healthType, sum: "1", unit: "kcal")])
    for version in HealthDocumentType.allCases {
      let export = HealthExport(version, exportDate: nil, workouts: [workout])
      let line = lines(export).first { $0.hasPrefix("  <WorkoutStatistics") } ?? ""
      let starts = line.split(separator: " ").count { $0.hasPrefix("startDate=") }
      #expect(starts == (version == .version12 ? 2 : 1))
    }
  }

  @Test func `splitting gives each record to one of two exports`() {
    let export = HardExport(seed: 5, records: 200).export
    let (first, second) = export.split(seed: 9)
    #expect(first.records.count + second.records.count == export.records.count)
    #expect(!first.records.isEmpty && !second.records.isEmpty)
    #expect(first.workouts.count + second.workouts.count == export.workouts.count)
    #expect(first.exportDate == export.exportDate)
  }

  private func lines(_ export: HealthExport) -> [String] {
    String(decoding: export.xml(), as: UTF8.self).split(separator: "\n").map(String.init)
  }
}
