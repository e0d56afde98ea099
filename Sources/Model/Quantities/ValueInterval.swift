/// The values from a lowest to a highest, both included, on the grid of values that days can have.
///
/// Daily values are multiples of ``DayValue/step``, and so are their sums. With its bounds moved to
/// that grid, every comparison is one closed interval; one that no such value satisfies, such as
/// `between: [10000.5, 10000.7]` of steps, is empty.
///
/// - Units: micro-units; 128 bits, because an average compares a sum with threshold × days.
package struct ValueInterval: Hashable, Sendable {
  /// The lowest value, from 0 up.
  package let low: Int128
  /// The highest value; `nil` where there is none.
  package let high: Int128?
  /// The distance from one value of the grid to the next.
  package let step: Int128

  /// Makes the values from `low` to `high`, which must be multiples of `step`.
  package init(low: Int128, high: Int128?, step: Int128) {
    (self.low, self.high, self.step) = (low, high, step)
  }

  /// Whether no value lies in the interval.
  package var isEmpty: Bool { high.map { $0 < low } ?? false }

  /// Whether a value of the grid lies in the interval.
  package func contains(_ value: Int128) -> Bool {
    value >= low && high.map { value <= $0 } ?? true
  }

  /// Whether both ends of an interval that is not empty lie in this one.
  package func contains(_ other: ValueInterval) -> Bool {
    guard other.low >= low else { return false }
    guard let high else { return true }
    return other.high.map { $0 <= high } ?? false
  }

  /// Whether the two intervals, neither of them empty, have a value in common.
  package func overlaps(_ other: ValueInterval) -> Bool {
    (high.map { $0 >= other.low } ?? true) && (other.high.map { $0 >= low } ?? true)
  }

  /// Whether every value from 0 up lies in this interval or the other.
  package func completes(_ other: ValueInterval) -> Bool {
    func reaches(_ lower: ValueInterval, _ upper: ValueInterval) -> Bool {
      guard lower.low == 0, upper.high == nil, let high = lower.high else { return false }
      return upper.low <= high + step
    }
    return reaches(self, other) || reaches(other, self)
  }

  /// The values from 0 up that are below the interval; `nil` where there are none.
  package var below: ValueInterval? {
    low > 0 ? ValueInterval(low: 0, high: low - step, step: step) : nil
  }

  /// The values that are above the interval; `nil` where there are none.
  package var above: ValueInterval? {
    high.map { ValueInterval(low: $0 + step, high: nil, step: step) }
  }
}
