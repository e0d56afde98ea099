import DaymarkModel

/// The parts of a rejected session that were understood.
struct RejectedSession: Hashable {
  /// The check that rejected it.
  var code: FindingCode
  /// The kind; `nil` where it may be any.
  var kind: ActivityKind?
  /// The start; `nil` where it is unknown.
  var start: Instant?
  /// The figures that were understood, in canonical units; active time in seconds.
  var values: [ActivityField: Quantity]
  /// Whether the figures would have been added to daily metrics.
  var adds: Bool

  init(_ record: ActivityRecord, _ clock: RecordClock, rejectedBy code: FindingCode) {
    (self.code, kind) = (code, record.sportGap == nil ? record.kind : nil)
    (values, adds) = (record.values { _ in }, record.contribution != .nothing)
    start = record.start.instant.flatMap {
      clock == .wall || $0 >= Record.earliestStart ? $0 : nil
    }
  }

  /// Makes a rejected session from an activity of an impossible time.
  init(_ activity: Activity, rejectedBy code: FindingCode) {
    (self.code, kind) = (code, activity.sportGap == nil ? activity.kind : nil)
    (values, adds) = (activity.values, activity.contribution != .nothing)
  }

  /// Returns the data that the session leaves open.
  func opening(by calendar: DayCalendar) -> Opening {
    let day = start.map(calendar.day(containing:))
    let metrics = Metric.allCases.filter { metric in
      adds && values.keys.contains { $0.adds(to: metric) }
        && (kind.map { $0.mayHave(metric) } ?? true)
    }
    return Opening(
      code, days: day.map { $0...$0 }, metrics: metrics, sessions: .one, kind: kind,
      values: values)
  }
}

extension ActivityKind {
  /// Whether a session of this kind may have an amount of a metric.
  fileprivate func mayHave(_ metric: Metric) -> Bool {
    switch metric {
    case .distanceWalkingRunning, .distanceCycling, .distanceSwimming: distanceMetric == metric
    default: true
    }
  }
}
