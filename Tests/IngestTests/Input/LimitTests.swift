import DaymarkModel
import DaymarkTestSupport
import Foundation
import Testing

@testable import DaymarkIngest
@testable import DaymarkSampleFiles

struct LimitTests {
  /// A zip of a document that goes on with `piece`, again and again.
  private func bomb(_ head: String, _ piece: String, bytes: Int) throws -> [UInt8] {
    let writer = try ZipWriter()
    try writer.begin("export.xml")
    try writer.write(Array(head.utf8))
    let block = Array(String(repeating: piece, count: (1 << 20) / piece.utf8.count).utf8)
    for _ in 0..<(bytes / block.count) { try writer.write(block) }
    return try writer.finish()
  }

  private func refusal(_ bytes: [UInt8], limits: ReadLimits = ReadLimits()) throws -> Finding? {
    let folder = try ScratchFolder()
    return IngestTests.refusal(of: try folder.write(bytes, to: "export.zip"), limits: limits)
  }

  private let root = "<HealthData>\n"

  /// Each stops at its limit, so that 10 GB would take no longer.
  @Test(arguments: [
    ("", "\0", "xml.limit", ReadLimit.prologueBytes),
    ("", " ", "xml.limit", ReadLimit.prologueBytes),
    ("<HealthData>\n", " ", "archive.limit", ReadLimit.compressionRatio),
    ("<HealthData>\n", "a", "archive.limit", ReadLimit.compressionRatio),
    ("<HealthData>\n", "\0", "archive.limit", ReadLimit.compressionRatio),
    ("<HealthData>\n<Record/>", "<Record/>\n", "archive.limit", ReadLimit.compressionRatio),
    ("<HealthData>\n<Record type=\"", "a", "xml.limit", ReadLimit.tagBytes),
    ("<HealthData>\n<Record type=\"", "'\"'", "xml.limit", ReadLimit.tagBytes),
    ("<HealthData>\n<!--", "-", "xml.limit", ReadLimit.tagBytes),
    ("<HealthData>\n<", "a", "xml.limit", ReadLimit.tagBytes),
    ("<HealthData>\n", "<a>", "xml.limit", ReadLimit.depth),
    ("<HealthData>\n", "<a b=\"\">", "xml.limit", ReadLimit.depth),
  ])
  func `a bomb is refused by a stated limit`(
    _ head: String, piece: String, code: String, limit: ReadLimit
  ) throws {
    var limits = ReadLimits()
    limits.ratioFloorBytes = 4 << 20
    let finding = try refusal(bomb(head, piece, bytes: 8 << 20), limits: limits)
    #expect(finding?.code.rawValue == code)
    #expect(finding?.facts.limit == limit)
  }

  @Test func `what a genuine export of 5 GB has passes`() {
    let limits = ReadLimits()
    // 7.4 million records were 3.1 GB; 27 was the highest ratio seen.
    #expect(limits.documentBytes > 5 << 30)
    #expect(limits.compressionRatio > 27 * 4)
    #expect(limits.entries > 50_000)
  }

  @Test func `entities are refused, where they are declared`() throws {
    let text = declaration + "<!DOCTYPE HealthData [\n<!ENTITY a \"b\">\n]>\n<HealthData/>"
    let folder = try ScratchFolder()
    let finding = IngestTests.refusal(of: try folder.write(text.utf8, to: "export.xml"))
    #expect(finding?.code == .xmlEntities)
    #expect(finding?.location?.description == "export.xml:3")
  }

  @Test func `limits are the caller's`() throws {
    let document = healthDocument(steps(1, source: "A"), steps(2, source: "B"))
    let zip = StoredZip([.init("export.xml", document.utf8), .init("b.txt", [])]).bytes
    var limits = ReadLimits()
    #expect(try refusal(zip, limits: limits) == nil)
    limits.entries = 1
    #expect(
      try refusal(zip, limits: limits)?.facts == .init { ($0.limit, $0.most) = (.entries, 1) })
    limits = ReadLimits()
    limits.documents = 0
    #expect(
      try refusal(zip, limits: limits)?.facts == .init { ($0.limit, $0.most) = (.documents, 0) })
    limits = ReadLimits()
    limits.names = 1
    #expect(try refusal(zip, limits: limits)?.facts == .init { ($0.limit, $0.most) = (.names, 1) })
    limits = ReadLimits()
    limits.documentBytes = 100
    #expect(
      try refusal(zip, limits: limits)?.facts
        == .init { ($0.limit, $0.most) = (.documentBytes, 100) })
    limits = ReadLimits()
    limits.depth = 1
    let place = try refusal(zip, limits: limits)?.location
    #expect(place?.description == "export.zip!export.xml:3 (byte \(declaration.utf8.count + 29))")
  }

  @Test func `names may be many or long, not without end`() throws {
    let many = healthDocument((0...10_000).map { steps($0, source: "S\($0)") }.joined())
    let folder = try ScratchFolder()
    let path = try folder.write(many.utf8, to: "many.xml")
    #expect(IngestTests.refusal(of: path)?.facts.limit == .names)
    let long = healthDocument(steps(1, source: String(repeating: "S", count: 4097)))
    let other = try folder.write(long.utf8, to: "long.xml")
    #expect(IngestTests.refusal(of: other)?.facts.limit == .nameBytes)
  }

  @Test func `a document of nothing but defects takes no longer than its bytes`() throws {
    // 30,000 defects in 300 kB, thousands in each block.
    let dense = String(repeating: "\n<Record &", count: 30_000)
    let (reading, taken) = try processorTime { try IngestedInput(healthDocument(dense)) }
    #expect(reading.places.map(\.count) == [30_000])
    #expect(taken < .seconds(60))
  }

  /// Each begins something that nothing ends, and has a record behind it.
  @Test(arguments: ["<!-- ", "<? ", "<x ", "</x "])
  func `what never ends takes time in proportion to the bytes`(_ piece: String) throws {
    func taken(_ count: Int) throws -> Duration {
      let line = " \(piece)<Record type=\"x\"/>\n"
      let text = declaration + "<HealthData>\n" + String(repeating: line, count: count)
      let (reading, taken) = try processorTime { try IngestedInput(text) }
      #expect(reading.finding(.xmlMalformed)?.count ?? 0 >= count - 1)
      return taken
    }
    _ = try taken(1000)
    // Of four times as many; the square would take sixteen times as long.
    #expect(try taken(8000) < taken(2000) * 10)
  }

  @Test func `a tag has only so many attributes`() throws {
    func tag(_ count: Int) -> String {
      "<Record " + (0..<count).map { "a\($0)='>'" }.joined(separator: " ") + "/>\n"
    }
    #expect(try IngestedInput(healthDocument(tag(256))).codes.isEmpty)
    let folder = try ScratchFolder()
    let text = healthDocument(steps(1), tag(257))
    for (name, text) in [
      ("export.xml", text), ("a.gpx", "<gpx>\n\n\n\n\(tag(150_000))</gpx>"),
    ] {
      let finding = IngestTests.refusal(of: try folder.write(text.utf8, to: name))
      #expect(finding?.facts == .init { ($0.limit, $0.most) = (.attributes, 256) })
      #expect(finding?.location?.line == 5)
    }
    // An equals sign in a value or in a comment is none.
    let value = String(repeating: "=", count: 2000)
    #expect(
      try IngestedInput(healthDocument(steps(1, source: value), "<!--\(value)-->")).values == [1])
  }

  @Test func `white space without end is no record and no defect`() throws {
    let blank = String(repeating: " ", count: 3 << 20)
    let reading = try IngestedInput(healthDocument(steps(1), blank, "\n", steps(2)))
    #expect(reading.values == [1, 2])
    #expect(reading.codes.isEmpty)
  }

  @Test func `a document of more than the ratio's floor is read`() throws {
    let line = steps(7)
    let writer = try ZipWriter()
    try writer.begin("export.xml")
    try writer.write(Array("<HealthData>\n".utf8))
    var random = SplitMix64(seed: 1)
    let count = (6 << 20) / line.utf8.count
    for _ in 0..<(count / 1000) {
      let block = (0..<1000).map { _ in steps(random.number(in: 1000...999_999)) }
      try writer.write(Array(block.joined().utf8))
    }
    try writer.write(Array("</HealthData>\n".utf8))
    let folder = try ScratchFolder()
    var options = ReadOptions()
    options.limits.ratioFloorBytes = 4 << 20
    let path = try folder.write(writer.finish(), to: "export.zip")
    let facts = try readInput(at: path, options: options) { _ in }
    #expect(facts.findings.map(\.code) == [.timeExportMissing])
    #expect(facts.recordCount == count / 1000 * 1000)
  }
}
