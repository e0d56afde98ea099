import DaymarkModel

/// The sessions that stand when those recorded twice are merged, ascending by start; see semantics,
/// section 8.
///
/// - Returns: Those that start inside the period.
func mergedSessions(_ activities: [Activity], _ days: ClippedDays) -> [Session] {
  var days = days
  var standing: [MergedSession] = []
  for activity in walkOrder(activities) {
    if let index = standing.firstIndex(where: { $0.activity.isSameSession(as: activity) }) {
      standing[index].join(activity)
    } else {
      standing.append(MergedSession(activity))
    }
  }
  let inside = standing.enumerated().filter { days.contains($0.element.activity.start) }
  // Sessions that start together stay in the order of the walk.
  let ascending = inside.sorted { a, b in
    let (x, y) = (a.element.activity.start, b.element.activity.start)
    return x != y ? x < y : a.offset < b.offset
  }
  return ascending.map { _, session in
    var session = session
    session.assumeDuration()
    return Session(
      day: days.day(containing: session.activity.start).day, activity: session.activity,
      inputs: session.inputs, origins: session.origins)
  }
}

private struct MergedSession {
  var activity: Activity
  var inputs: [Int]
  var origins: [ActivityField: Int]

  init(_ activity: Activity) {
    self.activity = activity
    inputs = [activity.input]
    origins = activity.values.mapValues { _ in 0 }
  }

  /// Fills what is missing; the kind `other` says nothing, so it is missing, too.
  mutating func join(_ joining: Activity) {
    if activity.kind == .other {
      activity.kind = joining.kind
      activity.isIndoor = joining.isIndoor
    }
    let known = inputs.firstIndex(of: joining.input)
    if known == nil { inputs.append(joining.input) }
    let origin = known ?? inputs.count - 1
    for (field, value) in joining.values where activity.values[field] == nil {
      activity.values[field] = value
      origins[field] = origin
    }
  }

  /// Takes the whole interval for active time where none of the merged ones states it.
  mutating func assumeDuration() {
    guard activity.values[.activeSeconds] == nil else { return }
    let milliseconds = Int128(activity.end.milliseconds - activity.start.milliseconds)
    activity.values[.activeSeconds] = Quantity(exactly: milliseconds * 1000)
    origins[.activeSeconds] = 0
  }
}

extension Activity {
  /// Whether two activities record one session.
  fileprivate func isSameSession(as other: Activity) -> Bool {
    guard source != other.source, kind == other.kind || kind == .other || other.kind == .other
    else { return false }
    let overlap =
      min(end, other.end).milliseconds - max(start, other.start).milliseconds
    let shorter = min(duration, other.duration)
    // An activity of no length overlaps what its instant lies in; ends are excluded.
    if shorter == 0 { return overlap == 0 && (start == other.start || !abuts(other)) }
    return 5 * Int128(overlap) >= 4 * Int128(shorter)
  }

  private func abuts(_ other: Activity) -> Bool { start == other.end || end == other.start }

  private var duration: Int64 { end.milliseconds - start.milliseconds }
}

/// Best source first, then earlier start, later end, canonical JSON.
///
/// Activities that are equal in all of that are one already, so the order is total.
private func walkOrder(_ activities: [Activity]) -> [Activity] {
  activities.sorted { a, b in
    if a.source != b.source { return a.source < b.source }
    if a.start != b.start { return a.start < b.start }
    if a.end != b.end { return a.end > b.end }
    return a.canonicalBytes.lexicographicallyPrecedes(b.canonicalBytes)
  }
}

extension Activity {
  fileprivate var canonicalBytes: [UInt8] {
    var members: [String: JSONValue] = [
      "isIndoor": .bool(isIndoor), "isUserEntered": .bool(isUserEntered),
      "kind": .string(kind.rawValue),
    ]
    for (field, value) in values { members[field.rawValue] = .string(value.description) }
    return JSONValue.object(members).canonicalBytes()
  }
}
