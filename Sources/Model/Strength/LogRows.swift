/// The result for each row of a workout log, which is a set or is left out for a reason.
///
/// A row that holds several sets counts once for each of them.
package struct LogRows: Hashable, Sendable {
  /// The number of rows that are sets.
  package var sets: Int
  /// The number of rows that are left out, by reason.
  package var skipped: [Skip: Int]

  package init(sets: Int = 0, skipped: [Skip: Int] = [:]) {
    self.sets = sets
    self.skipped = skipped
  }

  /// The number of all rows.
  package var count: Int { skipped.values.reduce(sets, +) }

  /// The reason for which a row is not a set.
  package enum Skip: String, CaseIterable, Hashable, Sendable {
    /// The row is a pause that the app timed.
    case restTimer
    case note
    /// The set was planned, and is marked as not done.
    case notDone
    /// The row states neither repetitions nor a time nor a distance.
    case nothingDone
    /// The set is another person's, in a file with several people's sets.
    case otherPerson
    /// The row names no exercise.
    case noExercise
    /// The row belongs to no session.
    case noSession
    /// The date is missing or not real, or its day and month cannot be told apart.
    case badDate
    /// A figure is no number, or is beyond what anybody does.
    case badNumber
    /// The word for the kind of set, or for yes or no, is not known.
    case unknownWord
    /// The word for the kind of session is not known.
    case unknownKind
    /// The row does not fit the table: it has another number of fields, or misplaced quotes.
    case malformed

    /// Whether a row that is left out for this reason may be a set that could not be understood.
    package var isDamage: Bool {
      switch self {
      case .restTimer, .note, .notDone, .nothingDone, .otherPerson: false
      case .noExercise, .noSession, .badDate, .badNumber, .unknownWord, .unknownKind,
        .malformed:
        true
      }
    }
  }
}
