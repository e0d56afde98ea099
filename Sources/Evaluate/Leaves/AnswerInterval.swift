import DaymarkModel

/// A comparison as the values that satisfy it, on the grid that daily values live on.
///
/// Daily values are multiples of ``DayValue/step``, and so are their sums. With the bounds moved to
/// the grid, every comparison is one closed interval, and one that no grid value satisfies
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

  init(low: Int128, high: Int128?) { (self.low, self.high) = (low, high) }

  func contains(_ value: Int128) -> Bool { holdsAll(value, value) }

  private var isEmpty: Bool { high.map { $0 < low } ?? false }

  /// The answer on a value of which a range is known.
  func answer(on range: ValueRange) -> Outcome {
    if holdsAll(range.least, range.most) { return .pass }
    return holdsNone(range.least, range.most) ? .fail : .undetermined
  }

  /// Whether settling what is open can make the answer pass, whatever the rest of the doubt is.
  func canBeSettledToPass(_ range: ValueRange) -> Bool {
    guard range.isOpen else { return holdsAll(range.least, range.most) }
    let least = max(range.least, low)
    let most = range.spread.map { least + $0 }
    // What is open reaches no further than `range.most`.
    return holdsAll(least, most) && (range.most.map { most ?? least <= $0 } ?? true)
  }

  /// Whether settling what is open can make the answer fail, whatever the rest of the doubt is.
  func canBeSettledToFail(_ range: ValueRange) -> Bool {
    guard range.isOpen else { return holdsNone(range.least, range.most) }
    if holdsNone(range.least, range.spread.map { range.least + $0 }) { return true }
    guard let high else { return false }
    guard let most = range.most, let spread = range.spread else { return range.most == nil }
    return most - spread > high
  }

  private func holdsAll(_ least: Int128, _ most: Int128?) -> Bool {
    guard least >= low else { return false }
    guard let high else { return true }
    return most.map { $0 <= high } ?? false
  }

  private func holdsNone(_ least: Int128, _ most: Int128?) -> Bool {
    if isEmpty { return true }
    return high.map { least > $0 } ?? false || most.map { $0 < low } ?? false
  }
}
