import DaymarkModel
import DaymarkTestSupport
import Testing

/// The `ExportDate` of a Health document, as it is written.
struct ExportDateTests {
  private func reading(_ elements: String) throws -> IngestedInput {
    try IngestedInput(declaration + "<HealthData>\n\(elements)\n\(steps(1))</HealthData>\n")
  }

  @Test(arguments: ["2025-02-30 09:00:00 +0000", "2025-06-10", "", "10.06.2025 09:00"])
  func `a date that is none is found at its tag`(_ text: String) throws {
    let reading = try reading("<ExportDate value=\"\(text)\"/>")
    #expect(reading.facts.exportDate == nil)
    #expect(reading.codes == ["time.export_malformed"])
    #expect(reading.finding(.timeExportMalformed)?.location?.line == 3)
    #expect(reading.values == [1])
  }

  @Test(arguments: ["", "<ExportDate/>"])
  func `a document without one says so, and only that`(_ element: String) throws {
    let reading = try reading(element)
    #expect(reading.codes == ["time.export_missing"])
    #expect(FindingCode.timeExportMissing.level == .notice)
  }

  @Test func `of several the first that is a date counts`() throws {
    let reading = try reading(
      "<ExportDate value=\"2025-06-31 09:00:00 +0000\"/>"
        + "<ExportDate value=\"2025-06-30 09:00:00 +0000\"/>"
        + "<ExportDate value=\"2026-06-30 09:00:00 +0000\"/>")
    #expect(reading.facts.exportDate == Instant(rfc3339: "2025-06-30T09:00:00Z"))
    #expect(reading.codes == ["time.export_malformed"])
  }

  @Test(
    .enabled(if: SharedData.isPresent, "the shared data is not beside the package"),
    arguments: [("exportdate_b.xml", []), ("exportdate_c.xml", ["time.export_malformed"])])
  func `the shared documents have dates that cannot be`(
    _ file: String, codes: [String]
  ) throws {
    // Whether the year 9999 can be depends on the instant of the run.
    #expect(try IngestedInput(of: SharedData.path("hostile/" + file)).codes == codes)
  }
}
