import CDaymarkXML
import DaymarkModel
import DaymarkTestSupport
import Foundation
import Testing

@testable import DaymarkIngest
@testable import DaymarkSampleFiles

/// Where the scanner reads what it can, everything is as where the parser reads alone.
func expectAsParsed(
  at path: String, blockBytes: Int = 1 << 16, limits: ReadLimits = ReadLimits(), _ note: String
) throws {
  func outcome(isCareful: Bool) throws -> Outcome {
    try Outcome {
      try IngestedInput(of: path, blockBytes: blockBytes, limits: limits, isCareful: isCareful)
    }
  }
  let (fast, careful) = (try outcome(isCareful: false), try outcome(isCareful: true))
  #expect(fast == careful, "\(note), blocks of \(blockBytes)")
}

/// Elements that the scanner knows, and beside each what it must leave to the parser.
private let oddElements = [
  steps(1), steps(2, source: "A&amp;B &lt;&#233;&gt; &quot;q&quot; &apos;"),
  bodyWeight("81.5"), bodyWeight("180&#46;5", "lb"), bodyWeight("81", "stone"),
  bodyWeight("81").replacing("/>", with: ">") + metadata("HKWasUserEntered", "1") + " </Record>\n",
  bodyWeight("82").replacing("/>", with: ">"),
  steps(2, source: "A&amp;B &lt;&gt; &quot;q&quot; &apos;"), steps(3, source: "Ä日🏃"),
  steps(4, around: metadata("HKWasUserEntered", "1") + metadata("HKTimeZone", "Europe/Berlin")),
  " <Record a&b/>\n",
  " <Correlation type=\"X\" sourceName=\"C\">\n" + steps(5) + " </Correlation>\n",
  " <Record " + stepAttributes(6).replacingOccurrences(of: "\"", with: "'") + "/>\n",
  " <Record\n " + stepAttributes(7) + "\n/>\n", " <Record  " + stepAttributes(8) + " />\n",
  " <Record " + stepAttributes(9) + " value=\"10\"/>\n", " <!-- \n <Record/> -->" + steps(11),
  "<![CDATA[ \n <Record/> ]]>" + steps(12), "<?pi \n > ?>" + steps(13), " ]] > ]]>" + steps(14),
  " text " + steps(15), "\r\n" + steps(16), "\u{1}" + steps(17), steps(18, source: "&#11;"),
  " <Unknown a=\"b\">\n" + steps(19) + " </Unknown>\n", " <Record " + stepAttributes(20) + ">\n",
  steps(21, around: steps(22)), " </Correlation>\n", " <Record type=\"\" value=\"" + steps(23),
  " <Record " + stepAttributes(24) + "/ >\n", " <record/>\n", " <Records/>\n", "<HealthData>\n",
  " <Workout workoutActivityType=\"HKWorkoutActivityTypeRunning\" sourceName=\"W\">\n"
    + "  <WorkoutStatistics type=\"HKQuantityTypeIdentifierActiveEnergyBurned\" sum=\"7\"/>\n"
    + metadata("HKIndoorWorkout", "1") + " </Workout>\n",
  " <Workout>\n  <WorkoutStatistics startDate=\"a\" startDate=\"b\"/>\n </Workout>\n",
  " <Record \(stepAttributes(25)) creationDate2=\"x\"/>\n", " <Record xmlns=\"x\" value=\"1\"/>\n",
  " <Record a:b=\"x\" value=\"1\"/>\n", " <Me HKCharacteristicTypeIdentifierSex=\"x\"/>\n",
  " <ExportDate value=\"2024-06-02 12:00:00 +0200\"/>\n", " <ExportDate value=\"never\"/>\n",
]

/// A document of elements drawn by a seed, at times without its end.
private func oddDocument(seed: UInt64) -> [UInt8] {
  var random = SeededGenerator(seed: seed)
  let count = Int.random(in: 1...40, using: &random)
  let elements = (0..<count).map { _ in
    // Every other is one that nothing is odd about.
    Bool.random(using: &random) ? steps(99) : oddElements.randomElement(using: &random) ?? ""
  }
  return Array(healthDocument(elements.joined()).utf8)
}

struct ScannerTests {
  @Test func `the scanner knows all names`() throws {
    let scanner = try #require(HealthScanner())
    var tag = daymark_scan_tag()
    for name in healthNames[..<Int(HealthAttribute.value.rawValue)] {
      let text = Array("<\(name) sourceVersion=\"1\" device=\"&lt;&amp;\"/>".utf8)
      let outcome = text.withUnsafeBufferPointer { bytes in
        bytes.baseAddress.map { scanner.next($0, bytes.count, &tag) }
      }
      #expect(outcome == DAYMARK_SCAN_TAG && tag.length == text.count, "\(name)")
      #expect(HealthElement(rawValue: tag.element)?.name == name)
    }
  }

  /// What libxml2 finds wrong with it depends on where the bytes that it is shown are cut.
  @Test func `a nameless tag that is cut anywhere is read as the parser reads it`() throws {
    let folder = try ScratchFolder()
    // Found by `make fuzz`: 46 control bytes, and bytes that are no UTF-8, the last one the first of two.
    let controls = [UInt8](repeating: 0, count: 46)
    let document: [UInt8] =
      Array("<HealthData>\n<".utf8) + controls + Array("rko".utf8)
      + [UInt8](repeating: 0x87, count: 12) + Array("t type=\"ó????$?".utf8)
      + [UInt8](repeating: 0x87, count: 4) + Array("key=\"".utf8)
      + [UInt8](repeating: 0x87, count: 5) + Array("ut typeapos;&quot;\">\n<oWrkoutat".utf8)
      + [0x9F, 0xC7]
    let path = try folder.write(document, to: "export.xml")
    for blockBytes in 1...document.count {
      try expectAsParsed(at: path, blockBytes: blockBytes, "nameless")
    }
  }

  /// Once a tag is mended, a new parser is shown all of it.
  @Test func `a mended tag that is cut anywhere is read as the parser reads it`() throws {
    let folder = try ScratchFolder()
    for blanks in [5, 30] {
      let defects = String(repeating: " ", count: blanks) + "x=\"&#11;\" ut typeapos;&quot;\">"
      let text = "<HealthData>\n\(steps(3, source: "&#11;")) <Record \(defects)\n<oWrkoutat"
      let path = try folder.write(text.utf8, to: "export.xml")
      for blockBytes in 1...text.utf8.count {
        try expectAsParsed(at: path, blockBytes: blockBytes, "\(blanks) blanks")
      }
    }
  }

  @Test func `odd elements are read as the parser reads them`() throws {
    let folder = try ScratchFolder()
    for element in oddElements {
      let text = healthDocument(steps(1), element, steps(2), steps(3))
      let path = try folder.write(text.utf8, to: "export.xml")
      for blockBytes in [1, 16, 100, 65536] {
        try expectAsParsed(at: path, blockBytes: blockBytes, element)
      }
    }
  }

  @Test func `documents of odd elements are read as the parser reads them`() throws {
    let folder = try ScratchFolder()
    for seed in Sweep.over(UInt64(0)..<3000, step: 31) {
      var document = oddDocument(seed: seed)
      if seed % 3 == 0 { document = mutated(document, seed: seed) }
      let path = try folder.write(document, to: "export.xml")
      let blockBytes = seed % 2 == 0 ? 65536 : Int(seed % 97) + 1
      try expectAsParsed(at: path, blockBytes: blockBytes, "\(seed)")
    }
  }

  @Test func `a document is read as the parser reads it for every size of block`() throws {
    let folder = try ScratchFolder()
    let document = healthDocument(oddElements.joined(), steps(1))
    let path = try folder.write(document.utf8, to: "export.xml")
    for blockBytes in Sweep.over(1...document.utf8.count, step: 211) {
      try expectAsParsed(at: path, blockBytes: blockBytes, "all odd elements")
    }
  }

  @Test func `a document cut at any byte is read as the parser reads it`() throws {
    let folder = try ScratchFolder()
    let document = Array(healthDocument(oddElements.joined(), steps(1)).utf8)
    for length in Sweep.over(0..<document.count, step: 83) {
      let path = try folder.write(document.prefix(length), to: "export.xml")
      try expectAsParsed(at: path, blockBytes: length % 2 == 0 ? 65536 : 512, "\(length) bytes")
    }
  }

  @Test func `generated exports are read as the parser reads them`() throws {
    let folder = try ScratchFolder()
    for seed in Sweep.over(UInt64(0)..<60, step: 23) {
      let document = HardExport(seed: seed, records: 300).export.xml()
      let path = try folder.write(document, to: "export.xml")
      for blockBytes in [37, 5000, 65536] {
        try expectAsParsed(at: path, blockBytes: blockBytes, "seed \(seed)")
      }
    }
  }

  @Test func `every sample is read as the parser reads it`() throws {
    for sample in try FileManager.default.subpathsOfDirectory(atPath: "samples").sorted()
    where sample.hasPrefix("apple-health/") && sample.hasSuffix("export.zip") {
      try expectAsParsed(at: "samples/" + sample, sample)
    }
  }

  @Test(.enabled(if: SharedData.isPresent, "the shared data is not beside the package"))
  func `every broken and hostile file is read as the parser reads it`() throws {
    // Hostile archives are made to take long, and those of FIT files have no tag.
    for folder in ["apple", "hostile"] {
      let names = try FileManager.default.subpathsOfDirectory(atPath: SharedData.path(folder))
        .filter { !$0.hasPrefix("fit_") }
      for name in names.sorted()
      where name.hasSuffix(".xml") || Sweep.isLong && name.hasSuffix(".zip") {
        try expectAsParsed(at: SharedData.path("\(folder)/\(name)"), name)
      }
    }
  }

  @Test func `limits strike where they strike the parser`() throws {
    let folder = try ScratchFolder()
    let names = (0..<30).map { steps($0, source: "S\($0)") }.joined()
    let zones = (0..<30).map { steps($0, around: metadata("HKTimeZone", "Z\($0)")) }.joined()
    let units = names.replacingOccurrences(of: "count", with: "parsec")
    let deep = String(repeating: " <Correlation>\n", count: 20)
    let wide = steps(1, source: String(repeating: "x", count: 9000))
    // The tenth element is the record's parent, so it is one too many.
    let nested =
      String(repeating: " <Correlation>\n", count: 9) + String(repeating: steps(2), count: 9)
    let known = String(repeating: steps(1), count: 9)
    for text in [names, zones, units, deep, wide, names + deep + zones, known + nested] {
      let path = try folder.write(healthDocument(steps(0), text).utf8, to: "export.xml")
      for limit in [ReadLimit.names, .nameBytes, .depth, .tagBytes, .attributes, .records] {
        var limits = ReadLimits()
        limits[limit] = 10
        try expectAsParsed(at: path, limits: limits, "\(limit)")
      }
    }
  }
}
