import DaymarkModel

/// Holds the sessions of two exports against each other.
///
/// - Returns: The times of the sessions that are gone, by source: the records of these were deleted with them.
func compareSessions(
  _ later: [ExportedSession], _ earlier: [ExportedSession], _ known: Circumstances,
  _ tally: inout Tally
) -> [UInt16: [Interval]] {
  func compared(_ sessions: [ExportedSession]) -> [UInt16: [ExportedSession]] {
    let sessions = sessions.filter {
      known.isCompared($0.activity.start) && !known.isOfAppleRoutes($0.activity.source)
    }
    return Dictionary(grouping: sessions, by: \.activity.source).mapValues(distinct)
  }
  let (present, former) = (compared(later), compared(earlier))
  var deleted: [UInt16: [Interval]] = [:]
  for source in Set(present.keys).union(former.keys).sorted() {
    var comparison = SessionComparison(source: source, known: known)
    deleted[source] = comparison.compare(present[source] ?? [], former[source] ?? [], &tally)
  }
  return deleted
}

/// Sessions of one source in the order of time, each once: one that is there again counts once.
private func distinct(_ sessions: [ExportedSession]) -> [ExportedSession] {
  let sorted = sessions.sorted { ($0.activity.start, $0.byte) < ($1.activity.start, $1.byte) }
  var known: Set<Activity> = []
  return sorted.filter { session in
    var fields = session.activity
    (fields.input, fields.document) = (0, 0)
    return known.insert(fields).inserted
  }
}

/// The sessions of one source in two exports.
private struct SessionComparison {
  let source: UInt16
  let known: Circumstances
  /// When the last session of the earlier export was written.
  private var last: Instant?

  init(source: UInt16, known: Circumstances) { (self.source, self.known) = (source, known) }

  mutating func compare(
    _ later: [ExportedSession], _ earlier: [ExportedSession], _ tally: inout Tally
  ) -> [Interval] {
    last = earlier.compactMap(\.created).max()
    var (rest, gone) = (later, earlier)
    pair(&rest, &gone, by: \.activity.interval) { session, former in
      if session.isSame(as: former) {
        tally.same += 1
      } else {
        judge(.changed, session, former, &tally)
      }
    }
    pairMeeting(&rest, &gone) { judge(.changed, $0, $1, &tally) }
    pair(&rest, &gone, by: \.written) { judge(.moved, $0, $1, &tally) }
    for session in rest { judge(.added, session, nil, &tally) }
    if !gone.isEmpty { tally.explain(.deletedAsOne, nil, count: gone.count) }
    return gone.map(\.activity.interval)
  }

  /// Takes out sessions of two exports that have the same key, in their order.
  private func pair<Key: Hashable>(
    _ rest: inout [ExportedSession], _ gone: inout [ExportedSession],
    by key: (ExportedSession) -> Key?, _ body: (ExportedSession, ExportedSession) -> Void
  ) {
    var places: [Key: [Int]] = [:]
    for index in gone.indices.reversed() {
      if let key = key(gone[index]) { places[key, default: []].append(index) }
    }
    var paired: Set<Int> = []
    rest.removeAll { session in
      guard let key = key(session), let index = places[key]?.popLast() else { return false }
      paired.insert(index)
      body(session, gone[index])
      return true
    }
    gone = gone.indices.filter { !paired.contains($0) }.map { gone[$0] }
  }

  /// Takes out sessions of two exports that meet in time, both lists ascending.
  private func pairMeeting(
    _ rest: inout [ExportedSession], _ gone: inout [ExportedSession],
    _ body: (ExportedSession, ExportedSession) -> Void
  ) {
    var (left, goneLeft): ([ExportedSession], [ExportedSession]) = ([], [])
    var (next, goneNext) = (rest[...], gone[...])
    while let session = next.first, let former = goneNext.first {
      if session.meets(former) {
        body(next.removeFirst(), goneNext.removeFirst())
      } else if session.activity.start < former.activity.start {
        left.append(next.removeFirst())
      } else {
        goneLeft.append(goneNext.removeFirst())
      }
    }
    (rest, gone) = (left + next, goneLeft + goneNext)
  }

  private func judge(
    _ kind: ExportDifference.Kind, _ session: ExportedSession, _ former: ExportedSession?,
    _ tally: inout Tally
  ) {
    if former == nil, known.isLate(source, session.activity.start, session.created, last: last) {
      return tally.explain(.late, nil)
    }
    if known.isRewritable(source, session.created) {
      return tally.explain(former == nil ? .imported : .editedInApp, nil)
    }
    let days = [session, former].compactMap(\.self).map {
      known.calendar.day(containing: $0.activity.start)
    }
    let raises = Set(days).count > 1 || former.map(session.isMore) ?? true
    let question: ExportDifference.Question? =
      known.predates(session.created) ? .predates : raises ? .rose : nil
    var difference = known.difference(
      kind, question, raises: raises, source: source, Placed(session), former.map(Placed.init))
    difference.session = session.activity.kind
    tally.add(difference)
  }
}

extension ExportedSession {
  /// Whether two sessions of one time say the same; an average that newer exports add is no difference.
  fileprivate func isSame(as former: ExportedSession) -> Bool {
    activity.kind == former.activity.kind
      && ActivityField.allCases.allSatisfy { field in
        switch (activity.values[field], former.activity.values[field]) {
        case (let amount?, let before?): isNear(amount, before)
        case (nil, nil): true
        default: field.isAddedByNewerExports
        }
      }
  }

  /// Whether any figure of it is above that of what it was.
  fileprivate func isMore(than former: ExportedSession) -> Bool {
    activity.kind != former.activity.kind
      || activity.interval.duration > former.activity.interval.duration
      || ActivityField.allCases.contains { field in
        guard let amount = activity.values[field] else { return false }
        guard let before = former.activity.values[field] else {
          return !field.isAddedByNewerExports
        }
        return amount > before && !isNear(amount, before)
      }
  }

  fileprivate func meets(_ other: ExportedSession) -> Bool {
    activity.start < other.activity.end && other.activity.start < activity.end
  }

  /// When it was written and how long it is, by which it is known again at another time; `nil` where nothing says it.
  fileprivate var written: WrittenSession? {
    created.map { WrittenSession(created: $0, duration: activity.interval.duration) }
  }
}

private struct WrittenSession: Hashable {
  var created: Instant
  var duration: Int64
}

extension ActivityField {
  /// Whether older versions of iOS leave it out of a workout.
  fileprivate var isAddedByNewerExports: Bool { self == .averageBPM || self == .maximumBPM }
}

/// Whether two figures are one that was rounded in two ways.
private func isNear(_ a: Quantity, _ b: Quantity) -> Bool {
  abs(a.microUnits - b.microUnits) <= max(10_000, max(a, b).microUnits / 1000)
}
