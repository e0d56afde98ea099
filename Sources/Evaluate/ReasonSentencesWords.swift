package import DaymarkModel

// The names of what is measured and of units, as participants know them.

extension Metric {
  /// As sentences name it.
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
    }
  }

  /// What stands behind an amount of it.
  func whatIsCounted(isOne: Bool) -> String {
    switch self {
    case .steps: isOne ? "step" : "steps"
    case .distanceWalkingRunning: "on foot"
    case .distanceCycling: "by bicycle"
    case .distanceSwimming: "swum"
    case .activeEnergy: "of active energy"
    case .heartRate: "of heart rate"
    case .flightsClimbed: isOne ? "flight climbed" : "flights climbed"
    case .exerciseTime: "of exercise"
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

extension ActivityKind {
  /// One session of it.
  var name: String {
    switch self {
    case .run, .walk, .hike, .swim: rawValue
    case .cycle: "ride"
    case .row: "rowing session"
    case .strength: "strength session"
    case .hiit: "HIIT session"
    case .yoga: "yoga session"
    case .other: "other session"
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
    }
  }
}

extension ActivitySum {
  /// The name of the session's field.
  var name: String { ActivityQuantity(rawValue: rawValue)?.name ?? rawValue }
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

extension Quantity {
  /// An amount in the unit that people write, where that is exact; of a count the number alone.
  package func words(in unit: Unit) -> String {
    switch unit {
    case .count: grouped
    case .meter where self >= Quantity(1000) && microUnits % 1000 == 0:
      "\(Quantity(microUnits: microUnits / 1000).grouped) km"
    case .secondPerKilometer where microUnits % 1_000_000 == 0: "\(clock) min/km"
    case .meterPerSecond: speed
    default: "\(grouped) \(unit.rawValue)"
    }
  }

  /// Thousands are set apart: `10,000.5`.
  private var grouped: String {
    let parts = description.split(separator: ".", maxSplits: 1)
    var text = ""
    for (index, digit) in (parts.first ?? "").enumerated() {
      let rest = (parts.first?.count ?? 0) - index
      if index > 0, rest % 3 == 0, text != "-" { text += "," }
      text.append(digit)
    }
    return parts.count > 1 ? "\(text).\(parts[1])" : text
  }

  /// Seconds as minutes and seconds: `6:05`.
  private var clock: String {
    let seconds = microUnits / 1_000_000
    return "\(seconds / 60):\(seconds % 60 < 10 ? "0" : "")\(seconds % 60)"
  }

  /// Meters per second as the kilometers per hour that they were read from, if they were.
  private var speed: String {
    let ratio: (Int128, Int128) = (3600, 1000)
    // To 0.01 km/h, and back.
    let written = dividedRounding(Int128(microUnits) * ratio.0, by: ratio.1 * 10_000) * 10_000
    let isExact = dividedRounding(written * ratio.1, by: ratio.0) == Int128(microUnits)
    guard isExact, let hourly = Quantity(exactly: written) else { return "\(grouped) m/s" }
    return "\(hourly.grouped) km/h"
  }
}

/// `a, b and c`.
func listed(_ words: [String], _ conjunction: String) -> String {
  guard let last = words.last, words.count > 1 else { return words.first ?? "" }
  return "\(words.dropLast().joined(separator: ", ")) \(conjunction) \(last)"
}
