import DaymarkModel
import DaymarkTestSupport
import Testing

struct ComparisonTests {
  /// 5 and 9 as a step of 1 sees them.
  private static let (five, nine) = (Quantity(microUnits: 5), Quantity(microUnits: 9))

  @Test(
    arguments: [
      (.atLeast(five), 5...20), (.moreThan(five), 6...20), (.atMost(five), 0...5),
      (.lessThan(five), 0...4), (.between(five, nine), 5...9),
    ] as [(Comparison, ClosedRange<Int64>)])
  func `a comparison holds for these values and no others`(
    comparison: Comparison, values: ClosedRange<Int64>
  ) {
    for value in Int64(0)...20 {
      #expect(comparison.holds(for: Int128(value)) == values.contains(value), "\(value)")
    }
  }

  @Test func `a ratio is compared without rounding it`() {
    // 29 / 6 = 4.83, 30 / 6 = 5, 31 / 6 = 5.17, 54 / 6 = 9, 55 / 6 = 9.17
    let held: [(Comparison, [Int128])] = [
      (.atLeast(Self.five), [30, 31, 54, 55]), (.moreThan(Self.five), [31, 54, 55]),
      (.atMost(Self.five), [29, 30]), (.lessThan(Self.five), [29]),
      (.between(Self.five, Self.nine), [30, 31, 54]),
    ]
    for (comparison, expected) in held {
      let values = [29, 30, 31, 54, 55].filter { comparison.holds(for: $0, over: 6) }
      #expect(values == expected, "\(comparison)")
    }
  }

  @Test(
    arguments: [
      (.atLeast(five), 3, -2), (.atLeast(five), 8, 3), (.moreThan(five), 5, 0),
      (.atMost(five), 3, 2), (.atMost(five), 8, -3), (.lessThan(five), 5, 0),
      (.between(five, nine), 3, -2), (.between(five, nine), 6, 1), (.between(five, nine), 8, 1),
      (.between(five, nine), 7, 2), (.between(five, nine), 12, -3),
    ] as [(Comparison, Int64, Int64)])
  func `the margin is the distance to the nearest threshold`(
    comparison: Comparison, value: Int64, margin: Int64
  ) {
    #expect(comparison.margin(of: Int128(value)) == Int128(margin))
  }

  @Test func `the nearest of two thresholds decides, halfway the lower`() {
    let comparison = Comparison.between(Self.five, Self.nine)
    #expect([0, 5, 7].allSatisfy { comparison.threshold(nearest: $0) == Self.five })
    #expect([8, 9, 100].allSatisfy { comparison.threshold(nearest: $0) == Self.nine })
    #expect(Comparison.atMost(Self.nine).threshold(nearest: 0) == Self.nine)
  }

  @Test(
    arguments: [
      (.atLeast(five), 3, .tooLow, .lessThan(five)), (.moreThan(five), 5, .tooLow, .atMost(five)),
      (.atMost(five), 6, .tooHigh, .moreThan(five)), (.lessThan(five), 5, .tooHigh, .atLeast(five)),
      (.between(five, nine), 4, .tooLow, .lessThan(five)),
      (.between(five, nine), 10, .tooHigh, .moreThan(nine)),
      // A mean that is rounded to the threshold, and lies above it.
      (.atMost(five), 5, .tooHigh, .moreThan(five)),
    ] as [(Comparison, Int64, Comparison.Side, Comparison)])
  func `a value misses a comparison on one side, where the opposite holds`(
    comparison: Comparison, value: Int64, side: Comparison.Side, opposite: Comparison
  ) {
    #expect(comparison.side(of: Int128(value)) == side)
    #expect(comparison.opposite(side) == opposite)
  }

  @Test(
    arguments: [
      // Thresholds between two whole numbers, and on one.
      (.atLeast(tenAndHalf), 11, nil), (.atLeast(ten), 10, nil), (.moreThan(tenAndHalf), 11, nil),
      (.moreThan(ten), 11, nil), (.atMost(tenAndHalf), 0, 10), (.atMost(ten), 0, 10),
      (.lessThan(tenAndHalf), 0, 10), (.lessThan(ten), 0, 9), (.between(ten, tenAndHalf), 10, 10),
      (.between(tenAndHalf, tenAndHalf), 11, 10),
    ] as [(Comparison, Int64, Int64?)])
  func `the interval lies on the grid of whole numbers`(
    comparison: Comparison, low: Int64, high: Int64?
  ) {
    let interval = comparison.interval(step: 1_000_000)
    #expect(interval.low == Int128(low) * 1_000_000)
    #expect(interval.high == high.map { Int128($0) * 1_000_000 })
    #expect(interval.isEmpty == (comparison == .between(Self.tenAndHalf, Self.tenAndHalf)))
  }

  private static let (ten, tenAndHalf) = (Quantity(10), Quantity(microUnits: 10_500_000))

  @Test func `a mean over days compares as their sum does`() {
    // A mean of at least 10.5 over three days is a sum of at least 31.5, so of 32 whole ones.
    let interval = Comparison.atLeast(Self.tenAndHalf).interval(step: 1_000_000, times: 3)
    #expect(interval.low == 32_000_000 && interval.high == nil)
  }

  @Test func `thresholds far beyond the limit of 64 bits are multiplied exactly`() {
    let interval = Comparison.atMost(.limit).interval(step: 10_000, times: 3660)
    let limit: Int128 = 9_000_000_000_000_000_000
    #expect(interval.high == limit * 3660)
  }

  @Test(arguments: Comparison.keys)
  func `a key and its thresholds make the comparison again`(key: String) throws {
    let thresholds = key == "between" ? [Self.five, Self.nine] : [Self.five]
    let comparison = try #require(Comparison(key: key, thresholds: thresholds))
    #expect(comparison.key == key && comparison.thresholds == thresholds)
    #expect(Comparison(key: key, thresholds: []) == nil)
    #expect(Comparison(key: key, thresholds: [Self.five, Self.nine, Self.nine]) == nil)
    #expect(Comparison(key: "equal", thresholds: thresholds) == nil)
  }
}

/// Random comparisons against what their words say.
struct ComparisonPropertyTests {
  @Test(arguments: 0..<40)
  func `interval, margin and side agree with what holds`(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    for _ in 0..<50 {
      let step = ([1, 10_000, 1_000_000] as [Int64]).randomElement(using: &generator) ?? 1
      let comparison = randomComparison(near: step, &generator)
      let interval = comparison.interval(step: step)
      let values = (0...12).map { Int128($0) * Int128(step) }
      for value in values {
        let holds = holdsInWords(comparison, value)
        #expect(comparison.holds(for: value) == holds)
        #expect(interval.contains(value) == holds)
        #expect(comparison.holds(for: value * 7, over: 7) == holds)
        #expect(comparison.interval(step: step, times: 7).contains(value * 7) == holds)
        checkMargin(comparison, value, holds)
      }
      #expect(interval.isEmpty == !values.contains { holdsInWords(comparison, $0) })
      for value in values where !interval.isEmpty {
        let isBelow = interval.below?.contains(value) ?? false
        let isAbove = interval.above?.contains(value) ?? false
        #expect([isBelow, interval.contains(value), isAbove].count { $0 } == 1)
      }
    }
  }

  @Test(arguments: 0..<40)
  func `intervals contain, overlap and complete each other as their values do`(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    for _ in 0..<50 {
      let intervals = (0..<2).map { _ in
        randomComparison(near: 10_000, &generator).interval(step: 10_000)
      }
      guard !intervals.contains(where: \.isEmpty) else { continue }
      // The last stands for all that follow: no threshold lies beyond.
      let sets = intervals.map { interval in
        Set((0...14).map { $0 * 10_000 }.filter { interval.contains($0) })
      }
      #expect(intervals[0].contains(intervals[1]) == sets[0].isSuperset(of: sets[1]))
      #expect(intervals[0].overlaps(intervals[1]) == !sets[0].isDisjoint(with: sets[1]))
      #expect(intervals[0].completes(intervals[1]) == intervals[1].completes(intervals[0]))
      let isComplete = sets[0].union(sets[1]).count == 15
      // One that holds everything alone completes nothing: it needs no other.
      if !sets.contains(where: { $0.count == 15 }) {
        #expect(intervals[0].completes(intervals[1]) == isComplete)
      }
    }
  }

  private func checkMargin(_ comparison: Comparison, _ value: Int128, _ holds: Bool) {
    let margin = comparison.margin(of: value)
    // On a threshold that is not included the margin is 0 and the comparison does not hold.
    let isExcluded = [comparison.lower, comparison.upper].contains {
      $0.map { !$0.isIncluded && Int128($0.threshold.microUnits) == value } ?? false
    }
    #expect(isExcluded ? margin == 0 && !holds : (margin >= 0) == holds)
    let nearest = Int128(comparison.threshold(nearest: value).microUnits)
    #expect(abs(margin) == abs(value - nearest))
    guard !holds else { return }
    let side = comparison.side(of: value)
    #expect(holdsInWords(comparison.opposite(side), value))
    #expect(side == .tooLow ? value <= nearest : value >= nearest)
  }

  /// What the words of a comparison say, written down once more.
  private func holdsInWords(_ comparison: Comparison, _ value: Int128) -> Bool {
    func number(_ quantity: Quantity) -> Int128 { Int128(quantity.microUnits) }
    return switch comparison {
    case .atLeast(let bound): value >= number(bound)
    case .moreThan(let bound): value > number(bound)
    case .atMost(let bound): value <= number(bound)
    case .lessThan(let bound): value < number(bound)
    case .between(let low, let high): value >= number(low) && value <= number(high)
    }
  }

  /// A comparison whose thresholds lie on the grid or beside it, up to ten steps; `between` from the
  /// lower to the higher.
  private func randomComparison(
    near step: Int64, _ generator: inout SeededGenerator
  ) -> Comparison {
    func threshold() -> Quantity {
      let offsets = [0, 0, step / 2, step - 1]
      let offset = offsets.randomElement(using: &generator) ?? 0
      return Quantity(microUnits: Int64.random(in: 0...9, using: &generator) * step + offset)
    }
    let (a, b) = (threshold(), threshold())
    let key = Comparison.keys.randomElement(using: &generator) ?? "atLeast"
    return Comparison(key: key, thresholds: key == "between" ? [min(a, b), max(a, b)] : [a])
      ?? .atLeast(a)
  }
}
