import DaymarkDocuments
import DaymarkModel

/// The sessions that stand when those recorded twice are merged, in the order of the walk; see
/// Semantics, "Sessions".
///
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
  // No recording is of what stands in logs alone, and their rows may overlap.
  return standing + ordered.filter(\.kind.isLogged).map(MergedSession.init)
}

/// The sessions that start inside the period, ascending by start; of those that stand in logs alone also what reaches
/// into it.
///
/// - Parameter standing: In the order of the walk, which those that start together keep.
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

/// A standing activity and those that joined it.
struct MergedSession {
  /// The one that stands, what it lacks filled in; its track lies in `recordings`.
  private(set) var activity: Activity
  private var inputs: [Int]
  private var origins: [ActivityField: Int]
  /// The one that gives samples, with its track: the standing one or, where that gives nothing, the
  /// best that joined it.
  ///
  /// The others fill in what it lacks. If it only stands in for sessions that give nothing, those
  /// fill in nothing, because their records stand in the export.
  private var recording: Activity?

  init(_ activity: Activity) {
    self.activity = activity
    self.activity.track = []
    inputs = [activity.input]
    origins = activity.values.mapValues { _ in 0 }
    if activity.contribution != .nothing { recording = activity }
  }

  /// Fills what is missing in the standing activity.
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

  /// The source of a recording that counts only where its provider gave no records.
  var sourceThatYieldsToRecords: UInt16? {
    recording?.contribution == .samplesWhereNoRecords ? recording?.source : nil
  }

  /// Hands over the recording with its track, which from here on is kept nowhere.
  mutating func takeRecording() -> Activity? {
    defer { recording = nil }
    return recording
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
        kind: activity.kind, name: activity.name, sportGap: activity.sportGap,
        isIndoor: activity.isIndoor, start: activity.start, end: activity.end,
        source: activity.source, input: activity.input,
        isUserEntered: activity.isUserEntered, values: values, hasGaps: activity.hasGaps,
        sets: activity.sets),
      inputs: inputs, origins: origins)
  }
}

extension Activity {
  /// Takes what is missing from another activity: the kind `other` says nothing, so it is missing,
  /// too, and so is a distance computed from points where the other states it.
  ///
  /// - Returns: The fields that were filled.
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

/// Best source first, then earlier start, later end, the richer file, canonical JSON, input.
///
/// Inputs are numbered in the order of their digests, so their number stands for the digest, and
/// documents of one input in the order in which they lie in it.
private func walkOrder(_ activities: [Activity]) -> [Activity] {
  var ordered = activities.sorted(by: comesBefore)
  // The JSON is made once of each, and only where nothing else tells them apart.
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

/// The part of the order that needs no look at what a session holds.
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
