import DaymarkModel
import DaymarkTestSupport
import Foundation
import Testing

@testable import DaymarkIngest
@testable import DaymarkSampleFiles

struct BundleTests {
  private let bundle = [
    ZipFile("a/1.fit", run(day: 1, meters: 1000)), ZipFile("notes.txt", "no data".utf8),
    ZipFile("__MACOSX/a/._1.fit", "litter".utf8), ZipFile("a/._1.fit", "litter".utf8),
    ZipFile("a/2.fit.gz", storedGzip(run(day: 2, meters: 2000))),
    ZipFile("b/3.FIT.GZ", storedGzip(run(day: 3, meters: 3000))),
    ZipFile("photo.jpg", [0xFF, 0xD8]),
  ]

  @Test func `every document that a format recognises is read, and the rest counted`() throws {
    let reading = try IngestedInput(zip: bundle)
    #expect(reading.meters == [1000, 2000, 3000])
    #expect(reading.entries == ["a/1.fit", "a/2.fit.gz", "b/3.FIT.GZ"])
    #expect(reading.facts.documents.map(\.format) == ["fit", "fit", "fit"])
    #expect(reading.facts.format == "fit")
    #expect(reading.facts.entry == nil)
    #expect(reading.facts.unused == [.unrecognised: 2])
    #expect(reading.found.isEmpty)
  }

  @Test func `a folder is read as its zip is`() throws {
    let folder = try ScratchFolder()
    for file in bundle {
      try folder.write(file.content, to: "bundle/" + String(decoding: file.name, as: UTF8.self))
    }
    let reading = try IngestedInput(of: folder.path + "/bundle")
    let zipped = try IngestedInput(zip: bundle)
    #expect(reading.meters == zipped.meters)
    #expect(reading.facts.documents == zipped.facts.documents)
    #expect(reading.facts.unused == zipped.facts.unused)
  }

  @Test func `a single file has no documents, compressed or not`() throws {
    let folder = try ScratchFolder()
    let bytes = run(day: 1, meters: 1000)
    for (name, content) in [("1.fit", bytes), ("1.fit.gz", storedGzip(bytes))] {
      let reading = try IngestedInput(of: folder.write(content, to: name))
      #expect(reading.meters == [1000])
      #expect(reading.facts.format == "fit")
      #expect(reading.facts.documents.isEmpty)
      #expect(reading.facts.entry == nil)
    }
  }

  @Test func `offsets tell the document and the place in it`() throws {
    let reading = try IngestedInput(zip: bundle)
    let first = reading.facts.documents.map(\.firstByte)
    let size = run(day: 1, meters: 1000).count
    // Every run is as long, and each document takes one byte more than it has.
    #expect(first == [0, size + 1, 2 * (size + 1)])
    let places = reading.activities.map { reading.facts.location(byte: $0.byte) }
    #expect(places.map(\.entry) == ["a/1.fit", "a/2.fit.gz", "b/3.FIT.GZ"])
    // The session stands at the same offset in each.
    #expect(Set(places.map(\.byte)).count == 1)
  }

  @Test(arguments: [1, 2, 7, 4093]) func `the size of chunks changes nothing`(
    _ chunkBytes: Int
  ) throws {
    #expect(try IngestedInput(zip: bundle, chunkBytes: chunkBytes) == IngestedInput(zip: bundle))
  }

  @Test func `the order of members changes nothing but the numbering`() throws {
    let reading = try IngestedInput(zip: bundle)
    let reversed = try IngestedInput(zip: bundle.reversed())
    #expect(reversed.meters == reading.meters.reversed())
    #expect(reversed.entries == reading.entries.reversed())
    #expect(reversed.facts.unused == reading.facts.unused)
    #expect(reversed.facts.sources == reading.facts.sources)
    #expect(reversed.facts.recordCount == reading.facts.recordCount)
  }

  @Test func `what lies beside a Health document is read, too`() throws {
    let reading = try IngestedInput(
      zip: bundle + [ZipFile("apple_health_export/export.xml", healthDocument(steps(1)).utf8)])
    #expect(reading.values == [1])
    #expect(reading.meters == [1000, 2000, 3000])
    #expect(reading.facts.format == "mixed" && reading.facts.recordCount == 4)
    let alone = try IngestedInput(zip: bundle).facts
    #expect(reading.facts.parts.map(\.documents.count) == [0, alone.documents.count])
    #expect(reading.facts.parts.map(\.entry) == ["apple_health_export/export.xml", nil])
    #expect(reading.facts.unused == alone.unused)
  }

  @Test func `routes and cardiograms in the folder of a Health document are a part of it`() throws {
    let point = #"<trkpt lat="1" lon="1"><time>2025-09-01T10:00:00Z</time></trkpt>"#
    let track = "<?xml version='1.0'?><gpx><trk><trkseg>\(point)</trkseg></trk></gpx>".utf8
    func reading(routesIn folder: String) throws -> IngestedInput {
      try IngestedInput(zip: [
        ZipFile("\(folder)/workout-routes/route.gpx", track),
        ZipFile("\(folder)/electrocardiograms/ecg.csv", "Name,Anna".utf8),
        ZipFile("\(folder)/export_cda.xml", "<ClinicalDocument/>".utf8),
        ZipFile("apple_health_export/Exportación.xml", healthDocument(steps(1)).utf8),
      ])
    }
    let whole = try reading(routesIn: "apple_health_export")
    #expect(whole.facts.format == "apple-health" && whole.facts.unused.isEmpty)
    #expect(whole.facts.entry == "apple_health_export/Exportación.xml" && whole.activities.isEmpty)
    // Of another export, which is not there.
    let other = try reading(routesIn: "other")
    #expect(other.activities.count == 1 && other.facts.format == "mixed")
  }

  @Test func `a cut Health export is never read by its routes`() throws {
    let route = Array(#"<?xml version="1.0"?><gpx><trk><trkseg/></trk></gpx>"#.utf8)
    let whole = zipped(
      ZipFile("apple_health_export/workout-routes/route.gpx", route),
      ZipFile("apple_health_export/export.xml", healthDocument(steps(1)).utf8))
    let folder = try ScratchFolder()
    // Within the header of the second member, which begins behind 30 bytes, name and content.
    let length = 30 + 46 + route.count + 20
    let path = try folder.write(whole.prefix(length), to: "export.zip")
    let reading = try IngestedInput(of: path)
    #expect(reading.facts.format == "apple-health")
    #expect(reading.facts.documents.isEmpty)
    #expect(reading.codes == ["archive.truncated"])
  }

  // MARK: Damage

  @Test func `a wrong checksum touches the days of its document`() throws {
    var files = bundle
    files[0].checksumError = 1
    let reading = try IngestedInput(zip: files)
    #expect(reading.meters == [1000, 2000, 3000])
    #expect(reading.found == ["activity.crc_mismatch a/1.fit"])
    #expect(try reading.facts.damagedSpans == [spanOfRun(day: 1)])
    #expect(!reading.facts.isDamaged)
  }

  @Test func `a cut gzip is damage of its document`() throws {
    let gzip = storedGzip(run(day: 2, meters: 2000))
    for length in [1, 5, 12, 20, gzip.count - 30] {
      var files = bundle
      files[4].content = Array(gzip.prefix(length))
      let reading = try IngestedInput(zip: files)
      #expect(reading.meters.filter { $0 != 2000 } == [1000, 3000], "\(length) bytes")
      // Nothing says of which day it was, except where a lap was read.
      #expect(reading.facts.isDamaged == reading.facts.damagedSpans.isEmpty)
      // One byte is no beginning of a gzip.
      let codes =
        (length == 1 ? [] : ["activity.truncated"])
        + (reading.facts.damagedSpans.isEmpty ? ["activity.undated"] : [])
      #expect(reading.found == codes.map { "\($0) a/2.fit.gz" }, "\(length) bytes")
    }
  }

  @Test func `a corrupt gzip is damage of its document`() throws {
    var files = bundle
    // The type of its first block, which RFC 1951, section 3.2.3, has none of.
    files[4].content[10] = 7
    let reading = try IngestedInput(zip: files)
    #expect(reading.meters == [1000, 3000])
    #expect(reading.found == ["activity.truncated a/2.fit.gz", "activity.undated a/2.fit.gz"])
  }

  @Test func `a member that ends like an activity and is none is damage, an empty one is not`()
    throws
  {
    let contents = [
      ("fit", Array(repeating: UInt8(0), count: 900)), ("tcx", Array("no XML".utf8)), ("gpx", []),
    ]
    for (ending, content) in contents {
      let reading = try IngestedInput(zip: bundle + [.init("a/9.\(ending)", content)])
      #expect(reading.meters == [1000, 2000, 3000])
      #expect(reading.found == (content.isEmpty ? [] : ["activity.undated a/9.\(ending)"]))
      #expect(reading.facts.isDamaged == !content.isEmpty)
    }
  }

  @Test func `one bad document of two does not take the other with it`() throws {
    var limits = ReadLimits()
    limits.compressionRatio = 2
    limits.ratioFloorBytes = 1 << 20
    // A FIT file's beginning, and then nothing but zeros.
    let bomb = try ZipWriter()
    try bomb.begin("bomb.fit")
    try bomb.write(run(day: 1, meters: 1).prefix(14) + [UInt8](repeating: 0, count: 2 << 20))
    try bomb.begin("good.fit")
    try bomb.write(run(day: 2, meters: 2000))
    let folder = try ScratchFolder()
    let reading = try IngestedInput(
      of: folder.write(bomb.finish(), to: "bundle.zip"), limits: limits)
    #expect(reading.meters == [2000])
    #expect(reading.found.contains("archive.limit bomb.fit"))
  }

  @Test func `an archive cut anywhere gives the documents before`() throws {
    let folder = try ScratchFolder()
    let whole = StoredZip(bundle).bytes
    let path = try folder.write(whole, to: "bundle.zip")
    for length in stride(from: whole.count - 1, to: 400, by: -7) {
      truncate(path, length)
      let cut = try IngestedInput(of: path)
      #expect([1000, 2000, 3000].starts(with: cut.meters), "\(length) bytes")
      #expect(cut.facts.isDamaged, "\(length) bytes")
    }
  }

  @Test func `an encrypted member is an error, as it always was`() throws {
    var files = bundle
    files[0].flags = 1
    let folder = try ScratchFolder()
    let finding = refusal(of: try folder.write(StoredZip(files).bytes, to: "bundle.zip"))
    #expect(finding?.code == .archiveEncrypted)
    #expect(finding?.location?.description == "bundle.zip!a/1.fit")
  }

  // MARK: Limits and progress

  @Test func `an input is refused by stated limits`() throws {
    let folder = try ScratchFolder()
    let path = try folder.write(StoredZip(bundle).bytes, to: "bundle.zip")
    var limits = ReadLimits()
    limits.entries = 6
    #expect(
      refusal(of: path, limits: limits)?.facts == .init { ($0.limit, $0.most) = (.entries, 6) })
    limits = ReadLimits()
    limits.headBytes = 100
    #expect(
      refusal(of: path, limits: limits)?.facts == .init { ($0.limit, $0.most) = (.headBytes, 100) })
    limits = ReadLimits()
    // One document, but not all of them.
    limits.documentBytes = run(day: 1, meters: 1).count + 10
    let finding = refusal(of: path, limits: limits)
    #expect(finding?.facts.limit == .documentBytes)
    #expect(finding?.location?.entry == "a/2.fit.gz")
  }

  @Test func `progress grows, and never past the archive's bytes`() throws {
    let folder = try ScratchFolder()
    let inner = zipped(ZipFile("4.fit", run(day: 4, meters: 4000)))
    let bytes = StoredZip(bundle + [ZipFile("inner.zip", inner)]).bytes
    let path = try folder.write(bytes, to: "bundle.zip")
    var positions: [Int64] = []
    _ = try readInput(at: path, progress: { positions.append($0) }, receive: { _ in })
    #expect(positions == positions.sorted())
    #expect(positions.last.map { $0 > 0 && $0 <= bytes.count } == true)
  }
}
