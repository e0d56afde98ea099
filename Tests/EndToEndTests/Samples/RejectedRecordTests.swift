import DaymarkModel
import DaymarkPipeline
import DaymarkSampleFiles
import DaymarkTestSupport
import Testing

/// What rejected records leave open, held against what the records really were: exports that are hard on purpose, some of
/// whose records are made unreadable.
struct RejectedRecordTests {
  private struct Day: Hashable {
    var metric: Metric
    var day: CivilDay
  }

  /// How a record is made unreadable.
  private enum Harm: CaseIterable {
    /// Its amount is lost.
    case value
    case unit
    /// Its start and its amount are left.
    case end
  }

  @Test(arguments: Sweep.over(Array(1...60 as ClosedRange<UInt64>), step: 12))
  func `the bounds hold the figure and the truth, and never narrow`(_ seed: UInt64) throws {
    let folder = try ScratchFolder()
    let export = HardExport(seed: seed, records: 400).export
    func read(_ export: HealthExport) throws -> SubjectAggregates {
      try aggregateArchives(
        [try folder.write(export.zip(), to: "\(seed).zip")], zone: .utc,
        asOf: Instant(seconds: 1_800_000_000)
      ).aggregates
    }
    let truth = figures(of: try read(export))
    var random = SplitMix64(seed: seed)
    var (harmed, before) = (export, [Day: ClosedRange<Quantity>]())
    for count in [1, 4, 20] {
      for _ in 0..<count { harm(&harmed, &random) }
      let found = try read(harmed)
      let (now, bounds) = (figures(of: found), self.bounds(of: found))
      for (day, range) in bounds {
        if let figure = now[day] { #expect(range.contains(figure), "seed \(seed), \(day)") }
        #expect(range.contains(truth[day] ?? .zero), "seed \(seed), \(day), \(count)")
      }
      // What is not open is as it was.
      for (day, figure) in truth where bounds[day] == nil {
        #expect(now[day] == figure, "seed \(seed), \(day), \(count)")
      }
      for (day, range) in before {
        let later = try #require(bounds[day])
        #expect(later.lowerBound <= range.lowerBound, "seed \(seed), \(day)")
        #expect(later.upperBound >= range.upperBound, "seed \(seed), \(day)")
      }
      before = bounds
    }
  }

  private func figures(of aggregates: SubjectAggregates) -> [Day: Quantity] {
    aggregates.days.reduce(into: [:]) { figures, day in
      guard day.metric.isCumulative else { return }
      figures[Day(metric: day.metric, day: day.day)] = day.value
    }
  }

  private func bounds(of aggregates: SubjectAggregates) -> [Day: ClosedRange<Quantity>] {
    aggregates.bounds.reduce(into: [:]) { bounds, found in
      guard found.metric.isCumulative else { return }
      bounds[Day(metric: found.metric, day: found.day)] = found.least...(found.most ?? .limit)
    }
  }

  /// Makes one record unreadable that counts by itself: of a device or an app that writes no totals, of an hour at most.
  private func harm(_ export: inout HealthExport, _ random: inout SplitMix64) {
    let candidates = export.records.indices.filter { index in
      let record = export.records[index]
      guard case .at(let start)? = record.start, case .at(let end)? = record.end,
        record.source.name != "Connect", record.metadata.isEmpty, record.value != nil,
        Metric.allCases.contains(where: { $0.isCumulative && $0.healthType == record.type })
      else { return false }
      return start < end && end < start.advanced(byMilliseconds: 3_600_000)
    }
    guard !candidates.isEmpty else { return }
    let index = candidates[random.number(in: 0...candidates.count - 1)]
    switch random.pick(Harm.allCases) {
    case .value: export.records[index].value = "many"
    case .unit: export.records[index].unit = "furlong"
    case .end:
      guard case .at(let start)? = export.records[index].start else { return }
      export.records[index].end = .at(start.advanced(byMilliseconds: -60_000))
    }
  }
}
