import DaymarkModel
import DaymarkTestSupport
import Testing

private let document = Array(healthDocument(steps(1), steps(2)).utf8)
private let sound = storedGzip(document)

/// A gzip file, RFC 1952: its members' checksums and lengths, and what follows them.
struct GzipTests {
  private func reading(_ bytes: [UInt8], as name: String = "export.xml.gz") throws -> IngestedInput
  {
    let folder = try ScratchFolder()
    return try IngestedInput(of: folder.write(bytes, to: name))
  }

  @Test func `one byte that is not what was packed is a wrong checksum`() throws {
    var bytes = sound
    let digit = try #require(bytes.lastIndex(of: UInt8(ascii: "2")))
    bytes[digit] = UInt8(ascii: "3")
    let reading = try reading(bytes)
    #expect(reading.values == [1, 3])
    #expect(reading.codes == ["archive.crc_mismatch"])
    #expect(reading.facts.isDamaged)
  }

  @Test func `a wrong length is a wrong checksum, too`() throws {
    var bytes = sound
    bytes[bytes.count - 4] ^= 1
    #expect(try reading(bytes).codes == ["archive.crc_mismatch"])
  }

  @Test(arguments: 1...8) func `a cut trailer is a cut file, whose records are kept`(
    _ missing: Int
  ) throws {
    let reading = try reading(Array(sound.dropLast(missing)))
    #expect(reading.values == [1, 2])
    #expect(reading.codes == ["archive.truncated"])
  }

  @Test func `members one after the other are one document, and padding is nothing`() throws {
    let middle = document.count / 2
    let parts = [document[..<middle], document[middle...], []].map { storedGzip(Array($0)) }
    for padding in [0, 1, 1000] {
      let bytes = parts.joined() + [UInt8](repeating: 0, count: padding)
      let reading = try reading(Array(bytes))
      #expect(reading.values == [1, 2])
      #expect(reading.codes.isEmpty)
    }
  }

  @Test func `each member's checksum counts, and those after a wrong one are read`() throws {
    let middle = document.count / 2
    var first = storedGzip(Array(document[..<middle]))
    first[first.count - 8] ^= 1
    let reading = try reading(first + storedGzip(Array(document[middle...])))
    #expect(reading.values == [1, 2])
    #expect(reading.codes == ["archive.crc_mismatch"])
  }

  @Test func `what follows the members and is none is damage`() throws {
    #expect(try reading(sound + "not a member".utf8).codes == ["archive.unreadable"])
    for length in [1, 2, 9] {
      #expect(try reading(sound + sound.prefix(length)).codes == ["archive.truncated"])
    }
    var second = sound
    second[2] = 0
    #expect(try reading(sound + second).codes == ["archive.unreadable"])
  }

  @Test func `the fields that a header may have are passed over`() throws {
    // RFC 1952, section 2.3: FHCRC, FEXTRA, FNAME, FCOMMENT.
    var bytes = sound
    bytes[3] = 0x1E
    let fields: [UInt8] = [3, 0, 1, 2, 3] + Array("export.xml\0comment\0".utf8) + [0xAB, 0xCD]
    bytes.insert(contentsOf: fields, at: 10)
    let reading = try reading(bytes)
    #expect(reading.values == [1, 2])
    #expect(reading.codes.isEmpty)
    for length in 10..<(10 + fields.count) {
      #expect(try self.reading(Array(bytes.prefix(length))).codes.contains("archive.truncated"))
    }
  }

  @Test func `a member of a zip that is a gzip is checked as well`() throws {
    var gzip = storedGzip(run(day: 1, meters: 1000))
    gzip[gzip.count - 8] ^= 1
    let reading = try IngestedInput(zip: [
      ZipFile("1.fit.gz", gzip), ZipFile("2.fit", run(day: 2, meters: 2000)),
    ])
    #expect(reading.meters == [1000, 2000])
    #expect(reading.found == ["activity.crc_mismatch 1.fit.gz"])
    #expect(reading.facts.damagedSpans == [try spanOfRun(day: 1)])
  }

  @Test(
    .enabled(if: SharedData.isPresent, "the shared data is not beside the package"),
    arguments: ["gzip_flip_export.xml.gz", "gzip_badcrc.gpx.gz"])
  func `the shared files with a wrong checksum have one`(_ file: String) throws {
    let reading = try IngestedInput(of: SharedData.path("hostile/" + file))
    #expect(reading.facts.recordCount > 0)
    #expect(
      reading.facts.findings.map(\.code).contains { "\($0.rawValue)".hasSuffix("crc_mismatch") })
    #expect(!reading.facts.damage.isEmpty)
  }
}
