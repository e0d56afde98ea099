/// One set of a workout log as the file holds it, before normalisation.
///
/// It is transient, as a ``Record`` is. A member that is `nil` is not stated in the file.
package struct LoggedSet: Hashable, Sendable {
  /// The number of the source in its input.
  package var source: UInt16
  /// The time at which the session starts; together with source and exercise it identifies the
  /// session.
  package var session: LoggedTime
  /// The time at which the session ends, if the row states it.
  package var sessionEnd: LoggedTime?
  /// The length of the session, if the row states it.
  package var sessionDuration: WrittenAmount?
  /// The body's weight, if the row states it.
  package var bodyWeight: WrittenAmount?
  /// The exercise, as an index into ``InputFacts/exercises``.
  package var exercise: UInt16
  /// The time at which the set itself was done.
  package var start: LoggedTime?
  /// The purpose of the set, such as a warm-up.
  package var kind = SetKind.working
  /// The side of the body that works alone.
  package var side: BodySide?
  /// The number of completed repetitions.
  package var repetitions: Int?
  /// The load; it has no unit where neither the file nor the subject's settings state one.
  package var load: WrittenAmount?
  /// The meaning of the load, such as in addition to the body weight.
  package var meaning = LoadMeaning.external
  package var distance: WrittenAmount?
  /// The length of the set.
  package var duration: WrittenAmount?
  /// The effort, as the lifter rates it.
  package var effort: Effort?
  /// The rest after the set.
  package var rest: WrittenAmount?
  /// The tempo of a repetition.
  package var tempo: Tempo?
  /// The line at which the set begins; see ``Record/line``.
  package var line = 1
  /// Offset in bytes of the set in its document, from 0.
  package var byte = 0

  package init(source: UInt16, session: LoggedTime, exercise: UInt16) {
    self.source = source
    self.session = session
    self.exercise = exercise
  }
}

/// A time as a workout log states it.
package enum LoggedTime: Hashable, Sendable {
  /// An instant, because the file states the zone or offset.
  case at(Instant)
  /// The time on a clock on the wall in the subject's zone, written as if it were UTC.
  case wall(Instant)
  /// A date alone.
  case day(CivilDay)
  /// The day of an instant during the session; the session's start is not stated.
  case dayOf(Instant)
}
