import DaymarkIngest
import DaymarkModel
import DaymarkTestSupport
import Foundation
import Testing

@testable import DaymarkSampleFiles

/// A document with everything that Daymark reads, a few defects and less than 8 KB.
private let small: [UInt8] = {
  let workout =
    ##" <Workout workoutActivityType="HKWorkoutActivityTypeRunning" sourceName="W">"##
    + "\n  <WorkoutStatistics type=\"HKQuantityTypeIdentifierActiveEnergyBurned\" sum=\"7\"/>\n"
    + metadata("HKTimeZone", "Europe/Berlin") + " </Workout>\n"
  return Array(
    healthDocument(
      steps(1, source: "Ä日🏃"), steps(2, around: metadata("HKWasUserEntered", "1")),
      " <Record a&b/>\n", " <Correlation>\n" + steps(3) + " </Correlation>\n", workout,
      steps(4, source: "&#11;"), "<!-- a comment -->\n", steps(5), steps(6)
    ).utf8)
}()

/// What a cut left is the beginning of what there was.
private func expectPrefix(_ cut: IngestedInput, of whole: IngestedInput, _ note: String) {
  #expect(whole.records.starts(with: cut.records), "\(note)")
  let (parts, all) = (cut.activities.map { "\($0)" }, whole.activities.map { "\($0)" })
  #expect(all.starts(with: parts), "\(note)")
}

struct CutTests {
  @Test func `a document cut at any byte gives the records before and says truncated`() throws {
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    for document in [small, mark + small] {
      let folder = try ScratchFolder()
      let path = try folder.write(document, to: "export.xml")
      let whole = try IngestedInput(of: path)
      // Behind the last `>`, only a line break is lost.
      for length in Sweep.over((1..<(document.count - 1)).reversed(), step: 5) {
        truncate(path, length)
        let cut = try IngestedInput(of: path, blockBytes: length % 3 == 0 ? 7 : 65536)
        expectPrefix(cut, of: whole, "\(length) bytes")
        #expect(cut.codes.contains("xml.truncated"), "\(length) bytes")
        #expect(cut.finding(.xmlTruncated)?.location?.byte == length)
        let complete = whole.records.filter { record in
          let end = document[record.byte...].firstRange(of: Array("/>\n ".utf8))?.upperBound
          return !(record.byte == whole.records[1].byte) && end ?? .max <= length
        }
        #expect(Set(cut.records).isSuperset(of: complete), "\(length) bytes")
      }
    }
  }

  @Test func `a member cut at any byte does the same`() throws {
    let folder = try ScratchFolder()
    let whole = try IngestedInput(xml: small)
    for length in Sweep.over(0..<(small.count - 1), step: 5) {
      let zip = StoredZip([.init("export.xml", small.prefix(length))])
      let cut = try IngestedInput(of: folder.write(zip.bytes, to: "export.zip"))
      expectPrefix(cut, of: whole, "\(length) bytes")
      #expect(cut.codes.contains("xml.truncated"), "\(length) bytes")
    }
  }

  @Test func `a stored zip and a gzip cut at any byte give the records before`() throws {
    let whole = try IngestedInput(xml: small)
    let zip = StoredZip([
      .init("export.xml", small), .init("export_cda.xml", [UInt8](repeating: 65, count: 99)),
    ])
    for (name, bytes) in [("export.zip", zip.bytes), ("export.xml.gz", storedGzip(small))] {
      let folder = try ScratchFolder()
      let path = try folder.write(bytes, to: name)
      for length in Sweep.over((1..<bytes.count).reversed(), step: 5) {
        truncate(path, length)
        guard let cut = try? IngestedInput(of: path) else {
          // Less than the header of a gzip is a file of no kind.
          #expect(name.hasSuffix(".gz") && length < 10)
          continue
        }
        expectPrefix(cut, of: whole, "\(name) \(length) bytes")
        let isWholeGzip = name.hasSuffix(".gz") && length >= bytes.count - 8
        if !isWholeGzip {
          #expect(!cut.facts.damage.isEmpty, "\(name) \(length) bytes")
        }
      }
    }
  }

  @Test(arguments: Sweep.over(0..<20 as Range<UInt64>, step: 5))
  func `a compressed zip cut anywhere gives the records before`(_ seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let lines = (1...3000).map { _ in
      steps(random.number(in: 0...99_999), source: "S\(random.number(in: 1...9))")
    }
    let document = Array(healthDocument(lines.joined()).utf8)
    let writer = try ZipWriter()
    try writer.begin("apple_health_export/export.xml")
    try writer.write(document)
    try writer.begin("apple_health_export/export_cda.xml")
    try writer.write(document)
    let bytes = try writer.finish()
    let folder = try ScratchFolder()
    let path = try folder.write(bytes, to: "export.zip")
    let whole = try IngestedInput(of: path)
    #expect(whole.records.count == 3000 && whole.codes.isEmpty)
    for length in (0..<10).map({ _ in random.number(in: 1...(bytes.count - 1)) }).sorted(by: >) {
      truncate(path, length)
      let cut = try IngestedInput(of: path)
      expectPrefix(cut, of: whole, "\(length) bytes")
      #expect(cut.codes.contains("archive.truncated"), "\(length) bytes")
      #expect(cut.finding(.archiveTruncated)?.count == 1)
      if length > bytes.count / 2 + 1000 { #expect(cut.records.count == 3000) }
    }
  }
}

/// Bytes of chance where anything may be: the reading ends, and is the same for chunks of any size.
struct MutationTests {
  private func mutated(_ bytes: [UInt8], _ random: inout SplitMix64) -> [UInt8] {
    let pieces = [
      "<", ">", "&", "\"", "'", "/", "\n", "=", "<Record ", "</Record>", "<Workout ", "</Workout>",
      "<Correlation>", "</Correlation>", "</HealthData>", "<HealthData>", "<!--", "-->",
      "<![CDATA[",
      "]]>", "<?", "&#11;", "&#0;", "&amp;", "\0", "\r", "startDate=\"", "<a>", "</a>", "/>",
      "<a:b c:d=\"\"/>",
    ]
    var bytes = bytes
    for _ in 0...random.number(in: 0...3) {
      let at = random.number(in: 0...(bytes.count - 1))
      let end = min(bytes.count, at + random.number(in: 0...9))
      switch random.number(in: 0...4) {
      case 0: bytes[at] = UInt8(random.number(in: 0...255))
      case 1: bytes.removeSubrange(at..<end)
      case 2: bytes.insert(contentsOf: bytes[at..<end], at: at)
      default:
        bytes.insert(contentsOf: pieces[random.number(in: 0...(pieces.count - 1))].utf8, at: at)
      }
    }
    return bytes
  }

  @Test func `the size of chunks changes nothing, whatever is wrong`() throws {
    let folder = try ScratchFolder()
    for seed in Sweep.over(1...1500 as ClosedRange<UInt64>, step: 7) {
      var random = SplitMix64(seed: seed)
      let bytes = mutated(small, &random)
      let path = try folder.write(bytes, to: "export.xml")
      let whole = result(path)
      for size in [random.number(in: 1...9), random.number(in: 10...3000)] {
        #expect(result(path, chunkBytes: size) == whole, "seed \(seed), \(size) bytes")
      }
      if case .success(let reading) = whole { expectPlaces(reading, in: bytes) }
      // What the parser makes of it may differ, but it comes to an end.
      _ = result(path, blockBytes: random.number(in: 1...300))
    }
  }

  @Test func `whatever is wrong with an archive's bytes, the reading ends`() throws {
    let zip = StoredZip([
      .init("a/export.xml", small), .init("导出.xml", small.prefix(900)), .init("b.txt", []),
    ]).bytes
    let writer = try ZipWriter()
    try writer.begin("a/export.xml")
    try writer.write(small)
    let deflated = try writer.finish()
    let folder = try ScratchFolder()
    for seed in Sweep.over(1...600 as ClosedRange<UInt64>, step: 7) {
      var random = SplitMix64(seed: seed)
      for archive in [zip, deflated, storedGzip(small)] {
        var bytes = mutated(archive, &random)
        // The headers are small; so that they are hit too.
        bytes[random.number(in: 0...63)] = UInt8(random.number(in: 0...255))
        let path = try folder.write(bytes, to: "export.zip")
        #expect(result(path) == result(path, chunkBytes: 100), "seed \(seed)")
      }
    }
  }

  private func result(
    _ path: String, chunkBytes: Int = 1 << 16, blockBytes: Int = 1 << 16
  ) -> Result<IngestedInput, DaymarkError> {
    Result { () throws(DaymarkError) in
      do {
        return try IngestedInput(of: path, chunkBytes: chunkBytes, blockBytes: blockBytes)
      } catch let error as DaymarkError {
        throw error
      } catch {
        throw DaymarkError(.fileUnreadable)
      }
    }
  }
}
