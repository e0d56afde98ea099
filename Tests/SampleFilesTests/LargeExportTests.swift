import DaymarkModel
import Foundation
import Testing

@testable import DaymarkSampleFiles

struct LargeExportTests {
  @Test(arguments: [2, 10, 40])
  func `the size is near what was asked for`(megabytes: Int) throws {
    let asked = megabytes * 1_000_000
    var bytes = 0
    let written = try LargeExport(bytes: asked, seed: 7).stream { bytes += $0.count }
    #expect(written.bytes == bytes)
    #expect(abs(bytes - asked) < asked / 20)
  }

  @Test func `records are as long as genuine ones, most of them energy and heart rate`() throws {
    let text = try String(decoding: document(seed: 1, bytes: 20_000_000), as: UTF8.self)
    let types = text.split(separator: "\n").filter { $0.hasPrefix(" <Record") }.map {
      String($0.split(separator: "\"")[1])
    }
    #expect((350...450).contains(text.utf8.count / types.count))
    let counts = Dictionary(types.map { ($0, 1) }, uniquingKeysWith: +)
    let ordered = counts.sorted { $0.value > $1.value }.prefix(2).map(\.key)
    #expect(Set(ordered) == [Metric.activeEnergy.healthType, Metric.heartRate.healthType])
    let usual = Metric.allCases.filter(\.facts.isOfEverybody)
    #expect(usual.allSatisfy { counts[$0.healthType] != nil })
    #expect(text.contains("<Workout ") && text.contains("<ActivitySummary "))
  }

  @Test func `the same seed gives the same bytes, another seed others`() throws {
    #expect(try document(seed: 1) == document(seed: 1))
    #expect(try document(seed: 1) != document(seed: 2))
  }

  @Test func `the extension decides between a zip and bare XML`() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let export = LargeExport(bytes: 2_000_000, seed: 1)
    let (zip, xml) = (folder.appending(path: "a.zip"), folder.appending(path: "a.xml"))
    try export.write(to: zip.path)
    try export.write(to: xml.path)
    #expect(try Array(Data(contentsOf: zip).prefix(4)) == [0x50, 0x4B, 3, 4])
    #expect(try Array(Data(contentsOf: xml)) == document(seed: 1))
  }

  @Test func `a path that cannot be written is an error`() {
    let export = LargeExport(bytes: 2_000_000, seed: 1)
    #expect(throws: SampleError.unwritable("/nowhere/a.zip")) {
      try export.write(to: "/nowhere/a.zip")
    }
    #expect(throws: SampleError.unwritable("/nowhere/a.xml")) {
      try export.write(to: "/nowhere/a.xml")
    }
  }

  private func document(seed: UInt64, bytes: Int = 2_000_000) throws -> [UInt8] {
    var document: [UInt8] = []
    _ = try LargeExport(bytes: bytes, seed: seed).stream { document += $0 }
    return document
  }
}
