import DaymarkIngest
import DaymarkModel
import DaymarkPipeline
import DaymarkTestSupport
import Foundation
import Testing

/// Holds every sample against what it is expected to give. The samples are found, not listed: a new
/// folder is tested by being there.
struct SampleConformanceTests {
  @Test func `there are samples, and each has an input and an expectation`() throws {
    #expect(Sample.all.count >= 14)
    for sample in Sample.all { #expect(FileManager.default.fileExists(atPath: sample.expected)) }
  }

  @Test(arguments: Sample.all)
  func `aggregate prints the expected figures, and the same again`(sample: Sample) async throws {
    let expected = try String(contentsOfFile: sample.expected, encoding: .utf8)
    for _ in 1...2 {
      let outcome = try await Program().run("aggregate", sample.input, "--format", "csv")
      #expect(outcome.output == expected)
      #expect(outcome.exitCode <= 1)
    }
  }

  @Test(arguments: Sample.all)
  func `no size of chunk changes a figure or a finding`(sample: Sample) throws {
    let usual = try sample.aggregates(chunkBytes: 1 << 16)
    for chunkBytes in [1, 2, 3, 7, 64, 1000, 4093] {
      #expect(try sample.aggregates(chunkBytes: chunkBytes) == usual, "\(chunkBytes) bytes")
    }
  }

  @Test(.enabled(if: SharedData.isPresent), arguments: ["21", "22-zone", "23", "24-zone"])
  func `an independent implementation gives the same figures`(name: String) async throws {
    let path = SharedData.path("conformance/\(name)")
    let outcome = try await Program().run("aggregate", "\(path).zip", "--format", "csv")
    #expect(try outcome.output == String(contentsOfFile: "\(path).csv", encoding: .utf8))
  }

  @Test(arguments: Sample.all)
  func `a zip cut anywhere is refused or said to be truncated`(sample: Sample) throws {
    let whole = Array(try Data(contentsOf: URL(fileURLWithPath: sample.input)))
    let folder = try ScratchFolder()
    for length in stride(from: 1, to: whole.count, by: 29) {
      let cut = try folder.write(whole[..<length], to: "cut.zip")
      try expectTruncated(cut, "\(length) of \(whole.count) bytes")
    }
  }

  @Test(arguments: Sample.all)
  func `a document cut anywhere is refused or said to be truncated`(sample: Sample) throws {
    let whole = try sample.document()
    // The last line is the end of the root element and a line feed.
    let end = whole.count - 1
    let folder = try ScratchFolder()
    for length in stride(from: 1, to: end, by: 61) {
      let cut = try folder.write(whole[..<length], to: "cut.xml")
      try expectTruncated(cut, "\(length) of \(whole.count) bytes")
    }
  }

  private func expectTruncated(_ path: String, _ comment: Comment) throws {
    do {
      let findings = try aggregateArchives([path], asOf: asOf).aggregates.findings
      let codes = findings.map(\.code)
      #expect(codes.contains(.archiveTruncated) || codes.contains(.xmlTruncated), comment)
    } catch let error as DaymarkError {
      // So little of it that it might be anything.
      #expect(error.finding.code == .archiveUnrecognised, comment)
    }
  }
}

private let asOf = Instant(seconds: 1_760_000_000)

/// A folder `samples/FORMAT/CASE`.
struct Sample: CustomTestStringConvertible {
  var name: String

  static let all: [Sample] = {
    let files = FileManager.default.enumerator(atPath: packageFolder + "/samples")
    let paths = files?.compactMap { $0 as? String } ?? []
    return paths.filter { $0.hasSuffix("/input") }.map { Sample(name: String($0.dropLast(6))) }
      .sorted { $0.name < $1.name }
  }()

  var testDescription: String { name }
  var folder: String { "\(packageFolder)/samples/\(name)" }
  /// The one file of `input/`.
  var input: String {
    let names = try? FileManager.default.contentsOfDirectory(atPath: folder + "/input")
    return "\(folder)/input/\(names?.first ?? "missing")"
  }
  var expected: String { "\(folder)/expected/aggregates.csv" }

  func aggregates(chunkBytes: Int) throws -> SubjectAggregates {
    try aggregateArchives([input], asOf: asOf, options: ReadOptions(chunkBytes: chunkBytes))
      .aggregates
  }

  /// The Health document inside.
  func document() throws -> [UInt8] {
    let documents = try zipMembers(ofFileAt: input).filter { !$0.name.hasSuffix("export_cda.xml") }
    return try #require(documents.only).content
  }
}

extension Array {
  fileprivate var only: Element? { count == 1 ? first : nil }
}
