import DaymarkAggregate
import DaymarkModel
import DaymarkTestSupport
import Testing

/// Holds the figures against slow and obvious ones that look at each second.
///
/// Values are whole micro-units in every second, so that no window needs to be rounded where nothing
/// is spread.
struct ReferenceFigureTests {
  /// Two hours before midnight and two after; three sources that overlap each other and themselves.
  private func samples(_ random: inout SeededGenerator) -> [Sample] {
    let first = at("2025-09-01T22:00:00Z")
    return (0..<30).map { _ in
      let start = Int64.random(in: 0..<12_000, using: &random)
      let length = Int64.random(in: 1..<(Bool.random(using: &random) ? 2000 : 40), using: &random)
      let from = first.advanced(byMilliseconds: start * 1000)
      return sample(
        micro: Int64.random(in: 0..<3_000_000, using: &random) * length, from,
        from.advanced(byMilliseconds: length * 1000),
        source: UInt16.random(in: 0..<3, using: &random))
    }
  }

  /// What each source gives to each second of a day that no better one covers, in micro-units.
  private func seconds(_ samples: [Sample], of day: CivilDay) -> [[Int64]] {
    let calendar = DayCalendar(zone: .utc)
    let start = calendar.start(of: day).milliseconds / 1000
    var covered = Array(repeating: false, count: 86_400)
    return (0..<3).map { source in
      var amounts = Array(repeating: Int64(0), count: 86_400)
      var own = covered
      for sample in samples where sample.source == UInt16(source) {
        for second in sample.start.milliseconds / 1000..<sample.end.milliseconds / 1000 {
          guard (0..<86_400).contains(second - start) else { continue }
          own[Int(second - start)] = true
          if !covered[Int(second - start)] {
            amounts[Int(second - start)] += sample.value.microUnits * 1000 / sample.duration
          }
        }
      }
      covered = own
      return amounts
    }
  }

  /// The same, with samples of less than 60 s spread since what came before them.
  ///
  /// Begins 300 s before the day, and ends as much after it.
  private func spreadSeconds(_ samples: [Sample], of day: CivilDay) -> [[Double]] {
    let start = DayCalendar(zone: .utc).start(of: day).milliseconds / 1000
    var covered: Set<Int64> = []
    return (0..<3).map { source in
      let own = samples.filter { $0.source == UInt16(source) }
      var amounts = Array(repeating: 0.0, count: 300 + 86_400 + 300)
      for sample in own {
        let written = sample.start.milliseconds / 1000..<sample.end.milliseconds / 1000
        let counted = written.filter {
          (start..<start + 86_400).contains($0) && !covered.contains($0)
        }
        var times = counted
        if written.count < 60 {
          let before = own.filter { $0.start < sample.start }.map { $0.end.milliseconds / 1000 }
          let since = max(before.max() ?? 0, written.upperBound - 300)
          times = Array(min(since, written.lowerBound)..<written.upperBound)
        }
        let amount = Double(sample.value.microUnits) * Double(counted.count) / Double(written.count)
        guard amount > 0 else { continue }
        for time in times { amounts[Int(time - start) + 300] += amount / Double(times.count) }
      }
      for sample in own {
        covered.formUnion(sample.start.milliseconds / 1000..<sample.end.milliseconds / 1000)
      }
      return amounts
    }
  }

  private func mostInAWindow<Amount: Numeric & Comparable>(
    of length: Int, _ sources: [[Amount]]
  ) -> Amount {
    var most: Amount = .zero
    for amounts in sources {
      var sum: Amount = .zero
      for second in amounts.indices {
        sum += amounts[second] - (second >= length ? amounts[second - length] : .zero)
        most = max(most, sum)
      }
    }
    return most
  }

  private func hundredths(_ numerator: Int64, _ denominator: Int64) -> String {
    let whole = (2 * numerator + 10_000 * denominator) / (2 * 10_000 * denominator)
    return decimalText(ofMillionths: Int128(whole) * 10_000)
  }

  private func figures(_ samples: [Sample], _ metric: Metric, _ code: FlagCode) -> [String] {
    aggregate(set(samples, of: metric), over: nil).days.map {
      "\($0.day): \(text($0.measure.figures[code]))"
    }
  }

  private static let days = ["2025-09-01", "2025-09-02"]

  @Test(arguments: 0..<40)
  func `the busiest window is that of a second-by-second search`(_ seed: Int) {
    var random = SeededGenerator(seed: UInt64(seed))
    let metric: Metric = seed % 2 == 0 ? .steps : .flightsClimbed
    var samples = samples(&random)
    if metric == .steps {
      // Spread over up to five minutes, short ones are the busiest only when they hold much.
      for index in samples.indices where samples[index].duration < 60_000 {
        let much = samples[index].value.microUnits * 30
        samples[index].value = Quantity(microUnits: much)
      }
    }
    var expected: [String] = []
    for date in Self.days {
      let most =
        metric == .steps
        ? Int64(mostInAWindow(of: 60, spreadSeconds(samples, of: day(date))).rounded())
        : mostInAWindow(of: 3600, seconds(samples, of: day(date)))
      if samples.contains(where: { touches($0, day(date)) }) {
        expected.append("\(date): \(most == 0 ? "-" : hundredths(most, 1))")
      }
    }
    let code: FlagCode = metric == .steps ? .stepsPerMinute : .flightsPerHour
    #expect(figures(samples, metric, code) == expected)
  }

  @Test(arguments: 0..<40)
  func `no fifty meters are faster than those of a millisecond search`(_ seed: Int) throws {
    var random = SeededGenerator(seed: UInt64(seed))
    let samples = samples(&random)
    var expected: [String] = []
    for date in Self.days where samples.contains(where: { touches($0, day(date)) }) {
      // From each second on and up to each second, the time that 50 m took, in milliseconds.
      var shortest: Int64?
      for amounts in seconds(samples, of: day(date)) {
        for amounts in [amounts, amounts.reversed()] {
          guard let time = shortestTime(50_000_000, amounts) else { continue }
          shortest = min(shortest ?? time, time)
        }
      }
      let speed = shortest.map { hundredths(50_000_000 * 1000, $0) }
      expected.append("\(date): \(speed ?? "-")")
    }
    #expect(figures(samples, .distanceSwimming, .swimmingSpeed) == expected)
  }

  private func touches(_ sample: Sample, _ day: CivilDay) -> Bool {
    let calendar = DayCalendar(zone: .utc)
    let interval = calendar.interval(of: day)
    return sample.start < interval.end && sample.end > interval.start
  }

  private func shortestTime(_ wanted: Int64, _ amounts: [Int64]) -> Int64? {
    var shortest: Int64?
    var (sum, end): (Int64, Int) = (0, 0)
    for start in amounts.indices {
      while sum < wanted, end < amounts.count {
        sum += amounts[end]
        end += 1
      }
      guard sum >= wanted else { break }
      // Of the last second only what it takes, rounded up.
      let last = amounts[end - 1]
      let missing = wanted - (sum - last)
      let time = Int64(end - 1 - start) * 1000 + (missing * 1000 + last - 1) / last
      shortest = min(shortest ?? time, time)
      sum -= amounts[start]
    }
    return shortest
  }

  @Test(arguments: 0..<30)
  func `neither order nor splitting changes anything`(_ seed: Int) {
    var random = SeededGenerator(seed: UInt64(1000 + seed))
    let samples = samples(&random)
    var halves: [Sample] = []
    for whole in samples {
      guard whole.duration > 1000 else {
        halves.append(whole)
        continue
      }
      // A whole number of micro-units lies in each second.
      let seconds = Int64.random(in: 1..<whole.duration / 1000, using: &random)
      let middle = whole.start.advanced(byMilliseconds: seconds * 1000)
      let first = whole.value.microUnits * 1000 / whole.duration * seconds
      halves.append(sample(micro: first, whole.start, middle, source: whole.source))
      halves.append(
        sample(micro: whole.value.microUnits - first, middle, whole.end, source: whole.source))
    }
    for metric in Metric.alwaysRead where metric.isCumulative {
      func measured(_ samples: [Sample]) -> [[FlagCode: Quantity]] {
        aggregate(set(samples, of: metric), over: nil).days.map(\.measure.figures)
      }
      // What steps a minute has depends on when their source wrote them.
      func whenever(_ days: [[FlagCode: Quantity]]) -> [[FlagCode: Quantity]] {
        days.map { figures in figures.filter { $0.key != .stepsPerMinute } }
      }
      let expected = measured(samples)
      #expect(measured(samples.shuffled(using: &random)) == expected)
      #expect(whenever(measured(halves.shuffled(using: &random))) == whenever(expected))
    }
  }
}
