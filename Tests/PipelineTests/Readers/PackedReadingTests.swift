import DaymarkIngest
import DaymarkModel
import DaymarkStore
import DaymarkTestSupport
import Foundation
import Testing

@testable import DaymarkPipeline

/// Readings as a worker answers them.
struct PackedReadingTests {
  private func days(seed: UInt64) -> [DailyAggregate] {
    var random = SeededGenerator(seed: seed)
    func amount() -> Quantity {
      let most = Quantity.limit.microUnits
      let small = Int64.random(in: -3...2_000_000_000, using: &random)
      return Quantity(
        microUnits: [0, 1, -1, most, -most, small].randomElement(using: &random) ?? 0)
    }
    func maybe<Value>(_ value: Value) -> Value? { Bool.random(using: &random) ? value : nil }
    return (0..<Int.random(in: 0...9, using: &random)).map { _ in
      let contributions = (0..<Int.random(in: 0...3, using: &random)).map {
        SourceContribution(
          source: $0, contributed: amount(), covered: amount(), offered: amount())
      }
      let codes = FlagCode.allCases.filter { _ in Int.random(in: 0...5, using: &random) == 0 }
      return DailyAggregate(
        metric: Metric.allCases.randomElement(using: &random) ?? .steps,
        day: CivilDay(ordinal: Int32.random(in: -800_000...800_000, using: &random)),
        value: maybe(amount()),
        heartRate: maybe(
          HeartRateFigures(
            minimum: maybe(amount()), maximum: maybe(amount()), mean: maybe(amount()),
            count: Int.random(in: 0...1_000_000, using: &random))),
        isComplete: Bool.random(using: &random),
        measure: QualityMeasure(
          samples: Int.random(in: 0...1_000_000, using: &random),
          manualSamples: Int.random(in: 0...3, using: &random), manualAmount: amount(),
          naive: amount(), manualShare: maybe(Int.random(in: 0...10_000, using: &random)),
          contributions: contributions, alternate: maybe(amount()), setAside: amount(),
          late: amount(), figures: Dictionary(uniqueKeysWithValues: codes.map { ($0, amount()) })))
    }
  }

  private func reading(seed: UInt64) -> ArchiveAggregates {
    var random = SeededGenerator(seed: seed)
    func maybe<Value>(_ value: Value) -> Value? { Bool.random(using: &random) ? value : nil }
    func count() -> Int { Int.random(in: 0...3, using: &random) }
    func text() -> String {
      ["", "a", "Ünï \u{1F600}\n", String(repeating: "x", count: 300)]
        .randomElement(using: &random) ?? ""
    }
    let sources = (0..<count()).map { _ in
      Source(
        provider: Provider(text()), name: text(),
        deviceClass: DeviceClass.allCases.randomElement(using: &random) ?? .app)
    }
    let instant = Instant(milliseconds: Int64.random(in: -9...1_900_000_000_000, using: &random))
    let inputs = (0..<count()).map { number in
      var facts = InputFacts(
        name: text(), format: FormatID(text()), digest: Digest(of: [UInt8(number)]),
        bytes: Int64.random(in: 0...1 << 40, using: &random),
        findings: maybe([Finding(.archiveTruncated)]) ?? [])
      facts.entry = maybe(text())
      facts.documents = (0..<count()).map {
        InputFacts.ReadDocument(entry: text(), format: .appleHealth, firstByte: $0)
      }
      facts.unused = maybe([.schedule: 3]) ?? [:]
      facts.exportDate = maybe(instant)
      facts.exportOffsetSeconds = maybe(-3600)
      facts.earliestOffset = maybe(InputFacts.StatedOffset(at: instant, seconds: 60))
      facts.zoneVotes = maybe(["Europe/Berlin": 3, "UTC": 1]) ?? [:]
      facts.zoneNaming = maybe(.ofRecords) ?? .ofSubject
      facts.sources = sources
      facts.unknownUnits = maybe([text()]) ?? []
      facts.recordCount = count()
      facts.documentDigests = maybe([Digest(of: [9])]) ?? []
      return facts
    }
    return ArchiveAggregates(
      aggregates: SubjectAggregates(
        zone: ResolvedZone(
          maybe(.utc) ?? .fixedOffset(seconds: -5400),
          by: ZoneMethod.allCases.randomElement(using: &random) ?? .subject),
        sources: sources, days: days(seed: seed), dataEnd: maybe(instant),
        isDamaged: Bool.random(using: &random),
        damagedSpans: maybe([Interval(instant, instant.advanced(byMilliseconds: 9))]) ?? [],
        findings: maybe([Finding(.exerciseUnmatched, count: 2)]) ?? []),
      inputs: inputs,
      rejected: inputs.map { _ in maybe([FindingCode.sampleManual: 3, .sampleDuplicate: 1]) ?? [:]
      },
      lateInputs: count(), receivedAt: maybe([Digest(of: [1]): instant]) ?? [:])
  }

  private func answer(_ line: some Collection<UInt8>) -> ArchiveAggregates? {
    PackedReading(in: Array(line))?.reading
  }

  @Test func `a reading comes through a line whole`() throws {
    for seed in 0..<300 {
      let reading = reading(seed: UInt64(seed))
      let line = try PackedReading(reading).line
      #expect(answer(line.dropLast()) == reading, "seed \(seed)")
      // It is a line of JSON, whoever reads it.
      #expect(line.firstIndex(of: UInt8(ascii: "\n")) == line.count - 1)
      #expect(try JSONSerialization.jsonObject(with: Data(line)) is [String: Any])
    }
  }

  @Test func `a common reading is packed as a whole`() throws {
    var reading = reading(seed: 1)
    reading.receivedAt = [:]
    reading.inputs = [InputFacts(name: "a", format: .appleHealth, digest: Digest(of: []), bytes: 1)]
    reading.aggregates = SubjectAggregates(
      zone: ResolvedZone(.utc, by: .subject), days: days(seed: 1))
    #expect(PackedLine("reading", in: try PackedReading(reading).line.dropLast())?.rest == nil)
    reading.aggregates.findings = [Finding(.exerciseUnmatched)]
    #expect(PackedLine("reading", in: try PackedReading(reading).line.dropLast())?.rest != nil)
  }

  @Test func `bytes that are cut or changed are another reading or none, and break nothing`() throws
  {
    for seed in 0..<40 {
      let reading = reading(seed: UInt64(seed))
      let line = try PackedReading(reading).line.dropLast()
      var parts = try #require(PackedLine("reading", in: Array(line)))
      let packed = parts.packed
      func answer(packed bytes: some Sequence<UInt8>) -> ArchiveAggregates? {
        parts.packed = Array(bytes)
        return self.answer(parts.bytes.dropLast())
      }
      #expect(answer(packed: packed) == reading)
      for count in stride(from: 0, to: packed.count, by: 7) {
        #expect(answer(packed: packed.prefix(count)) == nil, "seed \(seed), \(count)")
      }
      #expect(answer(packed: packed + [0]) == nil)
      for change in 0..<40 {
        let changed = answer(packed: mutated(packed, seed: UInt64(40 * seed + change)))
        for day in changed?.aggregates.days ?? [] {
          #expect((day.value ?? .zero) <= .limit && day.measure.naive <= .limit)
        }
        _ = self.answer(mutated(Array(line), seed: UInt64(40 * seed + change)))
      }
      for count in stride(from: 0, to: line.count, by: 31) {
        #expect(self.answer(line.prefix(count)) == nil)
      }
    }
  }

  @Test func `a worker is told settings where they change`() throws {
    let writer = RequestWriter()
    let archive = ArchiveIdentity(
      path: "/a \"b\"\n", stamp: "1 2", digest: Digest(of: []), bytes: 3)
    func request(_ person: String?, zone: Zone) -> WorkerRequest {
      var reading = ReadingRequest(
        policies: Policies(), asOf: Instant(milliseconds: 0), options: ReadOptions())
      (reading.person, reading.subjectZone) = (person, zone)
      return WorkerRequest(archives: [archive], reading: reading, period: nil)
    }
    var (told, reader) = ([UInt8]?.none, RequestReader())
    var sizes: [Int] = []
    for (person, zone) in [("a", Zone.utc), (nil, .utc), ("b", .fixedOffset(seconds: 3600))] {
      let line = try writer.line(request(person, zone: zone)).bytes(toldBefore: &told)
      sizes.append(line.count)
      let answer = reader.request(in: line.dropLast())
      let read = try #require(answer)
      #expect(read.archives == [archive] && read.reading.person == person)
      #expect(read.reading.subjectZone == zone)
    }
    #expect(sizes[1] * 2 < sizes[0] && sizes[2] > 2 * sizes[1])
    // One that was told nothing has no settings to read under.
    var other = RequestReader()
    let line = try writer.line(request("b", zone: .fixedOffset(seconds: 3600)))
    let untold = other.request(in: line.bytes(toldBefore: &told).dropLast())
    #expect(untold == nil)
  }
}
