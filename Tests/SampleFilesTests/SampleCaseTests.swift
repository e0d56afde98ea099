import DaymarkSampleFiles
import DaymarkTestSupport
import Foundation
import Testing

@Suite struct SampleCaseTests {
  @Test(
    "the committed archive is what the generator writes", arguments: SampleCase.all.map(\.folder))
  func committed(folder: String) throws {
    let sample = try #require(SampleCase.all.first { $0.folder == folder })
    let folder = try ScratchFolder()
    let written = try folder.write(sample.bytes(), to: "export.zip")
    let stored = samples.appending(path: sample.path).path
    // Not the zips' own bytes: another zlib deflates to others.
    #expect(try zipMembers(ofFileAt: stored) == zipMembers(ofFileAt: written))
    #expect(
      try FileManager.default.attributesOfItem(atPath: stored)[.size] as? Int ?? .max < 30_000)
  }

  @Test(
    "each case has expected aggregates, sorted, and says why",
    arguments: SampleCase.all.map(\.folder))
  func expected(folder: String) throws {
    let expected = samples.appending(path: "\(folder)/expected")
    let table = try String(contentsOf: expected.appending(path: "aggregates.csv"), encoding: .utf8)
    let rows = table.split(separator: "\n")
    #expect(rows.first == "date,metric,statistic,value,unit")
    #expect(rows.dropFirst().elementsEqual(rows.dropFirst().sorted()))
    #expect(rows.dropFirst().allSatisfy { $0.split(separator: ",").count == 5 })
    #expect(FileManager.default.fileExists(atPath: expected.appending(path: "README.md").path))
  }

  @Test("no sample lies there that the generator does not write")
  func nothingElse() throws {
    let all = FileManager.default.enumerator(atPath: samples.path)?.compactMap { $0 as? String }
    let archives = try #require(all).filter { $0.hasSuffix(".zip") }
    #expect(Set(archives) == Set(SampleCase.all.map(\.path)))
  }

  private var samples: URL {
    URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appending(path: "samples")
  }
}
