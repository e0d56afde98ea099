/// A figure of a day's strength training that rules can add up; the raw value is that of `metric:`.
package enum StrengthMeasure: String, CaseIterable, Hashable, Sendable {
  /// Load × repetitions.
  case volume
  case hardSets, sets, repetitions, exercises
  /// The sessions with a set.
  case strengthSessions
  /// The time that muscles worked for, of the sets that have a tempo.
  case timeUnderTension
  /// The rests that were long enough.
  case restsKept

  /// The unit of values and thresholds: kg of volume, min of time, count of anything else.
  package var unit: Unit {
    switch self {
    case .volume: .kilogram
    case .timeUnderTension: .minute
    case .hardSets, .sets, .repetitions, .exercises, .strengthSessions, .restsKept: .count
    }
  }

  /// The most that a person may plausibly do on a day.
  package var plausibleMost: Quantity {
    switch self {
    case .volume: Quantity(100_000)
    case .hardSets, .sets, .restsKept: Quantity(200)
    case .timeUnderTension: Quantity(600)
    case .repetitions: Quantity(10_000)
    case .exercises: Quantity(50)
    case .strengthSessions: Quantity(24)
    }
  }
}

/// A figure of one exercise that a rule can ask of its best set; the raw value is the key in a case of a rule.
package enum LiftQuantity: String, CaseIterable, Hashable, Sendable {
  /// The estimate of the greatest load for one repetition.
  case estimate
  /// The load, the body's weight with it where it moves.
  case load
  /// The load as a multiple of the weight of the body that lifts it.
  case bodyWeights
  /// The repetitions of one set.
  case repetitions

  /// The unit of values and thresholds.
  package var unit: Unit {
    switch self {
    case .estimate, .load: .kilogram
    case .bodyWeights: .bodyWeight
    case .repetitions: .count
    }
  }

  /// The most that anybody may plausibly reach.
  package var plausibleMost: Quantity {
    switch self {
    case .estimate, .load: Quantity(600)
    case .bodyWeights: Quantity(8)
    case .repetitions: Quantity(10_000)
    }
  }
}

/// The causes for which a figure of strength training is not known, though its day is whole; the raw value
/// is the code of the reason.
package enum StrengthGap: String, CaseIterable, Hashable, Sendable {
  /// Nobody says whether loads are kilograms or pounds.
  case unit = "unit.unknown"
  /// A body is lifted whose weight nobody says.
  case bodyWeight = "body_weight.unknown"
  /// A name in a log matches no exercise.
  case exercise = "exercise.unmatched"
}
