/// A comparison with a threshold, in micro-units of the compared value's unit.
///
/// Everything that a comparison decides follows from its two bounds: whether it holds, by how much, on
/// which side a value misses it, and the interval of the values that satisfy it.
package enum Comparison: Hashable, Sendable {
  case atLeast(Quantity)
  case moreThan(Quantity)
  case atMost(Quantity)
  case lessThan(Quantity)
  /// A range with both bounds included.
  case between(Quantity, Quantity)

  /// The key under which a rule file writes the comparison.
  package var key: String {
    switch self {
    case .atLeast: "atLeast"
    case .moreThan: "moreThan"
    case .atMost: "atMost"
    case .lessThan: "lessThan"
    case .between: "between"
    }
  }

  /// The key of every comparison.
  package static let keys = ["atLeast", "moreThan", "atMost", "lessThan", "between"]

  /// Makes the comparison of a key with its thresholds; `nil` where the key takes another number of
  /// them.
  package init?(key: String, thresholds: [Quantity]) {
    switch (key, thresholds.count) {
    case ("atLeast", 1): self = .atLeast(thresholds[0])
    case ("moreThan", 1): self = .moreThan(thresholds[0])
    case ("atMost", 1): self = .atMost(thresholds[0])
    case ("lessThan", 1): self = .lessThan(thresholds[0])
    case ("between", 2): self = .between(thresholds[0], thresholds[1])
    default: return nil
    }
  }

  /// The thresholds as they are written: one, or two for `between`.
  package var thresholds: [Quantity] {
    switch self {
    case .atLeast(let bound), .moreThan(let bound), .atMost(let bound), .lessThan(let bound):
      [bound]
    case .between(let low, let high): [low, high]
    }
  }
}

// The two bounds of the values that satisfy a comparison.
extension Comparison {
  /// One end of the values that satisfy a comparison.
  package struct Bound: Hashable, Sendable {
    /// The threshold, as it is written.
    package let threshold: Quantity
    /// Whether the threshold itself satisfies the comparison.
    package let isIncluded: Bool
  }

  /// The lower end; `nil` where every value from 0 is high enough.
  package var lower: Bound? {
    switch self {
    case .atLeast(let low), .between(let low, _): Bound(threshold: low, isIncluded: true)
    case .moreThan(let low): Bound(threshold: low, isIncluded: false)
    case .atMost, .lessThan: nil
    }
  }

  /// The upper end; `nil` where no value is too high.
  package var upper: Bound? {
    switch self {
    case .atMost(let high), .between(_, let high): Bound(threshold: high, isIncluded: true)
    case .lessThan(let high): Bound(threshold: high, isIncluded: false)
    case .atLeast, .moreThan: nil
    }
  }
}

// What the bounds decide. Values are in micro-units, like the thresholds.
extension Comparison {
  /// Whether `value` ÷ `divisor` satisfies the comparison; it is decided exactly, without dividing.
  ///
  /// - Parameter divisor: A positive number.
  package func holds(for value: Int128, over divisor: Int128 = 1) -> Bool {
    if let lower {
      let bound = Int128(lower.threshold.microUnits) * divisor
      guard lower.isIncluded ? value >= bound : value > bound else { return false }
    }
    if let upper {
      let bound = Int128(upper.threshold.microUnits) * divisor
      guard upper.isIncluded ? value <= bound : value < bound else { return false }
    }
    return true
  }

  /// The distance of `value` from the nearest threshold, in micro-units; negative where the
  /// comparison does not hold.
  package func margin(of value: Int128) -> Int128 {
    let above = lower.map { value - Int128($0.threshold.microUnits) }
    let below = upper.map { Int128($0.threshold.microUnits) - value }
    guard let above, let below else { return above ?? below ?? 0 }
    return min(above, below)
  }

  /// The threshold nearest to `value`; halfway between two it is the lower one.
  package func threshold(nearest value: Int128) -> Quantity {
    switch self {
    case .atLeast(let bound), .moreThan(let bound), .atMost(let bound), .lessThan(let bound):
      bound
    case .between(let low, let high):
      value - Int128(low.microUnits) <= Int128(high.microUnits) - value ? low : high
    }
  }

  /// The values of a grid that satisfy the comparison.
  ///
  /// - Parameters:
  ///   - step: The distance from one value of the grid to the next, in micro-units; positive.
  ///   - factor: A number by which the thresholds are multiplied, so that a mean over `factor` days
  ///     can be compared by its sum.
  package func interval(step: Int64, times factor: Int = 1) -> ValueInterval {
    let step = Int128(step)
    func scaled(_ bound: Bound) -> Int128 {
      Int128(bound.threshold.microUnits) * Int128(factor)
    }
    func atOrBelow(_ bound: Bound) -> Int128 { scaled(bound) / step * step }
    func atOrAbove(_ bound: Bound) -> Int128 { (scaled(bound) + step - 1) / step * step }
    return ValueInterval(
      low: lower.map { $0.isIncluded ? atOrAbove($0) : atOrBelow($0) + step } ?? 0,
      high: upper.map { $0.isIncluded ? atOrBelow($0) : atOrAbove($0) - step }, step: step)
  }
}

// The values that do not satisfy the comparison.
extension Comparison {
  /// The side on which a value does not satisfy a comparison.
  package enum Side: Sendable {
    case tooLow, tooHigh
  }

  /// Whether a value that does not satisfy the comparison is too low or too high.
  ///
  /// The value is not tested again, because a rounded mean may equal a threshold that the exact
  /// mean misses. For a value that satisfies the comparison the answer means nothing: it is too high
  /// where there is an upper bound alone, and too low otherwise.
  package func side(of value: Int128) -> Side {
    guard let upper else { return .tooLow }
    guard lower != nil else { return .tooHigh }
    return value > Int128(upper.threshold.microUnits) ? .tooHigh : .tooLow
  }

  /// The comparison that is satisfied by exactly the values that miss this one on one side.
  ///
  /// - Parameter side: The side; a comparison with one threshold has one side only, and ignores it.
  package func opposite(_ side: Side) -> Comparison {
    switch self {
    case .atLeast(let bound): .lessThan(bound)
    case .moreThan(let bound): .atMost(bound)
    case .atMost(let bound): .moreThan(bound)
    case .lessThan(let bound): .atLeast(bound)
    case .between(let low, let high): side == .tooHigh ? .moreThan(high) : .lessThan(low)
    }
  }
}
