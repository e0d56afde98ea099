import DaymarkModel
import DaymarkTestSupport
import Testing

@Suite(.enabled(if: SharedData.isPresent, "the shared data is not beside the package"))
struct SharedExportTests {
  /// Twice the values 0 to 999 in good records, and between them the defect; where that is in a record
  /// which is kept, its value is 1.
  static let broken: [(file: String, values: [Int], code: FindingCode?)] = {
    let half = Array(0..<1000)
    let good = half + half
    return [
      ("amp.xml", good, .xmlMalformed), ("dupattr.xml", good, .xmlMalformed),
      ("novalue.xml", good, .xmlMalformed), ("twodecl.xml", good, .xmlMalformed),
      ("badutf8.xml", half + [1] + half, .xmlInvalidUTF8),
      ("charref.xml", half + [1] + half, .xmlControlBytes),
      ("ctrl0b.xml", half + [1] + half, .xmlControlBytes), ("nul.xml", good, .xmlControlBytes),
      ("bom.xml", good, nil), ("dtd12.xml", good, .xmlDoctypeMalformed),
      ("junk.xml", good, .xmlTrailingContent), ("trunc.xml", Array(good.dropLast()), .xmlTruncated),
    ]
  }()

  @Test(arguments: broken)
  func `each broken file gives its good records and a finding`(
    _ file: String, values: [Int], code: FindingCode?
  ) throws {
    let path = SharedData.path("apple/broken/" + file)
    let reading = try IngestedInput(of: path)
    #expect(reading.values == values)
    #expect(reading.codesButExportDate == (code.map { [$0.rawValue] } ?? []))
    for size in [7, 1000] {
      #expect(try IngestedInput(of: path, chunkBytes: size) == reading)
      #expect(try IngestedInput(of: path, blockBytes: size) == reading)
    }
  }

  @Test(arguments: ["cn_flag.zip", "cn_noflag.zip"])
  func `a Chinese export is an export`(_ file: String) throws {
    let reading = try IngestedInput(of: SharedData.path("apple/broken/" + file))
    #expect(reading.facts.entry == "apple_health_export/导出.xml")
    #expect(reading.codes.isEmpty)
    #expect(!reading.records.isEmpty)
  }

  @Test(arguments: [
    ("2016-v3.xml", nil), ("2020-v11.xml", nil), ("2020-v11-second.xml", nil),
    ("routes-inline.xml", nil), ("finder-zip.zip", nil),
    ("ios16-broken-dtd.zip", "xml.doctype_malformed"), ("multi-source.zip", nil),
    ("partial-sleep.zip", nil), ("xml-at-root.zip", nil),
  ])
  func `real exports are read without a complaint`(_ file: String, code: String?) throws {
    let reading = try IngestedInput(of: SharedData.path("apple/" + file))
    #expect(reading.codesButExportDate == (code.map { [$0] } ?? []))
  }
}

extension IngestedInput {
  /// Some of the documents were made by hand, and state no export date, or none that is real.
  fileprivate var codesButExportDate: [String] {
    codes.filter { !$0.hasPrefix("time.export_") }
  }
}
