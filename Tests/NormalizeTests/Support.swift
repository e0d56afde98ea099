import DaymarkModel
import DaymarkNormalize
import Testing

/// An instant of RFC 3339 text.
func at(_ text: String, sourceLocation: SourceLocation = #_sourceLocation) -> Instant {
  guard let instant = Instant(rfc3339: text) else {
    Issue.record("'\(text)' is no instant", sourceLocation: sourceLocation)
    return Instant(milliseconds: 0)
  }
  return instant
}

let asOf = at("2025-10-01T00:00:00Z")

let watch = Source(provider: "apple", name: "Watch", deviceClass: .watch)
let tracker = Source(provider: "garmin", name: "Forerunner", deviceClass: .tracker)
let phone = Source(provider: "apple", name: "Phone", deviceClass: .phone)

/// A record of 10 steps from 08:00 to 08:10, with whatever a test changes.
func record(
  _ metric: Metric = .steps, source: UInt16 = 0, unit: RecordUnit = .known(.count),
  value: String? = "10", start: RecordTime = .at(at("2025-09-01T08:00:00Z")),
  end: RecordTime = .at(at("2025-09-01T08:10:00Z")), created: RecordTime = .missing,
  isUserEntered: Bool = false, isNested: Bool = false, byte: Int = 0
) -> Record {
  Record(
    metric: metric, source: source, unit: unit, value: value.flatMap { DecimalNumber($0) },
    start: start, end: end, created: created, isUserEntered: isUserEntered, isNested: isNested,
    line: byte + 1, byte: byte)
}

/// One input: its records and what the reader knows of it.
struct Input {
  var records: [Record] = []
  var untyped: [UntypedRecord] = []
  var activities: [ActivityRecord] = []
  var totals: [DayTotalRecord] = []
  var statedDays: [StatedDayRecord] = []
  var clock = RecordClock.absolute
  var facts = inputFacts()
}

func inputFacts(
  _ name: String = "export.zip", exported: Instant? = at("2025-09-20T00:00:00Z"),
  offset: Int? = 7200, votes: [String: Int] = [:], sources: [Source] = [watch, phone],
  unknownUnits: [String] = [], findings: [Finding] = []
) -> InputFacts {
  var facts = InputFacts(
    name: name, format: "apple-health", digest: Digest(of: Array(name.utf8)), bytes: 1,
    findings: findings)
  (facts.exportDate, facts.exportOffsetSeconds) = (exported, exported == nil ? nil : offset)
  (facts.zoneVotes, facts.zoneNaming) = (votes, .ofRecords)
  (facts.sources, facts.unknownUnits) = (sources, unknownUnits)
  return facts
}

/// What is known of an account export with two documents, at bytes 0 and 1000.
func accountFacts(
  _ name: String = "account.zip", votes: [String: Int] = [:], sources: [Source] = [tracker]
) -> InputFacts {
  var facts = InputFacts(
    name: name, format: "account", digest: Digest(of: Array(name.utf8)), bytes: 1)
  facts.documents = [
    .init(entry: "a.fit", format: "fit", firstByte: 0),
    .init(entry: "b.fit", format: "fit", firstByte: 1000),
  ]
  (facts.zoneVotes, facts.sources) = (votes, sources)
  return facts
}

/// A run of half an hour that gives its samples, with whatever a test changes.
func trackedRun(
  source: UInt16 = 0, isUserEntered: Bool = false, track: [TrackPoint] = [], byte: Int = 0
) -> ActivityRecord {
  ActivityRecord(
    kind: .run, source: source, start: .at(at("2025-09-01T08:00:00Z")),
    end: .at(at("2025-09-01T08:30:00Z")), isUserEntered: isUserEntered, detail: .device,
    contribution: .samples, track: track, byte: byte)
}

func written(_ value: String?, _ unit: Unit = .count) -> WrittenAmount {
  WrittenAmount(value.flatMap { DecimalNumber($0) }, .known(unit))
}

func normalise(
  _ inputs: [Input], manualEntries: ManualEntryPolicy = .exclude, priority: [String] = [],
  zone: Zone? = nil, challengeZone: Zone? = nil
) -> SampleSet {
  var normalizer = Normalizer(
    policies: Policies(
      manualEntries: manualEntries, sourceOrder: SourceOrder(patterns: priority)), asOf: asOf)
  for input in inputs {
    normalizer.beginInput()
    // Two batches, since a reader yields many.
    let half = input.records.count / 2
    normalizer.add(
      RecordBatch(clock: input.clock, records: Array(input.records.prefix(half))))
    var rest = RecordBatch(
      clock: input.clock, records: Array(input.records.dropFirst(half)),
      activities: input.activities, totals: input.totals)
    (rest.untyped, rest.statedDays) = (input.untyped, input.statedDays)
    normalizer.add(rest)
    normalizer.endInput(input.facts)
  }
  return normalizer.finish(subjectZone: zone, challengeZone: challengeZone)
}

func normalise(_ records: [Record], manualEntries: ManualEntryPolicy = .exclude) -> SampleSet {
  normalise([Input(records: records)], manualEntries: manualEntries)
}

extension SampleSet {
  /// A metric's accepted samples in the list's order.
  func ordered(_ metric: Metric = .steps) -> [Sample] {
    var all: [Sample] = []
    samples[metric]?.visitInOrder { all.append($0) }
    return all
  }

  /// Codes of all findings but those on the zone.
  var rejectCodes: [String] {
    findings.map(\.code.rawValue).filter { !$0.hasPrefix("timezone.") }
  }
}
