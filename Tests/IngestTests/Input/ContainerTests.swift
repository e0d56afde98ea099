import DaymarkIngest
import DaymarkModel
import DaymarkTestSupport
import Foundation
import Testing

@testable import DaymarkSampleFiles

private let document = healthDocument(steps(1), steps(2))
private let clinical = declaration + #"<ClinicalDocument xmlns="urn:hl7-org:v3"/>"#

/// Reads a zip of these members.
private func reading(_ members: [StoredZip.Member], chunkBytes: Int = 1 << 16) throws
  -> IngestedInput
{
  let folder = try ScratchFolder()
  return try IngestedInput(
    of: folder.write(StoredZip(members).bytes, to: "export.zip"), chunkBytes: chunkBytes)
}

private func refusal(_ members: [StoredZip.Member]) throws -> Finding? {
  let folder = try ScratchFolder()
  return refusal(of: try folder.write(StoredZip(members).bytes, to: "export.zip"))
}

private func member(
  _ name: String = "apple_health_export/export.xml", _ content: String = document,
  change: (inout StoredZip.Member) -> Void = { _ in }
) -> StoredZip.Member {
  var member = StoredZip.Member(name, content.utf8)
  change(&member)
  return member
}

struct ContainerTests {
  /// Its end cannot be sought, which libarchive would ask for again and again.
  @Test func `a member that claims more bytes than any file has ends the archive`() throws {
    var bytes: [UInt8] = []
    func add(_ number: some FixedWidthInteger) {
      withUnsafeBytes(of: number.littleEndian) { bytes.append(contentsOf: $0) }
    }
    // APPNOTE.TXT 4.3.7 and 4.5.3: a local header whose sizes stand in its zip64 field.
    bytes += [0x50, 0x4B, 3, 4, 45, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]
    for size in [UInt32.max, UInt32.max] { add(size) }
    for length in [UInt16(9), 20] { add(length) }
    bytes += Array("other.bin".utf8)
    for field in [UInt16(1), 16] { add(field) }
    for size in [0x1430_D800_0000_0007, 0x1430_D800_0000_0007] as [UInt64] { add(size) }
    bytes += Array("some bytes".utf8)
    let folder = try ScratchFolder()
    let reading = try IngestedInput(of: folder.write(bytes, to: "export.zip"))
    #expect(reading.codes == ["archive.truncated"])
  }

  @Test(arguments: [
    "apple_health_export/export.xml", "export.xml", "Export.xml", "导出.xml", "輸出.xml",
    "exportar.xml",
    "экспорт.xml", "エクスポート.xml", "a/b/vienti.xml", "σ»╝σç║.xml",
  ])
  func `the document is chosen by content, whatever its name`(_ name: String) throws {
    let folder = name.lastIndex(of: "/").map { name[...$0] } ?? ""
    let other = [
      member("\(folder)export_cda.xml", clinical),
      member("__MACOSX/\(folder)._export.xml", "\0\u{5}\u{16}\u{7}"),
      member("\(folder)workout-routes/route.gpx", "<gpx/>"),
    ]
    for flags in [0, 0x800] as [UInt16] {
      let chosen = member(name) { $0.flags = flags }
      for members in [[chosen] + other, other + [chosen]] {
        let reading = try reading(members)
        #expect(reading.values == [1, 2])
        #expect(reading.facts.entry == name)
        #expect(reading.codes.isEmpty)
      }
    }
  }

  @Test func `a name that is no UTF-8 does not hide the document`() throws {
    // 导出.xml in GBK.
    let gbk = member { $0.name = [0xB5, 0xBC, 0xB3, 0xF6] + Array(".xml".utf8) }
    let reading = try reading([gbk])
    #expect(reading.values == [1, 2])
    #expect(reading.codes.isEmpty)
  }

  @Test func `neither the clinical document nor Finder's copies are ever the document`() throws {
    let disguised = [
      member("export_cda.xml"), member("Export_cda.xml"), member("__MACOSX/export.xml"),
      member("a/._export.xml"), member("notes.txt"),
    ]
    #expect(try refusal(disguised)?.code == .archiveUnrecognised)
  }

  @Test func `two documents are two parts, by name`() throws {
    let reading = try reading([
      member("b.xml", healthDocument(steps(2))), member("a.xml", healthDocument(steps(1))),
    ])
    #expect(reading.values == [1, 2])
    #expect(reading.facts.parts.map(\.entry) == ["a.xml", "b.xml"])
    #expect(reading.facts.documents.map(\.entry) == ["a.xml", "b.xml"])
    #expect(reading.facts.format == .appleHealth && reading.facts.recordCount == 2)
    #expect(reading.codes == [])
  }

  @Test func `zip, zip64, data descriptors, gz, a bare file and a folder give the same`() throws {
    let bare = try IngestedInput(document)
    let folder = try ScratchFolder()
    let name = "apple_health_export/export.xml"
    let deflated = try ZipWriter()
    try deflated.begin(name)
    try deflated.write(Array(document.utf8))
    try folder.write(document.utf8, to: "folder/" + name)
    let paths = [
      try folder.write(StoredZip([member()]).bytes, to: "stored.zip"),
      try folder.write(StoredZip([member { $0.isZip64 = true }]).bytes, to: "zip64.zip"),
      try folder.write(StoredZip([member { $0.flags = 8 }]).bytes, to: "descriptor.zip"),
      try folder.write(deflated.finish(), to: "deflated.zip"),
      try folder.write(storedGzip(Array(document.utf8)), to: "export.xml.gz"),
      folder.path + "/folder",
    ]
    for path in paths {
      let reading = try IngestedInput(of: path)
      #expect(reading.records == bare.records, "\(path)")
      #expect(reading.codes.isEmpty, "\(path)")
      #expect(reading.facts.entry == (path.hasSuffix(".gz") ? nil : name))
    }
  }

  @Test func `a folder's digest is that of its sorted lines`() throws {
    let folder = try ScratchFolder()
    try folder.write("b".utf8, to: "x/b.txt")
    try folder.write(document.utf8, to: "export.xml")
    try folder.write("".utf8, to: "ä.txt")
    let lines = [("b", "x/b.txt"), (document, "export.xml"), ("", "ä.txt")].map {
      "\(Digest(of: $0.0.utf8).hex)  \($0.1)\n"
    }
    // Hexadecimal digits are ASCII, so their order is the same everywhere.
    let expected = Digest(of: lines.sorted().joined().utf8)
    let identity = try InputIdentity(ofInputAt: folder.path)
    let (digest, bytes) = (identity.digest, identity.bytes)
    #expect(digest == expected)
    #expect(bytes == Int64(document.utf8.count) + 1)
    #expect(try IngestedInput(of: folder.path).facts.digest == expected)
  }

  @Test func `files of a folder may have names of any bytes, and the folder may be a link`() throws
  {
    let folder = try ScratchFolder()
    try folder.write([], to: "folder/a.txt")
    // é in Latin-1, which is no UTF-8.
    let name = Array("folder/".utf8) + [0xE9] + Array(".xml".utf8)
    let path = (Array((folder.path + "/").utf8) + name + [0]).map(CChar.init(bitPattern:))
    let file = try #require(fopen(path, "wb"))
    fputs(document, file)
    fclose(file)
    symlink(folder.path + "/folder", folder.path + "/link")
    let reading = try IngestedInput(of: folder.path + "/link")
    #expect(reading.values == [1, 2])
    #expect(reading.facts.entry == String(systemPath: [0xE9] + Array(".xml".utf8)))
    let lines = [
      Array("\(Digest(of: document.utf8).hex)  ".utf8) + [0xE9] + Array(".xml\n".utf8),
      Array("\(Digest(of: []).hex)  a.txt\n".utf8),
    ]
    let sorted = lines.sorted { $0.lexicographicallyPrecedes($1) }
    #expect(reading.facts.digest == Digest(of: sorted.joined()))
  }

  @Test func `no link in a folder is followed, also one that came after the folder was listed`()
    throws
  {
    let folder = try ScratchFolder()
    try folder.write(document.utf8, to: "input/in/export.xml")
    try folder.write(document.utf8, to: "input/export.xml")
    try folder.write(document.utf8, to: "outside/export.xml")
    let (files, path) = (SystemFiles(), folder.path + "/input")
    let listed = try #require(try files.files(of: path))
    #expect(listed.map(\.name) == ["export.xml", "in/export.xml"])
    try FileManager.default.removeItem(atPath: path + "/in")
    try FileManager.default.removeItem(atPath: path + "/export.xml")
    symlink(folder.path + "/outside", path + "/in")
    symlink("in/export.xml", path + "/export.xml")
    for file in listed {
      #expect(throws: DaymarkError.self) {
        try files.open(file, of: path, at: InputLocation(file: path))
      }
    }
    let links = try #require(try files.files(of: path))
    #expect(links.map(\.name) == ["export.xml", "in"])
    #expect(
      links.map { String(systemPath: $0.target ?? []) } == [
        "in/export.xml", folder.path + "/outside",
      ])
  }

  @Test func `a link in a folder that leads nowhere does not hide that the folder is the same`()
    throws
  {
    let folder = try ScratchFolder()
    try folder.write("12345".utf8, to: "export.xml")
    symlink("nowhere", folder.path + "/link")
    let stamp = try InputStamp(ofInputAt: folder.path)
    #expect(stamp.bytes == 5)
    #expect(try InputStamp(ofInputAt: folder.path) == stamp)
    try folder.write("54321".utf8, to: "export.xml")
    #expect(try InputStamp(ofInputAt: folder.path) != stamp)
  }

  @Test func `an archive's digest is that of its bytes`() throws {
    let folder = try ScratchFolder()
    let path = try folder.write("abc".utf8, to: "abc.zip")
    // FIPS 180-2, appendix B.1.
    let expected = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
    #expect(try InputIdentity(ofInputAt: path).digest.hex == expected)
    #expect(try InputIdentity(ofInputAt: path).bytes == 3)
  }

  @Test func `a wrong checksum is found and the records are kept`() throws {
    // Longer than one block of libarchive's, too.
    let long = healthDocument((1...2000).map { steps($0) }.joined())
    for (text, count) in [(document, 2), (long, 2000)] {
      let wrong = member("export.xml", text) { $0.checksumError = 1 }
      for size in [7, 1000, 65536] {
        let reading = try reading([wrong], chunkBytes: size)
        #expect(reading.records.count == count)
        #expect(reading.codes == ["archive.crc_mismatch"])
        #expect(reading.facts.damage == [.archiveCRCMismatch])
      }
    }
  }

  @Test func `damaged compressed data keeps what came before`() throws {
    let text = healthDocument((1...20000).map { steps($0, source: "S\($0 % 97)") }.joined())
    let writer = try ZipWriter()
    try writer.begin("export.xml")
    try writer.write(Array(text.utf8))
    var bytes = try writer.finish()
    for index in 0..<64 { bytes[bytes.count * 3 / 4 + index] = 0xFF }
    let folder = try ScratchFolder()
    let reading = try IngestedInput(of: folder.write(bytes, to: "export.zip"))
    #expect(!reading.facts.damage.isEmpty)
    // Wrong bytes may also inflate to something; up to the damage all is as it was.
    #expect(Array(reading.values.prefix(5000)) == Array(1...5000))
  }

  @Test func `what must not be read is refused`() throws {
    let encrypted = member { $0.flags = 1 }
    #expect(try refusal([encrypted])?.code == .archiveEncrypted)
    for name in ["../export.xml", "a/../../export.xml", "/etc/export.xml", ".."] {
      #expect(try refusal([member(name)])?.code == .archiveUnsafePath, "\(name)")
      #expect(try refusal([member(), member(name)])?.code == .archiveUnsafePath, "\(name)")
    }
    #expect(try refusal([])?.code == .archiveUnrecognised)
    #expect(try refusal([member("a.xml", "no markup")])?.code == .archiveUnrecognised)
    #expect(try refusal([member("a.xml", clinical)])?.code == .archiveUnrecognised)
  }

  @Test func `an error says which input and which member`() throws {
    let place = try #require(try refusal([member("a/b.xml") { $0.flags = 1 }])?.location)
    #expect(place.description == "export.zip!a/b.xml")
  }

  @Test func `what is not there or cannot be read is an error`() throws {
    let folder = try ScratchFolder()
    let missing = refusal(of: folder.path + "/none.zip")
    #expect(missing?.code == .fileMissing)
    #expect(missing?.location?.file == folder.path + "/none.zip")
    #expect(refusal(of: folder.path)?.code == .archiveUnrecognised)
    let empty = refusal(of: try folder.write([], to: "empty.zip"))
    #expect(empty?.code == .archiveTruncated)
    #expect(empty?.location?.file == "empty.zip")
    let pipe = folder.path + "/pipe"
    mkfifo(pipe, 0o600)
    #expect(refusal(of: pipe)?.code == .fileUnreadable)
  }

  /// Nobody may read `/proc/self/mem` from its beginning, not even root, whom permissions do not stop.
  @Test(.enabled(if: FileManager.default.fileExists(atPath: "/proc/self/mem")))
  func `a file that the system does not give is an error with its words`() {
    let finding = refusal(of: "/proc/self/mem")
    #expect(finding?.code == .fileUnreadable)
    #expect(finding?.facts.system?.isEmpty == false)
  }

  @Test(.enabled(if: geteuid() != 0, "root may read everything"))
  func `a file without permission is an error`() throws {
    let folder = try ScratchFolder()
    let path = try folder.write(document.utf8, to: "export.xml")
    chmod(path, 0)
    #expect(refusal(of: path)?.code == .fileUnreadable)
  }
}
