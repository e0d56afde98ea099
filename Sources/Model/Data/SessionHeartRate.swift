/// What is known of the heart rate within a session, from which its minutes in any zone follow; see
/// Semantics, "Minutes above a heart rate".
package struct SessionHeartRate: Hashable, Sendable {
  /// The time at each whole rate; empty where none was measured.
  package var times = HeartRateTimes()
  /// The minutes in which the rate is not known, because records were rejected.
  package var openMinutes = Quantity.zero
  /// The minutes in whichever zone a rule asks for, as a case of tests gives them; `nil` for a
  /// recorded session.
  package var givenMinutes: Quantity?
  /// The minutes in each zone that a case of tests names; empty for a recorded session.
  package var givenZones: [HeartRateZone: Quantity] = [:]

  package init(times: HeartRateTimes = HeartRateTimes(), openMinutes: Quantity = .zero) {
    (self.times, self.openMinutes) = (times, openMinutes)
  }

  /// The minutes in a zone; `nil` where no rate was measured.
  package func minutes(in zone: HeartRateZone) -> Quantity? {
    givenZones[zone] ?? givenMinutes ?? (times.isEmpty ? nil : times.minutes(in: zone))
  }
}
