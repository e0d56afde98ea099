import DaymarkModel

// The names of measures and units, as participants know them.

extension Metric {
  /// The name in sentences.
  var name: String {
    switch self {
    case .steps: "steps"
    case .distanceWalkingRunning: "distance on foot"
    case .distanceCycling: "distance by bicycle"
    case .distanceSwimming: "distance swum"
    case .activeEnergy: "active energy"
    case .heartRate: "heart rate"
    case .flightsClimbed: "flights climbed"
    case .exerciseTime: "exercise time"
    case .wheelchairPushes: "pushes of a wheelchair"
    case .distanceWheelchair: "distance by wheelchair"
    case .sleep: "sleep"
    }
  }

  /// The words that follow an amount of the metric, such as `steps`.
  func wordsAfterAmount(isOne: Bool) -> String {
    switch self {
    case .steps: isOne ? "step" : "steps"
    case .distanceWalkingRunning: "on foot"
    case .distanceCycling: "by bicycle"
    case .distanceSwimming: "swum"
    case .activeEnergy: "of active energy"
    case .heartRate: "of heart rate"
    case .flightsClimbed: isOne ? "flight climbed" : "flights climbed"
    case .exerciseTime: "of exercise"
    case .wheelchairPushes: isOne ? "push of a wheelchair" : "pushes of a wheelchair"
    case .distanceWheelchair: "by wheelchair"
    case .sleep: "of sleep"
    }
  }
}

extension HeartRateStatistic {
  var name: String {
    switch self {
    case .average: "an average heart rate"
    case .min: "a lowest heart rate"
    case .max: "a highest heart rate"
    }
  }
}

/// A condition on the heart rate in words: `with a heart rate above 140 bpm`.
func heartRateWords(above rate: Int) -> String {
  "with a heart rate \(HeartRateZone(above: rate).words)"
}

extension HeartRateZone {
  /// The zone in words: `above 120 bpm and up to 150 bpm`.
  var words: String {
    let end = upTo.map { " and up to \(Quantity($0).words(in: .beatsPerMinute))" } ?? ""
    return "above \(Quantity(above).words(in: .beatsPerMinute))\(end)"
  }
}

extension ActivityKind {
  /// The name of one session of the kind.
  var name: String {
    switch self {
    case .run, .walk, .hike, .swim: rawValue
    case .cycle: "ride"
    case .row: "rowing session"
    // Distinguished from sessions of workout logs, which a rule counts under another key.
    case .strength: "recorded strength session"
    case .hiit: "HIIT session"
    case .yoga: "yoga session"
    case .other: "other session"
    case .learning: "learning session"
    }
  }
}

extension ActivityQuantity {
  var name: String {
    switch self {
    case .distance, .duration, .energy, .pace, .speed: rawValue
    case .elevationGain: "elevation gain"
    case .averageHeartRate: "average heart rate"
    case .maximumHeartRate: "maximum heart rate"
    case .heartMinutes: "heart rates"
    }
  }
}

extension ActivitySum {
  /// The name of the summed figure.
  var name: String { ActivityQuantity(rawValue: rawValue)?.name ?? rawValue }

  /// The words that follow an amount, with a space before them; empty where its unit tells what it
  /// is.
  var wordsAfterAmount: String {
    switch self {
    case .elevationGain: " uphill"
    case .distance, .duration, .energy, .sessions: ""
    }
  }
}

extension StrengthMeasure {
  /// The words that follow an amount of the figure, such as `hard sets`.
  func wordsAfterAmount(isOne: Bool) -> String {
    let ending = isOne ? "" : "s"
    return switch self {
    case .volume: "of volume"
    case .hardSets: "hard set\(ending)"
    case .sets: "set\(ending)"
    case .repetitions: "repetition\(ending)"
    case .exercises: "exercise\(ending)"
    case .strengthSessions: "strength session\(ending)"
    case .timeUnderTension: "of time under tension"
    case .restsKept: "full rest\(ending)"
    }
  }
}

extension LiftQuantity {
  /// The figure in words: `an estimate of at least 100 kg`, `at least 12 repetitions`.
  func words(_ amount: String, isOne: Bool) -> String {
    switch self {
    case .estimate: "an estimate of \(amount)"
    case .load, .bodyWeights: "a load of \(amount)"
    case .repetitions: "\(amount) repetition\(isOne ? "" : "s")"
    }
  }
}

/// The id of an exercise as words, which are those of its name.
func exerciseWords(_ id: String) -> String {
  id.split(separator: "_").joined(separator: " ")
}

extension CivilDay.Weekday {
  var name: String {
    switch self {
    case .monday: "Monday"
    case .tuesday: "Tuesday"
    case .wednesday: "Wednesday"
    case .thursday: "Thursday"
    case .friday: "Friday"
    case .saturday: "Saturday"
    case .sunday: "Sunday"
    }
  }
}

extension Int {
  /// The number with a noun, in the plural where there is not one of it: `1 day`, `3 days`.
  func counting(_ noun: String) -> String { "\(self) \(self == 1 ? noun : noun.plural)" }
}

extension [String] {
  /// The words as a list in a sentence: `a, b and c`.
  ///
  /// - Parameter conjunction: The word before the last one.
  func joined(lastWith conjunction: String) -> String {
    guard let last, count > 1 else { return last ?? "" }
    return "\(dropLast().joined(separator: ", ")) \(conjunction) \(last)"
  }
}
