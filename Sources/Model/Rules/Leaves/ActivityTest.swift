/// Which sessions a leaf looks at.
package struct ActivityTest: Hashable, Sendable {
  /// Every kind when `nil`.
  package var kinds: Set<ActivityKind>?
  /// Both when `nil`.
  package var isIndoor: Bool?
  /// The names of what they were done with, as logs name it; any, and none, when `nil`.
  package var names: Set<String>?
  /// The requirements of each session, one for a quantity.
  package var requirements: [ActivityQuantity: Comparison]

  /// Makes a test that every session passes, but for what is asked.
  package init(
    kinds: Set<ActivityKind>? = nil, isIndoor: Bool? = nil, names: Set<String>? = nil,
    requirements: [ActivityQuantity: Comparison] = [:]
  ) {
    self.kinds = kinds
    self.isIndoor = isIndoor
    self.names = names
    self.requirements = requirements
  }
}

extension ActivityTest {
  /// Whether all that it looks at stands in session logs alone.
  package var looksAtLogsAlone: Bool { kinds?.allSatisfy(\.isLogged) ?? (names != nil) }

  /// Whether what a session was done with is one of those that are asked for; capitals do not matter.
  package func names(_ name: String?) -> Bool {
    guard let names else { return true }
    guard let name = name.map(Self.compared) else { return false }
    return names.contains { Self.compared($0) == name }
  }

  private static func compared(_ name: String) -> String { comparableName(name).lowercased() }
}

/// A quantity that a rule can ask of one session; the raw value is the key under `where:`.
///
/// A session that lacks the quantity is neither met nor missed: the answer is the third.
package enum ActivityQuantity: String, CaseIterable, Hashable, Sendable {
  case distance, duration, energy, elevationGain, pace, speed, averageHeartRate, maximumHeartRate

  /// The unit of thresholds: m, min (of active time), kcal, m, s/km, m/s, bpm, bpm.
  package var unit: Unit {
    switch self {
    case .distance, .elevationGain: .meter
    case .duration: .minute
    case .energy: .kilocalorie
    case .pace: .secondPerKilometer
    case .speed: .meterPerSecond
    case .averageHeartRate, .maximumHeartRate: .beatsPerMinute
    }
  }
}

/// A sum over sessions; the raw value is that of `sum:`.
package enum ActivitySum: String, CaseIterable, Hashable, Sendable {
  case distance, duration, energy, elevationGain, sessions

  /// The unit of the sum: m, min (of active time), kcal, m, count.
  package var unit: Unit {
    switch self {
    case .distance, .elevationGain: .meter
    case .duration: .minute
    case .energy: .kilocalorie
    case .sessions: .count
    }
  }
}
