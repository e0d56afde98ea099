import DaymarkModel
import DaymarkTestSupport
import Testing

@testable import DaymarkPipeline

private func document(exported: String, _ records: [String]) -> String {
  """
  <?xml version="1.0" encoding="UTF-8"?>
  <HealthData locale="en_US">
   <ExportDate value="\(exported) 12:00:00 +0000"/>
  \(records.joined(separator: "\n"))
  </HealthData>
  """
}

private func steps(_ source: String, from start: String, to end: String) -> String {
  " <Record type=\"HKQuantityTypeIdentifierStepCount\" sourceName=\"\(source)\" unit=\"count\""
    + " startDate=\"\(start) +0000\" endDate=\"\(end) +0000\" value=\"10\"/>"
}

/// Inputs whose work might grow with the time that they name, or with the square of what they hold.
struct SlowInputTests {
  private func aggregates(
    of text: String, within limit: Duration = .seconds(5)
  ) throws -> SubjectAggregates {
    let folder = try ScratchFolder()
    let path = try folder.write(text.utf8, to: "export.xml")
    let (result, taken) = try processorTime {
      try aggregateArchives([path], zone: .utc, asOf: Workbench.later)
    }
    #expect(taken < limit)
    return result.aggregates
  }

  @Test func `an export dated far in the future costs as much as any`() throws {
    let records = (1...2000).map {
      steps("S", from: "2024-01-01 00:00:\($0 % 50 + 10)", to: "9999-01-01 00:00:00")
    }
    let found = try aggregates(of: document(exported: "9999-12-31", records))
    #expect(found.days.isEmpty)
    #expect(found.findings.first { $0.code == .sampleTooLong }?.count == 2000)
    #expect(found.findings.contains { $0.code == .timeExportOutOfRange })
  }

  @Test func `records of a week that all lie over each other take no more than others`() throws {
    let records = (0..<4000).map {
      steps(
        "S\($0 % 40)", from: "2024-01-01 0\($0 % 10):00:00", to: "2024-01-07 23:00:\($0 % 50 + 10)")
    }
    let found = try aggregates(of: document(exported: "2024-06-01", records))
    // Each is too long to count, and leaves its days open.
    #expect(found.days.isEmpty && found.bounds.count == 7)
  }

  @Test func `records of many hours that all lie over each other take no more than others`() throws
  {
    let records = (0..<4000).map {
      steps(
        "S\($0 % 40)", from: "2024-01-01 0\($0 % 10):\($0 % 50 + 10):00",
        to: "2024-01-01 19:\($0 % 49 + 10):\($0 % 50 + 10)")
    }
    let found = try aggregates(of: document(exported: "2024-06-01", records))
    #expect(found.days.count == 1)
  }

  @Test func `nearly ten thousand sources take no more than one`() throws {
    let records = (0..<9990).map {
      steps(
        "Source \($0)", from: "2024-01-01 0\($0 % 10):00:00", to: "2024-01-01 \($0 % 10 + 10):30:00"
      )
    }
    let found = try aggregates(of: document(exported: "2024-06-01", records), within: .seconds(10))
    #expect(found.sources.count == 9990)
  }
}
