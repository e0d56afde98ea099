/// The strength training of one subject on one civil day, as the evidence has it and rules see it.
///
/// Warm-ups stand nowhere in it, nor do names that somebody typed. See Strength, "Days".
package struct DailyStrength: Hashable, Sendable {
  /// The civil day on which the sessions start.
  package var day: CivilDay
  /// The sessions with a set.
  package var sessions = 0
  /// Those of them that come from a log and that no recording met.
  package var unmetSessions = 0
  /// The different exercises of the table.
  package var exercises = 0
  /// The different names that match no exercise, each of which may be one of the others or a further one.
  package var unmatchedExercises = 0
  /// The sets.
  package var sets = 0
  /// The sets that are hard enough to make muscles grow.
  package var hardSets = 0
  /// The repetitions.
  package var repetitions = 0
  /// Load × repetitions of the sets whose load is known.
  ///
  /// - Units: kilograms, in micro-units, rounded to 0.01.
  package var volume = Quantity.zero
  /// The sets whose load has no unit.
  package var setsOfUnknownUnit = 0
  /// The sets that lift a body whose weight is not known.
  package var setsOfUnknownBodyWeight = 0
  /// The sets that lift a body whose weight is known, by where it is known from.
  package var setsByBodyWeight: [BodyWeightOrigin: Int] = [:]
  /// The time that muscles worked for, of sets with a tempo; `nil` without any.
  ///
  /// - Units: seconds, in micro-units.
  package var timeUnderTension: Quantity?
  /// The rests that a log gives.
  package var rests = 0
  /// The rests that were long enough; see ``Exercise/fullRest(after:)``.
  package var restsKept = 0
  /// The exercises of the table, by id.
  package var lifts: [DailyLift] = []

  package init(day: CivilDay) { self.day = day }
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
  package var sets = 0
  /// The repetitions.
  package var repetitions = 0
  /// The most repetitions of one set.
  package var mostRepetitions = 0
  /// The sets whose load has no unit.
  package var setsOfUnknownUnit = 0
  /// The sets that lift a body whose weight is not known.
  package var setsOfUnknownBodyWeight = 0
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
  /// The greatest load of a set with a repetition as a multiple of the body's weight, rounded down to a millionth.
  package var mostBodyWeights: Quantity?
  /// The sets of a known load of which the body's weight is not known.
  package var setsWithoutBodyWeight = 0

  package init(exercise: String) { self.exercise = exercise }
}

extension DailyStrength {
  /// Gives the day what a case of a rule says that it has of a measure.
  ///
  /// - Parameter amount: In the measure's unit, as rules count it: minutes of time under tension.
  package mutating func set(_ measure: StrengthMeasure, to amount: Quantity) {
    let count = Int(amount.microUnits / 1_000_000)
    switch measure {
    case .volume: volume = amount
    case .hardSets: hardSets = count
    case .sets: sets = count
    case .repetitions: repetitions = count
    case .exercises: exercises = count
    case .strengthSessions: sessions = count
    case .restsKept: restsKept = count
    case .timeUnderTension:
      timeUnderTension = Quantity(exactly: Int128(amount.microUnits) * 60) ?? .limit
    }
  }
}
