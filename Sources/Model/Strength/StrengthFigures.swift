/// The figures of one stretch of training: a day, a week, or one exercise in either.
package struct StrengthFigures: Hashable, Sendable {
  /// The sessions with a set.
  package var sessions = 0
  /// The different exercises.
  package var exercises = 0
  /// The sets; warm-ups never count.
  package var sets = 0
  /// The sets that are hard enough to make muscles grow.
  package var hardSets = 0
  /// The hard sets whose effort nobody says.
  package var hardSetsOfUnknownEffort = 0
  /// The repetitions.
  package var repetitions = 0
  /// Load × repetitions; `nil` when a load of any set is unknown.
  ///
  /// - Units: kilograms, in micro-units.
  package var volume: Quantity? = .zero
  /// The same of the sets whose load is known.
  ///
  /// - Units: kilograms, in micro-units.
  package var knownVolume = Quantity.zero
  /// The sets whose load has no unit.
  package var setsOfUnknownUnit = 0
  /// The sets that lift a body whose weight is not known.
  package var setsOfUnknownBodyWeight = 0
  /// The time that muscles worked for; `nil` when no set has a tempo.
  ///
  /// As fast as possible counts as no time.
  ///
  /// - Units: seconds, in micro-units.
  package var timeUnderTension: Quantity?
  /// The rests that the log gives.
  package var rests = 0
  /// The rests that were long enough; see ``Exercise/fullRest(after:)``.
  package var restsKept = 0
  /// The heaviest load of a set with a repetition.
  ///
  /// - Units: kilograms, in micro-units.
  package var heaviest: Quantity?
  /// The greatest estimate of a set.
  ///
  /// - Units: kilograms, in micro-units.
  package var bestEstimate: Quantity?
  /// The mean of the sets' estimates.
  ///
  /// - Units: kilograms, in micro-units.
  package var meanEstimate: Quantity?

  package init() {}
}

/// One civil day with strength training.
package struct StrengthDay: Hashable, Sendable {
  /// The day.
  package var day: CivilDay
  /// The figures of all exercises; estimates stand with each lift alone.
  package var figures: StrengthFigures
  /// The figures of each exercise, by name.
  package var lifts: [LiftFigures]

  package init(day: CivilDay, figures: StrengthFigures, lifts: [LiftFigures]) {
    (self.day, self.figures, self.lifts) = (day, figures, lifts)
  }
}

/// The figures of one exercise.
package struct LiftFigures: Hashable, Sendable {
  /// The exercise.
  package var lift: Lift
  /// Its figures.
  package var figures: StrengthFigures

  package init(lift: Lift, figures: StrengthFigures) {
    (self.lift, self.figures) = (lift, figures)
  }
}
