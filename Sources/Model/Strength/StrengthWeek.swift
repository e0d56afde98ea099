/// One ISO week, Monday to Sunday in the subject's zone; one without training has zeros.
package struct StrengthWeek: Hashable, Sendable {
  /// The Monday.
  package var monday: CivilDay
  /// Whether all its days are over.
  package var isComplete: Bool
  /// The figures of all exercises.
  package var figures: StrengthFigures
  /// The muscles of the table, in its order.
  package var muscles: [MuscleVolume]
  /// The sets for each landmark, in the order of the landmarks.
  package var landmarkSets: [LandmarkSets]
  /// The hard sets of exercises that the table does not have, which count for no muscle.
  package var unmatchedHardSets: Int

  package init(
    monday: CivilDay, isComplete: Bool, figures: StrengthFigures = StrengthFigures(),
    muscles: [MuscleVolume] = [], landmarkSets: [LandmarkSets] = [], unmatchedHardSets: Int = 0
  ) {
    (self.monday, self.isComplete, self.figures) = (monday, isComplete, figures)
    (self.muscles, self.landmarkSets) = (muscles, landmarkSets)
    self.unmatchedHardSets = unmatchedHardSets
  }

  /// Whether there was a session.
  package var isTrained: Bool { figures.sessions > 0 }
}

/// The work of one muscle in one week, by the three methods; see Strength, "Three methods".
package struct MuscleVolume: Hashable, Sendable {
  /// The muscle.
  package var muscle: String
  /// Its part of the week's hard sets, each divided by ``Exercise/shares``; per mille, the muscles of a
  /// trained week sum to 1000.
  package var shareOfEffort: Int
  /// The volume divided by ``Exercise/shares``; `nil` when a load is unknown.
  ///
  /// - Units: kilograms, in micro-units.
  package var volumeByShare: Quantity?
  /// The hard sets: 1 of an exercise for the muscle, 0.5 of one that it helps in.
  package var fractionalSets: Quantity
  /// The repetitions, fewer of sets that were easy or rushed, divided by ``Exercise/shares``.
  package var effectiveRepetitions: Quantity

  package init(
    muscle: String, shareOfEffort: Int = 0, volumeByShare: Quantity? = .zero,
    fractionalSets: Quantity = .zero, effectiveRepetitions: Quantity = .zero
  ) {
    (self.muscle, self.shareOfEffort, self.volumeByShare) = (muscle, shareOfEffort, volumeByShare)
    (self.fractionalSets, self.effectiveRepetitions) = (fractionalSets, effectiveRepetitions)
  }
}

/// The fractional sets of one week for the muscles of one landmark; a set counts for its most involved.
package struct LandmarkSets: Hashable, Sendable {
  /// The landmark.
  package var landmark: Landmark
  /// The fractional sets.
  package var sets: Quantity

  package init(landmark: Landmark, sets: Quantity) {
    (self.landmark, self.sets) = (landmark, sets)
  }
}
