import DaymarkModel

/// Compares the sessions of two exports.
///
/// - Parameter others: The sessions of further exports older than the later one. Sessions among
///   these are not new.
/// - Returns: The times of the removed sessions, by source. Their records were deleted with them.
func compareSessions(
  _ later: [ExportedSession], _ earlier: [ExportedSession], _ others: [ExportedSession],
  _ known: Circumstances, _ tally: inout DifferenceTally
) -> [UInt16: [Interval]] {
  func compared(_ sessions: [ExportedSession]) -> [UInt16: [ExportedSession]] {
    let sessions = sessions.filter {
      known.isCompared($0.activity.start) && !known.isOfAppleRoutes($0.activity.source)
    }
    return Dictionary(grouping: sessions, by: \.activity.source).mapValues(distinct)
  }
  let (present, former, elsewhere) = (compared(later), compared(earlier), compared(others))
  var deleted: [UInt16: [Interval]] = [:]
  for source in Set(present.keys).union(former.keys).sorted() {
    let (own, formerOwn) = (present[source] ?? [], former[source] ?? [])
    var comparison = SessionComparison(
      source: source, known: known, of: own, formerOwn, elsewhere: elsewhere[source] ?? [])
    deleted[source] = comparison.compare(own, formerOwn, &tally)
  }
  return deleted
}

/// Returns the sessions of one source in chronological order, each once.
private func distinct(_ sessions: [ExportedSession]) -> [ExportedSession] {
  let sorted = sessions.sorted { ($0.activity.start, $0.byte) < ($1.activity.start, $1.byte) }
  var known: Set<Activity> = []
  return sorted.filter { session in
    var fields = session.activity
    (fields.input, fields.document) = (0, 0)
    return known.insert(fields).inserted
  }
}

/// A comparison of the sessions of one source in two exports.
private struct SessionComparison {
  let source: UInt16
  let known: Circumstances
  /// The sessions of other older exports, by time.
  private let elsewhere: [Interval: [ExportedSession]]
  /// The number of the earlier export's unreadable sessions by start, of each part; `nil` for an
  /// unknown start.
  private var unread: [[Instant?: Int]]
  /// The starts of the earlier export's first and last sessions; `nil` where it has none.
  private let formerStarts: ClosedRange<Instant>?
  /// The creation date of the earlier export's last session; `nil` where none is stated.
  private let lastCreated: Instant?
  /// The kinds whose sessions state their climb in the later export alone.
  private let climbsAdded: Set<ActivityKind>

  /// Gathers what all sessions of the source show together, before single ones are compared.
  ///
  /// - Parameters:
  ///   - later: The sessions of the later export, ascending.
  ///   - earlier: The sessions of the earlier export, ascending.
  ///   - elsewhere: The sessions of other older exports.
  init(
    source: UInt16, known: Circumstances, of later: [ExportedSession],
    _ earlier: [ExportedSession], elsewhere: [ExportedSession]
  ) {
    (self.source, self.known) = (source, known)
    unread = known.parts.map { part in
      part.rejectedSessions.reduce(into: [:]) { $0[$1, default: 0] += 1 }
    }
    self.elsewhere = Dictionary(grouping: elsewhere, by: \.activity.interval)
    let starts = earlier.map(\.activity.start)
    formerStarts = starts.first.flatMap { first in starts.last.map { first...$0 } }
    lastCreated = earlier.compactMap(\.created).max()
    climbsAdded =
      earlier.contains(where: \.statesClimb)
      ? []
      : Set(
        Dictionary(grouping: later, by: \.activity.kind).filter {
          2 * $1.count(where: \.statesClimb) > $1.count
        }.keys)
  }

  mutating func compare(
    _ later: [ExportedSession], _ earlier: [ExportedSession], _ tally: inout DifferenceTally
  ) -> [Interval] {
    var (rest, gone) = (later, earlier)
    pair(&rest, &gone, by: \.activity.interval) { session, former in
      if session.isSame(as: former) || isKnown(session) {
        tally.same += 1
      } else if isUpdated(session, since: former) {
        tally.explain(
          .climbAdded, nil, raising: day(of: session), session: session.activity.kind)
      } else {
        judge(.changed, session, former, &tally)
      }
    }
    pairMeeting(&rest, &gone) { judge(.changed, $0, $1, &tally) }
    pair(&rest, &gone, by: \.written) { judge(.moved, $0, $1, &tally) }
    for session in rest {
      if isKnown(session) {
        tally.same += 1
      } else {
        judgeAdded(session, &tally)
      }
    }
    gone.removeAll { !known.isGone(source, $0.activity.start) }
    for session in gone {
      if let question = known.questionOfRemoved {
        add(.removed, question, raises: true, nil, session, &tally)
        continue
      }
      tally.explain(
        .deletedAsOne, nil, raising: known.isLaterDamaged ? nil : day(of: session),
        session: session.activity.kind)
    }
    return gone.map(\.activity.interval)
  }

  /// Whether another older export has the same session.
  private func isKnown(_ session: ExportedSession) -> Bool {
    elsewhere[session.activity.interval]?.contains { session.isSame(as: $0) } ?? false
  }

  /// Whether the later export only adds the climb, as a newer version of iOS does for all sessions
  /// of a kind.
  private func isUpdated(_ session: ExportedSession, since former: ExportedSession) -> Bool {
    guard climbsAdded.contains(session.activity.kind) else { return false }
    var session = session
    session.activity.values[.elevationGainMeters] = nil
    return session.isSame(as: former)
  }

  private func day(of session: ExportedSession) -> CivilDay {
    known.calendar.day(containing: session.activity.start)
  }

  /// Removes each pair of sessions, one from either list, that have the same key, and passes it to
  /// `body`; sessions without a key stay.
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

  /// Removes each pair of sessions, one from either list, that overlap in time, and passes it to
  /// `body`.
  ///
  /// Both lists are ascending.
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

  /// Judges a session that differs from the earlier export.
  private func judge(
    _ kind: ExportDifference.Kind, _ session: ExportedSession, _ former: ExportedSession,
    _ tally: inout DifferenceTally
  ) {
    let raises = day(of: session) != day(of: former) || session.isMore(than: former)
    if known.isRewritable(source, session.created) {
      return tally.explain(
        .editedInApp, nil, raising: raises ? day(of: session) : nil, session: session.activity.kind)
    }
    let question: ExportDifference.Question? =
      known.predates(session.created) ? .predates : raises ? .rose : nil
    add(kind, question, raises: raises, session, former, &tally)
  }

  /// Judges a session that the earlier export lacks.
  private mutating func judgeAdded(_ session: ExportedSession, _ tally: inout DifferenceTally) {
    let (time, created) = (session.activity.interval, session.created)
    var question = known.questionOfAdded(nil, of: source, time.start, created, raises: true)
    if known.areOfOneDate {
      // Parts and copies are distinguished in the same way as for records; see `SeriesComparison`.
      let isBetween =
        formerStarts.map { $0.lowerBound < time.start && time.start < $0.upperBound } ?? false
      if isBetween, question != nil { add(.added, question, raises: true, session, nil, &tally) }
      return
    }
    let explanation: ExplainedCount.Kind? =
      known.isDelayed(source, time, created, last: lastCreated)
      ? .late : known.isRewritable(source, created) ? .imported : nil
    if let explanation {
      return tally.explain(
        explanation, nil, raising: day(of: session), session: session.activity.kind)
    }
    // The session may be one that was unreadable in the earlier export.
    for part in known.partsTelling(nil, of: source, at: time.start) {
      guard let start = [time.start, nil].first(where: { unread[part][$0] ?? 0 > 0 }) else {
        continue
      }
      unread[part][start, default: 0] -= 1
      question = nil
      break
    }
    add(.added, question, raises: true, session, nil, &tally)
  }

  private func add(
    _ kind: ExportDifference.Kind, _ question: ExportDifference.Question?, raises: Bool,
    _ session: ExportedSession?, _ former: ExportedSession?, _ tally: inout DifferenceTally
  ) {
    var difference = known.difference(
      kind, question, raises: raises, source: source, session.map(Placed.init),
      former.map(Placed.init))
    difference.session = (session ?? former)?.activity.kind
    tally.add(difference)
  }
}

extension ExportedSession {
  /// Whether two sessions of the same time agree.
  ///
  /// An average that only newer exports contain is no difference.
  fileprivate func isSame(as former: ExportedSession) -> Bool {
    activity.kind == former.activity.kind && activity.isIndoor == former.activity.isIndoor
      && ActivityField.allCases.allSatisfy { field in
        switch (activity.values[field], former.activity.values[field]) {
        case (let amount?, let before?): isNear(amount, before)
        case (nil, nil): true
        default: field.isAddedByNewerExports
        }
      }
  }

  /// Whether any figure is higher than before, or the session may count for something new.
  fileprivate func isMore(than former: ExportedSession) -> Bool {
    activity.kind != former.activity.kind || activity.isIndoor != former.activity.isIndoor
      || activity.interval.duration > former.activity.interval.duration
      || ActivityField.allCases.contains { field in
        guard let amount = activity.values[field] else { return false }
        guard let before = former.activity.values[field] else {
          return !field.isAddedByNewerExports
        }
        return amount > before && !isNear(amount, before)
      }
  }

  fileprivate var statesClimb: Bool { activity.values[.elevationGainMeters] != nil }

  fileprivate func meets(_ other: ExportedSession) -> Bool {
    activity.start < other.activity.end && other.activity.start < activity.end
  }

  /// The creation date and length, by which a moved session is recognized; `nil` where no date is
  /// stated.
  fileprivate var written: WrittenSession? {
    created.map { WrittenSession(created: $0, duration: activity.interval.duration) }
  }
}

private struct WrittenSession: Hashable {
  var created: Instant
  var duration: Int64
}

extension ActivityField {
  /// Whether older versions of iOS omit the field from workouts.
  fileprivate var isAddedByNewerExports: Bool { self == .averageBPM || self == .maximumBPM }
}

/// Whether two figures differ only by rounding.
private func isNear(_ a: Quantity, _ b: Quantity) -> Bool {
  abs(a.microUnits - b.microUnits) <= max(10_000, max(a, b).microUnits / 1000)
}
