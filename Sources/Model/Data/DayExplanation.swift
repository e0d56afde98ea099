/// The account of one civil day of one subject, metric by metric, as `explain-day` shows it.
package struct DayExplanation: Sendable {
  /// The civil day.
  package var day: CivilDay
  /// The time from the day's first instant to the next day's.
  package var interval: Interval
  /// The zone that decides the day.
  package var zone: ResolvedZone
  /// The sources by rank, best first.
  package var sources: [Source]
  /// What sound inputs make up for of damaged ones.
  package var healing: Healing
  /// The metrics that have anything on the day, in their order.
  package var metrics: [MetricExplanation] = []
  /// The sessions that start on the day.
  package var sessions: [Session] = []
  /// The own totals of workouts of Health exports that start on the day, beside their records.
  package var statedSessions: [StatedSession] = []
  /// What rejected records leave open of the day, by metric.
  package var bounds: [DayBounds] = []
  /// What was handed in and not understood, and may be of the day.
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
  /// The figure itself, its naive sum and alternate.
  package var aggregate: DailyAggregate
  /// The figure is a tracker's own, not made from samples; see Semantics, "Day totals" and "A
  /// heart-rate day".
  package var isTotal: Bool
  /// The figure that an export states of the day beside its records, if any does.
  package var stated: Quantity?
  /// The sources that have anything for the day, best first.
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

/// The part of one source in one metric of a day.
///
/// Amounts are rounded like the day's value; heart rate has none.
package struct SourceExplanation: Hashable, Sendable {
  /// Its rank.
  package var source: Int
  /// Accepted samples that overlap the day, totals not among them.
  package var samples: Int
  /// The time from the start of the first to the end of the last, inside the day; `nil` when there
  /// is none.
  package var span: Interval?
  /// The sum of their parts inside the day.
  package var offered: Quantity
  /// The part of it that is in the day's value, or that its totals give to it.
  package var counted: Quantity
  /// The amounts that better sources covered, by the best that did.
  package var covered: [Cover]
  /// The sum of its own totals for the day; `nil` when it has none, and for heart rate.
  package var total: Quantity?
  /// A distance for the day that does not say whether it was made on foot or by bicycle, where that
  /// matters; see Semantics, "Day totals".
  package var uncertainTotal: Quantity?

  /// The amount that a better source covered.
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
