/// Something that was handed in and of which nobody knows what it holds.
///
/// It leaves days and sessions open above: there may be more than what was understood, never less. See Semantics, "What
/// is not read".
package struct Opening: Hashable, Sendable {
  /// What may be in it of sessions.
  package enum Sessions: String, CaseIterable, Sendable {
    case none
    /// One session, with ``Opening/values`` as its figures.
    case one
    /// Any number of them, with any figures.
    case many
  }

  /// The finding that tells of it.
  package var code: FindingCode
  /// SHA-256 of the input that was not read; `nil` of a session.
  package var input: Digest?
  /// The first and the last day that it may be about; `nil` where that may be any.
  package var days: ClosedRange<CivilDay>?
  /// The metrics of which it may have amounts, ascending.
  package var metrics: [Metric]
  /// What it may have of sessions.
  package var sessions: Sessions
  /// The kind of the session; `nil` where it may be any.
  package var kind: ActivityKind?
  /// The figures of the session that are known.
  package var values: [ActivityField: Quantity]
  /// Whether it may have sets of strength training, or attempts at feats.
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

  /// A file that may hold anything of any day.
  package init(unread code: FindingCode, _ input: Digest) {
    self.init(
      code, input: input, metrics: Metric.allCases, sessions: .many, mayHaveSets: true)
  }
}

extension Opening {
  /// Whether it may have something of a day.
  package func mayHold(_ day: CivilDay) -> Bool { days?.contains(day) ?? true }

  /// The most that it may add to a metric's day, or `nil` where nothing bounds it.
  package func most(of metric: Metric) -> Quantity? {
    guard metrics.contains(metric) else { return .zero }
    guard sessions == .one else { return nil }
    return ActivityField.allCases.first { $0.adds(to: metric) }.map { values[$0] ?? .zero }
  }
}

extension ActivityField {
  /// Whether a session's figure is part of a metric's day.
  package func adds(to metric: Metric) -> Bool {
    switch (self, metric) {
    case (.distanceMeters, .distanceWalkingRunning), (.distanceMeters, .distanceCycling),
      (.distanceMeters, .distanceSwimming), (.kilocalories, .activeEnergy), (.steps, .steps):
      true
    default: false
    }
  }
}

/// What is wrong with a session's sport; see Semantics, "What is not read".
package enum SportGap: String, CaseIterable, Hashable, Sendable {
  /// The file states none.
  case missing
  /// The file states one that means nothing to us.
  case unknown

  /// The finding that tells of it.
  package var code: FindingCode { self == .missing ? .activitySportMissing : .activitySportUnknown }
}

/// The sport of those sessions whose files state none that is known, in the operator's words.
package struct SportStatement: Hashable, Sendable {
  /// A glob (`*`, `?`) on the names of files; capitals do not matter.
  package var files: String
  /// The kind that their sessions are.
  package var kind: ActivityKind

  package init(files: String, kind: ActivityKind) { (self.files, self.kind) = (files, kind) }

  /// Of all files.
  package init(all kind: ActivityKind) { self.init(files: "*", kind: kind) }

  /// Whether it is about a file of this name.
  package func isAbout(_ name: String) -> Bool {
    matches(glob: comparableName(files).lowercased(), comparableName(name).lowercased())
  }
}
