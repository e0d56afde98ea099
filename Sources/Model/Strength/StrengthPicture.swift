/// Everything that is shown of one subject's strength training.
package struct StrengthPicture: Hashable, Sendable {
  /// The zone that decides days and weeks.
  package var zone: ResolvedZone
  /// The sessions, ascending by day.
  package var sessions: [StrengthSession]
  /// The sets, days, weeks and lifts.
  package var history: StrengthHistory
  /// The signs, such as a light week that is due.
  package var signs: [StrengthSign]
  /// The names in logs that match no exercise, ascending by name.
  package var unmatched: [UnmatchedExercise]

  package init(
    zone: ResolvedZone, sessions: [StrengthSession], history: StrengthHistory,
    signs: [StrengthSign], unmatched: [UnmatchedExercise]
  ) {
    (self.zone, self.sessions, self.history) = (zone, sessions, history)
    (self.signs, self.unmatched) = (signs, unmatched)
  }
}

/// A name in a log that matches no exercise, or more than one.
package struct UnmatchedExercise: Hashable, Sendable {
  /// The name as the log has it.
  package var name: String
  /// The number of sets with the name.
  package var sets: Int
  /// The exercises whose names are nearest to it, the nearest first.
  package var nearest: [Exercise]

  package init(name: String, sets: Int, nearest: [Exercise]) {
    (self.name, self.sets, self.nearest) = (name, sets, nearest)
  }
}
