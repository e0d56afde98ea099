import DaymarkModel
import DaymarkTestSupport
import Foundation
import Testing

@testable import DaymarkPipeline

/// Days as the bytes that a worker answers.
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

  @Test func `what was packed is unpacked`() {
    for seed in 0..<300 {
      let days = days(seed: UInt64(seed))
      #expect(unpackedDays(packed(days)) == days, "seed \(seed)")
    }
  }

  @Test func `bytes that are cut or changed are other days or none, and break nothing`() {
    for seed in 0..<40 {
      let bytes = packed(days(seed: UInt64(seed)))
      for count in bytes.indices {
        let cut = bytes.prefix(count)
        if let days = unpackedDays(Data(cut)) { #expect(packed(days) == cut, "seed \(seed)") }
      }
      for change in 0..<40 {
        let changed = mutated(Array(bytes), seed: UInt64(40 * seed + change))
        for day in unpackedDays(Data(changed)) ?? [] {
          #expect((day.value ?? .zero) <= .limit && day.measure.naive <= .limit)
        }
      }
    }
  }

  @Test func `a reading comes through a line whole`() throws {
    let reading = ArchiveAggregates(
      aggregates: SubjectAggregates(
        zone: ResolvedZone(.utc, by: .assumedUTC), days: days(seed: 7), isDamaged: true),
      inputs: [], rejected: [])
    let line = try line(WorkerAnswer.reading(PackedReading(reading)))
    guard case .reading(let answer) = message(WorkerAnswer.self, in: line) else {
      Issue.record("it is no reading")
      return
    }
    #expect(answer.reading.aggregates == reading.aggregates)
    let text = String(decoding: line, as: UTF8.self)
    let garbled = text.replacingOccurrences(of: #""days":""#, with: #""days":"/////w"#)
    #expect(garbled != text)
    #expect(message(WorkerAnswer.self, in: Array(garbled.utf8)) == nil)
  }
}
