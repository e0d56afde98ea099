/// The values from a least to a greatest, both included, on the grid that daily values live on.
///
/// Daily values are multiples of ``DayValue/step``, and so are their sums. With its bounds moved to
/// the grid every comparison is one closed interval, and one that no grid value satisfies
/// (`between: [10000.5, 10000.7]` of steps) is seen to be empty.
///
/// - Units: micro-units; 128 bits, because an average compares a sum with threshold × days.
package struct ValueInterval: Hashable, Sendable {
  /// The lowest value, from 0.
  package let low: Int128
  /// Unbounded when `nil`.
  package let high: Int128?
  /// The distance from one value of the grid to the next.
  package let step: Int128

  /// The values from `low` to `high`, which are multiples of `step`.
  package init(low: Int128, high: Int128?, step: Int128) {
    (self.low, self.high, self.step) = (low, high, step)
  }

  /// Whether no value lies in it.
  package var isEmpty: Bool { high.map { $0 < low } ?? false }

  /// Whether a value of the grid lies in it.
  package func contains(_ value: Int128) -> Bool {
    value >= low && high.map { value <= $0 } ?? true
  }

  /// Whether both ends of an interval that is not empty lie in this one.
  package func contains(_ other: ValueInterval) -> Bool {
    guard other.low >= low else { return false }
    guard let high else { return true }
    return other.high.map { $0 <= high } ?? false
  }

  /// Whether two intervals, neither of them empty, have a value in common.
  package func overlaps(_ other: ValueInterval) -> Bool {
    (high.map { $0 >= other.low } ?? true) && (other.high.map { $0 >= low } ?? true)
  }

  /// Whether every value from 0 lies in this one or the other.
  package func completes(_ other: ValueInterval) -> Bool {
    func reaches(_ lower: ValueInterval, _ upper: ValueInterval) -> Bool {
      guard lower.low == 0, upper.high == nil, let high = lower.high else { return false }
      return upper.low <= high + step
    }
    return reaches(self, other) || reaches(other, self)
  }

  /// The values from 0 that lie below it; `nil` where there are none.
  package var below: ValueInterval? {
    low > 0 ? ValueInterval(low: 0, high: low - step, step: step) : nil
  }

  /// The values that lie above it; `nil` where there are none.
  package var above: ValueInterval? {
    high.map { ValueInterval(low: $0 + step, high: nil, step: step) }
  }
}
