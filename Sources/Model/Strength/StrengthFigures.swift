/// The figures of strength training over a day or week, for all exercises or for one.
package struct StrengthFigures: Hashable, Sendable {
  /// The number of sessions with a set.
  package var sessions = 0
  /// The number of different exercises.
  package var exercises = 0
  /// The number of sets without warm-ups.
  package var sets = 0
  /// The number of sets that are hard enough to make muscles grow.
  package var hardSets = 0
  /// The number of hard sets whose effort is not stated.
  package var hardSetsOfUnknownEffort = 0
  /// The number of repetitions.
  package var repetitions = 0
  /// The sum of load × repetitions; `nil` when the load of any set is unknown.
  ///
  /// - Units: kilograms, in micro-units.
  package var volume: Quantity? = .zero
  /// The sum of load × repetitions over the sets whose load is known.
  ///
  /// - Units: kilograms, in micro-units.
  package var knownVolume = Quantity.zero
  /// The number of sets whose load has no unit.
  package var setsOfUnknownUnit = 0
  /// The number of sets that lift the body where its weight is not known.
  package var setsOfUnknownBodyWeight = 0
  /// The time under tension; `nil` when no set has a tempo.
  ///
  /// A part that is done as fast as possible counts as no time.
  ///
  /// - Units: seconds, in micro-units.
  package var timeUnderTension: Quantity?
  /// The number of rests that the log states.
  package var rests = 0
  /// The number of rests that were long enough; see ``Exercise/fullRest(after:)``.
  package var restsKept = 0
  /// The heaviest load of a set with at least one repetition.
  ///
  /// - Units: kilograms, in micro-units.
  package var heaviest: Quantity?
  /// The greatest estimate, from one set, of the one-repetition maximum.
  ///
  /// - Units: kilograms, in micro-units.
  package var bestEstimate: Quantity?
  /// The mean of the sets' estimates of the one-repetition maximum.
  ///
  /// - Units: kilograms, in micro-units.
  package var meanEstimate: Quantity?

  package init() {}
}

/// One civil day with strength training.
package struct StrengthDay: Hashable, Sendable {
  package var day: CivilDay
  /// The figures of all exercises together; estimates stand in ``lifts`` alone.
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
  package var figures: StrengthFigures

  package init(lift: Lift, figures: StrengthFigures) {
    (self.lift, self.figures) = (lift, figures)
  }
}
