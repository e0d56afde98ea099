/// What a subject handed in that another may have handed in, too, reduced to what tells the same from the like.
package struct SharedItems: Hashable, Sendable {
  /// SHA-256 of its archives; see ``EvidenceInput/mayBeShared``.
  package var archives: [Digest] = []
  /// Fingerprints of the documents in its archives, whatever archives these are.
  package var documents: [Digest] = []
  /// What its devices recorded in sessions: start, active time and distance, all three as one text.
  package var sessions: [String] = []
  /// The days of amounts that are not zero, by metric of ``metrics``.
  package var days: [Metric: [CivilDay: Quantity]] = [:]

  package init() {}

  /// Metrics of amounts that copies have in common and two people do not; a heart rate or a number of
  /// flights may well be the same.
  package static let metrics: [Metric] = [
    .steps, .distanceWalkingRunning, .distanceCycling, .distanceSwimming, .activeEnergy,
  ]

  /// What is compared of days.
  package init(days aggregates: [DailyAggregate]) {
    for day in aggregates where Self.metrics.contains(day.metric) {
      if let value = day.value, value != .zero { days[day.metric, default: [:]][day.day] = value }
    }
  }

  package init(_ reading: Reading) {
    self.init(days: reading.aggregates.days)
    archives = reading.inputs.filter(\.mayBeShared).map(\.digest)
    documents = reading.documents
    sessions = Set(reading.aggregates.sessions.compactMap(\.activity.recordedTimes)).sorted()
  }
}

extension Activity {
  /// Start, active time and distance of a session that a device recorded.
  ///
  /// What was typed in, or looks so, with whole minutes and a tenth of a kilometer, may well be the same
  /// of two people.
  fileprivate var recordedTimes: String? {
    guard !isUserEntered, let active = values[.activeSeconds], active > .zero,
      let distance = values[.distanceMeters], distance > .zero,
      !active.microUnits.isMultiple(of: 60_000_000)
        || !distance.microUnits.isMultiple(of: 100_000_000)
    else { return nil }
    return "\(start.milliseconds) \(active.microUnits) \(distance.microUnits)"
  }
}
