/// A source as evidence lists it: by a key, because its name is private.
package struct EvidenceSource: Hashable, Sendable {
  /// The key in place of the name; see ``SourceOrder/keys(of:)``.
  package var key: String
  package var provider: Provider
  package var deviceClass: DeviceClass

  package init(key: String, provider: Provider, deviceClass: DeviceClass) {
    (self.key, self.provider, self.deviceClass) = (key, provider, deviceClass)
  }
}

/// A session as evidence lists it, with the inputs that recorded it and without its time of day.
package struct EvidenceSession: Hashable, Sendable {
  package var day: CivilDay
  package var kind: ActivityKind
  /// The inputs of the activities that were merged into the session, that of the kept activity
  /// first.
  package var inputs: [Digest]
  /// The input that each figure is from, as an index into ``inputs``.
  package var fields: [ActivityField: Int]

  package init(
    day: CivilDay, kind: ActivityKind, inputs: [Digest] = [], fields: [ActivityField: Int] = [:]
  ) {
    (self.day, self.kind, self.inputs, self.fields) = (day, kind, inputs, fields)
  }
}

/// The measures of quality of one day of a metric, as evidence lists them.
package struct DayQuality: Hashable, Sendable {
  package var day: CivilDay
  package var metric: Metric
  /// The sum over all sources before merging; `nil` for heart rate, whose sum has no meaning.
  package var naive: Quantity?
  /// The share of user-entered values, from 0 to 1.
  package var manualShare: Quantity?
  /// The contribution of each source, by its key.
  package var sources: [String: Quantity] = [:]
  package var isComplete = true
  /// The figures with which limits are compared, by the code of the flag and in the flag's unit.
  package var figures: [FlagCode: Quantity] = [:]

  package init(day: CivilDay, metric: Metric) { (self.day, self.metric) = (day, metric) }
}

/// A day with two figures between which the operator's configuration does not choose, as evidence
/// lists it.
package struct DayRivals: Hashable, Sendable {
  package var day: CivilDay
  package var metric: Metric
  /// The smaller figure, which does not count.
  package var smaller: Quantity
  /// The keys of the two sources: the phone whose samples were added up, and the source of the day
  /// total.
  package var sources: [String]

  package init(day: CivilDay, metric: Metric, smaller: Quantity = .zero, sources: [String] = []) {
    (self.day, self.metric, self.smaller, self.sources) = (day, metric, smaller, sources)
  }
}

extension Evidence {
  /// The keys of the subject's sources, best first.
  private var sourceKeys: [String] { SourceOrder.keys(of: aggregates.sources) }

  package var sourceRows: [EvidenceSource] {
    zip(sourceKeys, aggregates.sources).map {
      EvidenceSource(key: $0, provider: $1.provider, deviceClass: $1.deviceClass)
    }
  }

  package var sessionRows: [EvidenceSession] {
    aggregates.sessions.map { session in
      EvidenceSession(
        day: session.day, kind: session.activity.kind,
        inputs: session.inputs.map { inputs[$0].digest }, fields: session.origins)
    }
  }

  /// The days for which a phone's samples and a day total give two figures, by date, then in the
  /// order of the metrics.
  package var rivalRows: [DayRivals] {
    let keys = sourceKeys
    let ordered = aggregates.days.sorted { ($0.day, $0.metric) < ($1.day, $1.metric) }
    return ordered.compactMap { day in
      guard let rivals = day.measure.rivals, let smaller = day.measure.alternate else { return nil }
      return DayRivals(
        day: day.day, metric: day.metric, smaller: smaller,
        sources: [keys[rivals.phone], keys[rivals.total]])
    }
  }

  /// A row for every day that has a value, by date and then in the order of the metrics.
  ///
  /// Exercise time is included, because rules may ask for it and it stands nowhere else in the
  /// document.
  package var qualityRows: [DayQuality] {
    let keys = sourceKeys
    let ordered = aggregates.days.sorted { ($0.day, $0.metric) < ($1.day, $1.metric) }
    return ordered.map { day in
      var row = DayQuality(day: day.day, metric: day.metric)
      row.naive = day.metric.isCumulative ? day.measure.naive : nil
      row.manualShare = day.measure.manualShare.map { Quantity(microUnits: Int64($0) * 100) }
      row.sources = Dictionary(
        day.measure.contributions.map { (keys[$0.source], $0.contributed) }
      ) { $1 }
      (row.isComplete, row.figures) = (day.isComplete, day.measure.figures)
      return row
    }
  }
}
