/// The strength training of one subject on one civil day, as evidence states it and rules are
/// evaluated on it.
///
/// Warm-ups are left out, and so are names that somebody typed. See Strength, "Days".
package struct DailyStrength: Hashable, Sendable {
  /// The civil day on which the sessions start.
  package var day: CivilDay
  /// The number of sessions with a set.
  package var sessions = 0
  /// The number of sessions from a workout log that no device's recording matches.
  package var unmetSessions = 0
  /// The number of different exercises of the table.
  package var exercises = 0
  /// The number of different names that match no exercise; each may mean one of the counted
  /// exercises or another.
  package var unmatchedExercises = 0
  /// The number of sets.
  package var sets = 0
  /// The number of sets that are hard enough to make muscles grow.
  package var hardSets = 0
  /// The number of repetitions.
  package var repetitions = 0
  /// The sum of load × repetitions, over the sets whose load is known.
  ///
  /// - Units: kilograms, in micro-units, rounded to 0.01.
  package var volume = Quantity.zero
  /// The number of sets whose load has no unit.
  package var setsOfUnknownUnit = 0
  /// The number of sets that lift the body where its weight is not known.
  package var setsOfUnknownBodyWeight = 0
  /// The number of sets that lift the body where its weight is known, by where it is known from.
  package var setsByBodyWeight: [BodyWeightOrigin: Int] = [:]
  /// The time under tension, over the sets with a stated tempo; `nil` where none has one.
  ///
  /// - Units: seconds, in micro-units.
  package var timeUnderTension: Quantity?
  /// The number of rests that a log states.
  package var rests = 0
  /// The number of rests that were long enough; see ``Exercise/fullRest(after:)``.
  package var restsKept = 0
  /// The figures of each exercise of the table, ascending by id.
  package var lifts: [DailyLift] = []

  package init(day: CivilDay) { self.day = day }
}

extension DailyStrength {
  /// The time under tension as rules count it; zero where it is `nil`.
  ///
  /// - Units: minutes, in micro-units, rounded to 0.01.
  package var minutesUnderTension: Quantity {
    let minutes = dividedRounding(Int128(timeUnderTension?.microUnits ?? 0), by: 60)
    return Quantity(microUnits: Int64(minutes)).rounded(toMultipleOf: Quantity.hundredth)
  }
}

/// The figures of one exercise on one day.
package struct DailyLift: Hashable, Sendable {
  /// The id of the exercise.
  package var exercise: String
  /// The number of sets.
  package var sets = 0
  /// The number of repetitions.
  package var repetitions = 0
  /// The most repetitions of one set.
  package var mostRepetitions = 0
  /// The number of sets whose load has no unit.
  package var setsOfUnknownUnit = 0
  /// The number of sets that lift the body where its weight is not known.
  package var setsOfUnknownBodyWeight = 0
  /// The heaviest load of a set with at least one repetition, including the body weight where the
  /// exercise moves the body.
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
  /// The greatest load of a set with at least one repetition as a multiple of the body weight,
  /// rounded down to a millionth.
  package var mostBodyWeights: Quantity?
  /// The number of sets with a known load for which the body weight is not known.
  package var setsWithoutBodyWeight = 0

  package init(exercise: String) { self.exercise = exercise }
}

extension DailyStrength {
  /// Sets the day's figure to what a rule's case states.
  ///
  /// - Parameters:
  ///   - measure: The figure.
  ///   - amount: The amount in the measure's unit, as rules count it, such as minutes of time under
  ///     tension.
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
