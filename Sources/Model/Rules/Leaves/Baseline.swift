/// A target that is a multiple of what a subject did before the period; see Rules, "Days before the period".
///
/// The leaf that has it asks for the multiple, and at least for the threshold of its own comparison, the floor.
package struct Baseline: Hashable, Sendable {
  /// The number of days before the period whose recorded days give the mean.
  package var days: Int
  /// The number of these days that must have data; with fewer there is no target.
  package var atLeastDays: Int
  /// The factor of the mean.
  package var times: Weight

  /// The most days that a baseline can have: a year.
  package static let mostDays = 366

  /// The days with data that a rule needs that does not say how many.
  package static let usualAtLeastDays = 20

  /// Makes the baseline of so many days.
  package init(
    days: Int, atLeastDays: Int = Baseline.usualAtLeastDays, times: Weight = Weight(1)
  ) {
    (self.days, self.atLeastDays, self.times) = (days, atLeastDays, times)
  }
}

extension Leaf {
  /// The least that a leaf with a baseline can ask for.
  package var floor: Quantity { comparison.lower?.threshold ?? .zero }

  /// The target that a mean gives: its multiple, rounded as days are, or the floor where that is more.
  ///
  /// - Parameters:
  ///   - sum: The sum of days in micro-units, or ``DayValue/partsOfMicroUnit`` of them.
  ///   - days: How many days these are; at least one.
  package func target(ofSum sum: Int128, over days: Int, _ baseline: Baseline) -> Quantity {
    let step = Int128(value.unit.dailyStep)
    let divisor =
      Int128(days) * Int128(value.partsOfMicroUnit) * Int128(baseline.times.denominator) * step
    let multiple = dividedRounding(sum * Int128(baseline.times.numerator), by: divisor) * step
    return max(floor, Quantity(exactly: multiple) ?? .limit)
  }

  /// The leaf with a target in place of its baseline.
  package func asking(_ target: Quantity) -> Leaf {
    Leaf(measure, of: value, .atLeast(target), on: days)
  }
  /// The leaf as an explanation's target makes it; as its floor does where nobody knows the target.
  package func asking(_ target: Explanation.Target?) -> Leaf {
    baseline == nil ? self : asking(target?.amount ?? floor)
  }
}
