/// One strength session with its sets: of a workout log, or of a device that counts sets.
package struct StrengthSession: Hashable, Sendable {
  /// The civil day on which it starts.
  package var day: CivilDay
  /// The instant at which it starts; `nil` when only its day is known.
  package var start: Instant?
  /// The instant at which it ends, if the file says it.
  package var end: Instant?
  /// Rank of its source in the subject's order.
  package var source: UInt16 = 0
  /// Index of the input that its sets are from.
  package var input = 0
  /// Whether a person typed it into a log; a device counted it otherwise.
  package var isLogged = true
  /// The position in ``SubjectAggregates/sessions`` of the session that a device recorded at the same
  /// time; `nil` before sessions are joined, and for one that was never met by a recording.
  package var recording: Int?
  /// The body's weight, if a Health export or the log says it.
  ///
  /// - Units: kilograms, in micro-units.
  package var bodyWeight: Quantity?
  /// The source of ``bodyWeight``.
  package var bodyWeightOrigin = BodyWeightOrigin.log
  /// The body's weight that multiples of it are worked out with, if somebody measured it not long before.
  ///
  /// - Units: kilograms, in micro-units.
  package var measuredWeight: Quantity?
  /// The sets, in the order of the file.
  package var sets = StrengthSets()

  package init(day: CivilDay) { self.day = day }
}

extension StrengthSession {
  /// The time that it takes; one without a start begins its day, one without an end has no length.
  package func interval(by calendar: DayCalendar) -> Interval {
    let start = start ?? calendar.start(of: day)
    return Interval(start, end ?? start)
  }
}

extension [StrengthSession] {
  /// The names of all exercises.
  package var exerciseNames: Set<String> {
    // One by one: of a long log a list would be as long.
    reduce(into: []) { names, session in
      for set in session.sets { set.exercise.map { _ = names.insert($0) } }
    }
  }

  /// The sessions ascending by day, then start, one without a start first; those that start together stay
  /// in their order.
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

/// The sources of a body's weight, in the order in which they are asked; the raw value stands in documents.
package enum BodyWeightOrigin: String, CaseIterable, Hashable, Comparable, Sendable {
  /// A Health export.
  case health
  /// The workout log, of the session itself.
  case log
  /// What the operator says of the subject.
  case subject

  /// Orders them by name.
  package static func < (a: Self, b: Self) -> Bool { a.rawValue < b.rawValue }
}

/// The sessions of workout logs that have more sets than are kept: they are counted, and nothing else of
/// them is known.
package struct SessionTally: Hashable, Sendable {
  /// The number of sessions.
  package private(set) var count = 0
  /// From the start of the first to the end of the last to end; `nil` when there is none.
  package private(set) var span: Interval?

  /// Counts none yet.
  package init() {}

  /// Counts a session.
  package mutating func add(_ session: Interval) {
    count += 1
    span = span.map { Interval(min($0.start, session.start), max($0.end, session.end)) } ?? session
  }
}
