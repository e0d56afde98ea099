import DaymarkModel
import DaymarkTestSupport
import Foundation
import Testing

@testable import DaymarkIngest
@testable import DaymarkSampleFiles

struct NestedArchiveTests {
  private let outer = ZipFile("1.fit", run(day: 1, meters: 1000))
  private let inner = ZipFile("2.fit", run(day: 2, meters: 2000))

  /// An input of a run, and of a zip that may be damaged.
  private func reading(
    _ nested: [UInt8], limits: ReadLimits = ReadLimits(),
    change: (inout ZipFile) -> Void = { _ in }
  ) throws -> IngestedInput {
    var member = ZipFile("parts/inner.zip", nested)
    change(&member)
    return try IngestedInput(zip: [member, outer], limits: limits)
  }

  @Test func `a zip in a zip is read after what lies beside it`() throws {
    let reading = try reading(
      zipped(ZipFile("a/3.fit.gz", storedGzip(run(day: 3, meters: 3))), inner))
    #expect(reading.meters == [1000, 3, 2000])
    #expect(
      reading.entries == ["1.fit", "parts/inner.zip!a/3.fit.gz", "parts/inner.zip!2.fit"])
    #expect(reading.facts.unused.isEmpty)
    #expect(reading.found.isEmpty)
  }

  @Test func `a zip in a folder is read as well`() throws {
    let folder = try ScratchFolder()
    try folder.write(zipped(inner), to: "all/parts/inner.zip")
    try folder.write(outer.content, to: "all/1.fit")
    let reading = try IngestedInput(of: folder.path + "/all")
    #expect(reading.meters == [1000, 2000])
    #expect(reading.entries == ["1.fit", "parts/inner.zip!2.fit"])
  }

  @Test func `archives lie in each other two deep and no deeper`() throws {
    let third = zipped(ZipFile("3.fit", run(day: 3, meters: 3000)))
    let second = zipped(ZipFile("third.zip", third), inner)
    let reading = try reading(zipped(ZipFile("second.zip", second)))
    #expect(reading.meters == [1000, 2000])
    #expect(reading.entries == ["1.fit", "parts/inner.zip!second.zip!2.fit"])
    #expect(reading.found == ["archive.limit parts/inner.zip!second.zip!third.zip"])
    #expect(reading.facts.findings[0].facts == .init { ($0.limit, $0.most) = (.nestedDepth, 2) })
    #expect(reading.facts.isDamaged)
  }

  @Test func `the checksum of an archive around a document vouches for its text`() throws {
    let row = "2025-09-01 10:00:00,A,Squat,1,100,5"
    let headings = "Date,Workout Name,Exercise Name,Set Order,Weight,Reps"
    let log = Array("\(headings)\n\(row)\n\"x\"\(row)\n".utf8)
    let folder = try ScratchFolder()
    for (bytes, name) in [
      (zipped(ZipFile("log.csv", log)), "one.zip"), (storedGzip(log), "log.csv.gz"),
      (zipped(ZipFile("inner.zip", zipped(ZipFile("log.csv", log)))), "two.zip"),
      (zipped(ZipFile("log.csv.gz", storedGzip(log))), "gzip.zip"),
    ] {
      let reading = try IngestedInput(of: folder.write(bytes, to: name))
      #expect(reading.facts.findings.map(\.code) == [.logUnitUnknown, .csvMalformed], "\(name)")
      #expect(reading.sets.count == 1 && !reading.facts.isDamaged, "\(name)")
    }
    let bare = try folder.write(log, to: "bare/log.csv")
    for path in [bare, folder.path + "/bare"] {
      let reading = try IngestedInput(of: path)
      let codes: [FindingCode] = [.logUnitUnknown, .csvMalformed, .textUnvouched]
      #expect(reading.facts.findings.map(\.code) == codes, "\(path)")
      #expect(reading.sets.count == 1 && reading.facts.isDamaged, "\(path)")
    }
  }

  @Test func `of very many archives the first are read`() throws {
    let parts = (0..<150).map { ZipFile("\($0).zip", zipped(ZipFile("\($0).txt", [65]))) }
    let reading = try IngestedInput(zip: parts + [outer])
    #expect(reading.meters == [1000])
    #expect(reading.facts.unused == [.unrecognised: 100])
    #expect(reading.found == ["archive.limit 100.zip"])
    #expect(reading.facts.findings[0].count == 50)
    #expect(
      reading.facts.findings[0].facts == .init { ($0.limit, $0.most) = (.nestedArchives, 100) })
  }

  @Test func `an archive without room is left out, and a smaller one is not`() throws {
    var limits = ReadLimits()
    limits.nestedBytes = 1000
    let large = zipped(ZipFile("large.bin", [UInt8](repeating: 7, count: 2000)))
    let reading = try IngestedInput(
      zip: [ZipFile("large.zip", large), ZipFile("inner.zip", zipped(inner)), outer],
      limits: limits)
    #expect(reading.meters == [1000, 2000])
    #expect(reading.found == ["archive.limit large.zip"])
    #expect(reading.facts.findings[0].facts == .init { ($0.limit, $0.most) = (.nestedBytes, 1000) })
  }

  @Test func `an archive that was unpacked in vain is one of those that may be`() throws {
    var limits = ReadLimits()
    (limits.nestedBytes, limits.nestedArchives) = (1000, 1)
    let large = zipped(ZipFile("large.bin", [UInt8](repeating: 7, count: 2000)))
    let reading = try IngestedInput(
      zip: [ZipFile("large.zip", large), ZipFile("inner.zip", zipped(inner)), outer],
      limits: limits)
    #expect(reading.meters == [1000])
    #expect(
      reading.facts.findings.map(\.facts.limit) == [.nestedBytes, .nestedArchives])
  }

  @Test func `a bomb in a zip is left out`() throws {
    let bomb = try ZipWriter()
    try bomb.begin("zeros.zip")
    // A zip of zeros deflates some thousand times.
    try bomb.write(zipSignature + [UInt8](repeating: 0, count: 8 << 20))
    try bomb.begin("1.fit")
    try bomb.write(outer.content)
    let folder = try ScratchFolder()
    var limits = ReadLimits()
    limits.ratioFloorBytes = 4 << 20
    let reading = try IngestedInput(
      of: folder.write(bomb.finish(), to: "bundle.zip"), limits: limits)
    #expect(reading.meters == [1000])
    #expect(reading.found == ["archive.limit zeros.zip"])
    #expect(reading.facts.findings[0].facts.limit == .compressionRatio)
  }

  @Test func `a cut archive gives what came before the cut`() throws {
    let nested = zipped(inner, ZipFile("3.fit", run(day: 3, meters: 3000)))
    for length in stride(from: nested.count - 1, to: 30, by: -11) {
      let reading = try reading(Array(nested.prefix(length)))
      #expect([1000, 2000, 3000].starts(with: reading.meters), "\(length) bytes")
      #expect(reading.found.contains("archive.truncated parts/inner.zip"), "\(length) bytes")
    }
  }

  @Test func `damage of an archive and of its members is found where it is`() throws {
    let wrong = try reading(zipped(inner)) { $0.checksumError = 1 }
    #expect(wrong.meters == [1000, 2000])
    #expect(wrong.found == ["archive.crc_mismatch parts/inner.zip"])
    var member = inner
    member.checksumError = 1
    let within = try reading(zipped(member))
    #expect(within.meters == [1000, 2000])
    #expect(within.found == ["activity.crc_mismatch parts/inner.zip!2.fit"])
    #expect(try within.facts.damagedSpans == [spanOfRun(day: 2)])
  }

  @Test func `an archive that is encrypted or leads out of itself is left out`() throws {
    var encrypted = inner
    encrypted.flags = 1
    let reading = try reading(zipped(encrypted))
    #expect(reading.meters == [1000])
    #expect(reading.found == ["archive.encrypted parts/inner.zip!2.fit"])
    #expect(reading.facts.isDamaged)
    let unsafe = try self.reading(zipped(ZipFile("../2.fit", inner.content)))
    #expect(unsafe.meters == [1000])
    #expect(unsafe.found == ["archive.unsafe_path parts/inner.zip"])
  }

  @Test func `nothing but what cannot be read is an error that says why`() throws {
    var encrypted = inner
    encrypted.flags = 1
    let folder = try ScratchFolder()
    let bytes = zipped(ZipFile("inner.zip", zipped(encrypted)))
    let finding = refusal(of: try folder.write(bytes, to: "bundle.zip"))
    #expect(finding?.code == .archiveEncrypted)
    #expect(finding?.location?.description == "bundle.zip!inner.zip!2.fit")
  }

  @Test func `a Health export in an archive is read as if it were handed in by itself`() throws {
    let route = ZipFile("apple_health_export/workout-routes/1.gpx", inner.content)
    let export = zipped(
      route, ZipFile("apple_health_export/export.xml", healthDocument(steps(1)).utf8))
    let reading = try reading(export)
    // What lies in its folder of routes is a part of it.
    #expect(reading.meters == [1000] && reading.facts.recordCount == 2)
    #expect(
      reading.facts.parts.map(\.entry) == ["parts/inner.zip!apple_health_export/export.xml", nil])
    #expect(reading.facts.findings == [])
  }

  /// Whatever happens, nothing is left in the folder for temporary files.
  ///
  /// Other tests have such a file at any time, for the instant between its making and the end of its name.
  @Test func `no file is left behind`() throws {
    func left() throws -> Set<String> {
      let names = try FileManager.default.contentsOfDirectory(atPath: NSTemporaryDirectory())
      return Set(names.filter { $0.hasPrefix("daymark-") && $0.count == "daymark-XXXXXX".count })
    }
    _ = try reading(zipped(inner))
    var stays = try left()
    for _ in 0..<20 where !stays.isEmpty {
      Thread.sleep(forTimeInterval: 0.1)
      stays.formIntersection(try left())
    }
    #expect(stays.isEmpty)
  }
}
