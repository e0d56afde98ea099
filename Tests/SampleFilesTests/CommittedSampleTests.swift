import DaymarkSampleFiles
import DaymarkTestSupport
import Foundation
import Testing

struct CommittedSampleTests {
  @Test func `the committed binary samples are what the generator writes`() throws {
    for (path, content) in try BinarySamples.files() {
      let stored = try bytes(of: path)
      // Not a zip's own bytes: another zlib deflates to others.
      #expect(try unpacked(stored) == unpacked(content), "\(path)")
      #expect(stored.count < 30_000, "\(path)")
    }
  }

  @Test func `every committed file is written by the generator or is text`() throws {
    let written = try Set(BinarySamples.files().keys)
    let paths = try #require(FileManager.default.subpaths(atPath: samples))
    for path in paths where !written.contains(path) {
      // A folder has no contents.
      guard let content = FileManager.default.contents(atPath: "\(samples)/\(path)") else {
        continue
      }
      let text = String(validating: content, as: UTF8.self)
      #expect(text?.contains("\0") == false, "\(path)")
    }
    #expect(written.isSubset(of: paths))
  }

  @Test(arguments: SampleFolder.all)
  func `each case has expected aggregates, sorted, and says why`(sample: SampleFolder) throws {
    let table = String(
      decoding: try bytes(of: "\(sample.name)/expected/aggregates.csv"), as: UTF8.self)
    let rows = table.split(separator: "\n")
    #expect(rows.first == "date,metric,statistic,value,unit")
    #expect(rows.dropFirst().elementsEqual(rows.dropFirst().sorted()))
    #expect(rows.dropFirst().allSatisfy { $0.split(separator: ",").count == 5 })
    #expect(FileManager.default.fileExists(atPath: "\(sample.folder)/expected/README.md"))
  }

  private var samples: String { "\(packageFolder)/samples" }

  /// - Parameter path: Below `samples/`.
  private func bytes(of path: String) throws -> [UInt8] {
    try Array(Data(contentsOf: URL(filePath: "\(samples)/\(path)")))
  }
}
