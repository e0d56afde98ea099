package import DaymarkModel

/// The days of one metric, with what each source had and how much of it counted.
package struct CountedMetric: Hashable, Sendable {
  package var metric: Metric
  /// The name of the metric, such as `steps`.
  package var name: String
  /// The days, ascending.
  package var days: [CountedDay]

  package init(metric: Metric, name: String, days: [CountedDay]) {
    (self.metric, self.name, self.days) = (metric, name, days)
  }

  /// The ranks of the sources with data, best first.
  package var sources: [Int] { Set(days.flatMap { $0.parts.map(\.source) }).sorted() }

  /// The day on which adding everything up would be furthest off, the first of equal ones.
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

/// One day of one metric, with the amounts of each source and how much of them counted.
///
/// Amounts are in the metric's canonical unit.
package struct CountedDay: Hashable, Sendable {
  /// The amounts of one source.
  package struct Part: Hashable, Sendable {
    /// The source's rank in the subject's order, best first.
    package var source: Int
    /// Everything that the source has for the day.
    package var offered: Quantity
    /// The part of ``offered`` that is in the day's figure.
    package var counted: Quantity
    /// The part of ``offered`` that better sources recorded at the same time.
    package var covered: Quantity
    /// The ranks of better sources that have data for the day.
    package var better: [Int]

    /// The part that neither counts nor is covered, because another figure for the day is used.
    package var unused: Quantity {
      Quantity(
        microUnits: max(0, offered.microUnits - counted.microUnits - covered.microUnits))
    }
  }

  package var day: CivilDay
  /// The day's figure.
  package var value: Quantity
  /// The sum of everything that all sources have.
  package var naive: Quantity
  /// The sum of typed-in values that were set aside, and are in neither ``value`` nor ``naive``.
  package var setAside: Quantity
  /// The sources, best first.
  package var parts: [Part]

  /// Takes the day apart.
  ///
  /// - Returns: `nil` for a metric that does not add up, and for a day without a figure.
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

  /// The amount by which adding everything up would exceed the counted total.
  package var saved: Quantity {
    Quantity(microUnits: max(0, naive.microUnits - value.microUnits))
  }
}
