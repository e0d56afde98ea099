import DaymarkModel

extension Source {
  /// Garmin Connect's figures of days, whichever way they were fetched.
  static let garminConnect = Source(
    provider: .garmin, name: "Garmin Connect", deviceClass: .tracker)

  /// Its rows of sessions, poorer copies of the devices' files.
  ///
  /// The class is `app`, like that of Strava's rows. The devices' names are spelt in any way. With
  /// the devices' class, the rows would go before some of them, and the heart rate of those would
  /// be dropped with the rest of their file.
  static let garminConnectActivities = Source(
    provider: .garmin, name: "Garmin Connect activities", deviceClass: .app)

  /// The rows of the list that the web page saves.
  ///
  /// Its name sorts behind ``garminConnectActivities``.
  static let garminConnectList = Source(
    provider: .garmin, name: "Garmin Connect list", deviceClass: .app)
}

extension JSONItem {
  /// Whether somebody typed the session in, or uploaded it by hand.
  var isGarminUserEntered: Bool {
    ["manual", "manualActivity", "isWebUpload"].contains { self[$0]?.flag == true }
  }

  /// A time in milliseconds since 1970.
  func millisecondTime(_ key: String) -> RecordTime {
    guard let member = self[key] else { return .missing }
    return member.integer.map { .at(Instant(milliseconds: Int64($0))) } ?? .malformed
  }
}

extension InputReading {
  /// Notes what a wall clock showed at an instant.
  ///
  /// Clocks are set to the quarter of an hour, at most 14 hours from UTC; anything else is no offset.
  mutating func note(wallClock: Instant, at instant: Instant) {
    let difference = wallClock.milliseconds &- instant.milliseconds
    guard difference.magnitude <= 14 * 3_600_000, difference % 900_000 == 0 else { return }
    note(offsetSeconds: Int(difference / 1000), at: instant)
  }
}
