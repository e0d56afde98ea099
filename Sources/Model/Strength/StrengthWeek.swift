/// One ISO week of training, from Monday to Sunday in the subject's zone; a week without training
/// has zeros.
package struct StrengthWeek: Hashable, Sendable {
  /// The Monday that begins the week.
  package var monday: CivilDay
  /// Whether the week is over.
  package var isComplete: Bool
  /// The figures of all exercises.
  package var figures: StrengthFigures
  /// The work of each muscle, in the order of the table.
  package var muscles: [MuscleVolume]
  /// The sets for each landmark, in the order of the landmarks.
  package var landmarkSets: [LandmarkSets]
  /// The number of hard sets of exercises that the table does not have, which count for no muscle.
  package var unmatchedHardSets: Int
  /// The number of sets of exercises that the table does not have, hard or not.
  package var unmatchedSets: Int

  package init(
    monday: CivilDay, isComplete: Bool, figures: StrengthFigures = StrengthFigures(),
    muscles: [MuscleVolume] = [], landmarkSets: [LandmarkSets] = [], unmatchedHardSets: Int = 0,
    unmatchedSets: Int = 0
  ) {
    (self.monday, self.isComplete, self.figures) = (monday, isComplete, figures)
    (self.muscles, self.landmarkSets) = (muscles, landmarkSets)
    (self.unmatchedHardSets, self.unmatchedSets) = (unmatchedHardSets, unmatchedSets)
  }

  /// Whether the week had a session.
  package var isTrained: Bool { figures.sessions > 0 }
}

/// The work of one muscle in one week, measured by three methods; see Strength, "Three methods".
package struct MuscleVolume: Hashable, Sendable {
  package var muscle: String
  /// The muscle's part of the week's hard sets, divided among muscles by ``Exercise/shares``.
  ///
  /// - Units: per mille; the muscles of a week with training sum to 1000.
  package var shareOfEffort: Int
  /// The muscle's part of the week's volume, divided among muscles by ``Exercise/shares``; `nil`
  /// when a load is unknown.
  ///
  /// - Units: kilograms, in micro-units.
  package var volumeByShare: Quantity?
  /// The hard sets, where a set counts 1 for its primary muscles and 0.5 for the muscles that help.
  package var fractionalSets: Quantity
  /// The muscle's part of the week's repetitions, divided among muscles by ``Exercise/shares``;
  /// repetitions of easy or hurried sets count less.
  package var effectiveRepetitions: Quantity

  package init(
    muscle: String, shareOfEffort: Int = 0, volumeByShare: Quantity? = .zero,
    fractionalSets: Quantity = .zero, effectiveRepetitions: Quantity = .zero
  ) {
    (self.muscle, self.shareOfEffort, self.volumeByShare) = (muscle, shareOfEffort, volumeByShare)
    (self.fractionalSets, self.effectiveRepetitions) = (fractionalSets, effectiveRepetitions)
  }
}

/// The fractional sets of one week for the muscles of one landmark; a set counts once, for the
/// muscle that it works most.
package struct LandmarkSets: Hashable, Sendable {
  package var landmark: Landmark
  package var sets: Quantity
  /// Whether there was any set for the muscles, hard or not.
  package var isWorked: Bool

  /// Counts the muscles as worked where there are hard sets, unless `isWorked` is given.
  package init(landmark: Landmark, sets: Quantity, isWorked: Bool? = nil) {
    (self.landmark, self.sets, self.isWorked) = (landmark, sets, isWorked ?? (sets > .zero))
  }
}
