import DaymarkModel

/// A session that was rejected, as far as it was understood.
struct RejectedSession: Hashable {
  /// The check that rejected it.
  var code: FindingCode
  /// `nil` where it may be any.
  var kind: ActivityKind?
  /// The instant at which it starts; `nil` where that is not known.
  var start: Instant?
  /// The figures that were understood.
  var values: [ActivityField: Quantity]
  /// Whether its figures would have been part of daily metrics.
  var adds: Bool

  init(_ record: ActivityRecord, _ clock: RecordClock, rejectedBy code: FindingCode) {
    (self.code, kind) = (code, record.sportGap == nil ? record.kind : nil)
    (values, adds) = (record.values { _ in }, record.contribution != .nothing)
    start = record.start.instant.flatMap {
      clock == .wall || $0 >= Record.earliestStart ? $0 : nil
    }
  }

  /// One whose time cannot be.
  init(_ activity: Activity, rejectedBy code: FindingCode) {
    (self.code, kind) = (code, activity.sportGap == nil ? activity.kind : nil)
    (values, adds) = (activity.values, activity.contribution != .nothing)
  }

  /// What it leaves open.
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
  /// Whether a session of this kind may have some of a metric.
  fileprivate func mayHave(_ metric: Metric) -> Bool {
    switch metric {
    case .distanceWalkingRunning, .distanceCycling, .distanceSwimming: distanceMetric == metric
    default: true
    }
  }
}
