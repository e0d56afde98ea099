import CDaymarkXML
import DaymarkTestSupport
import Testing

@testable import DaymarkIngest

/// What attributes of a record may say.
private let allTypes = ["StepCount", "HeartRate", "BodyMass", "DistanceCycling", "AppleStandTime"]
private let allSources = ["Watch", "Phone’s", "A&amp;B", "&#65;", "Watch"]
private let allUnits = ["count", "count/min", "kg", "furlong", "m&amp;m"]
private let addresses = [
  "0x2837a4e10", "0x2837a4e1f", "0x2837A4E10", "0x", "0x0123456789abcdef0", "0x1,2", "1",
]
private let allModels = ["model:Watch", "model:iPhone", "model:Other"]
private let times = [
  "2024-01-01 10:00:00 +0200", "2024-01-01 10:07:00 +0200", "2024-03-31 02:30:00 +0100",
  "2024-99-99 10:00:00 +0200", "2024-01-01 10:00:0a +0200", "2024-01-01 10:00:00 0200", "",
]

/// A document whose records begin alike and then differ, in what may differ and in what may not.
private struct RecordWriter {
  var random: SeededGenerator
  /// What the records of this document have, and how they are odd, so that each oddity comes again.
  private let types, sources, models, units: [String]
  private let oddities: [Int]

  init(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    types = allTypes.shuffled(using: &random).dropLast(3)
    sources = allSources.shuffled(using: &random).dropLast(3)
    models = allModels.shuffled(using: &random).dropLast(2)
    units = allUnits.shuffled(using: &random).dropLast(3)
    oddities = (0..<5).map { _ in Int.random(in: 0...13, using: &random) }
    self.random = random
  }

  mutating func pick(_ texts: [String]) -> String { texts.randomElement(using: &random) ?? "" }

  /// The first most often.
  mutating func pickFirst(of texts: [String]) -> String {
    Int.random(in: 0..<8, using: &random) > 0 ? texts[0] : pick(texts)
  }

  mutating func record() -> String {
    let device =
      "&lt;&lt;HKDevice: \(pickFirst(of: addresses))&gt;, name:W, manufacturer:A, \(pick(models))&gt;"
    var attributes = [
      ("type", "HKQuantityTypeIdentifier" + pick(types)), ("sourceName", pick(sources)),
      ("device", device), ("unit", pick(units)), ("creationDate", pickFirst(of: times)),
      ("startDate", pickFirst(of: times)), ("endDate", pickFirst(of: times)),
      ("value", String(Int.random(in: 1...99, using: &random))),
    ]
    let oddity = Bool.random(using: &random) ? nil : oddities.randomElement(using: &random)
    switch oddity {
    case 0: attributes.swapAt(3, Int.random(in: 4...7, using: &random))
    case 1: attributes.swapAt(1, 4)
    case 2: attributes.remove(at: Int.random(in: 0...7, using: &random))
    case 3: attributes.append(attributes[Int.random(in: 0...7, using: &random)])
    case 4: attributes.append(("sourceVersion", "1"))
    case 5: attributes[7].1 = "1&amp;"
    case 6: attributes[0].1 = "HKQuantityTypeIdentifierStep&amp;Count"
    case 7: attributes.shuffle(using: &random)
    case 8: attributes.append(attributes.remove(at: 3))
    default: break
    }
    let tag = " <Record " + attributes.map { "\($0)=\"\($1)\"" }.joined(separator: " ")
    switch oddity {
    case 9: return tag + ">\n" + metadata("HKWasUserEntered", "1") + " </Record>\n"
    case 10: return tag + ">\n </Record>\n"
    case 11: return tag + " />\n"
    case 12: return tag
    case 13: return " <Correlation type=\"X\" sourceName=\"C\">\n\(tag)/>\n </Correlation>\n"
    default: return tag + "/>\n"
    }
  }
}

struct RecordHeadTests {
  @Test func `records that begin alike are read as the parser reads them`() throws {
    let folder = try ScratchFolder()
    for seed in Sweep.over(UInt64(0)..<1200, step: 11) {
      var writer = RecordWriter(seed: seed)
      let records = (0..<120).map { _ in writer.record() }
      let path = try folder.write(healthDocument(records.joined()).utf8, to: "export.xml")
      try expectAsParsed(at: path, blockBytes: seed % 3 == 0 ? 5000 : 65536, "seed \(seed)")
    }
  }

  /// There are places for sixteen heads, and one record in eight leaves one.
  @Test func `heads that gave way to others are read as the parser reads them`() throws {
    let folder = try ScratchFolder()
    let types = ["StepCount", "HeartRate", "DistanceCycling"]
    let records = (0..<2400).map { index in
      // Twenty of a kind, then of the next; each kind comes again when its head is gone.
      let kind = index / 20 % 40
      return """
         <Record type="HKQuantityTypeIdentifier\(types[kind % 3])" sourceName="S\(kind)" unit="count" \
        startDate="2024-01-01 10:00:\(10 + index % 50) +0200" \
        endDate="2024-01-01 10:01:00 +0200" value="\(index)"/>

        """
    }
    let path = try folder.write(healthDocument(records.joined()).utf8, to: "export.xml")
    try expectAsParsed(at: path, "forty sources in turn")
  }

  /// Else the tests above would compare little.
  @Test func `a record that begins as one before has its head`() throws {
    let scanner = try #require(HealthScanner())
    func tag(_ address: String, _ time: String, _ rest: String = "") -> daymark_scan_tag? {
      let text =
        "<Record type=\"T\" device=\"&lt;&lt;HKDevice: \(address)&gt;, model:Watch&gt;\" "
        + "startDate=\"\(time)\" value=\"1\"\(rest)/>" + String(repeating: " ", count: 200)
      var tag = daymark_scan_tag()
      let outcome = Array(text.utf8).withUnsafeBufferPointer { bytes in
        bytes.baseAddress.map { start in
          let outcome = scanner.next(start, bytes.count, &tag)
          if tag.head < 0, rest.isEmpty {
            _ = scanner.keepHead(of: tag, at: start, same: 2, device: tag.attributes[1].text)
          }
          return outcome
        }
      }
      return outcome == DAYMARK_SCAN_TAG ? tag : nil
    }
    #expect(tag("0x12ab", "2024-01-01")?.head == -1)
    #expect(tag("0x12ab", "2024-01-01")?.head == 0)
    #expect(tag("0xffff", "2025-12-31")?.head == 0)
    #expect(tag("0xffff", "2025-12-31", " unit=\"m\"")?.head == 0)
    // A letter, a capital, a length, and a digit that is none.
    #expect(tag("0xffff", "2025-12-3a")?.head == -1)
    #expect(tag("0xFFFF", "2024-01-01")?.head == -1)
    #expect(tag("0xfffff", "2024-01-01")?.head == -1)
    #expect(tag("0xfffg", "2024-01-01")?.head == -1)
    #expect(tag("0x12ab", "2024-01-0:")?.head == -1)
    // Those were kept in their turn, but for addresses that are none, and the first is still known.
    #expect(tag("0xabcde", "2024-11-11")?.head == 2)
    #expect(tag("0xFFFF", "2024-01-01")?.head == -1)
    #expect(tag("0x0000", "0000-00-00")?.head == 0)
  }
}
