import DaymarkDocuments
import DaymarkModel

/// Merges activities that record the same session; see Semantics, "Sessions".
///
/// - Returns: The sessions in the order in which activities were compared, best source first.
/// - Complexity: O(*n* log *n*) in activities, as long as few of different files share an hour.
func mergedSessions(_ activities: consuming [Activity], _ sources: [Source]) -> [MergedSession] {
  let isHealthStore = sources.map(\.provider.isHealthStore)
  var standing: [MergedSession] = []
  var byTime = SessionsByTime()
  let ordered = walkOrder(activities)
  for activity in ordered where !activity.kind.isLogged {
    let isOfStore = isHealthStore[Int(activity.source)] && activity.contribution == .nothing
    let identity = SessionIdentity(activity, isOfHealthStore: isOfStore)
    if let first = byTime.firstIndex(sameAs: identity) {
      standing[first].join(activity)
      byTime.setKind(standing[first].activity.kind, ofSession: first)
    } else {
      byTime.append(identity)
      standing.append(MergedSession(activity))
    }
  }
  // Sessions of logs are not merged, because no device records them and their rows may overlap.
  return standing + ordered.filter(\.kind.isLogged).map(MergedSession.init)
}

/// The sessions that start inside the period, ascending by start; sessions of logs are included if
/// they reach into it.
///
/// - Parameter standing: The merged sessions; those that start together keep their order.
func reportedSessions(_ standing: [MergedSession], _ days: ClippedDays) -> [Session] {
  var days = days
  let inside = standing.enumerated().filter { days.contains($0.element) }
  let ascending = inside.sorted { a, b in
    let (x, y) = (a.element.activity.start, b.element.activity.start)
    return x != y ? x < y : a.offset < b.offset
  }
  return ascending.map { _, session in
    session.reported(on: days.day(containing: session.activity.start).day)
  }
}

extension ClippedDays {
  fileprivate func contains(_ session: MergedSession) -> Bool {
    let activity = session.activity
    if contains(activity.start) { return true }
    return activity.kind.isLogged
      && bounds.map { activity.start < $0.end && activity.end > $0.start } ?? true
  }
}

/// A session during merging: the kept activity, with the other activities that recorded the same
/// session.
struct MergedSession {
  /// The kept activity, with missing figures filled in; its track is kept in ``recording``.
  private(set) var activity: Activity
  private var inputs: [Int]
  private var origins: [ActivityField: Int]
  /// The activity that gives samples to days, with its track: the kept one or, where that adds
  /// nothing, the best of the others.
  ///
  /// The others fill in its missing figures. Those that add nothing fill in none here, because
  /// their records stand in the export.
  private var recording: Activity?
  /// The heart rate within the session, once it was counted.
  var heartRate = SessionHeartRate()

  init(_ activity: Activity) {
    self.activity = activity
    self.activity.track = []
    inputs = [activity.input]
    origins = activity.values.mapValues { _ in 0 }
    if activity.contribution != .nothing { recording = activity }
  }

  /// Adds an activity of the same session, and fills in figures that the kept one lacks.
  mutating func join(_ joining: Activity) {
    let known = inputs.firstIndex(of: joining.input)
    if known == nil { inputs.append(joining.input) }
    for field in activity.fill(from: joining) { origins[field] = known ?? inputs.count - 1 }
    if activity.contribution != .nothing || joining.contribution != .nothing {
      if recording == nil {
        recording = joining
      } else {
        recording?.fill(from: joining)
      }
    }
  }

  /// The source of the recording, if its samples count only on days without records of its
  /// provider.
  var sourceThatYieldsToRecords: UInt16? {
    recording?.contribution == .samplesWhereNoRecords ? recording?.source : nil
  }

  /// Moves the recording out, with its track, so that the memory can be freed.
  mutating func takeRecording() -> Activity? {
    defer { recording = nil }
    return recording
  }

  /// The session as it is reported; without a stated active time, the whole interval is taken.
  func reported(on day: CivilDay) -> Session {
    var (values, origins) = (activity.values, origins)
    if values[.activeSeconds] == nil {
      let milliseconds = Int128(activity.end.milliseconds - activity.start.milliseconds)
      values[.activeSeconds] = Quantity(exactly: milliseconds * 1000)
      origins[.activeSeconds] = 0
    }
    var reported = Activity(
      kind: activity.kind, name: activity.name, sportGap: activity.sportGap,
      isIndoor: activity.isIndoor, start: activity.start, end: activity.end,
      source: activity.source, input: activity.input,
      isUserEntered: activity.isUserEntered, values: values, hasGaps: activity.hasGaps,
      sets: activity.sets)
    reported.heartRate = heartRate
    return Session(day: day, activity: reported, inputs: inputs, origins: origins)
  }
}

extension Activity {
  /// Fills in missing members from another activity of the same session.
  ///
  /// The kind `other` counts as missing, and so does a distance computed from points where the
  /// other activity states one.
  ///
  /// - Returns: The figures that were filled in.
  @discardableResult
  fileprivate mutating func fill(from other: Activity) -> [ActivityField] {
    if kind == .other {
      kind = other.kind
      isIndoor = other.isIndoor
      if sportGap != nil { sportGap = other.sportGap }
    }
    if sets.isEmpty { sets = other.sets }
    let filled = other.values.keys.filter { lacks($0, givenBy: other) }
    for field in filled {
      values[field] = other.values[field]
      guard field == .distanceMeters else { continue }
      (isDistanceComputed, hasGaps) = (other.isDistanceComputed, other.hasGaps)
    }
    return filled
  }

  private func lacks(_ field: ActivityField, givenBy other: Activity) -> Bool {
    if values[field] == nil { return true }
    return field == .distanceMeters && isDistanceComputed && !other.isDistanceComputed
  }
}

/// Orders activities for merging: by best source, earliest start, latest end, richest file,
/// canonical JSON, input.
///
/// Inputs are numbered in the order of their digests, so that their number stands for the digest.
/// The documents of one input come in their order there.
private func walkOrder(_ activities: [Activity]) -> [Activity] {
  var ordered = activities.sorted(by: comesBefore)
  // The JSON is written at most once for each activity, and only where nothing else decides the
  // order.
  var start = 0
  while start < ordered.count {
    let end = ordered[start...].firstIndex { comesBefore(ordered[start], $0) } ?? ordered.count
    if end - start > 1 {
      let equals = ordered[start..<end].map { (activity: $0, bytes: $0.canonicalBytes) }
      ordered.replaceSubrange(
        start..<end,
        with: equals.sorted { a, b in
          if a.bytes != b.bytes { return a.bytes.lexicographicallyPrecedes(b.bytes) }
          return (a.activity.input, a.activity.document) < (b.activity.input, b.activity.document)
        }.map(\.activity))
    }
    start = end
  }
  return ordered
}

/// Whether `a` comes before `b` by source, time and detail, which are cheap to compare.
///
/// The contents of the activities are compared only where these are equal.
private func comesBefore(_ a: Activity, _ b: Activity) -> Bool {
  if a.source != b.source { return a.source < b.source }
  if a.start != b.start { return a.start < b.start }
  if a.end != b.end { return a.end > b.end }
  return a.detail < b.detail
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
