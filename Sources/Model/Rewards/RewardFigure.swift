/// The possible range of one value of a day: two bounds between which it is, whatever is still
/// unknown.
///
/// - Units: the value's ``DayValue/partsOfUnit``, which are whole seconds for durations.
package struct RewardFigure: Hashable, Sendable {
  /// The lower bound, for which points are given.
  package var least: Int64
  /// The upper bound; `nil` where there is none.
  package var most: Int64?

  package init(least: Int64, most: Int64?) { (self.least, self.most) = (least, most) }

  /// Makes the figure of a value that is known exactly.
  package init(_ amount: Int64) { self.init(least: amount, most: amount) }

  /// The figure of a day for which nothing was handed in.
  package static let unknown = RewardFigure(least: 0, most: nil)
}

extension Int64 {
  /// The sum of two amounts, or the largest amount if the sum does not fit, which is above every
  /// target.
  package func addingClamped(_ other: Int64) -> Int64 {
    let (sum, overflows) = addingReportingOverflow(other)
    return overflows ? .max : sum
  }
}

extension DayValue {
  /// The parts of a canonical unit in which programmes count the value.
  ///
  /// Durations are counted in whole seconds, because a second is no whole number of millionths of a
  /// minute: sixty sessions of 59 s are exactly 59 minutes. Everything else is counted as days are.
  package var partsOfUnit: Int64 { unit == .minute ? 60 : 1_000_000 * partsOfMicroUnit }

  /// Whether an amount satisfies a comparison.
  ///
  /// - Parameter amount: An amount in ``partsOfUnit``.
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

  /// The least amount that satisfies a lower bound.
  ///
  /// - Returns: An amount in ``partsOfUnit``.
  package func leastAmount(within bound: Comparison.Bound) -> Int64 {
    let (whole, rest) = millionthsOfParts(bound.threshold).quotientAndRemainder(
      dividingBy: 1_000_000)
    return Int64(clamping: rest > 0 || !bound.isIncluded ? whole + 1 : whole)
  }

  /// A threshold in ``partsOfUnit``; `nil` where it is no whole number of them.
  package func amount(of threshold: Quantity) -> Int64? {
    let (whole, rest) = millionthsOfParts(threshold).quotientAndRemainder(dividingBy: 1_000_000)
    return rest == 0 ? Int64(exactly: whole) : nil
  }

  /// A threshold in millionths of ``partsOfUnit``.
  ///
  /// A duration that was written in seconds has been rounded to a millionth of a minute; it is
  /// taken as the whole number of seconds that rounds to it.
  private func millionthsOfParts(_ threshold: Quantity) -> Int128 {
    let parts = Int128(threshold.microUnits) * Int128(partsOfUnit)
    let nearest = dividedRounding(parts, by: 1_000_000) * 1_000_000
    let isRounded = unit == .minute && (parts - nearest).magnitude * 2 <= UInt128(partsOfUnit)
    return isRounded ? nearest : parts
  }
}

/// A comparison with one value of a day, such as at least 10,000 steps.
package struct DayTest: Hashable, Sendable {
  package var value: DayValue
  /// The comparison with the value.
  package var comparison: Comparison

  package init(_ value: DayValue, _ comparison: Comparison) {
    (self.value, self.comparison) = (value, comparison)
  }

  /// Whether every value between the figure's bounds satisfies the comparison.
  package func isSurelyPassed(by figure: RewardFigure) -> Bool {
    guard value.satisfies(comparison, figure.least) else { return false }
    guard comparison.upper != nil else { return true }
    return figure.most.map { value.satisfies(comparison, $0) } ?? false
  }
}
