import DaymarkModel
import DaymarkTestSupport
import Testing

@testable import DaymarkSampleFiles

/// One thing wrong between good records of 1 and 9 steps.
struct Defect: Sendable, CustomTestStringConvertible {
  var name: String
  var text: [UInt8]
  /// The values that stand between 1 and 9.
  var kept: [Int]
  var code: FindingCode
  /// What the finding's place must be within, a part of `text`.
  var count = 1

  var testDescription: String { name }

  init(
    _ name: String, _ text: String, kept: [Int] = [], code: FindingCode = .xmlMalformed,
    count: Int = 1
  ) {
    self.init(name, bytes: Array(text.utf8), kept: kept, code: code, count: count)
  }

  init(_ name: String, bytes: [UInt8], kept: [Int], code: FindingCode, count: Int = 1) {
    (self.name, text, self.kept, self.code, self.count) = (name, bytes, kept, code, count)
  }
}

private func broken(_ value: Int, _ old: String, _ new: String) -> String {
  steps(value).replacing(old, with: new)
}

private let workout =
  ##" <Workout workoutActivityType="HKWorkoutActivityTypeRunning" duration="30" "##
  + ##"sourceName="S" startDate="2024-01-01 00:00:00 +0200" endDate="2024-01-01 01:00:00 +0200">"##
  + "\n"

let defects: [Defect] = [
  Defect("raw ampersand", broken(5, "\"S\"", "\"A & B\"")),
  Defect("raw less-than", broken(5, "\"S\"", "\"A <B\"")),
  Defect("attribute without value", broken(5, "unit=", "Health Mate unit=")),
  Defect("attribute twice", broken(5, "endDate=", "startDate=")),
  Defect("no closing quote", broken(5, "\"S\"", "\"S")),
  Defect("no closing quote at the end", broken(5, "value=\"5\"", "value=\"5")),
  Defect("no quotes", broken(5, "\"S\"", "S")),
  Defect("no slash", broken(5, "/>", ">")),
  Defect("no end of the tag", broken(5, "/>", "")),
  Defect("undeclared entity", broken(5, "\"S\"", "\"&nbsp;\"")),
  Defect("second XML declaration", "<?xml version=\"1.0\"?>\n"),
  Defect("raw ampersand in text", steps(5) + "  A & B\n", kept: [5]),
  Defect("excluded reference in text", steps(5) + "  A &#11; B\n", kept: [5]),
  Defect("end of CDATA in text", "]]>\n" + steps(5), kept: [5]),
  Defect("comment that never ends", " <!-- \n" + steps(5), kept: [5]),
  Defect("document type inside", " <!DOCTYPE x [<!ENTITY a \"b\">]>\n"),
  Defect("malformed child", steps(5, around: metadata("HKa", "A & B"))),
  Defect("second malformed child", steps(5, around: metadata("HKa", "1") + metadata("HKa", "<"))),
  Defect("malformed end tag", steps(5, around: "").replacing("</Record>", with: "</Record x>")),
  Defect("record inside a record", " <Record \(stepAttributes(4))>\n" + steps(5), kept: [5]),
  Defect(
    "malformed child of a workout",
    workout + "  <WorkoutStatistics sum=\"&\"/>\n </Workout>\n"),
  Defect("malformed workout", workout.replacing("duration=", with: "&")),
  Defect("malformed summary", " <ActivitySummary a=1/>\n"),
  Defect("control byte", broken(5, "\"S\"", "\"S\u{0B}\""), kept: [5], code: .xmlControlBytes),
  Defect("NUL", "\0\0\0" + steps(5), kept: [5], code: .xmlControlBytes, count: 3),
  Defect(
    "excluded reference", broken(5, "\"S\"", "\"S&#11;&#x0B;\""), kept: [5],
    code: .xmlControlBytes),
  Defect(
    "invalid UTF-8", bytes: Array(broken(5, "\"S\"", "\"~~\"").utf8).map { $0 == 0x7E ? 0xFF : $0 },
    kept: [5], code: .xmlInvalidUTF8, count: 2),
  Defect(
    "second start date",
    workout + "  <WorkoutStatistics type=\"HKQuantityTypeIdentifierActiveEnergyBurned\" "
      + "startDate=\"2024-01-01 00:00:00 +0200\" startDate=\"2024-01-01 01:00:00 +0200\" "
      + "sum=\"7\" unit=\"kcal\"/>\n </Workout>\n", code: .xmlRepeatedStartDate),
]

struct DefectTests {
  private func document(_ defects: [Defect]) -> [UInt8] {
    let parts = Array(healthDocument("~").utf8).split(separator: UInt8(ascii: "~"))
    let middle = defects.flatMap { Array(steps(1).utf8) + $0.text } + Array(steps(9).utf8)
    return Array(parts[0]) + middle + Array(parts[1])
  }

  @Test(arguments: defects)
  func `a defect costs at most its own record and is found where it is`(_ defect: Defect) throws {
    let bytes = document([defect])
    let reading = try IngestedInput(xml: bytes)
    #expect(reading.values == [1] + defect.kept + [9])
    #expect(reading.codes == [defect.code.rawValue])
    let finding = try #require(reading.facts.findings.first)
    #expect(finding.count == defect.count)
    let place = try #require(finding.location)
    let byte = try #require(place.byte)
    let start = Array(healthDocument(steps(1)).utf8).count - "</HealthData>\n".utf8.count
    // From the line break that text begins with to the `<` of what follows, where libxml2 sees that something is missing.
    #expect(((start - 1)...(start + defect.text.count + 2)).contains(byte))
    #expect(place.line == 1 + bytes[..<byte].count { $0 == UInt8(ascii: "\n") })
    expectPlaces(reading, in: bytes)
  }

  /// Phones have written such text, and then the archive's checksum says that it is all there is.
  @Test(arguments: defects)
  func `a broken place costs days where no checksum vouches for the text`(_ defect: Defect) throws {
    let bytes = document([defect])
    let folder = try ScratchFolder()
    let writer = try ZipWriter()
    try writer.begin("apple_health_export/export.xml")
    try writer.write(bytes)
    let zipped = try IngestedInput(of: folder.write(writer.finish(), to: "export.zip"))
    let packed = try IngestedInput(of: folder.write(storedGzip(bytes), to: "export.xml.gz"))
    for vouched in [zipped, packed] {
      #expect(vouched.facts.findings.map(\.code) == [defect.code])
      #expect(!vouched.facts.isDamaged)
    }
    let bare = try IngestedInput(xml: bytes)
    #expect(bare.facts.isDamaged == defect.code.wantsChecksum)
    let whole: [FindingCode] = defect.code.wantsChecksum ? [.textUnvouched] : []
    #expect(bare.facts.findings.map(\.code) == [defect.code] + whole)
  }

  /// Spaces in their place may be sound XML: the record is one of another time, or of none.
  @Test(arguments: [UInt8(0), 0xFF])
  func `a block of bytes that no text has is a broken place`(lost: UInt8) throws {
    for (count, isLost) in [(15, false), (16, true), (3000, true)] {
      let name = Array(broken(5, "\"S\"", "\"~\"").utf8).split(separator: UInt8(ascii: "~"))
      let text = name[0] + Array(repeating: lost, count: count) + name[1]
      let bytes = document([Defect("", bytes: Array(text), kept: [5], code: .xmlMalformed)])
      let reading = try IngestedInput(xml: bytes)
      #expect(reading.codes.contains("xml.malformed") == isLost)
      #expect(reading.facts.isDamaged == isLost)
      for size in [1, 7, 64] { #expect(try IngestedInput(xml: bytes, blockBytes: size) == reading) }
    }
  }

  @Test(arguments: defects)
  func `many defects in a row are as many findings`(_ defect: Defect) throws {
    let reading = try IngestedInput(xml: document(Array(repeating: defect, count: 100)))
    let kept = (0..<100).flatMap { _ in [1] + defect.kept } + [9]
    #expect(reading.values == kept)
    #expect(reading.places.map(\.count) == [100 * defect.count])
  }

  @Test(arguments: defects)
  func `where a block given to the parser ends changes nothing`(_ defect: Defect) throws {
    let bytes = document([defect, defect])
    let whole = try IngestedInput(xml: bytes)
    for size in blockSizes {
      #expect(try IngestedInput(xml: bytes, blockBytes: size) == whole, "\(size) bytes")
    }
  }

  @Test(arguments: defects)
  func `a malformed last record does not hide that the document is whole`(_ defect: Defect) throws {
    let head = healthDocument(steps(1)).replacing("</HealthData>\n", with: "")
    let bytes = Array(head.utf8) + defect.text + Array("</HealthData>".utf8)
    for size in blockSizes {
      let reading = try IngestedInput(xml: bytes, blockBytes: size)
      #expect(reading.values == [1] + defect.kept, "\(size) bytes")
      #expect(reading.codes == [defect.code.rawValue], "\(size) bytes")
    }
  }

  @Test func `a document without line ends loses one record as well`() throws {
    let records = [steps(1), broken(5, "\"S\"", "\"A & B\""), steps(9), steps(10)]
    let lines = healthDocument(records.joined())
    let reading = try IngestedInput(xml: Array(lines.replacing("\n", with: " ").utf8))
    #expect(reading.values == [1, 9, 10])
    #expect(reading.codes == ["xml.malformed"])
  }

  @Test func `all defects at once are all found`() throws {
    let bytes = document(defects)
    let whole = try IngestedInput(xml: bytes)
    #expect(whole.values == defects.flatMap { [1] + $0.kept } + [9])
    for code in Set(defects.map(\.code)) {
      let count = defects.filter { $0.code == code }.reduce(0) { $0 + $1.count }
      #expect(whole.finding(code)?.count == count)
    }
    expectPlaces(whole, in: bytes)
    for size in blockSizes { #expect(try IngestedInput(xml: bytes, blockBytes: size) == whole) }
  }

  /// Longer than several of the blocks that the parser is given.
  @Test(arguments: 1...20 as ClosedRange<UInt64>)
  func `defects anywhere in a generated document cost nothing around them`(_ seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let lines = (0..<900).map { _ in
      Array(steps(random.number(in: 10...99_999), source: "S\(random.number(in: 0...9))").utf8)
    }
    let parts = Array(healthDocument("~").utf8).split(separator: UInt8(ascii: "~"))
    var (sound, damaged, kept) = (Array(parts[0]), Array(parts[0]), [Int]())
    var counts: [FindingCode: Int] = [:]
    for line in lines {
      if random.number(in: 0...9) == 0 {
        let defect = defects[random.number(in: 0...(defects.count - 1))]
        damaged += defect.text
        kept += defect.kept
        counts[defect.code, default: 0] += defect.count
      }
      sound += line
      damaged += line
    }
    (sound, damaged) = (sound + parts[1], damaged + parts[1])
    let reading = try IngestedInput(xml: damaged)
    let expected = try IngestedInput(xml: sound)
    // What defects keep is below 10.
    #expect(reading.values.filter { $0 >= 10 } == expected.values)
    #expect(reading.values.filter { $0 < 10 } == kept)
    let found = reading.places.map { ($0.code, $0.count) }
    #expect(Dictionary(found, uniquingKeysWith: +) == counts)
    expectPlaces(reading, in: damaged)
    for size in [random.number(in: 1...100), random.number(in: 100...9999)] {
      #expect(try IngestedInput(xml: damaged, blockBytes: size) == reading, "\(size) bytes")
    }
  }

  @Test func `what a second start date hides is the end date, so the workout is whole`() throws {
    let defect = try #require(defects.last)
    let reading = try IngestedInput(xml: document([defect]))
    let energy = try #require(reading.activities.first?.energy)
    #expect(energy == WrittenAmount(DecimalNumber("7"), .known(.kilocalorie)))
    #expect(reading.finding(.xmlRepeatedStartDate)?.code.level == .notice)
  }

  @Test func `junk behind the root is found and not read`() throws {
    let text = healthDocument(steps(1)) + "<component><x/></component>\n" + steps(2)
    for size in blockSizes {
      let reading = try IngestedInput(text, blockBytes: size)
      #expect(reading.values == [1])
      #expect(reading.codes == ["xml.trailing_content"])
      // The line after the document's five.
      #expect(reading.facts.findings[0].location?.line == 6)
      #expect(reading.facts.findings[0].location?.byte == healthDocument(steps(1)).utf8.count)
    }
  }
}

/// Every record's byte is the `<` of its tag, and its line the line of that byte.
func expectPlaces(
  _ reading: IngestedInput, in document: [UInt8], sourceLocation: SourceLocation = #_sourceLocation
) {
  let tag = Array("<Record".utf8)
  // Lines are counted once, not anew for each record.
  var (line, counted) = (1, 0)
  for record in reading.records.sorted(by: { $0.byte < $1.byte }) {
    #expect(document[record.byte...].starts(with: tag), sourceLocation: sourceLocation)
    line += document[counted..<record.byte].count { $0 == UInt8(ascii: "\n") }
    counted = record.byte
    #expect(record.line == line, sourceLocation: sourceLocation)
  }
}
