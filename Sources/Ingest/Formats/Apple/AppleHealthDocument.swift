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
  private(set) var earliest: InputFacts.StatedOffset?
  private(set) var zones = NameTable()
  /// Occurrences of each of `zones` in the document.
  private(set) var zoneCounts: [Int] = []
  private(set) var unknownUnits = NameTable()
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
  private var tagsToIgnore = 0
  private var record: Record?
  private var workout: ActivityRecord?
  private let limits: ReadLimits
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
    openElements.removeAll(keepingCapacity: true)
    tagsToIgnore = open.count
    streamOffset = offset
    streamLine = line
  }

  /// Forgets the record or workout that is being read.
  mutating func abandon() {
    record = nil
    workout = nil
  }

  private var isInRecord: Bool {
    openElements.contains(.record) || openElements.contains(.workout)
  }

  // MARK: Tags

  mutating func start(
    _ element: HealthElement, _ attributes: UnsafeBufferPointer<daymark_xml_attribute>
  ) {
    let parent = openElements.last ?? .unknown
    if element == .record || element == .workout, openElements.count > 1, isInRecord, let parser {
      // The element around it was never closed.
      return daymark_xml_reject_tag(parser)
    }
    openElements.append(element)
    if openElements.count > limits.depth { fail(.depth, limits.depth) }
    if tagsToIgnore > 0 {
      tagsToIgnore -= 1
      return
    }
    switch element {
    case .record: startRecord(attributes)
    case .metadataEntry: readMetadata(attributes, of: parent)
    case .workout: startWorkout(attributes)
    case .workoutStatistics where parent == .workout: readStatistics(attributes)
    case .correlation: noteSource(attributes)
    case .exportDate: readExportDate(attributes)
    default: break
    }
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
  private mutating func fail(name: AttributeText) {
    let isLong = name.count > limits.nameBytes
    isLong ? fail(.nameBytes, limits.nameBytes) : fail(.names, limits.names)
  }

  private func tagPosition() -> (byte: Int, line: Int) {
    guard let parser else { return (0, 1) }
    var (byte, line): (Int64, Int64) = (0, 0)
    daymark_xml_tag_position(parser, &byte, &line)
    return (streamOffset + Int(byte), streamLine + Int(line) - 1)
  }

  // MARK: Records

  private mutating func startRecord(_ attributes: UnsafeBufferPointer<daymark_xml_attribute>) {
    record = nil
    var metric: Metric?
    var (unit, value): (AttributeText?, AttributeText?)
    var (source, device) = (AttributeText(start: nil, count: 0), AttributeText?.none)
    var (created, start, end): (AttributeText?, AttributeText?, AttributeText?)
    for attribute in attributes {
      switch HealthAttribute(rawValue: attribute.name) {
      case .type: metric = DaymarkIngest.metric(ofType: attribute.text)
      case .unit: unit = attribute.text
      case .value: value = attribute.text
      case .sourceName: source = attribute.text
      case .device: device = attribute.text
      case .creationDate: created = attribute.text
      case .startDate: start = attribute.text
      case .endDate: end = attribute.text
      default: break
      }
    }
    let sourceIndex = note(source: source, device: device)
    guard let metric else { return }
    let (byte, line) = tagPosition()
    record = Record(
      metric: metric, source: sourceIndex, unit: readUnit(unit),
      value: value.flatMap { DecimalNumber(utf8: $0) },
      start: readStart(start), end: readTime(end), created: readTime(created),
      isNested: openElements.contains(.correlation), line: line, byte: byte)
  }

  private func readTime(_ text: AttributeText?) -> RecordTime {
    guard let text else { return .missing }
    return AppleHealthTime(text).map { .at($0.instant) } ?? .malformed
  }

  private mutating func readStart(_ text: AttributeText?) -> RecordTime {
    guard let text else { return .missing }
    guard let time = AppleHealthTime(text) else { return .malformed }
    let known = earliest.map { ($0.at, $0.seconds) }
    if exportTime == nil, known.map({ (time.instant, time.offsetSeconds) < $0 }) ?? true {
      earliest = .init(at: time.instant, seconds: time.offsetSeconds)
    }
    return .at(time.instant)
  }

  private mutating func readUnit(_ text: AttributeText?) -> RecordUnit {
    guard let text else { return .missing }
    if let unit = knownUnit(text) { return .known(unit) }
    guard let index = unknownUnits.index(of: text, limits: limits) else {
      fail(name: text)
      return .missing
    }
    return .unknown(index)
  }

  @discardableResult
  private mutating func noteSource(
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
  private mutating func note(source: AttributeText, device: AttributeText?) -> UInt16 {
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

  // MARK: Metadata

  private mutating func readMetadata(
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
    } else if key.equals("HKWasUserEntered"), value.equals("1") {
      if parent == .record { record?.isUserEntered = true }
      if parent == .workout { workout?.isUserEntered = true }
    } else if parent == .workout {
      if key.equals("HKIndoorWorkout") { workout?.isIndoor = value.equals("1") }
      if key.equals("HKElevationAscended") {
        let gain = readAmount(value)
        workout?.elevationGain = gain
      }
    }
  }

  /// An amount written as `217 cm`.
  private mutating func readAmount(_ text: AttributeText) -> WrittenAmount {
    let space = text.lastIndex(of: UInt8(ascii: " ")) ?? text.count
    let unit = space < text.count ? AttributeText(rebasing: text[(space + 1)...]) : nil
    return WrittenAmount(
      DecimalNumber(utf8: AttributeText(rebasing: text[..<space])), readUnit(unit))
  }

  // MARK: Workouts

  private mutating func startWorkout(_ attributes: UnsafeBufferPointer<daymark_xml_attribute>) {
    let (byte, line) = tagPosition()
    var read = ActivityRecord(
      kind: .other, source: noteSource(attributes), start: .missing, end: .missing, line: line,
      byte: byte)
    var (duration, distance, energy): (AttributeText?, AttributeText?, AttributeText?)
    var (durationUnit, distanceUnit, energyUnit): (AttributeText?, AttributeText?, AttributeText?)
    for attribute in attributes {
      switch HealthAttribute(rawValue: attribute.name) {
      case .workoutActivityType: read.kind = activityKind(ofType: attribute.text.string)
      case .startDate: read.start = readStart(attribute.text)
      case .endDate: read.end = readTime(attribute.text)
      case .duration: duration = attribute.text
      case .durationUnit: durationUnit = attribute.text
      case .totalDistance: distance = attribute.text
      case .totalDistanceUnit: distanceUnit = attribute.text
      case .totalEnergyBurned: energy = attribute.text
      case .totalEnergyBurnedUnit: energyUnit = attribute.text
      default: break
      }
    }
    read.duration = amount(duration, durationUnit)
    read.distance = amount(distance, distanceUnit)
    read.energy = amount(energy, energyUnit)
    workout = read
  }

  private mutating func amount(_ value: AttributeText?, _ unit: AttributeText?) -> WrittenAmount? {
    guard let value else { return nil }
    return WrittenAmount(DecimalNumber(utf8: value), readUnit(unit))
  }

  /// Since iOS 16 a workout's totals stand here; they go before the attributes.
  private mutating func readStatistics(_ attributes: UnsafeBufferPointer<daymark_xml_attribute>) {
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
}
