/// What is known of one value of a day: whatever is still unknown, it lies between two bounds.
///
/// - Units: the value's ``DayValue/partsOfUnit``, whole seconds of durations.
package struct RewardFigure: Hashable, Sendable {
  /// The lower bound, which points are given for.
  package var least: Int64
  /// The upper bound; `nil` where there is none.
  package var most: Int64?

  /// Makes a figure of its bounds.
  package init(least: Int64, most: Int64?) { (self.least, self.most) = (least, most) }

  /// A figure that is known for sure.
  package init(_ amount: Int64) { self.init(least: amount, most: amount) }

  /// What is known of a day of which nobody handed in anything.
  package static let unknown = RewardFigure(least: 0, most: nil)
}

extension Int64 {
  /// The sum of two amounts; the largest amount where it does not fit, which is more than any target.
  package func addingClamped(_ other: Int64) -> Int64 {
    let (sum, overflows) = addingReportingOverflow(other)
    return overflows ? .max : sum
  }
}

extension DayValue {
  /// How many parts of a canonical unit the figures of programmes are counted in.
  ///
  /// Durations are counted in whole seconds, of which a minute's millionths have no whole number: sixty
  /// sessions of 59 s are 59 minutes. Everything else is counted as it is in days.
  package var partsOfUnit: Int64 { unit == .minute ? 60 : 1_000_000 * partsOfMicroUnit }

  /// Whether an amount satisfies a comparison.
  ///
  /// - Parameter amount: In ``partsOfUnit``.
  package func satisfies(_ comparison: Comparison, _ amount: Int64) -> Bool {
    let amount = Int128(amount) * 1_000_000
    if let lower = comparison.lower {
      let bound = millionthsOfParts(lower.threshold)
      guard lower.isIncluded ? amount >= bound : amount > bound else { return false }
    }
    guard let upper = comparison.upper else { return true }
    let bound = millionthsOfParts(upper.threshold)
    return upper.isIncluded ? amount <= bound : amount < bound
  }

  /// The least amount that is on the right side of a lower bound.
  ///
  /// - Returns: In ``partsOfUnit``.
  package func leastAmount(within bound: Comparison.Bound) -> Int64 {
    let (whole, rest) = millionthsOfParts(bound.threshold).quotientAndRemainder(
      dividingBy: 1_000_000)
    return Int64(clamping: rest > 0 || !bound.isIncluded ? whole + 1 : whole)
  }

  /// A threshold in ``partsOfUnit``, exactly; `nil` where it is no whole number of them.
  package func amount(of threshold: Quantity) -> Int64? {
    let (whole, rest) = millionthsOfParts(threshold).quotientAndRemainder(dividingBy: 1_000_000)
    return rest == 0 ? Int64(exactly: whole) : nil
  }

  /// A threshold in millionths of ``partsOfUnit``.
  ///
  /// A time that was written in seconds is a rounded number of millionths of a minute, and is meant as the whole
  /// number of seconds that is as near as that rounding.
  private func millionthsOfParts(_ threshold: Quantity) -> Int128 {
    let parts = Int128(threshold.microUnits) * Int128(partsOfUnit)
    let nearest = dividedRounding(parts, by: 1_000_000) * 1_000_000
    let isRounded = unit == .minute && (parts - nearest).magnitude * 2 <= UInt128(partsOfUnit)
    return isRounded ? nearest : parts
  }
}

/// A question about one value of a day.
package struct DayTest: Hashable, Sendable {
  /// The value.
  package var value: DayValue
  /// What it is compared with.
  package var comparison: Comparison

  /// Makes a test.
  package init(_ value: DayValue, _ comparison: Comparison) {
    (self.value, self.comparison) = (value, comparison)
  }

  /// Whether a day passes, whatever its value is within the bounds.
  package func isSurelyPassed(by figure: RewardFigure) -> Bool {
    guard value.satisfies(comparison, figure.least) else { return false }
    guard comparison.upper != nil else { return true }
    return figure.most.map { value.satisfies(comparison, $0) } ?? false
  }
}
