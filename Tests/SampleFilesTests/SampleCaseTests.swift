import DaymarkSampleFiles
import DaymarkTestSupport
import Foundation
import Testing

struct SampleCaseTests {
  @Test(arguments: SampleCase.all.map(\.folder))
  func `the committed files are what the generator writes`(folder: String) throws {
    let sample = try #require(SampleCase.all.first { $0.folder == folder })
    for (path, content) in try sample.files() { try expectCommitted(content, at: path) }
  }

  @Test func `the committed inboxes are what the generator writes`() throws {
    for (path, content) in try SampleInbox.files() { try expectCommitted(content, at: path) }
    for (path, content) in try SampleMonth.files() { try expectCommitted(content, at: path) }
    for (path, content) in try SampleLifters.files() { try expectCommitted(content, at: path) }
    for (path, content) in SampleGym.files() { try expectCommitted(content, at: path) }
  }

  private func expectCommitted(_ content: [UInt8], at path: String) throws {
    let stored = try Array(Data(contentsOf: samples.appending(path: path)))
    // Not a zip's own bytes: another zlib deflates to others.
    #expect(try unpacked(stored) == unpacked(content), "\(path)")
    #expect(stored.count < 30_000)
  }

  @Test(arguments: SampleCase.all.map(\.folder))
  func `each case has expected aggregates, sorted, and says why`(folder: String) throws {
    let expected = samples.appending(path: "\(folder)/expected")
    let table = try String(contentsOf: expected.appending(path: "aggregates.csv"), encoding: .utf8)
    let rows = table.split(separator: "\n")
    #expect(rows.first == "date,metric,statistic,value,unit")
    #expect(rows.dropFirst().elementsEqual(rows.dropFirst().sorted()))
    #expect(rows.dropFirst().allSatisfy { $0.split(separator: ",").count == 5 })
    #expect(FileManager.default.fileExists(atPath: expected.appending(path: "README.md").path))
  }

  @Test func `no sample lies there that the generator does not write`() throws {
    let all = FileManager.default.enumerator(at: samples, includingPropertiesForKeys: nil)
    let inputs = try #require(all).compactMap { $0 as? URL }.filter {
      url in
      ["/input/", "/inbox/", "/month/", "/lifters/", "/samples/gym/"].contains {
        url.path.contains($0)
      }
        && !url.hasDirectoryPath
    }
    let written =
      try SampleCase.all.flatMap { try $0.files().keys } + SampleInbox.files().keys
      + SampleMonth.files().keys + SampleLifters.files().keys + SampleGym.files().keys
    #expect(
      Set(inputs.map(\.standardizedFileURL.path))
        == Set(written.map { samples.appending(path: $0).standardizedFileURL.path }))
  }

  private var samples: URL {
    URL(filePath: packageFolder).appending(path: "samples")
  }
}
