/// All that is said of one subject's strength training.
public struct StrengthPicture: Hashable, Sendable {
  /// The zone that decides days and weeks.
  public var zone: ResolvedZone
  /// The sessions, ascending by day.
  public var sessions: [StrengthSession]
  /// The sets, days, weeks and lifts.
  public var history: StrengthHistory
  /// The signs that the weeks give.
  public var signs: [StrengthSign]
  /// The names of exercises that match none, by name.
  public var unmatched: [UnmatchedExercise]

  /// Makes a picture.
  public init(
    zone: ResolvedZone, sessions: [StrengthSession], history: StrengthHistory,
    signs: [StrengthSign], unmatched: [UnmatchedExercise]
  ) {
    (self.zone, self.sessions, self.history) = (zone, sessions, history)
    (self.signs, self.unmatched) = (signs, unmatched)
  }
}

/// A name in a log that matches no exercise, or more than one.
public struct UnmatchedExercise: Hashable, Sendable {
  /// The name as the log has it.
  public var name: String
  /// The number of sets with it.
  public var sets: Int
  /// The exercises whose names are nearest, the nearest first.
  public var nearest: [Exercise]

  /// Makes a name that matches nothing.
  public init(name: String, sets: Int, nearest: [Exercise]) {
    (self.name, self.sets, self.nearest) = (name, sets, nearest)
  }
}
