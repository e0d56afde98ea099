import DaymarkModel
import DaymarkTestSupport
import Testing

@testable import DaymarkIngest

private let tcxBytes: [UInt8] = {
  let points = (0...3).map { trackpoint(clock($0), meters("\($0)00")) }.joined()
  let lap =
    "<Lap StartTime=\"\(clock(0))\"><TotalTimeSeconds>180</TotalTimeSeconds>"
    + "<!-- a --><Track>\(points)</Track>\n</Lap>\n"
  return Array(
    ("\u{FEFF}  \n"
      + tcx(
        "<a:Activity xmlns:a=\"b\" Sport=\"Running\"><a:Id>\(clock(0))</a:Id>\(lap)<Creator>"
          + "<Name><![CDATA[Polar]]> H10 &amp; m&#246;re</Name></Creator></a:Activity>\n",
        "<Activity Sport=\"Biking\"><Id>\(clock(50))</Id>\(lap)</Activity>\n")).utf8)
}()

private let gpxBytes: [UInt8] = Array(
  ("          "
    + gpx(
      "<trk><type>run</type><trkseg>\n" + trackPoint("1", clock(0)) + trackPoint("1.001", clock(1))
        + "</trkseg></trk>\n",
      "<trk><trkseg>\n" + trackPoint("2", clock(9), "<extensions><hr>99</hr></extensions>")
        + trackPoint("2.002", clock(11)) + "</trkseg></trk>\n")).utf8)

private let documents = ["tcx": tcxBytes, "gpx": gpxBytes]

struct TrackDamageTests {
  @Test(arguments: ["tcx", "gpx"])
  func `the size of chunks changes nothing`(format: String) throws {
    let bytes = documents[format] ?? []
    let whole = try IngestedInput(track: bytes)
    #expect(whole.activities.count == 2 && whole.codes.isEmpty)
    for size in [1, 2, 3, 7, 64, 1000] {
      #expect(try IngestedInput(track: bytes, chunkBytes: size) == whole)
      // What the parser is shown at a time is no matter either.
      #expect(try IngestedInput(track: bytes, blockBytes: size) == whole)
    }
  }

  @Test func `text comes in pieces, with references and CDATA`() throws {
    let sources = try IngestedInput(track: tcxBytes).facts.sources
    #expect(sources.map(\.name) == ["Polar H10 & möre", "unknown"])
    #expect(sources.map(\.provider) == ["polar", "unknown"])
  }

  @Test(arguments: ["tcx", "gpx"])
  func `a document cut at any byte gives the points before and says so`(format: String) throws {
    let bytes = documents[format] ?? []
    let whole = try IngestedInput(track: bytes).activities.flatMap(\.track)
    // Behind the last `>` only a line feed is lost.
    for length in Sweep.over(1..<(bytes.count - 1), step: 5) {
      guard let cut = try? IngestedInput(track: Array(bytes[..<length])) else {
        // Bytes of a mark alone might be anything.
        #expect(length < 3)
        continue
      }
      let points = cut.activities.flatMap(\.track)
      #expect(whole.starts(with: points), "\(length) bytes")
      let isBeforeRoot = cut.facts.format == "apple-health"
      // What has no activity has no day either.
      let codes = ["activity.truncated"] + (cut.activities.isEmpty ? ["activity.undated"] : [])
      #expect(cut.codes == (isBeforeRoot ? ["xml.truncated"] : codes), "\(length)")
      guard !isBeforeRoot else { continue }
      #expect(cut.finding(.activityTruncated)?.location?.byte == length)
      let complete = whole.filter { point in
        let end =
          bytes[point.byte...].firstRange(of: Array("oint>\n".utf8))
          ?? bytes[point.byte...].firstRange(of: Array("kpt>\n".utf8))
        return end?.upperBound ?? .max < length
      }
      #expect(points.count >= complete.count, "\(length) bytes")
      #expect(cut.facts.damagedSpans.isEmpty == cut.activities.isEmpty, "\(length) bytes")
    }
  }

  @Test func `what stands before something malformed is kept, and its place told`() throws {
    let text = gpx(
      "<trk><trkseg>\n", trackPoint("1", clock(0)), trackPoint("1.001", clock(1)),
      "<trkpt lat=\"0\" lon=1></trkpt>\n", trackPoint("1.002", clock(2)), "</trkseg></trk>\n")
    let reading = try IngestedInput(track: text)
    #expect(reading.activities.map { $0.distance?.text } == ["111.19508"])
    #expect(reading.codes == ["activity.malformed"])
    let place = reading.finding(.activityMalformed)?.location
    #expect(place?.line == 6)
    // Where the quote of the longitude should begin.
    let start = Array(text.utf8).firstRange(of: Array("lon=1>".utf8))?.lowerBound ?? 0
    #expect((start...(start + 6)).contains(place?.byte ?? 0))
    // From the first point to the last, whose own instant is touched, too.
    let span = try #require(reading.facts.damagedSpans.first)
    #expect(reading.facts.damagedSpans.count == 1 && RecordTime.at(span.start) == at(0))
    #expect(RecordTime.at(span.end.advanced(byMilliseconds: -1)) == at(1))
  }

  @Test(arguments: ["tcx", "gpx"])
  func `whatever is wrong with the bytes, the reading ends the same for all chunks`(
    format: String
  ) throws {
    let bytes = documents[format] ?? []
    let pieces = [
      "<", ">", "&", "\"", "</", "/>", "<!--", "]]>", "<![CDATA[", "&#0;", "\0", "9", "-",
    ]
    let folder = try ScratchFolder()
    for seed in Sweep.over(1...400 as ClosedRange<UInt64>, step: 7) {
      var random = SeededGenerator(seed: seed)
      var bad = bytes
      for _ in 0...Int.random(in: 0...3, using: &random) {
        let place = Int.random(in: 0..<bad.count, using: &random)
        switch Int.random(in: 0...3, using: &random) {
        case 0: bad[place] ^= 1 << UInt8.random(in: 0...7, using: &random)
        case 1: bad.removeSubrange(place..<min(bad.count, place + 5))
        case 2: bad.insert(contentsOf: (pieces.randomElement(using: &random) ?? "").utf8, at: place)
        default: bad[place] = UInt8.random(in: 0...255, using: &random)
        }
      }
      let path = try folder.write(bad, to: "track.xml")
      let results = [1 << 16, 5].map { size in
        Result { try IngestedInput(of: path, chunkBytes: size) }
      }
      switch (results[0], results[1]) {
      case (.success(let one), .success(let other)): #expect(one == other, "seed \(seed)")
      case (.failure(let one), .failure(let other)):
        #expect("\(one)" == "\(other)", "seed \(seed)")
      default: Issue.record("seed \(seed)")
      }
    }
  }
}

struct TrackLimitTests {
  private func refusal(_ text: String) throws -> Finding? {
    let folder = try ScratchFolder()
    return IngestTests.refusal(of: try folder.write(text.utf8, to: "track.gpx"))
  }

  @Test func `entities are refused where they are declared`() throws {
    let text =
      declaration
      + "<!DOCTYPE gpx [\n<!ENTITY a \"0123456789\">\n<!ENTITY b \"&a;&a;&a;&a;\">\n]>\n"
      + "<gpx><trk><name>&b;</name></trk></gpx>"
    let finding = try refusal(text)
    #expect(finding?.code == .xmlEntities)
    #expect(finding?.location?.line == 3)
    #expect(try refusal(text.replacing("ENTITY a", with: "ENTITY % a"))?.code == .xmlEntities)
  }

  @Test func `attributes that a document type would add to every element end the reading`() throws {
    let text = declaration + "<!DOCTYPE gpx [\n<!ATTLIST trkpt lat CDATA \"9\">\n]>\n<gpx></gpx>"
    let reading = try IngestedInput(track: text)
    #expect(reading.codes == ["activity.malformed", "activity.undated"])
    #expect(reading.finding(.activityMalformed)?.location?.line == 3)
  }

  @Test func `a document type without declarations is no harm`() throws {
    let text =
      declaration + "<!DOCTYPE gpx SYSTEM \"http://localhost/gpx.dtd\">\n<!-- a -->\n"
      + "<gpx><trk><trkseg>" + trackPoint("0", clock(0)) + "</trkseg></trk></gpx>"
    #expect(try IngestedInput(track: text).activities.count == 1)
  }

  @Test func `elements nest no deeper than they may`() throws {
    let text = "<gpx>" + String(repeating: "<a>", count: 100_000)
    let finding = try refusal(text)
    #expect(finding?.code == .xmlLimit && finding?.facts.limit == .depth)
    // The root is the first of 64.
    #expect(finding?.location?.byte == 5 + 63 * 3)
  }

  @Test func `a tag or comment may not go on for ever`() throws {
    let long = String(repeating: "a", count: 3 << 20)
    for text in ["<gpx><trk a=\"\(long)", "<gpx><!--\(long)", "<gpx><\(long)"] {
      #expect(try refusal(text)?.facts.limit == .tagBytes)
    }
    #expect(try refusal("<gpx" + String(repeating: " ", count: 3 << 20))?.code == .xmlLimit)
  }

  @Test func `ten megabytes of text in one element are passed over`() throws {
    for filler in ["a", "a\n", "&#97;", " "] {
      let long = String(repeating: filler, count: (10 << 20) / filler.utf8.count)
      let name = gpx(
        "<trk><name>\(long)</name><trkseg>", trackPoint("0", clock(0)), "</trkseg></trk>")
      let reading = try IngestedInput(track: name)
      #expect(reading.activities.count == 1 && reading.codes.isEmpty)
    }
    let digits = String(repeating: "1", count: 10 << 20)
    let rate = gpx(
      "<trk><trkseg>", trackPoint("0", clock(0), "<hr>\(digits)</hr>"), "</trkseg></trk>")
    let reading = try IngestedInput(track: rate)
    #expect(reading.activities.first?.track.first?.heartRate == nil)
    #expect(reading.codes == ["value.not_a_number"])
  }

  @Test func `a product's name may be long, not without end`() throws {
    for (length, name) in [(4096, String(repeating: "a", count: 4096)), (4097, "unknown")] {
      let creator = String(repeating: "a", count: length)
      let track = "<trk><trkseg>" + trackPoint("0", clock(0)) + "</trkseg></trk>"
      let text = gpx(track, creator: creator)
      #expect(try IngestedInput(track: text).facts.sources.map(\.name) == [name])
    }
  }

  @Test func `other encodings are read, and bytes of none are mended`() throws {
    let body =
      "<gpx creator=\"möre\"><trk><trkseg>" + trackPoint("0", clock(0)) + "</trkseg></trk></gpx>"
    let utf16 = "\u{FEFF}<?xml version=\"1.0\" encoding=\"UTF-16\"?>" + body
    let little = utf16.utf16.flatMap { [UInt8(truncatingIfNeeded: $0), UInt8($0 >> 8)] }
    let big = utf16.utf16.flatMap { [UInt8($0 >> 8), UInt8(truncatingIfNeeded: $0)] }
    let latin = ("<?xml version=\"1.0\" encoding=\"ISO-8859-1\"?>" + body).unicodeScalars
      .map { UInt8(truncatingIfNeeded: $0.value) }
    for bytes in [little, big, latin, Array(body.utf8)] {
      let reading = try IngestedInput(track: bytes)
      #expect(reading.facts.sources.map(\.name) == ["möre"])
      #expect(reading.activities.count == 1 && reading.codes.isEmpty)
    }
    let wrong = body.unicodeScalars.map { UInt8(truncatingIfNeeded: $0.value) }
    let reading = try IngestedInput(track: wrong)
    #expect(reading.activities.count == 1)
    #expect(reading.codes == ["xml.invalid_utf8"])
    #expect(reading.facts.sources.map(\.name) == ["m?re"])
  }

  @Test func `what follows the root is told and left`() throws {
    let text = gpx("<trk><trkseg>", trackPoint("0", clock(0)), "</trkseg></trk>")
    #expect(try IngestedInput(track: text + "<!-- a -->\n").codes.isEmpty)
    let reading = try IngestedInput(track: text + "<gpx>")
    #expect(reading.codes == ["xml.trailing_content"] && reading.activities.count == 1)
    #expect(reading.facts.isDamaged)
  }

  @Test func `a lost block inside a name is a broken place`() throws {
    let name = "<trk><name>\(String(repeating: "\0", count: 16))</name><trkseg>"
    let reading = try IngestedInput(track: gpx(name, trackPoint("0", clock(0)), "</trkseg></trk>"))
    let codes = reading.facts.findings.map(\.code.rawValue)
    #expect(Set(codes) == ["xml.control_bytes", "xml.malformed", "text.unvouched"])
    #expect(reading.facts.isDamaged)
  }

  @Test(arguments: [
    ("<gpx", "gpx", Recognition.undecided), ("<gpx>", "gpx", .recognised),
    ("<a:gpx b", "gpx", .recognised), ("<gpxx>", "gpx", .other),
    ("\u{FEFF} <?xml?><gpx/", "gpx", .recognised),
    ("<!-- <gpx> --><a>", "gpx", .other),
    ("<!DOCTYPE a [<!ELEMENT gpx ANY>]><gpx>", "gpx", .recognised),
    ("<!DOC", "gpx", .undecided), ("", "gpx", .undecided), ("gpx", "gpx", .other),
    ("<HealthData>", "gpx", .other),
  ])
  func `a document is recognised by the name of its root`(
    _ text: String, root: String, expected: Recognition
  ) {
    var text = text
    let found = text.withUTF8 {
      XMLRootName(of: DocumentHead(bytes: $0, isWhole: true, path: "a")).recognition(root: root)
    }
    #expect("\(found)" == "\(expected)")
  }
}
