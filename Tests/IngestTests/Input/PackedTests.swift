import DaymarkModel
import DaymarkSampleFiles
import DaymarkTestSupport
import Foundation
import Testing

@testable import DaymarkIngest

private let document = healthDocument(steps(1), steps(2))

/// A tar of one file: a header of ustar and the content, in blocks of 512 bytes.
func tar(_ name: String, _ content: [UInt8]) -> [UInt8] {
  var header = [UInt8](repeating: 0, count: 512)
  func put(_ text: String, at index: Int) {
    header.replaceSubrange(index..<index + text.utf8.count, with: text.utf8)
  }
  put(name, at: 0)
  put("0000644", at: 100)
  let size = String(content.count, radix: 8)
  put(String(repeating: "0", count: 11 - size.count) + size, at: 124)
  put("00000000000", at: 136)
  put("        ", at: 148)
  put("0", at: 156)
  put("ustar\u{0}00", at: 257)
  let sum = String(header.reduce(0) { $0 + Int($1) }, radix: 8)
  put(String(repeating: "0", count: 6 - sum.count) + sum + "\u{0} ", at: 148)
  let padding = [UInt8](repeating: 0, count: (512 - content.count % 512) % 512 + 1024)
  return header + content + padding
}

/// Archives other than zip; see Formats, "Other archives".
struct PackedTests {
  private func read(_ bytes: [UInt8], named name: String) throws -> IngestedInput {
    let folder = try ScratchFolder()
    return try IngestedInput(of: folder.write(bytes, to: name))
  }

  @Test func `a tar is read as a zip is, by itself, gzipped and within a folder or a zip`() throws {
    let plain = tar("apple_health_export/export.xml", Array(document.utf8))
    #expect(try read(plain, named: "export.tar").values == [1, 2])
    #expect(try read(plain, named: "no name").values == [1, 2])
    let packed = try gzipped(plain)
    #expect(try read(packed, named: "export.tar.gz").values == [1, 2])
    #expect(try read(packed, named: "export.tgz").values == [1, 2])
    let zip = StoredZip([.init("inner/export.tar", plain)])
    #expect(try read(zip.bytes, named: "outer.zip").values == [1, 2])
    let folder = try ScratchFolder()
    _ = try folder.write(packed, to: "in/export.tar.gz")
    #expect(try IngestedInput(of: folder.path + "/in").values == [1, 2])
  }

  @Test func `a tar that is cut is damaged`() throws {
    let plain = tar("export.xml", Array(document.utf8))
    for length in stride(from: 520, to: 512 + document.utf8.count, by: 61) {
      let cut = try Outcome { try read(Array(plain[..<length]), named: "export.tar") }
      guard case .reading(let reading) = cut else { continue }
      #expect(reading.facts.isDamaged, "\(length)")
    }
  }

  @Test func `what is not read is named with what to do`() throws {
    func method(_ bytes: [UInt8], _ name: String) throws -> String? {
      let folder = try ScratchFolder()
      let finding = refusal(of: try folder.write(bytes, to: name))
      #expect(finding?.code == .archiveMethod)
      return finding?.facts.method
    }
    let rar: [UInt8] = [0x52, 0x61, 0x72, 0x21, 0x1A, 7, 1, 0, 9, 9]
    #expect(try method(rar, "export.rar") == "rar")
    #expect(try method([0x50, 0x4B, 7, 8, 0x50, 0x4B, 3, 4], "export.zip") == "split")
    for name in ["export.z01", "export.zip.001", "EXPORT.7Z.002"] {
      #expect(try method(Array("anything".utf8), name) == "split")
    }
    let beside = try IngestedInput(zip: [
      ZipFile("1.fit", run(day: 1, meters: 1000)), ZipFile("old.rar", rar),
    ])
    #expect(beside.meters == [1000] && beside.codes.contains("archive.method"))
  }

  @Test func `bytes turned in a packed archive end nowhere but in a finding`() throws {
    let whole = try gzipped(tar("export.xml", Array(document.utf8)))
    var random = SplitMix64(seed: 71)
    for _ in 0..<300 {
      var bytes = whole
      bytes[Int(random.next() % UInt64(bytes.count))] = UInt8(truncatingIfNeeded: random.next())
      _ = try Outcome { try read(bytes, named: "export.tar.gz") }
    }
  }

  @Test(arguments: [true, false])
  func `a document in UTF-16 is read in every size of chunk`(isLittleEndian: Bool) throws {
    let text = document.replacing("\"S\"", with: "\"Maras Uhr – 表 🏃\"")
    var bytes: [UInt8] = isLittleEndian ? [0xFF, 0xFE] : [0xFE, 0xFF]
    for unit in text.utf16 {
      let pair = [UInt8(unit >> 8), UInt8(unit & 0xFF)]
      bytes += isLittleEndian ? pair.reversed() : pair
    }
    let folder = try ScratchFolder()
    let path = try folder.write(bytes, to: "export.xml")
    for chunkBytes in [1, 2, 3, 7, 4096] {
      let reading = try IngestedInput(of: path, chunkBytes: chunkBytes)
      #expect(reading.values == [1, 2] && reading.codes == [], "\(chunkBytes)")
      #expect(reading.facts.sources.map(\.name) == ["Maras Uhr – 表 🏃"])
    }
    // Within the end of the root, and within a unit of it.
    for cut in [4, 5, 40] {
      let reading = try IngestedInput(
        of: folder.write(Array(bytes.dropLast(cut)), to: "cut.xml"))
      #expect(reading.facts.damage == [.xmlTruncated], "\(cut)")
    }
  }

  @Test(arguments: ["export.xml.txt", "apple_health_export/export"])
  func `a name with a second ending or none does not hide the document`(_ name: String) throws {
    let zip = StoredZip([.init(name, document.utf8)])
    #expect(try read(zip.bytes, named: "export.zip").values == [1, 2])
  }

  @Test func `the clinical document alone says which file is wanted`() throws {
    let clinical = Array((declaration + "<ClinicalDocument/>").utf8)
    let folder = try ScratchFolder()
    let zip = StoredZip([.init("apple_health_export/export_cda.xml", clinical)])
    for path in [
      try folder.write(zip.bytes, to: "export.zip"),
      try folder.write(clinical, to: "export_cda.xml"),
    ] {
      let finding = refusal(of: path)
      #expect(finding?.code == .archiveUnrecognised && finding?.facts.reason == .clinical)
    }
  }
}

/// Packs bytes with the program of that name, which every system has on which the tests run.
func gzipped(_ bytes: [UInt8]) throws -> [UInt8] {
  let folder = try ScratchFolder()
  let path = try folder.write(bytes, to: "a")
  let process = Process()
  process.executableURL = URL(fileURLWithPath: "/bin/gzip")
  process.arguments = ["-n", path]
  try process.run()
  process.waitUntilExit()
  return Array(try Data(contentsOf: URL(fileURLWithPath: path + ".gz")))
}
