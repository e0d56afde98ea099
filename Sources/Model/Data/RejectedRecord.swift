/// A record that was rejected, as far as it was understood.
///
/// It counts for nothing, and it leaves open what its day really was; see Semantics, "What rejected records leave
/// open".
package struct RejectedRecord: Hashable, Sendable {
  /// The metric that it is a record of.
  package var metric: Metric
  /// The number of its source: as its input numbers sources, in a ``SampleSet`` by rank.
  package var source: UInt16
  /// The time that it is of; `nil` where that is not known.
  package var time: Interval?
  /// Its amount in the metric's canonical unit; `nil` where that is not known.
  package var amount: Quantity?
  /// When it was written; `nil` where the file does not say.
  package var created: Instant?
  /// The check that rejected it.
  package var code: FindingCode
  /// Whether it is known to take so long that it would have covered nothing had it been understood.
  package var coversNothing: Bool

  package init(
    metric: Metric, source: UInt16, time: Interval?, amount: Quantity?, created: Instant? = nil,
    code: FindingCode, coversNothing: Bool = false
  ) {
    (self.metric, self.source, self.time, self.amount) = (metric, source, time, amount)
    (self.created, self.code, self.coversNothing) = (created, code, coversNothing)
  }

  /// Whether it was set aside for its length, and spreads what it has evenly over its time.
  package var isTooLong: Bool {
    coversNothing && time.map { $0.duration > Record.longest } ?? false
  }
}

/// The bounds between which a day's figure lies, where rejected records leave it open.
package struct DayBounds: Hashable, Sendable {
  /// The metric of the figure.
  package var metric: Metric
  /// The civil day.
  package var day: CivilDay
  /// The least that it can be.
  package var least: Quantity
  /// The most that it can be; `nil` where nothing bounds it.
  package var most: Quantity?

  package init(metric: Metric, day: CivilDay, least: Quantity, most: Quantity?) {
    (self.metric, self.day, self.least, self.most) = (metric, day, least, most)
  }
}

/// The rejected records of a metric of which the time is not known: each may be of any day.
package struct UndatedRecords: Hashable, Sendable {
  /// The metric that they are records of.
  package var metric: Metric
  /// How many there are.
  package var count: Int
  /// Their sum, of heart rates the highest; `nil` where an amount is not known.
  package var most: Quantity?
  /// Whether a source has so many of them that every day counts as damaged.
  package var areDamage: Bool

  package init(metric: Metric, count: Int, most: Quantity?, areDamage: Bool = false) {
    (self.metric, self.count, self.most, self.areDamage) = (metric, count, most, areDamage)
  }
}
