/// One strength session with its sets, from a workout log or from a device that counts sets.
package struct StrengthSession: Hashable, Sendable {
  /// The civil day on which the session starts.
  package var day: CivilDay
  /// The instant at which the session starts; `nil` when only its day is known.
  package var start: Instant?
  /// The instant at which the session ends, if the file says it.
  package var end: Instant?
  /// Rank of the session's source in the subject's order.
  package var source: UInt16 = 0
  /// Index of the input that the sets are from.
  package var input = 0
  /// Whether the session is from a workout log, and not counted by a device.
  package var isLogged = true
  /// The index in ``SubjectAggregates/sessions`` of the session that a device recorded at the same
  /// time; `nil` where there is none, and before sessions are joined.
  package var recording: Int?
  /// The body weight, if it is known.
  ///
  /// - Units: kilograms, in micro-units.
  package var bodyWeight: Quantity?
  /// The origin of ``bodyWeight``.
  package var bodyWeightOrigin = BodyWeightOrigin.log
  /// The body weight for loads that are given as multiples of it, if it was measured shortly before
  /// the session.
  ///
  /// - Units: kilograms, in micro-units.
  package var measuredWeight: Quantity?
  /// The sets, in the order of the file.
  package var sets = StrengthSets()

  package init(day: CivilDay) { self.day = day }
}

extension StrengthSession {
  /// The time of the session; it begins with the day if there is no start, and has no length if
  /// there is no end.
  package func interval(by calendar: DayCalendar) -> Interval {
    let start = start ?? calendar.start(of: day)
    return Interval(start, end ?? start)
  }
}

extension [StrengthSession] {
  /// The names of all exercises.
  package var exerciseNames: Set<String> {
    // Looks at sets one by one, because an array of a long log's sets would need the memory of all
    // of them.
    reduce(into: []) { names, session in
      for set in session.sets { set.exercise.map { _ = names.insert($0) } }
    }
  }

  /// The sessions ascending by day, then start; those without a start come first, and equal ones
  /// keep their order.
  package func inOrderOfTime() -> [StrengthSession] {
    if zip(self, dropFirst()).allSatisfy({ !$1.isBefore($0) }) { return self }
    return enumerated().sorted { a, b in
      a.element.isBefore(b.element) || !b.element.isBefore(a.element) && a.offset < b.offset
    }.map(\.element)
  }
}

extension StrengthSession {
  fileprivate func isBefore(_ other: StrengthSession) -> Bool {
    if day != other.day { return day < other.day }
    guard let start, let second = other.start else { return start == nil && other.start != nil }
    return start < second
  }
}

/// The origin of a body weight, in order of preference.
///
/// The raw value stands in documents.
package enum BodyWeightOrigin: String, CaseIterable, Hashable, Comparable, Sendable {
  /// A Health export.
  case health
  /// The workout log, with the session.
  case log
  /// The operator's settings for the subject.
  case subject

  /// Orders origins by name, as documents list them.
  package static func < (a: Self, b: Self) -> Bool { a.rawValue < b.rawValue }
}

/// Counts the sessions of workout logs with more sets than are kept, of which nothing else is
/// known.
package struct SessionTally: Hashable, Sendable {
  /// The number of sessions.
  package private(set) var count = 0
  /// The time from the start of the first session to the end of the last to end.
  ///
  /// It is `nil` when there is no session.
  package private(set) var span: Interval?

  package init() {}

  /// Counts a session.
  package mutating func add(_ session: Interval) {
    count += 1
    span = span.map { Interval(min($0.start, session.start), max($0.end, session.end)) } ?? session
  }
}
