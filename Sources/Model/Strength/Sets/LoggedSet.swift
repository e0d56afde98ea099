/// One set of a workout log as the file holds it, before normalisation.
///
/// It is transient, as a ``Record`` is. What is left out is not stated.
package struct LoggedSet: Hashable, Sendable {
  /// The number of the source in its input.
  package var source: UInt16
  /// The time at which its session starts: with the source and the exercise its identity.
  package var session: LoggedTime
  /// The time at which its session ends, if the row says it.
  package var sessionEnd: LoggedTime?
  /// The length of its session, if the row says it.
  package var sessionDuration: WrittenAmount?
  /// The body's weight, if the row says it.
  package var bodyWeight: WrittenAmount?
  /// The number of its exercise in ``InputFacts/exercises``.
  package var exercise: UInt16
  /// The time at which the set itself was done.
  package var start: LoggedTime?
  /// The part that it plays in the session.
  package var kind = SetKind.working
  /// The side of the body that works alone.
  package var side: BodySide?
  /// The number of completed repetitions.
  package var repetitions: Int?
  /// The load; its unit is missing where neither the file nor the subject's settings say it.
  package var load: WrittenAmount?
  /// The way in which the load counts.
  package var meaning = LoadMeaning.external
  /// The distance of the set.
  package var distance: WrittenAmount?
  /// The length of the set.
  package var duration: WrittenAmount?
  /// The effort as the lifter rates it.
  package var effort: Effort?
  /// The rest after the set.
  package var rest: WrittenAmount?
  /// The pace of a repetition.
  package var tempo: Tempo?
  /// The line at which it begins; see ``Record/line``.
  package var line = 1
  /// The byte at which it begins, counted from 0.
  package var byte = 0

  package init(source: UInt16, session: LoggedTime, exercise: UInt16) {
    self.source = source
    self.session = session
    self.exercise = exercise
  }
}

/// A time as a workout log states it.
package enum LoggedTime: Hashable, Sendable {
  /// An instant.
  case at(Instant)
  /// What a clock on the wall of the subject's zone showed, as if it were UTC.
  case wall(Instant)
  /// A date alone.
  case day(CivilDay)
  /// The day of an instant at which something of the session was done: when it starts is not said.
  case dayOf(Instant)
}
