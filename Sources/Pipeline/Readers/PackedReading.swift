import DaymarkModel

/// One subject's reading as a worker answers it.
///
/// What nearly every reading has is packed. The rest is JSON, where there is any.
struct PackedReading: Sendable {
  /// The name of its line.
  private static let name = "reading"

  var reading: ArchiveAggregates

  init(_ reading: ArchiveAggregates) { self.reading = reading }

  /// - Throws: `EncodingError`.
  var line: [UInt8] {
    get throws {
      var (common, rest) = (PackedWriter(), reading)
      rest.pass(through: &common)
      rest.eraseCommon()
      return PackedLine(Self.name, common.bytes, rest: rest == .blank ? nil : try document(rest))
        .bytes
    }
  }

  /// The reading that a line is; `nil` when it is none.
  init?(in line: [UInt8]) {
    guard let line = PackedLine(Self.name, in: line) else { return nil }
    reading = .blank
    if let rest = line.rest {
      guard let others = message(ArchiveAggregates.self, in: rest) else { return nil }
      reading = others
    }
    var common = PackedReader(bytes: line.packed)
    reading.pass(through: &common)
    guard common.isAtEnd else { return nil }
  }
}

extension ArchiveAggregates {
  /// A reading without inputs.
  fileprivate static let blank = ArchiveAggregates(
    aggregates: SubjectAggregates(zone: ResolvedZone(.utc, by: .assumedUTC)), inputs: [],
    rejected: [])

  /// Makes blank what ``pass(through:)`` passes: a blank reading is passed into this one.
  ///
  /// So a member that is not passed stays, and is not lost on the way.
  fileprivate mutating func eraseCommon() {
    for index in inputs.indices {
      var blank = PackedReader(bytes: InputFacts.packedBlank)
      inputs[index].pass(through: &blank)
    }
    if inputs.allSatisfy({ $0 == .blank }) { inputs = [] }
    let others = inputs
    var blank = PackedReader(bytes: Self.packedBlank)
    pass(through: &blank)
    inputs = others
  }

  private static let packedBlank = {
    var (writer, reading) = (PackedWriter(), blank)
    reading.pass(through: &writer)
    return writer.bytes
  }()

  fileprivate mutating func pass(through values: inout some Passing) {
    aggregates.pass(through: &values)
    values.pass(&inputs, blank: .blank) { $1.pass(through: &$0) }
    values.pass(&rejected, blank: [:]) {
      $0.pass(&$1, as: \.rawValue, FindingCode.init(rawValue:))
    }
    values.pass(&lateInputs)
  }
}

extension SubjectAggregates {
  fileprivate mutating func pass(through values: inout some Passing) {
    values.pass(&zone.zone, as: \.id, Zone.init(id:))
    values.pass(&zone.method)
    values.pass(&sources, blank: .blank) { $1.pass(through: &$0) }
    values.pass(&days, blank: DailyAggregate(metric: .steps, day: CivilDay(ordinal: 0), value: nil))
    {
      $1.pass(through: &$0)
    }
    values.pass(&dataEnd)
    values.pass(&isDamaged)
  }
}

extension InputFacts {
  fileprivate static let blank = InputFacts(
    name: "", format: FormatID(""), digest: .ofNothing, bytes: 0)

  fileprivate static let packedBlank = {
    var (writer, facts) = (PackedWriter(), blank)
    facts.pass(through: &writer)
    return writer.bytes
  }()

  fileprivate mutating func pass(through values: inout some Passing) {
    values.pass(&name)
    values.pass(&format, as: \.text, FormatID.init(_:))
    values.pass(&digest)
    values.pass(&bytes)
    values.pass(&entry, blank: "") { $0.pass(&$1) }
    values.pass(&documents, blank: ReadDocument(entry: "", format: FormatID(""), firstByte: 0)) {
      $0.pass(&$1.entry)
      $0.pass(&$1.format, as: \.text, FormatID.init(_:))
      $0.pass(&$1.firstByte)
    }
    values.pass(&documentDigests, blank: .ofNothing) { $0.pass(&$1) }
    values.pass(&exportDate)
    values.pass(&exportOffsetSeconds, blank: 0) { $0.pass(&$1) }
    values.pass(&zoneVotes, as: \.self) { $0 }
    values.pass(&zoneNaming)
    values.pass(&sources, blank: .blank) { $1.pass(through: &$0) }
    values.pass(&recordCount)
  }
}

extension Source {
  fileprivate static let blank = Source(provider: Provider(""), name: "", deviceClass: .app)

  fileprivate mutating func pass(through values: inout some Passing) {
    values.pass(&provider, as: \.id, Provider.init(_:))
    values.pass(&name)
    values.pass(&deviceClass)
  }
}

extension Passing {
  fileprivate mutating func pass(_ instant: inout Instant?) {
    pass(&instant, blank: Instant(milliseconds: 0)) { $0.pass(&$1.milliseconds) }
  }
}

extension Digest {
  /// That of nothing.
  static let ofNothing = Digest(of: [])
}
