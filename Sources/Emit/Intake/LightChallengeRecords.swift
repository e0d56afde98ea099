package import DaymarkDocuments
package import DaymarkModel

/// The array that LightChallenge's `apple` adapter reads, with one record per day and kind.
///
/// Records are ordered by date, then by `activity_id`. Zero values are not sent. Without an address
/// there is no `user_id`. Source: Evidence, "The lightchallenge profile"; the schema is
/// ``DocumentSchema/records``.
///
/// - Units: seconds, meters, kilocalories, beats per minute, minutes.
package func lightChallengeRecords(_ evidence: Evidence) -> JSONValue {
  lightChallengeRecords(
    evidence.aggregates, userID: evidence.subject.address.map(lightChallengeUserID))
}

/// The records of days and activities, for a user's id.
package func lightChallengeRecords(_ aggregates: SubjectAggregates, userID: String?) -> JSONValue {
  let calendar = DayCalendar(zone: aggregates.zone.zone)
  let drafts =
    aggregates.days.compactMap(LightChallengeRecord.init)
    + aggregates.activities.compactMap(LightChallengeRecord.init)
  let ordered = drafts.sorted { a, b in
    a.day != b.day ? a.day < b.day : a.activityID.utf8.lexicographicallyPrecedes(b.activityID.utf8)
  }
  return .array(ordered.map { $0.document(userID: userID, calendar: calendar) })
}

/// The `user_id` for an address, which is hashed exactly as it is sent.
package func lightChallengeUserID(of address: String) -> String {
  "0x" + Digest(of: address.utf8).hex
}

/// The statements of `records.json` that evidence lacks.
package struct RecordsClaim: Hashable, Sendable {
  /// The user's id of the first record.
  package var userID: String?
  /// The days of exercise time.
  package var exerciseDays: [DailyAggregate]

  package init(_ records: JSONValue) {
    guard case .array(let records) = records else {
      (userID, exerciseDays) = (nil, [])
      return
    }
    userID = records.first?.string("user_id")
    exerciseDays = records.compactMap { record in
      guard record.string("type") == LightChallengeRecord.exerciseName,
        let date = record.string("activity_id")?.split(separator: ":").last,
        let day = CivilDay(date),
        let minutes = Kind.amount.value(of: record[LightChallengeRecord.exerciseField])
      else { return nil }
      return DailyAggregate(metric: .exerciseTime, day: day, value: minutes)
    }
  }
}

/// One row of the table in Evidence, "The lightchallenge profile".
private struct LightChallengeRecord {
  static let exerciseName = "exercise_time"
  static let exerciseField = "exercise_minutes"

  let day: CivilDay
  /// The part of `activity_id` before the date.
  let name: String
  let type: String
  let durationSeconds: Int
  /// The values by their names in the record, without zeros.
  let values: [String: Quantity]

  var activityID: String { "hk_\(name):\(day)" }

  private init(
    _ day: CivilDay, _ name: String, type: String, durationSeconds: Int,
    _ values: [String: Quantity?]
  ) {
    self.day = day
    self.name = name
    self.type = type
    self.durationSeconds = durationSeconds
    self.values = values.compactMapValues { $0 }.filter { $0.value != .zero }
  }

  /// The record of one day of a metric; `nil` where the service takes none.
  init?(_ aggregate: DailyAggregate) {
    // A heart-rate day without an average has no record, because the service requires one.
    guard let value = aggregate.value else { return nil }
    let (name, type, values): (String, String, [String: Quantity?])
    switch aggregate.metric {
    case .steps: (name, type, values) = ("steps", "steps", ["steps": value])
    case .activeEnergy: (name, type, values) = ("energy", "calories", ["calories": value])
    case .exerciseTime:
      (name, type, values) = (Self.exerciseName, Self.exerciseName, [Self.exerciseField: value])
    case .heartRate:
      let maximum = aggregate.heartRate?.maximum
      (name, type, values) = ("hr", "steps", ["avg_hr_bpm": value, "max_hr_bpm": maximum])
    case .flightsClimbed:
      // One flight is counted as 3 m.
      let climbed = Quantity(exactly: Int128(value.microUnits) * 3)
      (name, type, values) = ("flights", "hike", ["elev_gain_m": climbed])
    // The service takes no other metrics; distances other than on foot it takes from sessions
    // alone.
    default: return nil
    }
    self.init(aggregate.day, name, type: type, durationSeconds: 86_400, values)
    if self.values.isEmpty { return nil }
  }

  /// The record of a day's sessions of one kind; `nil` for the kind `other`, which the service does
  /// not have.
  init?(_ activities: DailyActivities) {
    let (name, type): (String, String)
    switch activities.kind {
    case .other, .learning: return nil
    case .walk: (name, type) = ("walk_workout", "walk")
    case .row: (name, type) = ("rowing", "rowing")
    case .run, .hike, .cycle, .swim, .strength, .hiit, .yoga:
      (name, type) = (activities.kind.rawValue, activities.kind.rawValue)
    }
    // Minutes are rounded to 0.01, which is 0.6 s, so whole seconds can be restored exactly.
    let seconds = dividedRounding(Int128(activities.minutes.microUnits) * 60, by: 1_000_000)
    self.init(
      activities.day, name, type: type, durationSeconds: Int(seconds),
      [
        "calories": activities.energy, "sessions": Quantity(activities.sessions),
        "distance_m": activities.kind.staysInPlace ? nil : activities.distance,
        "elev_gain_m": activities.kind == .hike ? activities.elevationGain : nil,
      ])
  }

  func document(userID: String?, calendar: DayCalendar) -> JSONValue {
    let bounds = calendar.interval(of: day)
    var members = values.mapValues(JSONValue.number)
    members["provider"] = .string("apple_health")
    if let userID { members["user_id"] = .string(userID) }
    members["activity_id"] = .string(activityID)
    members["type"] = .string(type)
    members["start_ts"] = .number(Int(bounds.start.secondsSince1970))
    members["end_ts"] = .number(Int(bounds.end.secondsSince1970) - 1)
    members["duration_s"] = .number(durationSeconds)
    members["source_device"] = .string("Daymark")
    return .object(members)
  }
}
