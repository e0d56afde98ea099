import DaymarkModel

/// A comparison as the values that satisfy it, on the grid that daily values live on.
///
/// Daily values are multiples of ``Metric/dailyStep``, and so are their sums. With the bounds moved
/// to the grid, every comparison is one closed interval, and one that no grid value satisfies
/// (`between: [10000.5, 10000.7]` of steps) is seen to be empty.
///
/// - Units: micro-units; 128 bits, because an average compares a sum with threshold × days.
struct AnswerInterval {
  let low: Int128
  /// Unbounded when `nil`.
  let high: Int128?

  /// - Parameter days: Multiplies the thresholds: a mean over `days` days compares as their sum does.
  init(_ comparison: Comparison, step: Int64, days: Int = 1) {
    let step = Int128(step)
    func scaled(_ bound: Quantity) -> Int128 { Int128(bound.microUnits) * Int128(days) }
    func atOrBelow(_ bound: Quantity) -> Int128 { scaled(bound) / step * step }
    func atOrAbove(_ bound: Quantity) -> Int128 { (scaled(bound) + step - 1) / step * step }
    switch comparison {
    case .atLeast(let bound): (low, high) = (atOrAbove(bound), nil)
    case .moreThan(let bound): (low, high) = (atOrBelow(bound) + step, nil)
    case .atMost(let bound): (low, high) = (0, atOrBelow(bound))
    case .lessThan(let bound): (low, high) = (0, atOrAbove(bound) - step)
    case .between(let least, let most): (low, high) = (atOrAbove(least), atOrBelow(most))
    }
  }

  func contains(_ value: Int128) -> Bool {
    value >= low && high.map { value <= $0 } ?? true
  }

  /// The answer on a value of which `value` is known to be a lower bound, or to be it.
  ///
  /// - Parameter mayGrow: Every grid value from `value` upwards is possible, instead of it alone.
  func answer(on value: Int128, mayGrow: Bool) -> Outcome {
    guard mayGrow else { return contains(value) ? .pass : .fail }
    guard let high else { return value >= low ? .pass : .undetermined }
    return low > high || value > high ? .fail : .undetermined
  }
}
