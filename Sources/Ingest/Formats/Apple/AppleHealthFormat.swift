import CDaymarkXML
import DaymarkModel

#if canImport(Glibc)
  import Glibc
#endif

/// The XML document of an Apple Health export, from any iOS version and under the file name of any
/// language.
enum AppleHealthFormat: WholeInputFormat {
  static let id = FormatID.appleHealth
  static let zoneNaming = ZoneNaming.ofRecords
  static let folderName = "apple_health_export"

  private static let batchSize = 1024

  /// Whether a file name can be that of the document.
  ///
  /// The clinical document beside it is XML too.
  static func mayBeDocument(fileName: String) -> Bool {
    if isClinical(fileName) { return false }
    // Some programs leave out the file's ending or add a second one when they unpack it.
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

  /// Whether the file is `export_cda.xml`, or its equivalent in another language.
  private static func isClinical(_ fileName: String) -> Bool { fileName.hasSuffix("_cda.xml") }

  static func recognise(_ head: DocumentHead) -> Recognition {
    // An editor may have saved the document as UTF-16.
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
      // The batch is taken out and put back empty, so that its memory is reused unless a thread
      // still holds it.
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
    // Two spellings in Unicode are equal as Swift strings, so a name may come twice.
    facts.zoneVotes = Dictionary(zip(zones.names, zoneCounts), uniquingKeysWith: +)
    (facts.sources, facts.apps) = (sources.sources, sources.apps)
    facts.unknownUnits = unknownUnits.names
  }

  /// Adds the findings that make the export date doubtful.
  fileprivate func findExportDate(in sink: inout InputSink) {
    if let place = malformedExportDate {
      sink.find(.timeExportMalformed, line: place.line, byte: place.byte)
    } else if exportTime == nil, rootEnd != nil {
      sink.find(.timeExportMissing)
    }
  }
}

extension AppleHealthDocument {
  /// Makes a parser that reports its tags to `document`.
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
