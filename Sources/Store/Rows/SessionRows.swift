import DaymarkModel
import GRDB

extension Database {
  func put(_ session: Session, at position: Int, of key: SubjectKey) throws {
    let activity = session.activity
    try put(
      "session",
      [
        "challenge": key.challenge, "subject": key.subject, "position": position,
        "day": "\(session.day)", "kind": activity.kind.rawValue, "is_indoor": activity.isIndoor,
        "start": activity.start.milliseconds, "end": activity.end.milliseconds,
        "source": Int(activity.source), "input": activity.input,
        "is_user_entered": activity.isUserEntered,
        "inputs": JSONValue.array(session.inputs.map { .number($0) }).canonicalText,
      ])
    for field in ActivityField.allCases {
      let (value, origin) = (activity.values[field], session.origins[field])
      guard value != nil || origin != nil else { continue }
      try put(
        "session_field",
        [
          "challenge": key.challenge, "subject": key.subject, "position": position,
          "field": field.rawValue, "value": value?.microUnits, "origin": origin,
        ])
    }
  }

  func sessions(of key: SubjectKey) throws -> [Session] {
    var sessions: [Session] = []
    try rows(of: "session", key, by: "position") { row in
      guard case .array(let inputs) = try row.json("inputs") else { throw row.failure }
      let activity = Activity(
        kind: try row.require(ActivityKind(rawValue: row.text("kind"))),
        isIndoor: try row.flag("is_indoor"), start: try row.instant("start"),
        end: try row.instant("end"),
        source: try row.require(UInt16(exactly: row.integer("source"))),
        input: try row.count("input"), isUserEntered: try row.flag("is_user_entered"))
      sessions.append(
        Session(
          day: try row.day(), activity: activity,
          inputs: try inputs.map {
            guard case .number(let index) = $0 else { throw row.failure }
            return try row.require(Int(exactly: index))
          }, origins: [:]))
    }
    try rows(of: "session_field", key, by: "position, field") { row in
      let position = try row.count("position")
      guard sessions.indices.contains(position) else { throw row.failure }
      let field = try row.require(ActivityField(rawValue: row.text("field")))
      sessions[position].activity.values[field] = try row.optional("value", row.quantity)
      sessions[position].origins[field] = try row.optional("origin", row.count)
    }
    return sessions
  }

  func put(_ activities: DailyActivities, of key: SubjectKey) throws {
    try put(
      "daily_activity",
      [
        "challenge": key.challenge, "subject": key.subject, "day": "\(activities.day)",
        "kind": activities.kind.rawValue, "sessions": activities.sessions,
        "minutes": activities.minutes.microUnits, "distance": activities.distance?.microUnits,
        "energy": activities.energy?.microUnits,
        "elevation_gain": activities.elevationGain?.microUnits,
      ])
  }

  /// Ascending by day, then kind in the order of its name.
  func activities(of key: SubjectKey) throws -> [DailyActivities] {
    var activities: [DailyActivities] = []
    try rows(of: "daily_activity", key, by: "day, kind") { row in
      activities.append(
        DailyActivities(
          day: try row.day(), kind: try row.require(ActivityKind(rawValue: row.text("kind"))),
          sessions: try row.count("sessions"), minutes: try row.quantity("minutes"),
          distance: try row.optional("distance", row.quantity),
          energy: try row.optional("energy", row.quantity),
          elevationGain: try row.optional("elevation_gain", row.quantity)))
    }
    return activities
  }
}
