/// A total that an archive states for a whole day beside its records, as the file has it.
package struct StatedDayRecord: Hashable, Sendable {
  /// The day; `nil` where the file has no date there, or text that is none.
  package var day: CivilDay?
  package var metric: Metric
  /// The amount with its unit.
  package var amount: WrittenAmount

  package init(day: CivilDay?, metric: Metric, amount: WrittenAmount) {
    (self.day, self.metric, self.amount) = (day, metric, amount)
  }
}

/// A total that an archive states for a whole day beside its records, such as the sum that a phone
/// made of all its sources.
///
/// It does not count, and is compared with the figure that counts; see Semantics, "What an archive
/// says of itself".
package struct StatedDay: Hashable, Sendable {
  package var day: CivilDay
  package var metric: Metric
  /// The amount, in the metric's canonical unit, rounded like a day's value.
  package var amount: Quantity

  package init(day: CivilDay, metric: Metric, amount: Quantity) {
    (self.day, self.metric, self.amount) = (day, metric, amount)
  }
}

/// A workout's own total of a metric, and the sum of its source's records during the workout.
package struct StatedSession: Hashable, Sendable {
  package var kind: ActivityKind
  /// The time of the workout.
  package var interval: Interval
  /// Rank of the workout's source.
  package var source: Int
  package var metric: Metric
  /// The total that the workout states, rounded like a day's value.
  package var stated: Quantity
  /// The sum of the source's records during the workout, rounded likewise.
  package var recorded: Quantity

  package init(
    kind: ActivityKind, interval: Interval, source: Int, metric: Metric, stated: Quantity,
    recorded: Quantity
  ) {
    (self.kind, self.interval, self.source) = (kind, interval, source)
    (self.metric, self.stated, self.recorded) = (metric, stated, recorded)
  }
}

/// The difference between a figure that counts and the one that an archive states.
package struct StatedDifference: Hashable, Sendable {
  /// The absolute difference.
  package let amount: Quantity
  /// Whether the figure that counts is above the stated one.
  package let isMore: Bool
  /// The difference in percent of the stated figure, rounded to 0.01 %; `nil` where the stated
  /// figure is zero.
  package let percent: Quantity?

  package init(of figure: Quantity, from stated: Quantity) {
    let difference = Int128(figure.microUnits) - Int128(stated.microUnits)
    amount = Quantity(exactly: abs(difference)) ?? .limit
    isMore = difference > 0
    let hundred = Int128(Quantity(100).microUnits)
    percent =
      stated > .zero
      ? (Quantity(
        exactly: dividedRounding(abs(difference) * hundred, by: Int128(stated.microUnits)))
        ?? .limit).rounded(toMultipleOf: Quantity.hundredth) : nil
  }
}
