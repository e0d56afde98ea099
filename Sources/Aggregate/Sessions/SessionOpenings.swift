import DaymarkModel

extension SubjectAggregates {
  /// All data that may hold more than is counted: what was not understood, sessions of unknown
  /// sport, and sessions whose track has gaps.
  func allOpenings(_ notUnderstood: [Opening]) -> [Opening] {
    let ofSessions = sessions.flatMap { session -> [Opening] in
      let (activity, day) = (session.activity, session.day...session.day)
      if let gap = activity.sportGap {
        // The sessions of a health store add nothing to days, because their records stand in the
        // export.
        let adds =
          !sources[Int(activity.source)].provider.isHealthStore
          && activity.values[.distanceMeters] != nil
        return [
          Opening(
            gap.code, days: day,
            metrics: adds ? ActivityKind.allCases.compactMap(\.distanceMetric).distinct : [],
            sessions: .one, values: activity.values)
        ]
      }
      guard activity.hasGaps, let metric = activity.kind.distanceMetric else { return [] }
      return [Opening(.trackGap, days: day, metrics: [metric])]
    }
    return (notUnderstood + ofSessions).sorted { $0.order < $1.order }
  }
}

extension [Metric] {
  fileprivate var distinct: [Metric] { Set(self).sorted() }
}

extension Opening {
  /// A text by which openings are ordered: code, day, and everything else, so that different
  /// openings never tie.
  fileprivate var order: String {
    let figures = values.sorted { $0.key.rawValue < $1.key.rawValue }
      .map { "\($0.key.rawValue) \($0.value)" }
    let first = days?.lowerBound.description ?? ""
    let last = days?.upperBound.description ?? ""
    return
      "\(code.rawValue) \(first) \(input?.hex ?? "") \(kind?.rawValue ?? "") \(figures) \(last) \(metrics.map(\.id)) \(sessions.rawValue) \(mayHaveSets)"
  }
}
