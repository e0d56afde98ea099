import CDaymarkXML
import DaymarkModel

/// The state of reading a Health document.
///
/// libxml2 calls ``start(_:_:)`` and ``end(_:)`` for each tag. Complete records are added to
/// `batch`.
struct AppleHealthDocument {
  var batch = RecordBatch()
  private(set) var exportTime: AppleHealthTime?
  /// The place of the first export date that is invalid.
  private(set) var malformedExportDate: (byte: Int, line: Int)?
  var earliest: InputFacts.StatedOffset?
  var zones = NameTable()
  /// The number of occurrences of each of `zones` in the document.
  var zoneCounts: [Int] = []
  var unknownUnits = NameTable()
  private(set) var sources = HealthSources()
  /// The finding of an exceeded limit, after which reading must stop; `nil` while there is none.
  private(set) var failure: Finding?
  /// The offset in the document just after the root's end tag; `nil` before it is read.
  var rootEnd: Int?

  /// The position in the document at which the parser's input begins.
  private(set) var streamOffset = 0
  private(set) var streamLine = 1
  private(set) var openElements: [HealthElement] = []
  private var parser: OpaquePointer?
  /// The place of the tag if the scanner has read it.
  private var scannedPlace: (byte: Int, line: Int)?
  private(set) var tagsToIgnore = 0
  var record: Record?
  var workout: ActivityRecord?
  /// The body weight that is being read.
  ///
  /// It is not a record of a metric.
  var bodyWeight: BodyWeightRecord?
  let limits: ReadLimits
  /// The meaning of earlier texts.
  ///
  /// Only records that the scanner reads use it, so that the parser's results depend on nothing
  /// else.
  var memory = RecordMemory()
  private let location: InputLocation

  init(limits: ReadLimits, at location: InputLocation) {
    self.limits = limits
    self.location = location
    openElements.reserveCapacity(limits.depth)
  }

  /// Prepares for a new parser inside the elements of `open`, whose tags it will report again.
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

  /// Drops the record or workout that is being read.
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
  /// - Returns: Whether the tag was read. Otherwise it is not allowed here, or ends the document,
  ///   and the parser must read it.
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
      // The element around it was not closed.
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
    case .correlation: sourceNumber(attributes)
    case .exportDate: readExportDate(attributes)
    case .activitySummary: readSummary(attributes)
    default: break
    }
  }

  mutating func open(_ element: HealthElement) {
    checkDepth()
    openElements.append(element)
  }

  /// Refuses a further element if too many are open.
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

  /// Refuses a document with more or longer names than genuine documents have.
  mutating func fail(name: AttributeText) {
    let isLong = name.count > limits.nameBytes
    isLong ? fail(.nameBytes, limits.nameBytes) : fail(.names, limits.names)
  }

  // This is mutating, like everything that a record calls, because otherwise the compiler copies
  // the whole document for it.
  mutating func tagPosition() -> (byte: Int, line: Int) {
    if let scannedPlace { return scannedPlace }
    guard let parser else { return (0, 1) }
    var (byte, line): (Int64, Int64) = (0, 0)
    daymark_xml_tag_position(parser, &byte, &line)
    return (streamOffset + Int(byte), streamLine + Int(line) - 1)
  }

  // MARK: Sources

  @discardableResult
  mutating func sourceNumber(
    _ attributes: UnsafeBufferPointer<daymark_xml_attribute>
  ) -> UInt16 {
    sourceNumber(of: RecordFields(attributes))
  }

  mutating func sourceNumber(of fields: RecordFields) -> UInt16 {
    let number = sources.number(
      of: fields.source, device: fields.device, version: fields.version, limits: limits)
    guard let number else {
      fail(name: fields.source)
      return 0
    }
    return number
  }
}

// The tags of records, which make up nearly all of a document.

extension AppleHealthDocument {
  mutating func startRecord(_ fields: RecordFields) {
    startRecord(fields, source: sourceNumber(of: fields))
  }

  private mutating func startRecord(_ fields: RecordFields, source: UInt16) {
    record = nil
    bodyWeight = nil
    guard let type = fields.type else { return addUntyped(fields, source: source) }
    if limits.readsSleep, isSleep(type) { return startSleep(fields, source: source) }
    guard let metric = metric(ofType: type) else {
      return startBodyWeight(fields, type, source: source)
    }
    record = makeRecord(
      fields, of: metric, source: source,
      isTypedIn: sources.isTypedIn(source, hasVersion: fields.version != nil),
      unit: readUnit(fields.unit))
  }

  @inline(__always)
  private mutating func makeRecord(
    _ fields: RecordFields, of metric: Metric, source: UInt16, isTypedIn: Bool, unit: RecordUnit
  ) -> Record {
    let (byte, line) = tagPosition()
    return Record(
      metric: metric, source: source, unit: unit,
      value: fields.value.flatMap { DecimalNumber(utf8: $0) },
      start: readStart(fields.start), end: readTime(fields.end), created: readTime(fields.created),
      isUserEntered: isTypedIn, isNested: openElements.contains(.correlation),
      line: line, byte: byte)
  }

  /// Adds a record without a type, which may be of any metric with its unit.
  private mutating func addUntyped(_ fields: RecordFields, source: UInt16) {
    let unit = readUnit(fields.unit)
    var metrics = limits.readsSleep ? Metric.allCases : Metric.alwaysRead
    if case .known(let known) = unit { metrics.removeAll { $0.ratio(of: known) == nil } }
    guard let first = metrics.first else { return }
    let record = makeRecord(
      fields, of: first, source: source,
      isTypedIn: sources.isTypedIn(source, hasVersion: fields.version != nil), unit: unit)
    batch.untyped.append(UntypedRecord(record, of: metrics))
  }

  /// Reads a body weight.
  ///
  /// It does not change zones, units and records.
  private mutating func startBodyWeight(
    _ fields: RecordFields, _ type: AttributeText, source: UInt16
  ) {
    guard isBodyWeight(type),
      let at = fields.start.flatMap({ time($0) })?.instant
    else { return }
    bodyWeight = BodyWeightRecord(
      at: at,
      weight: WrittenAmount(
        fields.value.flatMap { DecimalNumber(utf8: $0) },
        fields.unit.flatMap(knownUnit).map(RecordUnit.known) ?? .missing),
      isTypedIn: sources.isTypedIn(source, hasVersion: fields.version != nil))
  }

  /// Reads a record of sleep; time in bed is none.
  private mutating func startSleep(_ fields: RecordFields, source: UInt16) {
    let sleep = fields.value.map { AppleSleep($0.string) } ?? .unknown
    if sleep == .inBed { return }
    var read = makeRecord(
      fields, of: .sleep, source: source,
      isTypedIn: sources.isTypedIn(source, hasVersion: fields.version != nil),
      unit: .known(.second))
    read.value = sleep.seconds(from: read.start, to: read.end)
    record = read
  }

  // MARK: Scanned

  /// Reads a record's tag, whose values still contain references.
  mutating func readRecord(
    _ tag: inout daymark_scan_tag, at bytes: UnsafePointer<UInt8>, of scanner: HealthScanner
  ) {
    if readKnownRecord(&tag) { return }
    open(.record)
    readNewRecord(&tag, at: bytes, of: scanner)
    if tag.is_empty { end(.record) }
  }

  /// Reads a record that begins like an earlier one.
  ///
  /// - Parameter tag: The tag. It is `inout` only to avoid a copy, which would wait for bytes just
  ///   written.
  /// - Returns: Whether it is such a record.
  private mutating func readKnownRecord(_ tag: inout daymark_scan_tag) -> Bool {
    guard let head = memory.head(tag.head), tag.references >> UInt32(head.count) == 0 else {
      return false
    }
    let fields = RecordFields(tag.list, from: head.count)
    guard fields.tellNoSeries else { return false }
    if tag.is_empty {
      // A record without content is not opened, because that would take as long as reading it.
      checkDepth()
      if let metric = head.metric {
        batch.records.append(
          makeRecord(
            fields, of: metric, source: head.source, isTypedIn: head.isTypedIn, unit: head.unit))
      }
    } else {
      open(.record)
      record = head.metric.map {
        makeRecord(
          fields, of: $0, source: head.source, isTypedIn: head.isTypedIn, unit: head.unit)
      }
      bodyWeight = nil
    }
    return true
  }

  private mutating func readNewRecord(
    _ tag: inout daymark_scan_tag, at bytes: UnsafePointer<UInt8>, of scanner: HealthScanner
  ) {
    // This comes before references are expanded, because a head consists of the bytes in the
    // document.
    let kept = keepHead(of: tag, at: bytes, scanner)
    scanner.expand(&tag)
    let fields = RecordFields(tag.list)
    let source = sourceNumber(of: fields)
    startRecord(fields, source: source)
    guard let kept else { return }
    let head = RecordHead(
      metric: record?.metric, source: source, isTypedIn: record?.isUserEntered ?? false,
      unit: record?.unit ?? .missing, count: kept.count)
    memory.keep(failure == nil ? head : nil, as: kept.number)
  }

  /// Tells the scanner to keep the beginning of a record's tag.
  ///
  /// - Returns: The number of the kept head, and the number of leading attributes that determine
  ///   its meaning; `nil` where none was kept.
  private mutating func keepHead(
    of tag: daymark_scan_tag, at bytes: UnsafePointer<UInt8>, _ scanner: HealthScanner
  ) -> (number: Int, count: Int)? {
    let fields = RecordFields(tag.list)
    guard tag.head < 0, failure == nil, tag.references & ~fields.ofSource == 0,
      let type = fields.type, !isBodyWeight(type), !(limits.readsSleep && isSleep(type)),
      memory.nextMayKeepHead()
    else { return nil }
    let same = tag.list.prefix {
      let attribute = HealthAttribute(rawValue: $0.name)
      return attribute?.isTime != true && attribute != .value
    }
    // Later attributes are not part of the head, so they must not determine its meaning.
    guard RecordFields(tag.list, from: same.count).tellNoSeries,
      let number = scanner.keepHead(of: tag, at: bytes, same: same.count, device: fields.device)
    else { return nil }
    return (number, same.count)
  }

  // MARK: Texts

  // This is mutating, like everything that a record calls, because otherwise the compiler copies
  // the whole document for it.
  private mutating func time(_ text: AttributeText) -> AppleHealthTime? {
    isScanned ? memory.time(text) : AppleHealthTime(text)
  }

  mutating func readTime(_ text: AttributeText?) -> RecordTime {
    guard let text else { return .missing }
    return time(text).map { .at($0.instant) } ?? .malformed
  }

  mutating func readStart(_ text: AttributeText?) -> RecordTime {
    guard let text else { return .missing }
    guard let time = time(text) else { return .malformed }
    let known = earliest.map { ($0.at, $0.seconds) }
    if exportTime == nil, known.map({ (time.instant, time.offsetSeconds) < $0 }) ?? true {
      earliest = .init(at: time.instant, seconds: time.offsetSeconds)
    }
    return .at(time.instant)
  }

  mutating func readUnit(_ text: AttributeText?) -> RecordUnit {
    guard let text else { return .missing }
    if let unit = knownUnit(text) { return .known(unit) }
    guard let index = unknownUnits.index(of: text, limits: limits) else {
      fail(name: text)
      return .missing
    }
    return .unknown(index)
  }
}

private func isBodyWeight(_ type: AttributeText) -> Bool {
  type.equals("HKQuantityTypeIdentifierBodyMass")
}

// Workouts, and the elements inside records and workouts.

extension AppleHealthDocument {
  mutating func readMetadata(
    _ attributes: UnsafeBufferPointer<daymark_xml_attribute>, of parent: HealthElement
  ) {
    var (key, value): (AttributeText?, AttributeText?)
    for attribute in attributes {
      if attribute.name == HealthAttribute.key.rawValue { key = attribute.text }
      if attribute.name == HealthAttribute.value.rawValue { value = attribute.text }
    }
    guard let key, let value, key.hasPrefix("HK") else { return }
    if key.equals("HKTimeZone") {
      guard let zone = zones.index(of: value, limits: limits) else {
        fail(name: value)
        return
      }
      if Int(zone) == zoneCounts.count { zoneCounts.append(0) }
      zoneCounts[Int(zone)] += 1
    } else if key.equals("HKWasUserEntered") {
      // Health writes 1. Any other word may mean the same, and a typed-in record must not count by
      // mistake.
      let isTypedIn = !value.equals("0")
      if parent == .record {
        record?.isUserEntered = isTypedIn
        bodyWeight?.isTypedIn = isTypedIn
      }
      if parent == .workout { workout?.isUserEntered = isTypedIn }
    } else if parent == .workout {
      if key.equals("HKIndoorWorkout") { workout?.isIndoor = value.equals("1") }
      if key.equals("HKElevationAscended") {
        let gain = readAmount(value)
        workout?.elevationGain = gain
      }
    }
  }

  /// Reads an amount such as `217 cm`.
  private mutating func readAmount(_ text: AttributeText) -> WrittenAmount {
    let space = text.lastIndex(of: UInt8(ascii: " ")) ?? text.count
    let unit = space < text.count ? AttributeText(rebasing: text[(space + 1)...]) : nil
    return WrittenAmount(
      DecimalNumber(utf8: AttributeText(rebasing: text[..<space])), readUnit(unit))
  }

  // MARK: Workouts

  mutating func startWorkout(_ attributes: UnsafeBufferPointer<daymark_xml_attribute>) {
    let (byte, line) = tagPosition()
    var read = ActivityRecord(
      kind: .other, source: sourceNumber(attributes), start: .missing, end: .missing, line: line,
      byte: byte)
    var (duration, distance, energy): (AttributeText?, AttributeText?, AttributeText?)
    var (durationUnit, distanceUnit, energyUnit): (AttributeText?, AttributeText?, AttributeText?)
    for attribute in attributes {
      switch HealthAttribute(rawValue: attribute.name) {
      case .workoutActivityType:
        let sport = Sport(workoutType: attribute.text.string)
        (read.kind, read.sportGap) = (sport.kind, sport.gap)
      case .startDate: read.start = readStart(attribute.text)
      case .endDate: read.end = readTime(attribute.text)
      case .creationDate: read.created = readTime(attribute.text)
      case .duration: duration = attribute.text
      case .durationUnit: durationUnit = attribute.text
      case .totalDistance: distance = attribute.text
      case .totalDistanceUnit: distanceUnit = attribute.text
      case .totalEnergyBurned: energy = attribute.text
      case .totalEnergyBurnedUnit: energyUnit = attribute.text
      default: break
      }
    }
    read.isUserEntered = sources.isTypedIn(
      read.source,
      hasVersion: attributes.contains { $0.name == HealthAttribute.sourceVersion.rawValue })
    read.duration = amount(duration, durationUnit)
    read.distance = amount(distance, distanceUnit)
    read.energy = amount(energy, energyUnit)
    workout = read
  }

  private mutating func amount(_ value: AttributeText?, _ unit: AttributeText?) -> WrittenAmount? {
    guard let value else { return nil }
    return WrittenAmount(DecimalNumber(utf8: value), readUnit(unit))
  }

  /// Reads a total of a workout.
  ///
  /// Since iOS 16 these elements take precedence over the attributes.
  mutating func readStatistics(_ attributes: UnsafeBufferPointer<daymark_xml_attribute>) {
    var (type, unit): (AttributeText?, AttributeText?)
    var (sum, average, maximum): (AttributeText?, AttributeText?, AttributeText?)
    for attribute in attributes {
      switch HealthAttribute(rawValue: attribute.name) {
      case .type: type = attribute.text
      case .unit: unit = attribute.text
      case .sum: sum = attribute.text
      case .average: average = attribute.text
      case .maximum: maximum = attribute.text
      default: break
      }
    }
    guard let type, var read = workout else { return }
    if type.equals("HKQuantityTypeIdentifierActiveEnergyBurned") {
      read.energy = amount(sum, unit) ?? read.energy
    } else if isDistance(type, of: read.kind) {
      read.distance = amount(sum, unit) ?? read.distance
    } else if type.equals("HKQuantityTypeIdentifierHeartRate") {
      read.averageHeartRate = amount(average, unit)
      read.maximumHeartRate = amount(maximum, unit)
    }
    workout = read
  }

  // MARK: Summaries

  /// Reads the phone's own summary of a day from all its sources.
  mutating func readSummary(_ attributes: UnsafeBufferPointer<daymark_xml_attribute>) {
    var day: CivilDay?
    var (energy, unit, minutes): (AttributeText?, AttributeText?, AttributeText?)
    for attribute in attributes {
      switch HealthAttribute(rawValue: attribute.name) {
      case .dateComponents: day = CivilDay(attribute.text.string)
      case .activeEnergyBurned: energy = attribute.text
      case .activeEnergyBurnedUnit: unit = attribute.text
      case .appleExerciseTime: minutes = attribute.text
      default: break
      }
    }
    // An unknown unit is not reported here, because no metric uses the summary.
    if let energy, let unit = unit.flatMap(knownUnit) {
      let amount = WrittenAmount(DecimalNumber(utf8: energy), .known(unit))
      batch.statedDays.append(StatedDayRecord(day: day, metric: .activeEnergy, amount: amount))
    }
    if let minutes {
      let amount = WrittenAmount(DecimalNumber(utf8: minutes), .known(.minute))
      batch.statedDays.append(StatedDayRecord(day: day, metric: .exerciseTime, amount: amount))
    }
  }
}
