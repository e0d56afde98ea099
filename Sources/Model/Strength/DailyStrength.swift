/// The strength training of one subject on one civil day, as the evidence has it and rules see it.
///
/// Warm-ups stand nowhere in it, nor do names that somebody typed. See Strength, "Days".
package struct DailyStrength: Hashable, Sendable {
  /// The civil day on which the sessions start.
  package var day: CivilDay
  /// The sessions with a set.
  package var sessions: Int
  /// Those of them that come from a log and that no recording met.
  package var unmetSessions: Int
  /// The different exercises of the table.
  package var exercises: Int
  /// The different names that match no exercise, each of which may be one of the others or a further one.
  package var unmatchedExercises: Int
  /// The sets.
  package var sets: Int
  /// The sets that are hard enough to make muscles grow.
  package var hardSets: Int
  /// The repetitions.
  package var repetitions: Int
  /// Load × repetitions of the sets whose load is known.
  ///
  /// - Units: kilograms, in micro-units, rounded to 0.01.
  package var volume: Quantity
  /// The sets whose load has no unit.
  package var setsOfUnknownUnit: Int
  /// The sets that lift a body whose weight is not known.
  package var setsOfUnknownBodyWeight: Int
  /// The sets that lift a body whose weight is known, by where it is known from.
  package var setsByBodyWeight: [BodyWeightOrigin: Int]
  /// The time that muscles worked for, of sets with a tempo; `nil` without any.
  ///
  /// - Units: seconds, in micro-units.
  package var timeUnderTension: Quantity?
  /// The rests that a log gives.
  package var rests: Int
  /// The rests that were long enough; see ``Exercise/fullRest(after:)``.
  package var restsKept: Int
  /// The exercises of the table, by id.
  package var lifts: [DailyLift]

  /// Makes a day; what is left out is none.
  package init(
    day: CivilDay, sessions: Int = 0, unmetSessions: Int = 0, exercises: Int = 0,
    unmatchedExercises: Int = 0, sets: Int = 0, hardSets: Int = 0, repetitions: Int = 0,
    volume: Quantity = .zero, setsOfUnknownUnit: Int = 0, setsOfUnknownBodyWeight: Int = 0,
    setsByBodyWeight: [BodyWeightOrigin: Int] = [:], timeUnderTension: Quantity? = nil,
    rests: Int = 0, restsKept: Int = 0, lifts: [DailyLift] = []
  ) {
    (self.day, self.sessions, self.unmetSessions) = (day, sessions, unmetSessions)
    (self.exercises, self.unmatchedExercises) = (exercises, unmatchedExercises)
    (self.sets, self.hardSets, self.repetitions) = (sets, hardSets, repetitions)
    self.volume = volume
    self.setsOfUnknownUnit = setsOfUnknownUnit
    self.setsOfUnknownBodyWeight = setsOfUnknownBodyWeight
    self.setsByBodyWeight = setsByBodyWeight
    self.timeUnderTension = timeUnderTension
    (self.rests, self.restsKept, self.lifts) = (rests, restsKept, lifts)
  }
}

extension DailyStrength {
  /// ``timeUnderTension`` as rules count it; zero without any.
  ///
  /// - Units: minutes, in micro-units, rounded to 0.01.
  package var minutesUnderTension: Quantity {
    let minutes = dividedRounding(Int128(timeUnderTension?.microUnits ?? 0), by: 60)
    return Quantity(microUnits: Int64(minutes)).rounded(toMultipleOf: Quantity.hundredth)
  }
}

/// One exercise of the table on one day.
package struct DailyLift: Hashable, Sendable {
  /// The id of the exercise.
  package var exercise: String
  /// The sets.
  package var sets: Int
  /// The repetitions.
  package var repetitions: Int
  /// The most repetitions of one set.
  package var mostRepetitions: Int
  /// The sets whose load has no unit.
  package var setsOfUnknownUnit: Int
  /// The sets that lift a body whose weight is not known.
  package var setsOfUnknownBodyWeight: Int
  /// The heaviest load of a set with a repetition, the body's weight with it where it moves.
  ///
  /// - Units: kilograms, in micro-units.
  package var heaviest: Quantity?
  /// The greatest estimate of a single set.
  ///
  /// - Units: kilograms, in micro-units.
  package var bestEstimate: Quantity?
  /// The mean of the sets' estimates.
  ///
  /// - Units: kilograms, in micro-units.
  package var meanEstimate: Quantity?

  /// Makes the figures of an exercise; what is left out is none.
  package init(
    exercise: String, sets: Int = 0, repetitions: Int = 0, mostRepetitions: Int = 0,
    setsOfUnknownUnit: Int = 0, setsOfUnknownBodyWeight: Int = 0, heaviest: Quantity? = nil,
    bestEstimate: Quantity? = nil, meanEstimate: Quantity? = nil
  ) {
    self.exercise = exercise
    (self.sets, self.repetitions, self.mostRepetitions) = (sets, repetitions, mostRepetitions)
    self.setsOfUnknownUnit = setsOfUnknownUnit
    self.setsOfUnknownBodyWeight = setsOfUnknownBodyWeight
    (self.heaviest, self.bestEstimate) = (heaviest, bestEstimate)
    self.meanEstimate = meanEstimate
  }
}
