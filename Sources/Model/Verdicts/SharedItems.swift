/// The items of a subject's data that are compared with other subjects', to find shared data.
package struct SharedItems: Hashable, Sendable {
  /// SHA-256 of the subject's archives; see ``EvidenceInput/mayBeShared``.
  package var archives: [Digest] = []
  /// SHA-256 of the documents inside the archives, so that a document is found in any archive.
  package var documents: [Digest] = []
  /// The sessions that devices recorded, each as one text of start, active time and distance.
  package var sessions: [String] = []
  /// The amounts of days that are not zero, for each metric of ``metrics``.
  package var days: [Metric: [CivilDay: Quantity]] = [:]

  package init() {}

  /// The metrics whose daily amounts two people hardly have in common; heart rates or floors may be
  /// equal by chance.
  package static let metrics: [Metric] = [
    .steps, .distanceWalkingRunning, .distanceCycling, .distanceSwimming, .activeEnergy,
  ]

  /// Takes the items to compare from daily aggregates.
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
  /// Start, active time and distance of a session, if a device recorded it.
  ///
  /// `nil` for a session that was typed in or looks so, with whole minutes and a tenth of a
  /// kilometer, because two people may have the same.
  fileprivate var recordedTimes: String? {
    guard !isUserEntered, let active = values[.activeSeconds], active > .zero,
      let distance = values[.distanceMeters], distance > .zero,
      !active.microUnits.isMultiple(of: 60_000_000)
        || !distance.microUnits.isMultiple(of: 100_000_000)
    else { return nil }
    return "\(start.milliseconds) \(active.microUnits) \(distance.microUnits)"
  }
}
