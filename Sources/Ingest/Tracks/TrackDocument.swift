import DaymarkModel

/// The state of reading an XML document of activities, for ``TCXFormat`` and ``GPXFormat``.
protocol TrackDocument: XMLHandler {
  var reader: ElementReader { get }
  /// The complete activities that are not yet taken.
  var finished: [UnsourcedActivity] { get set }
  /// The other content of a document without recordings; `nil` where there is none.
  var skipReason: UnusedContent? { get }

  init(at location: InputLocation)

  /// Ends an activity that is incomplete where the document breaks off.
  func breakOff()
}

/// A complete activity as its document states it, with the name of the product that wrote it.
///
/// The source of the activity is found from that name later.
struct UnsourcedActivity {
  var record: ActivityRecord
  var product: String?
  /// The offset from UTC that the start states; `nil` where it states none.
  var offsetSeconds: Int?
}

/// Reads a document to its end or to the first damage.
///
/// Everything before is kept.
func readTracks<Document: TrackDocument>(
  of type: Document.Type, from archive: inout ArchiveReader, into sink: inout InputSink
) throws {
  let document = Document(at: sink.place())
  var count = 0
  func give(_ sink: inout InputSink) throws {
    for activity in document.finished {
      try sink.send(activity)
      count += 1
    }
    document.finished.removeAll()
  }
  let ending = try readXML(&archive, document, into: &sink, afterBlock: give)
  if ending != .complete {
    document.breakOff()
    try give(&sink)
  }
  sink.find(document.reader.findings)
  sink.facts.damagedSpans += document.reader.damagedSpans
  switch ending {
  case .complete:
    if count == 0, let reason = document.skipReason { sink.skip(reason) }
  case .truncated(let line, let byte): sink.find(.activityTruncated, line: line, byte: byte)
  case .malformed(let line, let byte):
    sink.find(
      .activityMalformed, line: line, byte: byte
    ) { $0.problem = .xml }
  }
}

extension InputSink {
  fileprivate mutating func send(_ activity: UnsourcedActivity) throws {
    var record = activity.record
    record.source = try source(
      Source(product: activity.product, accountProvider: accountProvider))
    if let start = record.start.instant, let offset = activity.offsetSeconds {
      addOffset(seconds: offset, at: start)
    }
    try send(record)
  }
}

extension WrittenAmount {
  init(_ quantity: Quantity, _ unit: Unit) {
    self.init(
      DecimalNumber(coefficient: UInt128(quantity.microUnits.magnitude), exponent: -6),
      .known(unit))
  }
}

/// A reader of element texts that counts invalid ones by kind.
struct ElementReader {
  private let location: InputLocation
  private(set) var findings: [Finding] = []
  /// The times of damage, whose records are lost.
  var damagedSpans: [Interval] = []

  init(at location: InputLocation) { self.location = location }

  mutating func find(_ code: FindingCode, at position: (line: Int, byte: Int), count: Int = 1) {
    var place = location
    (place.line, place.byte) = position
    findings.count(Finding(code, at: place, count: count))
  }

  /// Reads a time.
  ///
  /// A time without a zone is read as UTC, with a finding.
  mutating func time(_ text: AttributeText?, at position: (line: Int, byte: Int)) -> XMLTime? {
    let time = text.flatMap(XMLTime.init)
    if time?.isZoneless == true { find(.timeClockAssumed, at: position) }
    return time
  }

  /// Reads an amount of at least zero; `nil` for an empty element, and with a finding for an
  /// invalid text.
  ///
  /// - Parameters:
  ///   - text: The text; `nil` for one that is too long.
  ///   - position: The place where the element begins.
  mutating func amount(_ text: AttributeText?, at position: (line: Int, byte: Int)) -> Quantity? {
    if let text, text.trimmed.isEmpty { return nil }
    guard let number = text.flatMap({ DecimalNumber(utf8: $0) }) else {
      find(.valueNotANumber, at: position)
      return nil
    }
    do {
      return try number.quantity(times: UnitRatio(1))
    } catch {
      find(error == .negative ? .valueNegative : .valueNotANumber, at: position)
      return nil
    }
  }
}

extension Quantity {
  /// Adds an amount, up to ``limit``.
  ///
  /// Neither is negative.
  mutating func add(_ other: Quantity) {
    let (sum, overflow) = microUnits.addingReportingOverflow(other.microUnits)
    self = overflow ? .limit : min(.limit, Quantity(microUnits: sum))
  }
}
