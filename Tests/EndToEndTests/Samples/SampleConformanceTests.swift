import DaymarkIngest
import DaymarkModel
import DaymarkPipeline
import DaymarkTestSupport
import Foundation
import Testing

/// Holds every sample against what it is expected to give.
///
/// The samples are found, not listed: a new folder is tested by being there.
struct SampleConformanceTests {
  @Test func `there are samples, and each has an input and an expectation`() throws {
    #expect(SampleFolder.all.count >= 14)
    for sample in SampleFolder.all {
      #expect(FileManager.default.fileExists(atPath: sample.expected))
    }
  }

  @Test(arguments: SampleFolder.all)
  func `aggregate prints the expected figures, and the same again`(sample: SampleFolder)
    async throws
  {
    let expected = try String(contentsOfFile: sample.expected, encoding: .utf8)
    for _ in 1...2 {
      let arguments = [
        "aggregate", sample.input, "--format", "csv", "--as-of", SampleFolder.asOfText,
      ]
      let outcome = try await Program().run(arguments + sample.options)
      #expect(outcome.output == expected)
      #expect(outcome.exitCode <= 1)
    }
  }

  @Test(arguments: SampleFolder.all)
  func `no size of chunk changes a figure or a finding`(sample: SampleFolder) throws {
    let usual = try sample.aggregates(chunkBytes: 1 << 16)
    for chunkBytes in [1, 2, 3, 7, 64, 1000, 4093] {
      #expect(try sample.aggregates(chunkBytes: chunkBytes) == usual, "\(chunkBytes) bytes")
    }
  }

  /// The independent implementation is of a time when a long record counted as any, and what "Health" wrote, too; here
  /// that source has another name.
  @Test(.enabled(if: SharedData.isPresent), arguments: ["21", "22-zone", "23", "24-zone"])
  func `an independent implementation gives the same figures where no record is long`(
    name: String
  ) async throws {
    let path = SharedData.path("conformance/\(name)")
    let document = try #require(
      try zipMembers(ofFileAt: "\(path).zip").first { $0.name.hasSuffix("export.xml") })
    let text = String(decoding: document.content, as: UTF8.self)
      .replacing("sourceName=\"Health\"", with: "sourceName=\"Healty\"")
    let folder = try ScratchFolder()
    let export = try folder.write(text.utf8, to: "export.xml")
    let outcome = try await Program().run("aggregate", export, "--format", "csv")
    let rows = Set(outcome.output.split(separator: "\n"))
    let csv = try String(contentsOfFile: "\(path).csv", encoding: .utf8)
    let expected = Set(csv.split(separator: "\n"))
    let long = longRecords(in: text)
    for row in rows.symmetricDifference(expected) {
      let cells = row.split(separator: ",").map { String($0) }
      let day = try #require(CivilDay(cells[0]))
      // By any clock.
      let calendar = DayCalendar(zone: .utc)
      let (start, end) = (
        calendar.start(of: day.advanced(by: -1)), calendar.start(of: day.advanced(by: 2))
      )
      #expect(
        long[cells[1]]?.contains { $0.start < end && $0.end > start } ?? false, "\(row)")
    }
    #expect(rows.intersection(expected).count > 15)
  }

  /// The times of records of four hours or more, by metric.
  private func longRecords(in document: String) -> [String: [Interval]] {
    var found: [String: [Interval]] = [:]
    for line in document.split(separator: "\n") where line.contains("<Record") {
      func value(_ attribute: String) -> Substring? {
        line.firstRange(of: "\(attribute)=\"").map {
          line[$0.upperBound...].prefix { $0 != "\"" }
        }
      }
      /// `2024-03-08 10:00:00 -0300` as RFC 3339 has it.
      func instant(_ attribute: String) -> Instant? {
        guard let parts = value(attribute)?.split(separator: " "), parts.count == 3 else {
          return nil
        }
        return Instant(
          rfc3339: "\(parts[0])T\(parts[1])\(parts[2].prefix(3)):\(parts[2].suffix(2))")
      }
      guard let start = instant("startDate"), let end = instant("endDate"),
        end.milliseconds - start.milliseconds >= Record.shortestLong,
        let type = value("type"),
        let metric = Metric.allCases.first(where: { type.hasSuffix("\($0.facts.appleName)") })
      else { continue }
      found[metric.id, default: []].append(Interval(start, end))
    }
    return found
  }

  @Test(arguments: SampleFolder.all)
  func `a zip cut anywhere is refused or said to be truncated`(sample: SampleFolder) throws {
    let folder = try ScratchFolder()
    for file in sample.files where file.hasSuffix(".zip") {
      let whole = Array(try Data(contentsOf: URL(fileURLWithPath: file)))
      for length in Sweep.over(stride(from: 1, to: whole.count, by: 29), step: 13) {
        let cut = try folder.write(whole[..<length], to: "cut.zip")
        try expectDamage(cut, of: sample, "\(length) of \(whole.count) bytes")
      }
    }
  }

  @Test(arguments: SampleFolder.all)
  func `a document cut anywhere is refused or said to be truncated`(sample: SampleFolder) throws {
    let folder = try ScratchFolder()
    for (path, whole) in try sample.documents() {
      // The last line of a text is the end of its outermost element and a line feed.
      let end = whole.count - 1
      for length in Sweep.over(stride(from: 1, to: end, by: 61), step: 13) {
        let name = path.split(separator: "/").last.map(String.init) ?? "cut"
        let cut = try folder.write(whole[..<length], to: name)
        // A table cut between two rows, or in the last cell of one, is a table.
        let mayBeWhole = name.hasSuffix(".csv")
        try expectDamage(
          cut, of: sample, mayBeWhole: mayBeWhole, "\(name): \(length) of \(whole.count) bytes")
      }
    }
  }

  private func expectDamage(
    _ path: String, of sample: SampleFolder, mayBeWhole: Bool = false, _ comment: Comment
  ) throws {
    do {
      let findings = try aggregateArchives(
        [path], asOf: SampleFolder.asOf, options: sample.readOptions()
      ).aggregates.findings
      let codes = Set(findings.map(\.code))
      #expect(mayBeWhole || !codes.isDisjoint(with: cutCodes), comment)
    } catch let error as DaymarkError {
      // So little of it that it might be anything.
      #expect(
        [.archiveUnrecognised, .archiveUnreadTable, .archiveUnreadProvider]
          .contains(error.finding.code), comment)
    }
  }

  private let cutCodes: Set<FindingCode> = [
    .archiveTruncated, .xmlTruncated, .jsonTruncated, .csvMalformed, .activityTruncated,
    .activityMalformed, .activityCRCMismatch, .databaseMalformed,
  ]
}
