/// A figure of a day's strength training that rules can add up; the raw value is the value of
/// `metric:`.
package enum StrengthMeasure: String, CaseIterable, Hashable, Sendable {
  /// The sum over sets of load × repetitions.
  case volume
  case hardSets, sets, repetitions, exercises
  /// The number of sessions with a set.
  case strengthSessions
  /// The time under tension, over sets with a stated tempo.
  case timeUnderTension
  /// The number of rests that were long enough.
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

/// A figure of the best set of one exercise that a rule can ask for; the raw value is the key in a
/// rule's case.
package enum LiftQuantity: String, CaseIterable, Hashable, Sendable {
  /// The estimated one-repetition maximum.
  case estimate
  /// The load, including the body weight where the exercise moves the body.
  case load
  /// The load as a multiple of the lifter's body weight.
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

/// The reason for which a figure of strength training is unknown although its day's data is
/// complete.
///
/// The raw value is the code of the reason.
package enum StrengthGap: String, CaseIterable, Hashable, Sendable {
  /// The log does not say whether loads are kilograms or pounds.
  case unit = "unit.unknown"
  /// The exercise moves the body, whose weight is not known.
  case bodyWeight = "body_weight.unknown"
  /// A name in a log matches no exercise.
  case exercise = "exercise.unmatched"
}
