import CDaymarkXML
import DaymarkModel

#if canImport(Glibc)
  import Glibc
#endif

/// The XML document of an Apple Health export, of any iOS version and in any locale's name.
enum AppleHealthFormat: WholeInputFormat {
  static let id = FormatID.appleHealth
  static let zoneNaming = ZoneNaming.ofRecords
  static let folderName = "apple_health_export"

  private static let batchSize = 1024

  /// Beside the document lies the clinical one, which is XML, too.
  static func mayBeDocument(fileName: String) -> Bool {
    if isClinical(fileName) { return false }
    // As some programs name what they unpack: without an ending, or with a second one.
    return [".xml", ".xml.gz", ".xml.txt"].contains(where: fileName.hasSuffix)
      || fileName.hasPrefix("export") && !fileName.contains(".")
  }

  static func belongsToDocument(fileName: String, inFolder folder: String?) -> Bool {
    switch folder {
    case nil: isClinical(fileName)
    case "workout-routes": fileName.hasSuffix(".gpx")
    case "electrocardiograms": fileName.hasSuffix(".csv")
    default: false
    }
  }

  /// `export_cda.xml`, and what it is called in other languages.
  private static func isClinical(_ fileName: String) -> Bool { fileName.hasSuffix("_cda.xml") }

  static func recognise(_ head: DocumentHead) -> Recognition {
    // In UTF-16, as an editor may save it.
    if let first = head.bytes.first, first >= 0xFE {
      return DecodedText.decoded(head.bytes).withUnsafeBufferPointer {
        HealthPrologue.recognise($0, isWhole: head.isWhole)
      }
    }
    return HealthPrologue.recognise(head.bytes, isWhole: head.isWhole)
  }

  static func read(_ archive: inout ArchiveReader, into sink: inout InputSink) throws {
    let (location, options) = (sink.place(), sink.options)
    let document = UnsafeMutablePointer<AppleHealthDocument>.allocate(capacity: 1)
    document.initialize(to: AppleHealthDocument(limits: options.limits, at: location))
    defer {
      document.deinitialize(count: 1)
      document.deallocate()
    }
    var reader = HealthXMLReader(document, at: location, options: options)
    func give(isFinal: Bool) throws {
      let waiting =
        document.pointee.batch.records.count + document.pointee.batch.activities.count
        + document.pointee.batch.statedDays.count
      guard isFinal || waiting >= batchSize else { return }
      // Taken out and put back empty, so that its memory is used again, unless a thread still holds it.
      var batch = RecordBatch()
      swap(&batch, &document.pointee.batch)
      try sink.send(batch)
      batch.records.removeAll(keepingCapacity: true)
      batch.untyped.removeAll()
      batch.activities.removeAll(keepingCapacity: true)
      batch.bodyWeights.removeAll(keepingCapacity: true)
      batch.statedDays.removeAll(keepingCapacity: true)
      swap(&batch, &document.pointee.batch)
    }
    try reader.read(&archive, progress: { sink.progress($0) }, afterChunk: give)
    sink.find(reader.findings)
    document.pointee.describe(in: &sink.facts)
    let facts = sink.facts
    try sink.budget.spend(
      facts.sources.count + facts.unknownUnits.count, of: .names, at: sink.place())
    document.pointee.findExportDate(in: &sink)
  }
}

extension AppleHealthDocument {
  fileprivate func describe(in facts: inout InputFacts) {
    facts.exportDate = exportTime?.instant
    facts.exportOffsetSeconds = exportTime?.offsetSeconds
    facts.earliestOffset = earliest
    // Two texts that are not the same bytes can be the same name.
    facts.zoneVotes = Dictionary(zip(zones.names, zoneCounts), uniquingKeysWith: +)
    (facts.sources, facts.apps) = (sources.sources, sources.apps)
    facts.unknownUnits = unknownUnits.names
  }

  /// Says what stands in the way of believing the export date.
  fileprivate func findExportDate(in sink: inout InputSink) {
    if let place = malformedExportDate {
      sink.find(.timeExportMalformed, line: place.line, byte: place.byte)
    } else if exportTime == nil, rootEnd != nil {
      sink.find(.timeExportMissing)
    }
  }
}

extension AppleHealthDocument {
  /// A parser that reports its tags to `document`.
  static func makeParser(_ document: UnsafeMutablePointer<AppleHealthDocument>) -> OpaquePointer? {
    let names = healthNames.map { strdup($0) }
    defer {
      for name in names { free(name) }
    }
    return daymark_xml_create(
      names.map { UnsafePointer($0) }, Int32(names.count), document,
      { context, element, attributes, count in
        let document = context?.assumingMemoryBound(to: AppleHealthDocument.self)
        let list = UnsafeBufferPointer(start: attributes, count: Int(count))
        document?.pointee.start(HealthElement(rawValue: element) ?? .unknown, list)
      },
      { context, element in
        let document = context?.assumingMemoryBound(to: AppleHealthDocument.self)
        document?.pointee.end(HealthElement(rawValue: element) ?? .unknown)
      })
  }
}
