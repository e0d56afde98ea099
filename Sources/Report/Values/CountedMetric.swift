package import DaymarkModel

/// The days of one metric, with what each source had and what of it counted.
package struct CountedMetric: Hashable, Sendable {
  package var metric: Metric
  /// The name of the metric: `steps`.
  package var name: String
  /// Ascending by day.
  package var days: [CountedDay]

  package init(metric: Metric, name: String, days: [CountedDay]) {
    (self.metric, self.name, self.days) = (metric, name, days)
  }

  /// The ranks of the sources that have anything, best first.
  package var sources: [Int] { Set(days.flatMap { $0.parts.map(\.source) }).sorted() }

  /// The day on which adding up would be furthest off; the first of equals.
  package var tellingDay: CountedDay? {
    days.enumerated().max { a, b in
      let (x, y) = (a.element.saved, b.element.saved)
      return x == y ? a.offset > b.offset : x < y
    }?.element
  }

  /// The sum of all days as they count.
  ///
  /// - Units: micro-units.
  package var total: Int128 { days.reduce(0) { $0 + Int128($1.value.microUnits) } }

  /// The sum of everything that every source has.
  ///
  /// - Units: micro-units.
  package var naiveTotal: Int128 { days.reduce(0) { $0 + Int128($1.naive.microUnits) } }
}

/// One day of one metric, counted once: the sources side by side.
///
/// Amounts are in the metric's canonical unit.
package struct CountedDay: Hashable, Sendable {
  /// The part of one source.
  package struct Part: Hashable, Sendable {
    /// Its rank in the subject's order, best first.
    package var source: Int
    /// Everything that it has for the day.
    package var offered: Quantity
    /// What of it is in the day's figure.
    package var counted: Quantity
    /// What better sources recorded at the same time.
    package var covered: Quantity
    /// The better sources that have something for the day.
    package var better: [Int]

    /// What neither counts nor is covered: another figure for the same day stands in its place.
    package var unused: Quantity {
      Quantity(
        microUnits: max(0, offered.microUnits - counted.microUnits - covered.microUnits))
    }
  }

  package var day: CivilDay
  /// The day's figure.
  package var value: Quantity
  /// The sum that adding up all sources without looking gives.
  package var naive: Quantity
  /// Typed-in values that are in neither.
  package var setAside: Quantity
  /// Best first.
  package var parts: [Part]

  /// - Returns: `nil` of a metric that does not add up, and of a day without a figure.
  package init?(_ aggregate: DailyAggregate) {
    guard aggregate.metric.isCumulative, let value = aggregate.value else { return nil }
    let measure = aggregate.measure
    day = aggregate.day
    self.value = value
    naive = measure.naive
    setAside = measure.setAside
    let ranks = measure.contributions.map(\.source)
    parts = measure.contributions.enumerated().map { index, part in
      Part(
        source: part.source, offered: part.offered, counted: part.contributed,
        covered: part.covered, better: Array(ranks[..<index]))
    }
  }

  /// How much more adding up without looking would give.
  package var saved: Quantity {
    Quantity(microUnits: max(0, naive.microUnits - value.microUnits))
  }
}
