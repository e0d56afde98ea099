/// The test by which a leaf selects sessions.
package struct ActivityTest: Hashable, Sendable {
  /// The kinds of sessions that count; `nil` for every kind.
  package var kinds: Set<ActivityKind>?
  /// Whether indoor or outdoor sessions count; `nil` for both.
  package var isIndoor: Bool?
  /// The names of what sessions may be done with, as logs state them; `nil` for any name or none.
  package var names: Set<String>?
  /// The requirements on each session, at most one comparison per quantity.
  package var requirements: [ActivityQuantity: Comparison]
  /// The heart rates whose minutes are compared under ``ActivityQuantity/heartMinutes``; `nil` where
  /// they are not.
  package var zone: HeartRateZone?

  package init(
    kinds: Set<ActivityKind>? = nil, isIndoor: Bool? = nil, names: Set<String>? = nil,
    requirements: [ActivityQuantity: Comparison] = [:], zone: HeartRateZone? = nil
  ) {
    self.kinds = kinds
    self.isIndoor = isIndoor
    self.names = names
    self.requirements = requirements
    self.zone = zone
  }
}

extension ActivityTest {
  /// Whether only sessions of session logs can pass the test.
  package var looksAtLogsAlone: Bool { kinds?.allSatisfy(\.isLogged) ?? (names != nil) }

  /// Whether a session done with `name` counts; case does not matter.
  package func names(_ name: String?) -> Bool {
    guard let names else { return true }
    guard let name = name.map(Self.compared) else { return false }
    return names.contains { Self.compared($0) == name }
  }

  private static func compared(_ name: String) -> String { comparableName(name).lowercased() }
}

/// A quantity that a rule can ask of one session; the raw value is the key under `where:`.
///
/// Whether a session that lacks the quantity passes is unknown.
package enum ActivityQuantity: String, CaseIterable, Hashable, Sendable {
  case distance, duration, energy, elevationGain, pace, speed, averageHeartRate, maximumHeartRate
  /// The minutes in the test's ``ActivityTest/zone``.
  case heartMinutes

  /// The unit of thresholds: m, min (of active time), kcal, m, s/km, m/s, bpm, bpm, min.
  package var unit: Unit {
    switch self {
    case .distance, .elevationGain: .meter
    case .duration, .heartMinutes: .minute
    case .energy: .kilocalorie
    case .pace: .secondPerKilometer
    case .speed: .meterPerSecond
    case .averageHeartRate, .maximumHeartRate: .beatsPerMinute
    }
  }
}

/// A sum over sessions; the raw value is the value of `sum:` in a rule.
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
