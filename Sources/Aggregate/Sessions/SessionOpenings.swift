import DaymarkModel

extension SubjectAggregates {
  /// What was not understood, with what the sessions leave open themselves: those whose sport nobody knows, and those
  /// whose track has gaps.
  func allOpenings(_ notUnderstood: [Opening]) -> [Opening] {
    let ofSessions = sessions.flatMap { session -> [Opening] in
      let (activity, day) = (session.activity, session.day...session.day)
      if let gap = activity.sportGap {
        // Of a health store the records stand for themselves.
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
  /// What orders openings: the code, the day, then all else, so that no two that differ have one place.
  fileprivate var order: String {
    let figures = values.sorted { $0.key.rawValue < $1.key.rawValue }
      .map { "\($0.key.rawValue) \($0.value)" }
    let first = days?.lowerBound.description ?? ""
    let last = days?.upperBound.description ?? ""
    return
      "\(code.rawValue) \(first) \(input?.hex ?? "") \(kind?.rawValue ?? "") \(figures) \(last) \(metrics.map(\.id)) \(sessions.rawValue) \(mayHaveSets)"
  }
}
