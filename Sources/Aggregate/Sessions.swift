import DaymarkModel

/// The sessions that stand when those recorded twice are merged, in the order of the walk; see
/// semantics, section 8.
///
/// - Complexity: O(*n* log *n*) in activities, as long as few of them share an hour.
func mergedSessions(_ activities: consuming [Activity], _ sources: [Source]) -> [MergedSession] {
  let isApple = sources.map { $0.provider == "apple" }
  var standing: [MergedSession] = []
  var byTime = SessionsByTime()
  for activity in walkOrder(activities) {
    let isFromExport = isApple[Int(activity.source)] && activity.contribution == .nothing
    let identity = SessionIdentity(activity, isFromAppleExport: isFromExport)
    if let first = byTime.firstIndex(sameAs: identity) {
      standing[first].join(activity)
      byTime.setKind(standing[first].activity.kind, ofSession: first)
    } else {
      byTime.append(identity)
      standing.append(MergedSession(activity))
    }
  }
  return standing
}

/// Those that start inside the period, ascending by start.
///
/// - Parameter standing: In the order of the walk, which those that start together keep.
func reportedSessions(_ standing: [MergedSession], _ days: ClippedDays) -> [Session] {
  var days = days
  let inside = standing.enumerated().filter { days.contains($0.element.activity.start) }
  let ascending = inside.sorted { a, b in
    let (x, y) = (a.element.activity.start, b.element.activity.start)
    return x != y ? x < y : a.offset < b.offset
  }
  return ascending.map { _, session in
    session.reported(on: days.day(containing: session.activity.start).day)
  }
}

/// A standing activity and those that joined it.
struct MergedSession {
  /// The one that stands, what it lacks filled in; its track lies in `recordings`.
  private(set) var activity: Activity
  private var inputs: [Int]
  private var origins: [ActivityField: Int]
  /// Those that may give samples, as they were read, in the order of the walk.
  private var recordings: [Activity] = []

  init(_ activity: Activity) {
    self.activity = activity
    self.activity.track = []
    inputs = [activity.input]
    origins = activity.values.mapValues { _ in 0 }
    if activity.contribution != .nothing { recordings = [activity] }
  }

  /// Fills what is missing: the kind `other` says nothing, so it is missing, too, and so is a distance
  /// computed from points where the joining one states it.
  mutating func join(_ joining: Activity) {
    if joining.contribution != .nothing { recordings.append(joining) }
    if activity.kind == .other {
      activity.kind = joining.kind
      activity.isIndoor = joining.isIndoor
    }
    if activity.sets.isEmpty { activity.sets = joining.sets }
    let known = inputs.firstIndex(of: joining.input)
    if known == nil { inputs.append(joining.input) }
    let origin = known ?? inputs.count - 1
    for (field, value) in joining.values where activity.lacks(field, givenBy: joining) {
      activity.values[field] = value
      origins[field] = origin
      if field == .distanceMeters { activity.isDistanceComputed = joining.isDistanceComputed }
    }
  }

  /// Sources of recordings that count only where their provider gave no records.
  var sourcesThatYieldToRecords: [UInt16] {
    recordings.filter { $0.contribution == .samplesWhereNoRecords }.map(\.source)
  }

  /// Hands over the recordings with their tracks, which from here on are kept nowhere.
  mutating func takeRecordings() -> [Activity] {
    defer { recordings = [] }
    return recordings
  }

  /// The session with what is of use to others; without a stated active time the whole interval.
  func reported(on day: CivilDay) -> Session {
    var (values, origins) = (activity.values, origins)
    if values[.activeSeconds] == nil {
      let milliseconds = Int128(activity.end.milliseconds - activity.start.milliseconds)
      values[.activeSeconds] = Quantity(exactly: milliseconds * 1000)
      origins[.activeSeconds] = 0
    }
    return Session(
      day: day,
      activity: Activity(
        kind: activity.kind, isIndoor: activity.isIndoor, start: activity.start,
        end: activity.end, source: activity.source, input: activity.input,
        isUserEntered: activity.isUserEntered, values: values, sets: activity.sets),
      inputs: inputs, origins: origins)
  }
}

extension Activity {
  /// Whether a field counts as missing beside another activity that has it.
  fileprivate func lacks(_ field: ActivityField, givenBy other: Activity) -> Bool {
    if values[field] == nil { return true }
    return field == .distanceMeters && isDistanceComputed && !other.isDistanceComputed
  }
}

/// Best source first, then earlier start, later end, the richer file, canonical JSON, input.
///
/// Inputs are numbered in the order of their digests, so their number stands for the digest, and
/// documents of one input in the order in which they lie in it.
private func walkOrder(_ activities: [Activity]) -> [Activity] {
  activities.sorted { a, b in
    if a.source != b.source { return a.source < b.source }
    if a.start != b.start { return a.start < b.start }
    if a.end != b.end { return a.end > b.end }
    if a.detail != b.detail { return a.detail < b.detail }
    let (x, y) = (a.canonicalBytes, b.canonicalBytes)
    if x != y { return x.lexicographicallyPrecedes(y) }
    return (a.input, a.document) < (b.input, b.document)
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
