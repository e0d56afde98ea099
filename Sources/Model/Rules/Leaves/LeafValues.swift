// The values that leaves compare.

extension Leaf {
  /// Whether the comparison is with one figure of the whole period.
  ///
  /// Otherwise the leaf's result is a number of days or stretches that satisfy the comparison.
  package var comparesOneFigure: Bool { measure.figure == .amount }

  /// The comparison with the leaf's result, which is a number of days or stretches, or an amount.
  ///
  /// - Parameter days: The number of days that the leaf counts.
  package func target(over days: Int) -> Comparison {
    switch measure {
    case .days(.every): .atLeast(Quantity(days))
    case .days(.atLeast(let count)): .atLeast(Quantity(count))
    case .streak(let length, _): .atLeast(Quantity(length))
    case .recurring(let recurrence, _): .atLeast(Quantity(recurrence.count))
    default: comparison
    }
  }

  /// The values of a day, or sums of days' values, that satisfy the leaf's comparison.
  package var interval: ValueInterval { interval(ofSumsOver: 1) }

  /// The sums over this many days whose mean satisfies the leaf's comparison.
  package func interval(ofSumsOver days: Int) -> ValueInterval {
    comparison.interval(step: value.step, times: days * Int(value.partsOfMicroUnit))
  }
}

extension DayValue {
  /// The values that a day can possibly have.
  package var possible: ValueInterval {
    unit == .beatsPerMinute
      ? Comparison.between(HeartRate.possible.lowerBound, HeartRate.possible.upperBound)
        .interval(step: step)
      : Comparison.atLeast(.zero).interval(step: step)
  }
}
