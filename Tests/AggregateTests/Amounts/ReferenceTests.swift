import DaymarkAggregate
import DaymarkModel
import DaymarkTestSupport
import Testing

/// Holds the sweep against a slow and obvious one that looks at each second.
struct ReferenceTests {
  static let zones = ["Europe/Berlin", "America/Havana", "Africa/Cairo", "-03:30", "UTC"]

  @Test(arguments: Sweep.over(0..<240, step: 7))
  func `the sweep equals the second-by-second one`(_ seed: Int) {
    var random = SeededGenerator(seed: UInt64(seed))
    let zone = Self.zones[seed % Self.zones.count]
    let start = firstSecond(of: zone)
    let samples = (0..<40).map { _ in randomSample(&random, from: start) }
    var period: Period?
    if seed % 3 == 0 {
      let from = start.advanced(byMilliseconds: Int64.random(in: 0..<7200, using: &random) * 1000)
      let length = Int64.random(in: 1..<14_400, using: &random) * 1000
      period = .instants(Interval(from, from.advanced(byMilliseconds: length)))
    }
    let all = set(samples, of: .distanceCycling, zone: zone, sources: [watch, phone, app])
    let reference = ReferenceSweep(
      samples: samples, calendar: DayCalendar(zone: all.zone.zone), period: period,
      sourceWithTotals: 2)
    #expect(aggregate(all, over: period).values == reference.values)
  }

  @Test(arguments: Sweep.over(0..<60, step: 3))
  func `the average equals the second-by-second one`(_ seed: Int) throws {
    var random = SeededGenerator(seed: UInt64(seed))
    let first = at("2025-09-01T22:00:00Z")
    let samples = (0..<30).map { _ in
      sample(
        micro: Int64.random(in: 20_000_000...300_000_000, using: &random),
        first.advanced(byMilliseconds: Int64.random(in: 0..<7200, using: &random) * 1000),
        source: UInt16.random(in: 0..<3, using: &random))
    }
    let end = at("2025-09-02T00:00:00Z")
    // What stands in a second is the mean of the samples at the last instant that had any, if that
    // is less than 600 s ago.
    var (sum, seconds): (Int128, Int128) = (0, 0)
    var at = first
    while at < end {
      let standing = samples.filter { $0.start <= at }.map(\.start).max()
      if let standing, at.milliseconds - standing.milliseconds < 600_000 {
        let values = samples.filter { $0.start == standing }.map { Int128($0.value.microUnits) }
        sum += dividedRounding(values.reduce(0, +), by: Int128(values.count))
        seconds += 1
      }
      at = at.advanced(byMilliseconds: 1000)
    }
    let expected = try #require(Quantity(exactly: dividedRounding(sum, by: seconds)))
    let result = aggregate(set(samples, of: .heartRate), over: nil)
    #expect(result.days.map(\.value) == [expected.rounded(toMultipleOf: 10_000)])
  }

  /// Two hours before a midnight at which clocks change, where they do.
  private func firstSecond(of zone: String) -> Instant {
    switch zone {
    case "America/Havana": at("2025-11-02T02:00:00Z")
    case "Africa/Cairo": at("2023-04-27T20:00:00Z")
    case "Europe/Berlin": at("2025-03-29T21:00:00Z")
    case "-03:30": at("2025-09-01T01:30:00Z")
    default: at("2025-09-01T22:00:00Z")
    }
  }

  /// Four hours around midnight, crowded, so that everything overlaps; a quarter are instants.
  private func randomSample(_ random: inout SeededGenerator, from start: Instant) -> Sample {
    var second = Int64.random(in: 0..<14_400, using: &random)
    let isInstant = Int.random(in: 0..<4, using: &random) == 0
    if isInstant, Bool.random(using: &random) { second = 7199 }
    let length = isInstant ? 0 : Int64.random(in: 1..<2000, using: &random)
    let from = start.advanced(byMilliseconds: second * 1000)
    return sample(
      micro: Int64.random(in: 0..<50_000, using: &random), from,
      from.advanced(byMilliseconds: length * 1000),
      source: UInt16.random(in: 0..<3, using: &random))
  }
}

/// Semantics, "A cumulative day", as one would do it by hand: which seconds are whose.
///
struct ReferenceSweep {
  private var sums: [CivilDay: Int128] = [:]
  private var best: [CivilDay: UInt16] = [:]
  private var totals: [CivilDay: Int64] = [:]
  private let sourceWithTotals: UInt16?

  /// - Parameter sourceWithTotals: The only source whose instants may be totals.
  init(
    samples: [Sample], calendar: DayCalendar, period: Period?, sourceWithTotals: UInt16? = nil
  ) {
    self.sourceWithTotals = sourceWithTotals
    let bounds = period?.interval(in: calendar)
    func isInside(_ instant: Instant) -> Bool { bounds?.contains(instant) ?? true }
    let instants = samples.filter { $0.isInstant && $0.source == sourceWithTotals }
    let late = instants.filter { calendar.clockMilliseconds(at: $0.start) == 86_399_000 }
    let allAreTotals = late.count * 2 >= instants.count
    var covered: Set<Instant> = []
    for source: UInt16 in 0..<3 {
      let own = samples.filter { $0.source == source }
      var coveredByOwn: Set<Instant> = []
      for sample in own where sample.isInstant && isInside(sample.start) {
        let day = calendar.day(containing: sample.start)
        best[day] = min(best[day] ?? source, source)
        let isLate = calendar.clockMilliseconds(at: sample.start) == 86_399_000
        if source == sourceWithTotals, isLate || allAreTotals {
          totals[day] = max(totals[day] ?? 0, sample.value.microUnits)
        } else {
          sums[day, default: 0] +=
            covered.contains(sample.start) ? 0 : Int128(sample.value.microUnits)
        }
      }
      for sample in own where !sample.isInstant {
        // Runs of uncovered seconds of one day.
        var run: (day: CivilDay, from: Instant, to: Instant)?
        var at = sample.start
        while at < sample.end {
          let next = at.advanced(byMilliseconds: 1000)
          if isInside(at) {
            let day = calendar.day(containing: at)
            best[day] = min(best[day] ?? source, source)
            sums[day, default: 0] += 0
            coveredByOwn.insert(at)
            if !covered.contains(at) {
              if let open = run, open.day == day, open.to == at {
                run = (day, open.from, next)
              } else {
                close(&run, sample)
                run = (day, at, next)
              }
            }
          }
          at = next
        }
        close(&run, sample)
      }
      covered.formUnion(coveredByOwn)
    }
  }

  private mutating func close(
    _ run: inout (day: CivilDay, from: Instant, to: Instant)?, _ sample: Sample
  ) {
    guard let open = run else { return }
    func upTo(_ instant: Instant) -> Int128 {
      // floor(x + 1/2) of what is not negative.
      let passed = Int128(instant.milliseconds - sample.start.milliseconds)
      let length = Int128(sample.end.milliseconds - sample.start.milliseconds)
      return (2 * Int128(sample.value.microUnits) * passed + length) / (2 * length)
    }
    sums[open.day, default: 0] += upTo(open.to) - upTo(open.from)
    run = nil
  }

  var values: [String] {
    best.sorted { $0.key < $1.key }.map { day, source in
      var value = sums[day] ?? 0
      if let total = totals[day], source == sourceWithTotals { value = Int128(total) }
      // The second source is a phone.
      if let total = totals[day], source == 1 { value = max(value, Int128(total)) }
      let hundredths = (value + 5000) / 10_000
      return "\(day): \(decimalText(ofMillionths: hundredths * 10_000))"
    }
  }
}
