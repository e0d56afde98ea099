import DaymarkDocuments
import DaymarkModel
import DaymarkTestSupport
import Testing

@testable import DaymarkIngest

#if canImport(Glibc)
  import Glibc
#endif

/// Members whose names may hold an address.
struct MemberNameTests {
  private let address = "anna.example@mail.example"
  private var sound: ZipFile { ZipFile("DI/\(address)_12.fit", run(day: 1, meters: 1000)) }

  @Test func `a member whose name may hold an address is told by format, number and digest`() throws
  {
    let cut = Array(run(day: 2, meters: 2000).dropLast(3))
    let reading = try IngestedInput(zip: [
      sound, ZipFile("\(address)/2.fit", run(day: 3, meters: 3000)),
      ZipFile("DI/\(address)_13.fit.gz", storedGzip(cut)),
      ZipFile("plain.fit", run(day: 4, meters: 1)),
    ])
    let digests = [sound.content, cut, run(day: 3, meters: 3000)].map {
      Digest(of: $0).hex.prefix(8)
    }
    #expect(
      reading.entries == [
        "DI/fit 1 (\(digests[0]))", "folder/2.fit (\(digests[2]))", "DI/fit 3 (\(digests[1]))",
        "plain.fit",
      ])
    let place = reading.finding(.activityTruncated)?.location
    #expect(place?.entry == "DI/fit 3 (\(digests[1]))")
    #expect(!"\(reading.facts)".contains("example@"))
  }

  @Test func `whoever asks for names gets them`() throws {
    var limits = ReadLimits()
    limits.showsNames = true
    let folder = try ScratchFolder()
    let zip = StoredZip([.init("DI/\(address)_12.fit", sound.content)])
    let reading = try IngestedInput(of: folder.write(zip.bytes, to: "a.zip"), limits: limits)
    #expect(reading.entries == ["DI/\(address)_12.fit"])
  }

  @Test func `an archive in an archive and a folder tell no more`() throws {
    let inner = StoredZip([.init("\(address)_1.fit", run(day: 1, meters: 1000))])
    let folder = try ScratchFolder()
    try folder.write(inner.bytes, to: "in/\(address).zip")
    try folder.write(run(day: 2, meters: 2000), to: "in/\(address)_2.fit")
    let reading = try IngestedInput(of: folder.path + "/in")
    #expect(reading.meters.sorted() == [1000, 2000])
    #expect(!"\(reading.facts)".contains("example@"))
    let error = try #require(throws: DaymarkError.self) {
      let secret = StoredZip.Member("\(address).fit", [1])
      var encrypted = secret
      encrypted.flags = 1
      return try IngestedInput(of: folder.write(StoredZip([encrypted]).bytes, to: "b.zip"))
    }
    #expect(error.finding.location?.entry == "fit 1")
  }

  @Test(arguments: [
    ("a@b.fit", "fit 7"), ("a%40b.FIT.GZ", "fit 7"), ("a@b", "file 7"), ("a/b.fit", "a/b.fit"),
    ("a@b.c/d.fit", "folder/d.fit"), ("a\u{FF20}b.tcx", "tcx 7"), ("a@b.thisisnoending", "file 7"),
    ("a@b.x y", "file 7"),
  ])
  func `only what may be an address is left out`(_ name: String, _ shown: String) {
    #expect(MemberPath(name).shown(number: 7) == shown)
  }

  @Test func `a document with figures has the digest of what it is unpacked`() throws {
    let folder = try ScratchFolder()
    let plain = try IngestedInput(xml: healthDocument((1...10).map { steps($0) }.joined()).utf8)
    #expect(plain.facts.documentDigests == [plain.facts.digest])
    let few = try IngestedInput(
      xml: healthDocument((1...9).map { steps($0) }.joined() + steps(0)).utf8)
    #expect(few.facts.documentDigests.isEmpty)
    let document = Array(healthDocument((1...10).map { steps($0) }.joined()).utf8)
    let zip = StoredZip([.init("apple_health_export/export.xml", document)])
    let zipped = try IngestedInput(of: folder.write(zip.bytes, to: "a.zip"))
    #expect(zipped.facts.documentDigests == plain.facts.documentDigests)
    let packed = try IngestedInput(of: folder.write(storedGzip(document), to: "export.xml.gz"))
    #expect(packed.facts.documentDigests == plain.facts.documentDigests)
  }

  // MARK: Names that are not UTF-8

  /// `zoé.fit` in Latin-1.
  private let latin: [UInt8] = [0x7A, 0x6F, 0xE9, 0x2E, 0x66, 0x69, 0x74]

  @Test func `a name that is not UTF-8 is kept byte by byte`() throws {
    let texts: [[UInt8]] = [
      latin, [0xFF], [0xE9, 0xE8], Array("zoé".utf8), Array("\u{10F7E9}".utf8), [0xC3],
      [0x41, 0xC3, 0x28],
    ]
    for bytes in texts {
      let text = String(systemPath: bytes)
      #expect(text.systemPath.dropLast().map(UInt8.init(bitPattern:)) == bytes)
      #expect(text.systemPath.last == 0)
    }
    #expect(Set(texts.map { String(systemPath: $0) }).count == texts.count)
    #expect(String(systemPath: Array("zoé".utf8)) == "zoé")
  }

  /// libarchive ends the process at such a name, if some call before found no memory.
  @Test func `a name that is not UTF-8 is read after an error of another call`() throws {
    var member = StoredZip.Member("", run(day: 1, meters: 1000))
    let folder = try ScratchFolder()
    for name: [UInt8] in [latin, [0x7A, 0xC3], [0xC3], Array("zoé".utf8)] {
      member.name = name
      let path = try folder.write(StoredZip([member]).bytes, to: "a.zip")
      errno = ENOMEM
      #expect(try IngestedInput(of: path).meters == [1000])
    }
  }

  @Test func `members, files of folders and archives of any name are read`() throws {
    let name = String(systemPath: latin)
    var member = StoredZip.Member("", run(day: 1, meters: 1000))
    member.name = latin
    let folder = try ScratchFolder()
    let zipped = try IngestedInput(of: folder.write(StoredZip([member]).bytes, to: "a.zip"))
    #expect(zipped.entries == [name] && zipped.meters == [1000])
    for path in ["\(folder.path)/in", "\(folder.path)/in/\(String(systemPath: [0xFE]))"] {
      mkdir(path.systemPath, 0o777)
      let file = open((path + "/" + name).systemPath, O_CREAT | O_WRONLY, 0o666)
      #expect(write(file, member.content, member.content.count) == member.content.count)
      close(file)
    }
    let inFolder = try IngestedInput(of: folder.path + "/in")
    #expect(inFolder.meters == [1000, 1000])
    #expect(inFolder.entries == [name, "\(String(systemPath: [0xFE]))/\(name)"])
    #expect(try IngestedInput(of: "\(folder.path)/in/\(name)").meters == [1000])
  }
}
