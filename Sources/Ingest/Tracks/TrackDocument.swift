import DaymarkModel

/// A document of activities in XML while it is read: the state behind ``TCXFormat`` and ``GPXFormat``.
protocol TrackDocument: XMLHandler {
  var reader: ElementReader { get }
  /// Activities that are complete and were not taken yet.
  var finished: [FinishedActivity] { get set }
  /// The thing that the document holds instead of anything recorded.
  var skipReason: UnusedContent? { get }

  init(at location: InputLocation)

  /// Ends an activity in the middle of which the document broke off.
  func breakOff()
}

/// An activity whose source is known by the text of its product.
struct FinishedActivity {
  var record: ActivityRecord
  var product: String?
  /// The offset that its start states.
  var offsetSeconds: Int?
}

/// Reads a document to its end, or to where it is damaged: what was read before is kept.
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
  fileprivate mutating func send(_ activity: FinishedActivity) throws {
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

/// A reader of the texts of elements, which counts by kind what cannot be understood.
struct ElementReader {
  private let location: InputLocation
  private(set) var findings: [Finding] = []
  /// Times of which nobody can tell what was recorded.
  var damagedSpans: [Interval] = []

  init(at location: InputLocation) { self.location = location }

  mutating func find(_ code: FindingCode, at position: (line: Int, byte: Int), count: Int = 1) {
    var place = location
    (place.line, place.byte) = position
    findings.count(Finding(code, at: place, count: count))
  }

  /// A time; without a zone it is read as UTC, and told.
  mutating func time(_ text: AttributeText?, at position: (line: Int, byte: Int)) -> XMLTime? {
    let time = text.flatMap(XMLTime.init)
    if time?.isZoneless == true { find(.timeClockAssumed, at: position) }
    return time
  }

  /// An amount that is at least zero; `nil` for an empty element, and with a finding for what is none.
  ///
  /// - Parameters:
  ///   - text: `nil` for one that is too long.
  ///   - position: Where the element it belongs to begins.
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
  /// Adds an amount, up to ``limit``; neither is negative.
  mutating func add(_ other: Quantity) {
    let (sum, overflow) = microUnits.addingReportingOverflow(other.microUnits)
    self = overflow ? .limit : min(.limit, Quantity(microUnits: sum))
  }
}
