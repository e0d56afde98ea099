/// The account of one civil day of one subject, metric by metric, as `explain-day` shows it.
package struct DayExplanation: Sendable {
  package var day: CivilDay
  /// The time from the first instant of the day to that of the next day.
  package var interval: Interval
  /// The zone that decides the day.
  package var zone: ResolvedZone
  /// The subject's sources by rank, best first.
  package var sources: [Source]
  /// The damaged inputs that sound inputs replace.
  package var healing: Healing
  /// The metrics that have any data on the day, in the order of ``Metric``.
  package var metrics: [MetricExplanation] = []
  /// The sessions that start on the day.
  package var sessions: [Session] = []
  /// The workouts of Health exports that start on the day and state totals of their own, with what
  /// their records sum to.
  package var statedSessions: [StatedSession] = []
  /// The bounds that rejected records leave for the day's figures, by metric.
  package var bounds: [DayBounds] = []
  /// Data that was handed in and not understood, and may belong to the day.
  package var openings: [Opening] = []

  package init(
    day: CivilDay, interval: Interval, zone: ResolvedZone, sources: [Source], healing: Healing
  ) {
    self.day = day
    self.healing = healing
    self.interval = interval
    self.zone = zone
    self.sources = sources
  }
}

/// The account of a day's figure of one metric.
package struct MetricExplanation: Hashable, Sendable {
  /// The day's figure, with its measures of quality.
  package var aggregate: DailyAggregate
  /// Whether the figure is a tracker's own total and not made from samples; see Semantics, "Day
  /// totals" and "A heart-rate day".
  package var isTotal: Bool
  /// The figure that an export itself states for the day, beside its records; `nil` where none
  /// does.
  package var stated: Quantity?
  /// The sources that have any data for the day, best first.
  package var sources: [SourceExplanation]

  package init(
    aggregate: DailyAggregate, isTotal: Bool, stated: Quantity? = nil,
    sources: [SourceExplanation]
  ) {
    self.aggregate = aggregate
    self.isTotal = isTotal
    self.stated = stated
    self.sources = sources
  }
}

/// The data of one metric that one source has on a day, and the part of it that counts.
///
/// Amounts are rounded like the day's value. For heart rate they are zero.
package struct SourceExplanation: Hashable, Sendable {
  /// The source's rank.
  package var source: Int
  /// The number of accepted samples that overlap the day; day totals are not counted.
  package var samples: Int
  /// The time from the start of the source's first sample to the end of its last, cut to the day.
  ///
  /// It is `nil` when the source has no sample.
  package var span: Interval?
  /// The sum of the parts of the source's samples that are within the day.
  package var offered: Quantity
  /// The part of the day's value that is from this source's samples or day totals.
  package var counted: Quantity
  /// The amounts that did not count because better sources cover the same time, by the best source
  /// that does.
  package var covered: [Cover]
  /// The sum of the source's own totals for the day; `nil` when it has none, and for heart rate.
  package var total: Quantity?
  /// A distance for the day of which the source does not say whether it was covered on foot or by
  /// bicycle, where that matters; see Semantics, "Day totals".
  package var uncertainTotal: Quantity?

  /// An amount that did not count because a better source covers the same time.
  package struct Cover: Hashable, Sendable {
    /// Rank of the better source.
    package var source: Int
    /// The amount, in the metric's canonical unit.
    package var amount: Quantity

    package init(source: Int, amount: Quantity) {
      self.source = source
      self.amount = amount
    }
  }

  package init(
    source: Int, samples: Int, span: Interval?, offered: Quantity, counted: Quantity,
    covered: [Cover] = [], total: Quantity? = nil, uncertainTotal: Quantity? = nil
  ) {
    self.source = source
    self.samples = samples
    self.span = span
    self.offered = offered
    self.counted = counted
    self.covered = covered
    self.total = total
    self.uncertainTotal = uncertainTotal
  }
}
