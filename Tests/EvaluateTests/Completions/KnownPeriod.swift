import DaymarkModel

/// Everything that is so in a period once nothing is unknown any more.
///
/// - Units: micro-units throughout.
struct KnownPeriod {
  struct Day {
    /// A metric without data is absent; only a mean over recorded days can meet one.
    var amounts: [Metric: Int] = [:]
    var heartRates: [HeartRateStatistic: Int] = [:]
    var sessions: [KnownSession] = []
  }

  var first: CivilDay
  var days: [Day]
  /// Nothing recorded at all is a mean of zero.
  var readsMissingAsZero = false
}

/// Sessions that are alike.
///
/// A field that is absent is lacking; in a ``KnownPeriod`` none is that is asked about.
struct KnownSession: CustomStringConvertible {
  var kind: ActivityKind
  var isIndoor = false
  var values: [ActivityField: Int]
  var times = 1

  var description: String {
    let fields = values.sorted { $0.key.rawValue < $1.key.rawValue }
    return "\(times)x\(kind)\(isIndoor ? " indoor" : "") "
      + fields.map { "\($0.key)=\(Double($0.value) / 1e6)" }.joined(separator: ",")
  }

  /// What the session has of a field, or `nil` where it lacks it and does not have it by nature.
  func value(_ field: ActivityField) -> Int? {
    if let value = values[field] { return value }
    switch field {
    case .distanceMeters: return [.strength, .yoga, .hiit].contains(kind) ? 0 : nil
    case .elevationGainMeters:
      return isIndoor || [.swim, .strength, .yoga, .hiit, .row].contains(kind) ? 0 : nil
    default: return nil
    }
  }
}

extension ActivityQuantity {
  /// What must be known of a session to say whether it meets a requirement.
  var fields: [ActivityField] {
    switch self {
    case .distance: [.distanceMeters]
    case .duration: [.activeSeconds]
    case .energy: [.kilocalories]
    case .elevationGain: [.elevationGainMeters]
    case .pace, .speed: [.activeSeconds, .distanceMeters]
    case .averageHeartRate: [.averageBPM]
    case .maximumHeartRate: [.maximumBPM]
    // Random rules do not ask for it: it is computed from samples.
    case .heartMinutes: []
    }
  }
}

extension ActivitySum {
  var field: ActivityField? {
    switch self {
    case .distance: .distanceMeters
    case .duration: .activeSeconds
    case .energy: .kilocalories
    case .elevationGain: .elevationGainMeters
    case .sessions: nil
    }
  }
}
