import DaymarkModel
import DaymarkNormalize
import DaymarkTestSupport
import Testing

/// The order of records and inputs changes nothing, nor does how records are spread over inputs that have no time of a
/// source twice.
struct InvarianceTests {
  @Test(arguments: 0..<200)
  func `order and splitting change nothing`(_ seed: Int) {
    var random = SeededGenerator(seed: UInt64(seed))
    let sources = [
      Source(provider: "apple", name: "A\u{A0}Watch", deviceClass: .app), phone, watch,
      Source(provider: "apple", name: "A Watch", deviceClass: .watch),
    ]
    let once = (0..<150).map { randomRecord(&random, byte: $0 * 200).moved(byDays: -$0) }
    // A copy of each, which may come to lie in the other input.
    let records = once + once.enumerated().map { $1.copy(at: (150 + $0) * 200) }
    let activities = (0..<10).map { randomActivity(&random, byte: 60_000 + $0 * 200) }
    let all = Input(
      records: records, activities: activities,
      facts: inputFacts(votes: ["Europe/Berlin": 4, "Europe/Paris": 6], sources: sources))
    let expected = summary(normalise([all], manualEntries: seed % 2 == 0 ? .exclude : .include))

    var shuffled = all
    shuffled.records.shuffle(using: &random)
    shuffled.activities.shuffle(using: &random)
    #expect(
      summary(normalise([shuffled], manualEntries: seed % 2 == 0 ? .exclude : .include))
        == expected)

    let cut = Int.random(in: 0...300, using: &random)
    let halves = [
      Input(
        records: Array(shuffled.records.prefix(cut)), activities: Array(activities.prefix(4)),
        facts: inputFacts("one", votes: ["Europe/Berlin": 4], sources: sources)),
      Input(
        records: Array(shuffled.records.dropFirst(cut)),
        activities: Array(activities.dropFirst(4)),
        facts: inputFacts("two", votes: ["Europe/Paris": 6], sources: sources)),
    ]
    for inputs in [halves, halves.reversed()] {
      let split = normalise(inputs, manualEntries: seed % 2 == 0 ? .exclude : .include)
      #expect(summary(split) == expected)
    }
  }

  @Test(arguments: 0..<100)
  func `order of documents and their inputs change nothing`(_ seed: Int) {
    var random = SeededGenerator(seed: UInt64(1000 + seed))
    var documents = (0..<8).map { randomDocument(&random, index: $0) }
    for index in documents.indices {
      documents[index].records = documents[index].records.map { $0.moved(byDays: -index) }
    }
    func normalised(_ inputs: [[Document]]) -> [String] {
      summary(normaliseDocuments(inputs, manualEntries: seed % 2 == 0 ? .exclude : .include))
    }
    let expected = normalised([documents])
    #expect(normalised([documents.shuffled(using: &random)]) == expected)
    var split = Array(repeating: [Document](), count: 3)
    for document in documents { split[Int.random(in: 0..<3, using: &random)].append(document) }
    #expect(normalised(split) == expected)
    #expect(normalised(split.reversed().map { $0.reversed() }) == expected)
  }

  /// All that must not change: everything but what is said of each input.
  private func summary(_ set: SampleSet) -> [String] {
    var lines = ["\(set.zone) \(String(describing: set.dataEnd))", "\(set.sources)"]
    for (name, lists) in [("accepted", set.samples), ("manual", set.manual)] {
      for (metric, list) in lists.sorted(by: { $0.key < $1.key }) {
        list.visitInOrder {
          lines.append(
            "\(name) \(metric.id) \($0.start) \($0.end) \($0.value) \($0.source) \($0.created) "
              + "\($0.isUserEntered)")
        }
      }
    }
    lines += set.activities.map { activity in
      let values = activity.values.sorted { $0.key.rawValue < $1.key.rawValue }
      let track = activity.track.map {
        "\($0.at) \(String(describing: $0.heartRate)) \($0.beginsSegment)"
      }
      return "\(activity.kind) \(activity.start) \(activity.end) \(activity.source) \(values) "
        + "\(track)"
    }.sorted()
    lines += set.totals.map {
      "\($0.metric) \($0.day) \($0.source) \($0.figure) \($0.part) \($0.isUserEntered)"
    }.sorted()
    lines += set.damagedSpans.map { "\($0)" }.sorted()
    var counts: [String: Int] = [:]
    for (code, count) in set.rejected.joined() { counts[code.rawValue, default: 0] += count }
    for series in set.rejectedSeries.joined() {
      counts[
        "\(series.code.rawValue) \(series.source) \(String(describing: series.metric))", default: 0] +=
        series.count
    }
    for finding in set.findings {
      counts["finding \(finding.code.rawValue)", default: 0] += finding.count
    }
    return lines + counts.map { "\($0.key) \($0.value)" }.sorted()
  }

  /// From few values, so that there are many duplicates and some of every reject.
  private func randomRecord(_ random: inout SeededGenerator, byte: Int) -> Record {
    func pick<T>(_ values: [T]) -> T { values[Int.random(in: 0..<values.count, using: &random)] }
    let start = clock(Int.random(in: 0..<4, using: &random))
    let isHeartRate = pick([true, false])
    return record(
      isHeartRate ? .heartRate : .steps, source: UInt16(pick([0, 1, 2, 3])),
      unit: pick([
        .known(isHeartRate ? .beatsPerMinute : .count), .known(.count), .missing,
      ]),
      value: pick(["60", "61", "70", "-1", "x", "1000"]),
      start: pick([.at(start), .at(start), .at(start), .missing]),
      end: pick([.missing, .at(clock(2)), .at(clock(5)), .at(at("2025-12-01T00:00:00Z"))]),
      created: pick([.missing, .at(clock(6)), .at(clock(7))]), isUserEntered: pick([true, false]),
      isNested: pick([false, false, false, true]), byte: byte)
  }

  private func randomActivity(_ random: inout SeededGenerator, byte: Int) -> ActivityRecord {
    let (isRun, isUserEntered) = (Bool.random(using: &random), Bool.random(using: &random))
    // Two that differ are at two times, as no export states one workout in two ways.
    let start = (isRun ? 0 : 2) + (isUserEntered ? 1 : 0)
    return ActivityRecord(
      kind: isRun ? .run : .walk, source: UInt16.random(in: 0..<4, using: &random),
      start: .at(clock(start)), end: .at(clock(start + 1)), isUserEntered: isUserEntered,
      line: byte + 1, byte: byte)
  }

  private func clock(_ hour: Int) -> Instant { at("2025-09-01T0\(hour):00:00Z") }

  // MARK: Documents

  private func randomDocument(_ random: inout SeededGenerator, index: Int) -> Document {
    var document = Document(name: "\(index)")
    document.clock = Bool.random(using: &random) ? .wall : .absolute
    document.zoneVotes = [
      ["Europe/Berlin", "Europe/Lisbon", "America/New_York"].randomElement(using: &random) ?? "": 1
    ]
    document.records = (0..<20).map { randomRecord(&random, byte: $0) }
    document.activities = (0..<6).map { byte in
      let track = (0..<Int.random(in: 0..<3, using: &random)).map {
        randomPoint(&random, byte: $0)
      }
      var activity = trackedRun(
        source: UInt16.random(in: 0..<4, using: &random),
        isUserEntered: Bool.random(using: &random), track: track, byte: byte)
      activity.energy = written(["5", "6", "-1"].randomElement(using: &random), .kilocalorie)
      return activity
    }
    document.totals = (0..<10).map { randomTotal(&random, byte: $0) }
    document.damagedSpans = index == 3 ? [Interval(clock(1), clock(2))] : []
    return document
  }

  private func randomPoint(_ random: inout SeededGenerator, byte: Int) -> TrackPoint {
    TrackPoint(
      at: [clock(1), clock(2), clock(3), at("2026-01-01T00:00:00Z")].randomElement(using: &random)
        ?? clock(1),
      heartRate: [Quantity(60), Quantity(500), nil].randomElement(using: &random) ?? nil,
      beginsSegment: Bool.random(using: &random), byte: byte)
  }

  private func randomTotal(_ random: inout SeededGenerator, byte: Int) -> DayTotalRecord {
    let day = ["2025-09-01", "2025-09-02", "2031-01-01", "never"].randomElement(using: &random)
    let rate = ["60", "0", nil].randomElement(using: &random) ?? nil
    let isRate = Bool.random(using: &random)
    return DayTotalRecord(
      source: UInt16.random(in: 0..<4, using: &random), day: day.flatMap { CivilDay($0) },
      metric: isRate ? .heartRate : .steps,
      figure: isRate
        ? .heartRate(
          minimum: rate.map { written($0, .beatsPerMinute) },
          maximum: written("99", .beatsPerMinute), average: nil)
        : .sum(written(["1", "2", "-1"].randomElement(using: &random))),
      part: Bool.random(using: &random) ? .whole : .activityType(1),
      isUserEntered: Bool.random(using: &random),
      measuredUntil: Bool.random(using: &random) ? clock(9) : nil, byte: byte)
  }

  /// Makes each list of documents an input, its documents one after the other.
  private func normaliseDocuments(
    _ inputs: [[Document]], manualEntries: ManualEntryPolicy
  ) -> SampleSet {
    let sources = [
      tracker, Source(provider: "garmin", name: "Fore\u{A0}runner", deviceClass: .tracker), watch,
      Source(provider: "garmin", name: "Fore runner", deviceClass: .app),
    ]
    var normalizer = Normalizer(policies: Policies(manualEntries: manualEntries), asOf: asOf)
    for documents in inputs {
      normalizer.beginInput()
      var facts = accountFacts(documents.map(\.name).joined(), sources: sources)
      facts.documents = []
      for (index, document) in documents.enumerated() {
        let firstByte = index * 1000
        facts.documents.append(.init(entry: document.name, format: "any", firstByte: firstByte))
        facts.zoneVotes.merge(document.zoneVotes, uniquingKeysWith: +)
        facts.damagedSpans += document.damagedSpans
        normalizer.add(document.batch(firstByte: firstByte))
      }
      normalizer.endInput(facts)
    }
    return normalizer.finish(subjectZone: nil, challengeZone: nil)
  }
}

extension Record {
  /// The same record so many days later, where its times are those of a real one.
  fileprivate func moved(byDays days: Int) -> Record {
    var record = self
    func moved(_ time: RecordTime) -> RecordTime {
      guard let instant = time.instant, instant < at("2025-10-01T00:00:00Z") else { return time }
      return .at(instant.advanced(byDays: days))
    }
    (record.start, record.end) = (moved(start), moved(end))
    return record
  }

  fileprivate func copy(at byte: Int) -> Record {
    var record = self
    (record.byte, record.line) = (byte, byte + 1)
    return record
  }
}

/// What one document of an input gives.
private struct Document {
  var name: String
  var clock = RecordClock.absolute
  var records: [Record] = []
  var activities: [ActivityRecord] = []
  var totals: [DayTotalRecord] = []
  var zoneVotes: [String: Int] = [:]
  var damagedSpans: [Interval] = []

  func batch(firstByte: Int) -> RecordBatch {
    var batch = RecordBatch(
      clock: clock, records: records, activities: activities, totals: totals)
    for index in batch.records.indices { batch.records[index].byte += firstByte }
    for index in batch.activities.indices { batch.activities[index].byte += firstByte }
    for index in batch.totals.indices { batch.totals[index].byte += firstByte }
    return batch
  }
}
