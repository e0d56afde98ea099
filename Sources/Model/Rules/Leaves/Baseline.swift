/// A target that depends on what the subject did before the period; see Rules, "Days before the
/// period".
///
/// The target is a multiple of the mean of recorded days, but at least the threshold of the leaf's
/// own comparison, which is the floor.
package struct Baseline: Hashable, Sendable {
  /// The number of days before the period over whose recorded days the mean is taken.
  package var days: Int
  /// The number of days before the period that must have data; with fewer the target is unknown.
  package var atLeastDays: Int
  /// The factor by which the mean is multiplied.
  package var times: Weight

  /// The greatest ``days``: a year.
  package static let mostDays = 366

  /// The value of ``atLeastDays`` for a rule that does not state it.
  package static let usualAtLeastDays = 20

  package init(
    days: Int, atLeastDays: Int = Baseline.usualAtLeastDays, times: Weight = Weight(1)
  ) {
    (self.days, self.atLeastDays, self.times) = (days, atLeastDays, times)
  }
}

extension Leaf {
  /// The least target that the leaf's baseline can give.
  package var floor: Quantity { comparison.lower?.threshold ?? .zero }

  /// The target that follows from recorded days: a multiple of their mean, rounded as days are, or
  /// the floor if that is more.
  ///
  /// - Parameters:
  ///   - sum: The sum of the days in micro-units, or in ``DayValue/partsOfMicroUnit`` of them.
  ///   - days: The number of these days; at least one.
  ///   - baseline: The leaf's baseline.
  package func target(ofSum sum: Int128, over days: Int, _ baseline: Baseline) -> Quantity {
    let step = Int128(value.unit.dailyStep)
    let divisor =
      Int128(days) * Int128(value.partsOfMicroUnit) * Int128(baseline.times.denominator) * step
    let multiple = dividedRounding(sum * Int128(baseline.times.numerator), by: divisor) * step
    return max(floor, Quantity(exactly: multiple) ?? .limit)
  }

  /// The leaf with a fixed target in place of its baseline.
  package func asking(_ target: Quantity) -> Leaf {
    Leaf(measure, of: value, .atLeast(target), on: days)
  }
  /// The leaf with the target that an explanation states, or with the floor where the target is not
  /// known.
  package func asking(_ target: Explanation.Target?) -> Leaf {
    baseline == nil ? self : asking(target?.amount ?? floor)
  }
}
