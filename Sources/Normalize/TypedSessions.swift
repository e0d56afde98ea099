import DaymarkModel

/// The sessions of Health exports that a person typed in.
///
/// The Health app marks such a session, but not the records that it writes with the session; see
/// Semantics, "What is typed in".
struct TypedSessions {
  /// For each source without a device, its sessions by ascending start, each with the latest end up
  /// to it.
  private var bySource: [UInt16: [(start: Instant, latestEnd: Instant)]] = [:]

  var isEmpty: Bool { bySource.isEmpty }

  /// Adds the typed-in ones of some sessions, whose sources are indices in `sources`.
  mutating func add(_ activities: [PlacedActivity], _ sources: inout SourceTable) {
    for activity in activities.map(\.activity) where activity.isUserEntered {
      guard let source = sources.ofHealthStore(withoutDevice: activity.source) else { continue }
      bySource[source, default: []].append((activity.start, activity.end))
    }
    for source in bySource.keys {
      bySource[source]?.sort { $0.start < $1.start }
      var latest = Instant(milliseconds: .min)
      bySource[source] = bySource[source]?.map { session in
        latest = max(latest, session.latestEnd)
        return (session.start, latest)
      }
    }
  }

  /// Whether a sample lies within a session of its source, inclusive of both ends.
  func contain(_ sample: Sample) -> Bool {
    guard let sessions = bySource[sample.source] else { return false }
    var (low, high) = (0, sessions.count)
    while low < high {
      let middle = (low + high) / 2
      if sessions[middle].start <= sample.start { low = middle + 1 } else { high = middle }
    }
    return low > 0 && sample.end <= sessions[low - 1].latestEnd
  }

  /// Moves typed-in samples out of the accepted ones of a metric, or only marks them if the policy
  /// includes them.
  ///
  /// - Returns: The moved samples.
  @discardableResult
  func move(
    from accepted: inout SampleList, to manual: inout SampleList, _ policy: ManualEntryPolicy
  ) -> [Sample] {
    if policy == .include {
      accepted.update { if contain($0) { $0.isUserEntered = true } }
      return []
    }
    let moved = accepted.takeOut(where: contain)
    for sample in moved { manual.append(sample) }
    return moved
  }
}
