import CDaymarkXML
import DaymarkModel

// Reading the tags of records, which are nearly all of a document.

extension AppleHealthDocument {
  mutating func startRecord(_ fields: RecordFields) {
    startRecord(fields, source: note(source: fields.source, device: fields.device))
  }

  private mutating func startRecord(_ fields: RecordFields, source: UInt16) {
    record = nil
    bodyWeight = nil
    guard let type = fields.type else { return }
    guard let metric = metric(ofType: type) else { return startBodyWeight(fields, type) }
    record = makeRecord(fields, of: metric, source: source, unit: readUnit(fields.unit))
  }

  @inline(__always)
  private mutating func makeRecord(
    _ fields: RecordFields, of metric: Metric, source: UInt16, unit: RecordUnit
  ) -> Record {
    let (byte, line) = tagPosition()
    return Record(
      metric: metric, source: source, unit: unit,
      value: fields.value.flatMap { DecimalNumber(utf8: $0) },
      start: readStart(fields.start), end: readTime(fields.end), created: readTime(fields.created),
      isNested: openElements.contains(.correlation), line: line, byte: byte)
  }

  /// Reads the body's weight, which leaves no other trace: zones, units and records stay what they are
  /// without it.
  private mutating func startBodyWeight(_ fields: RecordFields, _ type: AttributeText) {
    guard isBodyWeight(type),
      let at = fields.start.flatMap({ time($0) })?.instant
    else { return }
    bodyWeight = BodyWeightRecord(
      at: at,
      weight: WrittenAmount(
        fields.value.flatMap { DecimalNumber(utf8: $0) },
        fields.unit.flatMap(knownUnit).map(RecordUnit.known) ?? .missing))
  }

  // MARK: Scanned

  /// Reads a record's tag, whose values are as they were written, with references.
  mutating func readRecord(
    _ tag: inout daymark_scan_tag, at bytes: UnsafePointer<UInt8>, of scanner: HealthScanner
  ) {
    if readKnownRecord(&tag) { return }
    open(.record)
    readNewRecord(&tag, at: bytes, of: scanner)
    if tag.is_empty { end(.record) }
  }

  /// Reads a record that begins as an earlier one did.
  ///
  /// - Parameter tag: `inout` only to save a copy, which would wait for bytes just written.
  /// - Returns: Whether it is one.
  private mutating func readKnownRecord(_ tag: inout daymark_scan_tag) -> Bool {
    guard let head = memory.head(tag.head), tag.references >> UInt32(head.count) == 0 else {
      return false
    }
    let fields = RecordFields(tag.list, from: head.count)
    guard fields.tellNoSeries else { return false }
    if tag.is_empty {
      // The usual one is never held as open: that would cost as much as it costs to read it.
      checkDepth()
      if let metric = head.metric {
        batch.records.append(
          makeRecord(fields, of: metric, source: head.source, unit: head.unit))
      }
    } else {
      open(.record)
      record = head.metric.map {
        makeRecord(fields, of: $0, source: head.source, unit: head.unit)
      }
      bodyWeight = nil
    }
    return true
  }

  private mutating func readNewRecord(
    _ tag: inout daymark_scan_tag, at bytes: UnsafePointer<UInt8>, of scanner: HealthScanner
  ) {
    // Before the references are expanded: a head has the bytes of the document.
    let kept = keepHead(of: tag, at: bytes, scanner)
    scanner.expand(&tag)
    let fields = RecordFields(tag.list)
    let source = note(source: fields.source, device: fields.device)
    startRecord(fields, source: source)
    guard let kept else { return }
    let head = RecordHead(
      metric: record?.metric, source: source, unit: record?.unit ?? .missing, count: kept.count)
    memory.keep(failure == nil ? head : nil, as: kept.number)
  }

  /// Has the scanner keep what a record begins with.
  ///
  /// - Returns: The number of the head, and how many attributes come first that say what it means; `nil` when none was
  ///   kept.
  private mutating func keepHead(
    of tag: daymark_scan_tag, at bytes: UnsafePointer<UInt8>, _ scanner: HealthScanner
  ) -> (number: Int, count: Int)? {
    let fields = RecordFields(tag.list)
    guard tag.head < 0, failure == nil, tag.references & ~fields.ofSource == 0,
      let type = fields.type, !isBodyWeight(type), memory.nextMayKeepHead()
    else { return nil }
    let same = tag.list.prefix {
      let attribute = HealthAttribute(rawValue: $0.name)
      return attribute?.isTime != true && attribute != .value
    }
    // What stands behind them is not in the head, so it must not say what the head is remembered to say.
    guard RecordFields(tag.list, from: same.count).tellNoSeries,
      let number = scanner.keepHead(of: tag, at: bytes, same: same.count, device: fields.device)
    else { return nil }
    return (number, same.count)
  }

  // MARK: Texts

  // Mutating, as all that a record calls: else the compiler copies the whole document for it.
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
