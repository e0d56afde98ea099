import DaymarkModel

/// A comparison as the values that satisfy it, on the grid that they live on.
///
/// - Units: micro-units.
struct ComparisonRange {
  let low: Int64
  /// Unbounded when `nil`.
  let high: Int64?
  private let step: Int64

  /// - Parameter step: Between one possible value and the next.
  init(_ comparison: Comparison, step: Int64) {
    self.step = step
    func atOrBelow(_ bound: Quantity) -> Int64 { bound.microUnits / step * step }
    // A quantity is at most 9 × 10¹⁸ micro-units, so a step more is no overflow.
    func atOrAbove(_ bound: Quantity) -> Int64 { (bound.microUnits + step - 1) / step * step }
    switch comparison {
    case .atLeast(let bound): (low, high) = (atOrAbove(bound), nil)
    case .moreThan(let bound): (low, high) = (atOrBelow(bound) + step, nil)
    case .atMost(let bound): (low, high) = (0, atOrBelow(bound))
    case .lessThan(let bound): (low, high) = (0, atOrAbove(bound) - step)
    case .between(let least, let most): (low, high) = (atOrAbove(least), atOrBelow(most))
    }
  }

  var isEmpty: Bool { high.map { $0 < low } ?? false }

  func contains(_ other: ComparisonRange) -> Bool {
    low <= other.low && (high.map { high in other.high.map { $0 <= high } ?? false } ?? true)
  }

  func overlaps(_ other: ComparisonRange) -> Bool {
    (high.map { $0 >= other.low } ?? true) && (other.high.map { $0 >= low } ?? true)
  }

  /// Whether every value from 0 is in this one or the other.
  func completes(_ other: ComparisonRange) -> Bool {
    func reaches(_ lower: ComparisonRange, _ upper: ComparisonRange) -> Bool {
      guard lower.low == 0, upper.high == nil, let high = lower.high else { return false }
      return upper.low <= high + step
    }
    return reaches(self, other) || reaches(other, self)
  }
}

extension Leaf {
  /// The values that satisfy the comparison: of days, or of what they come to.
  ///
  /// A mean lies between the steps.
  var range: ComparisonRange {
    if case .average = measure { return ComparisonRange(comparison, step: 1) }
    return ComparisonRange(comparison, step: value.step)
  }

  /// The values that there can be.
  ///
  /// Heart rates outside 20 to 300 bpm are rejected.
  var possibleRange: ComparisonRange {
    if case .heartRate = value {
      return ComparisonRange(.between(Quantity(20), Quantity(300)), step: value.step)
    }
    return ComparisonRange(.atLeast(.zero), step: value.step)
  }

  /// Whether it compares one figure of the whole period, not each day's.
  var comparesOneFigure: Bool {
    switch measure {
    case .total, .average, .best, .window: true
    case .days, .streak, .weekly: false
    }
  }
}
