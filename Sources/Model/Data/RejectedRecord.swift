/// A record that was rejected, with what was understood of it.
///
/// It does not count. The true figure of its day is therefore uncertain; see Semantics, "What
/// rejected records leave open".
package struct RejectedRecord: Hashable, Sendable {
  package var metric: Metric
  /// The source of the record: first as its input numbers sources, and in a ``SampleSet`` by rank.
  package var source: UInt16
  /// The time that the record covers; `nil` where that is not known.
  package var time: Interval?
  /// The amount in the metric's canonical unit; `nil` where that is not known.
  package var amount: Quantity?
  /// The instant at which the record was written; `nil` where the file does not say.
  package var created: Instant?
  /// The code of the check that rejected it.
  package var code: FindingCode
  /// Whether the record is known to be so long that, had it been understood, it would not have
  /// taken the place of shorter ones.
  package var coversNothing: Bool

  package init(
    metric: Metric, source: UInt16, time: Interval?, amount: Quantity?, created: Instant? = nil,
    code: FindingCode, coversNothing: Bool = false
  ) {
    (self.metric, self.source, self.time, self.amount) = (metric, source, time, amount)
    (self.created, self.code, self.coversNothing) = (created, code, coversNothing)
  }

  /// Whether the record was set aside for its length; its amount is then spread evenly over its
  /// time.
  package var isTooLong: Bool {
    coversNothing && time.map { $0.duration > Record.longest } ?? false
  }
}

/// The bounds of a day's figure that is uncertain because records were rejected.
package struct DayBounds: Hashable, Sendable {
  package var metric: Metric
  package var day: CivilDay
  /// The least that the figure can be.
  package var least: Quantity
  /// The most that the figure can be; `nil` where nothing bounds it.
  package var most: Quantity?

  package init(metric: Metric, day: CivilDay, least: Quantity, most: Quantity?) {
    (self.metric, self.day, self.least, self.most) = (metric, day, least, most)
  }
}

/// The rejected records of one metric whose time is not known, so that they may belong to any day.
package struct UndatedRecords: Hashable, Sendable {
  package var metric: Metric
  /// The number of records.
  package var count: Int
  /// The most that they can come to on one day: their sum, or for heart rates the highest; `nil`
  /// where an amount is not known.
  package var mostOnADay: Quantity?
  /// Whether one source has so many rejected records that every day counts as damaged.
  package var areDamage: Bool

  package init(metric: Metric, count: Int, mostOnADay: Quantity?, areDamage: Bool = false) {
    (self.metric, self.count) = (metric, count)
    (self.mostOnADay, self.areDamage) = (mostOnADay, areDamage)
  }
}
