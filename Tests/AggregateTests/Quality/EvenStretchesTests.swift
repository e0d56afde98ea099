import DaymarkModel
import DaymarkTestSupport
import Testing

@testable import DaymarkAggregate

/// What one source gave in a window of time.
struct EvenStretchesTests {
  /// Whole hundredths of the unit in each millisecond, so that nothing is rounded.
  @Test(arguments: UInt64(0)..<60)
  func `the most in a window is that of trying each, a millisecond apart`(_ seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var stretches = EvenStretches()
    var kept: [(start: Int64, end: Int64, rate: Int64)] = []
    for _ in 0...random.below(12) {
      let start = Int64(random.below(600))
      let end = start + 1 + Int64(random.below(seed < 30 ? 40 : 500))
      kept.append((start, end, Int64(random.below(9)) * 10_000))
    }
    kept.sort { $0.start < $1.start }
    for (start, end, rate) in kept {
      let interval = Interval(Instant(milliseconds: start), Instant(milliseconds: end))
      stretches.add(
        sample(micro: rate * (end - start), interval.start, interval.end), for: end - start,
        over: interval)
    }
    let window = 1 + Int64(random.below(300))
    let amounts = (-window...1100).map { begin in
      kept.reduce(Int64(0)) { sum, stretch in
        let overlap = min(stretch.end, begin + window) - max(stretch.start, begin)
        return sum + stretch.rate * max(0, overlap)
      }
    }
    #expect(
      stretches.most(in: window, dividedBy: 1) == Quantity(microUnits: amounts.max() ?? 0))
  }
}
