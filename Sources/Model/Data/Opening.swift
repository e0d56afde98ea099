/// Something that was handed in and could not be read, so that it may hold more than is counted.
///
/// Days and sessions that it may touch are open above: the true figure may be higher than the known
/// one, never lower. See Semantics, "What is not read".
package struct Opening: Hashable, Sendable {
  /// The sessions that the unread data may hold.
  package enum Sessions: String, CaseIterable, Sendable {
    case none
    /// One session, with ``Opening/values`` as its figures.
    case one
    /// Any number of sessions, with any figures.
    case many
  }

  /// The code of the finding that reports the unread data.
  package var code: FindingCode
  /// SHA-256 of the input that was not read; `nil` where only a session was not understood.
  package var input: Digest?
  /// The first and the last day that the unread data can be about; `nil` where it can be any day.
  package var days: ClosedRange<CivilDay>?
  /// The metrics of which the unread data may have amounts, ascending.
  package var metrics: [Metric]
  /// The sessions that the unread data may hold.
  package var sessions: Sessions
  /// The kind of the session; `nil` where it can be any kind.
  package var kind: ActivityKind?
  /// The figures of the session that are known, in canonical units; active time in seconds.
  package var values: [ActivityField: Quantity]
  /// Whether the unread data may hold sets of strength training, or attempts at feats.
  package var mayHaveSets: Bool

  package init(
    _ code: FindingCode, input: Digest? = nil, days: ClosedRange<CivilDay>? = nil,
    metrics: [Metric] = [], sessions: Sessions = .none, kind: ActivityKind? = nil,
    values: [ActivityField: Quantity] = [:], mayHaveSets: Bool = false
  ) {
    (self.code, self.input, self.days) = (code, input, days)
    (self.metrics, self.sessions, self.kind) = (metrics, sessions, kind)
    (self.values, self.mayHaveSets) = (values, mayHaveSets)
  }

  /// An unread file, which may hold anything about any day.
  package init(unread code: FindingCode, _ input: Digest) {
    self.init(
      code, input: input, metrics: Metric.alwaysRead, sessions: .many, mayHaveSets: true)
  }
}

extension Opening {
  /// Whether the unread data may be about a day.
  package func mayHold(_ day: CivilDay) -> Bool { days?.contains(day) ?? true }

  /// Whether the unread data may be about a day of a metric; a night begins on the day before.
  package func mayHold(_ day: CivilDay, of metric: Metric) -> Bool {
    mayHold(day) || metric.isOfNights && mayHold(day.advanced(by: -1))
  }

  /// Whether the unread data may have amounts of a metric: what may have those of all metrics that
  /// are always read may have those of any.
  package func mayHave(_ metric: Metric) -> Bool {
    metrics.contains(metric)
      || metric.isReadOnRequest && Set(Metric.alwaysRead).isSubset(of: metrics)
  }

  /// The most that the unread data may add to a day of a metric, or `nil` where nothing bounds it.
  package func most(of metric: Metric) -> Quantity? {
    guard mayHave(metric) else { return .zero }
    guard sessions == .one else { return nil }
    return ActivityField.allCases.first { $0.adds(to: metric) }.map { values[$0] ?? .zero }
  }
}

extension ActivityField {
  /// Whether the figure of a session is also counted in the days of a metric.
  package func adds(to metric: Metric) -> Bool {
    switch (self, metric) {
    case (.distanceMeters, .distanceWalkingRunning), (.distanceMeters, .distanceCycling),
      (.distanceMeters, .distanceSwimming), (.kilocalories, .activeEnergy), (.steps, .steps):
      true
    default: false
    }
  }
}

/// The reason for which the sport of a session is unknown; see Semantics, "What is not read".
package enum SportGap: String, CaseIterable, Hashable, Sendable {
  /// The file states no sport.
  case missing
  /// The file states a sport that Daymark does not know.
  case unknown

  /// The code of the finding that reports the gap.
  package var code: FindingCode { self == .missing ? .activitySportMissing : .activitySportUnknown }
}

/// The operator's statement of which sport sessions are whose files state none that Daymark knows.
package struct SportStatement: Hashable, Sendable {
  /// A glob (`*`, `?`) on the names of files, without regard to case.
  package var files: String
  /// The kind that is assumed for sessions in the files.
  package var kind: ActivityKind

  package init(files: String, kind: ActivityKind) { (self.files, self.kind) = (files, kind) }

  /// A statement about all files.
  package init(all kind: ActivityKind) { self.init(files: "*", kind: kind) }

  /// Whether the statement is about a file of this name.
  package func isAbout(_ name: String) -> Bool {
    matches(glob: comparableName(files).lowercased(), comparableName(name).lowercased())
  }
}
