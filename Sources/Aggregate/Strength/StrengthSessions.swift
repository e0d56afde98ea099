import DaymarkModel

extension SubjectAggregates {
  /// Matches the sessions of workout logs with those that devices recorded; see Semantics, "Workout
  /// logs".
  ///
  /// A logged session is matched with the recorded strength session that it overlaps most. One of
  /// which only the date is known is matched with the first recorded session of that day that is
  /// still free. A session that matches no recording stands among `sessions` only where typed-in
  /// values count. Sets that a device counted are used where no log has the session.
  ///
  /// - Parameters:
  ///   - logged: The logged sessions, in the order of ``SampleSet/strength``.
  ///   - includesManual: Whether typed-in values count.
  ///   - weights: The body weights of Health exports.
  ///   - days: The period.
  mutating func join(
    _ logged: [StrengthSession], includesManual: Bool, _ weights: BodyWeights, _ days: ClippedDays
  ) {
    var logged = logged.filter { days.contains($0.start ?? days.calendar.start(of: $0.day)) }
    // Attempts at feats are no training, and no watch records them as strength sessions.
    attempts = logged.filter { sources.areOfFeats($0) }
    logged.removeAll { sources.areOfFeats($0) }
    var meetings = StrengthMeetings(sessions)
    for index in logged.indices { logged[index].recording = meetings.meet(logged[index]) }
    for index in logged.indices where logged[index].start == nil {
      logged[index].recording = meetings.meetFirst(of: logged[index].day)
    }
    var recorded: [StrengthSession] = []
    for index in sessions.indices {
      let sets = sessions[index].activity.sets
      sessions[index].activity.sets = []
      guard !sets.isEmpty, !meetings.isMet(index) else { continue }
      recorded.append(StrengthSession(sessions[index], at: index, sets: sets))
    }
    logged += recorded
    strength = (consume logged).inOrderOfTime()
    for index in strength.indices { strength[index].setBodyWeight(from: weights) }
    let unmet = strength.count { $0.recording == nil }
    if unmet == 0 { return }
    if includesManual {
      insert(strength.filter { $0.recording == nil }.map { Session($0, days.calendar) })
    } else {
      findings.append(Finding(.logUnmet, count: unmet))
    }
  }

  /// Inserts sessions among the others, and corrects the positions that refer to them.
  private mutating func insert(_ added: [Session]) {
    let all = (sessions + added).enumerated().sorted { a, b in
      let (x, y) = (a.element.activity.start, b.element.activity.start)
      return x != y ? x < y : a.offset < b.offset
    }
    var positions: [Int: Int] = [:]
    for (position, session) in all.enumerated() { positions[session.offset] = position }
    for index in strength.indices {
      strength[index].recording = strength[index].recording.flatMap { positions[$0] }
    }
    sessions = all.map(\.element)
  }
}

extension [Source] {
  /// Whether the sets of a session are attempts at feats.
  func areOfFeats(_ session: StrengthSession) -> Bool {
    indices.contains(Int(session.source)) && self[Int(session.source)].provider.isOfFeats
  }
}

/// The recorded strength sessions, and which of them were matched with a logged one.
private struct StrengthMeetings {
  private struct Recorded {
    var index: Int
    var day: CivilDay
    var start: Instant
    var end: Instant
  }

  private let byDay: [CivilDay: [Recorded]]
  private var met: Set<Int> = []

  /// Collects the recorded strength sessions.
  ///
  /// - Parameter sessions: All sessions, ascending by start.
  init(_ sessions: [Session]) {
    let recorded = sessions.enumerated().compactMap { index, session -> Recorded? in
      let activity = session.activity
      guard activity.kind == .strength, !activity.isUserEntered else { return nil }
      return Recorded(index: index, day: session.day, start: activity.start, end: activity.end)
    }
    byDay = Dictionary(grouping: recorded, by: \.day).mapValues { Array($0.prefix(Self.mostOfDay)) }
  }

  /// The most recordings of one day that are compared, which is more than anybody makes.
  private static let mostOfDay = 100

  func isMet(_ index: Int) -> Bool { met.contains(index) }

  /// Finds the free recording that a session with a known start overlaps most, the first of equal
  /// ones.
  ///
  /// - Returns: The recording's position; `nil` for a session without a start, or without an
  ///   overlap.
  mutating func meet(_ session: StrengthSession) -> Int? {
    guard let start = session.start else { return nil }
    let end = max(session.end ?? start, start)
    var best: (index: Int, overlap: Int64)?
    // A session may go over midnight, so the days around it are searched, too.
    for day in [session.day.advanced(by: -1), session.day, session.day.advanced(by: 1)] {
      for recorded in byDay[day] ?? [] where !met.contains(recorded.index) {
        let overlap =
          min(end, recorded.end).milliseconds - max(start, recorded.start).milliseconds
        guard overlap >= 0, overlap > best?.overlap ?? -1 else { continue }
        best = (recorded.index, overlap)
      }
    }
    return mark(best?.index)
  }

  mutating func meetFirst(of day: CivilDay) -> Int? {
    mark(byDay[day]?.first { !met.contains($0.index) }?.index)
  }

  private mutating func mark(_ index: Int?) -> Int? {
    if let index { met.insert(index) }
    return index
  }
}

extension StrengthSession {
  /// Makes a strength session of a recorded session and the sets that the device counted.
  fileprivate init(_ session: Session, at index: Int, sets: [StrengthSet]) {
    let activity = session.activity
    self.init(day: session.day)
    (start, end) = (activity.start, activity.end)
    (source, input) = (activity.source, activity.input)
    isLogged = false
    recording = index
    self.sets = StrengthSets(sets)
  }
}

extension Session {
  /// Makes a session of a logged one that counts; one without a start begins its day and has no
  /// length.
  fileprivate init(_ logged: StrengthSession, _ calendar: DayCalendar) {
    let start = logged.start ?? calendar.start(of: logged.day)
    let end = max(logged.end ?? start, start)
    let milliseconds = Int128(end.milliseconds - start.milliseconds)
    self.init(
      day: logged.day,
      activity: Activity(
        kind: .strength, start: start, end: end, source: logged.source, input: logged.input,
        isUserEntered: true,
        values: Quantity(exactly: milliseconds * 1000).map { [.activeSeconds: $0] } ?? [:]),
      inputs: [logged.input], origins: [.activeSeconds: 0])
  }
}
