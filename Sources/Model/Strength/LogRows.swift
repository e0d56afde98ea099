/// The account of a workout log's rows: each is a set, or is left out for a reason.
///
/// A row of a file whose rows hold several sets counts once for each set that it names.
package struct LogRows: Hashable, Sendable {
  /// The rows that are sets.
  package var sets: Int
  /// The rows that are left out, by reason.
  package var skipped: [Skip: Int]

  /// Makes an account, of no row unless given.
  package init(sets: Int = 0, skipped: [Skip: Int] = [:]) {
    self.sets = sets
    self.skipped = skipped
  }

  /// All rows.
  package var count: Int { skipped.values.reduce(sets, +) }

  /// The reasons for which a row is no set.
  package enum Skip: String, CaseIterable, Hashable, Sendable {
    /// A pause that the app timed.
    case restTimer
    /// A note.
    case note
    /// Planned, and marked as not done.
    case notDone
    /// Neither repetitions nor time nor distance.
    case nothingDone
    /// Another person's, in a file of several.
    case otherPerson
    /// No exercise.
    case noExercise
    /// No session that it belongs to.
    case noSession
    /// No date, no real one, or one whose day and month cannot be told apart.
    case badDate
    /// A figure that is no number, or beyond what anybody does.
    case badNumber
    /// A word for the kind of set, or for yes or no, that is not known.
    case unknownWord
    /// A word for the kind of session that is not known.
    case unknownKind
    /// No row of the table: another number of fields, or wrong quotes.
    case malformed

    /// Whether something of the file could not be understood.
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
