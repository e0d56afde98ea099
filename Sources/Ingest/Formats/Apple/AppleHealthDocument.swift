import CDaymarkXML
import DaymarkModel

/// The state of reading one Health document: what its tags have said so far.
///
/// libxml2 calls ``start(_:_:)`` and ``end(_:)`` for each tag; what is complete goes to `batch`.
struct AppleHealthDocument {
  var batch = RecordBatch()
  private(set) var exportTime: AppleHealthTime?
  /// The first export date that is no real date.
  private(set) var malformedExportDate: (byte: Int, line: Int)?
  var earliest: InputFacts.StatedOffset?
  var zones = NameTable()
  /// Occurrences of each of `zones` in the document.
  var zoneCounts: [Int] = []
  var unknownUnits = NameTable()
  private(set) var sources = NameTable()
  private(set) var deviceClasses: [DeviceClass] = []
  /// Set when a limit is passed; reading must stop.
  private(set) var failure: Finding?
  /// Offset in the document just behind the root's end tag.
  var rootEnd: Int?

  /// The position in the document at which the parser's stream begins.
  private(set) var streamOffset = 0
  private(set) var streamLine = 1
  private(set) var openElements: [HealthElement] = []
  private var parser: OpaquePointer?
  /// Where the tag is, if the scanner has read it.
  private var scannedPlace: (byte: Int, line: Int)?
  private(set) var tagsToIgnore = 0
  var record: Record?
  var workout: ActivityRecord?
  /// The weight that is being read, which is no record of a metric.
  var bodyWeight: BodyWeightRecord?
  let limits: ReadLimits
  /// Used for what the scanner has read alone, so that the parser depends on nothing but itself.
  var memory = RecordMemory()
  private let location: InputLocation

  init(limits: ReadLimits, at location: InputLocation) {
    self.limits = limits
    self.location = location
    openElements.reserveCapacity(limits.depth)
  }

  /// A new parser takes over, inside the elements of `open`, whose tags it will report again.
  mutating func begin(
    parser: OpaquePointer, reopening open: [HealthElement], offset: Int, line: Int
  ) {
    self.parser = parser
    scannedPlace = nil
    openElements.removeAll(keepingCapacity: true)
    tagsToIgnore = open.count
    streamOffset = offset
    streamLine = line
  }

  /// Forgets the record or workout that is being read.
  mutating func abandon() {
    record = nil
    workout = nil
    bodyWeight = nil
  }

  /// Whether a record or a workout is open.
  var isInRecord: Bool {
    openElements.contains(.record) || openElements.contains(.workout)
  }

  var isScanned: Bool { scannedPlace != nil }

  // MARK: Tags

  /// Reads a tag that the scanner has found.
  ///
  /// - Returns: Whether it did; else it may not stand here, or ends the document, and is the parser's.
  mutating func read(
    _ tag: inout daymark_scan_tag, at bytes: UnsafePointer<UInt8>, of scanner: HealthScanner,
    line: Int, byte: Int
  ) -> Bool {
    guard let element = HealthElement(rawValue: tag.element), element != .healthData else {
      return false
    }
    scannedPlace = (byte, line)
    if tag.is_end {
      guard openElements.last == element else { return false }
      end(element)
      return true
    }
    if element == .record || element == .workout, openElements.count > 1, isInRecord {
      return false
    }
    if element == .record {
      readRecord(&tag, at: bytes, of: scanner)
    } else {
      scanner.expand(&tag)
      start(element, UnsafeBufferPointer(start: tag.attributes, count: Int(tag.count)))
      if tag.is_empty { end(element) }
    }
    return true
  }

  mutating func start(
    _ element: HealthElement, _ attributes: UnsafeBufferPointer<daymark_xml_attribute>
  ) {
    let parent = openElements.last ?? .unknown
    if element == .record || element == .workout, openElements.count > 1, isInRecord, let parser {
      // The element around it was never closed.
      return daymark_xml_reject_tag(parser)
    }
    open(element)
    if tagsToIgnore > 0 {
      tagsToIgnore -= 1
      return
    }
    switch element {
    case .record: startRecord(RecordFields(attributes))
    case .metadataEntry: readMetadata(attributes, of: parent)
    case .workout: startWorkout(attributes)
    case .workoutStatistics where parent == .workout: readStatistics(attributes)
    case .correlation: noteSource(attributes)
    case .exportDate: readExportDate(attributes)
    default: break
    }
  }

  mutating func open(_ element: HealthElement) {
    checkDepth()
    openElements.append(element)
  }

  /// Refuses one more element inside those that are open where that is one too many.
  mutating func checkDepth() {
    if openElements.count >= limits.depth { fail(.depth, limits.depth) }
  }

  private mutating func readExportDate(_ attributes: UnsafeBufferPointer<daymark_xml_attribute>) {
    for attribute in attributes where attribute.name == HealthAttribute.value.rawValue {
      let time = AppleHealthTime(attribute.text)
      exportTime = exportTime ?? time
      if time == nil { malformedExportDate = malformedExportDate ?? tagPosition() }
    }
  }

  mutating func end(_ element: HealthElement) {
    openElements.removeLast()
    switch element {
    case .record:
      if let record {
        batch.records.append(record)
        self.record = nil
      } else if let bodyWeight {
        batch.bodyWeights.append(bodyWeight)
        self.bodyWeight = nil
      }
    case .workout:
      if let workout {
        batch.activities.append(workout)
        self.workout = nil
      }
    default: break
    }
    if openElements.isEmpty, let parser {
      rootEnd = streamOffset + Int(daymark_xml_consumed(parser))
    }
  }

  private mutating func fail(_ limit: ReadLimit, _ most: Int) {
    guard failure == nil else { return }
    var place = location
    let position = tagPosition()
    (place.line, place.byte) = (position.line, position.byte)
    failure = DaymarkError(.xmlLimit, at: place, limit: limit, most).finding
  }

  /// Refuses a document with more names than genuine ones hold, or longer ones.
  mutating func fail(name: AttributeText) {
    let isLong = name.count > limits.nameBytes
    isLong ? fail(.nameBytes, limits.nameBytes) : fail(.names, limits.names)
  }

  // Mutating, as all that a record calls: else the compiler copies the whole document for it.
  mutating func tagPosition() -> (byte: Int, line: Int) {
    if let scannedPlace { return scannedPlace }
    guard let parser else { return (0, 1) }
    var (byte, line): (Int64, Int64) = (0, 0)
    daymark_xml_tag_position(parser, &byte, &line)
    return (streamOffset + Int(byte), streamLine + Int(line) - 1)
  }

  // MARK: Sources

  @discardableResult
  mutating func noteSource(
    _ attributes: UnsafeBufferPointer<daymark_xml_attribute>
  ) -> UInt16 {
    var (source, device) = (AttributeText(start: nil, count: 0), AttributeText?.none)
    for attribute in attributes {
      if attribute.name == HealthAttribute.sourceName.rawValue { source = attribute.text }
      if attribute.name == HealthAttribute.device.rawValue { device = attribute.text }
    }
    return note(source: source, device: device)
  }

  /// The number of a source, whose class is the best that any of its records shows.
  mutating func note(source: AttributeText, device: AttributeText?) -> UInt16 {
    guard let index = sources.index(of: source, limits: limits) else {
      fail(name: source)
      return 0
    }
    let position = Int(index)
    if position == deviceClasses.count { deviceClasses.append(.app) }
    if let device, deviceClasses[position] != .watch {
      deviceClasses[position] = min(deviceClasses[position], deviceClass(ofDevice: device))
    }
    return index
  }
}
