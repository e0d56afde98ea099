import DaymarkModel

extension SampleSet {
  /// Adds what sessions give to the samples of records; see semantics, section 8.
  ///
  /// Recordings are given back one by one as they turn into samples, their tracks with them.
  ///
  /// - Parameter days: What lies outside their period is not added at all.
  mutating func addSamples(of sessions: inout [MergedSession], _ days: ClippedDays) {
    var calendarDays = ClippedDays(calendar: days.calendar, bounds: nil)
    let recorded = RecordedDays(of: self, where: sessions, days.calendar)
    for index in sessions.indices {
      let recordings = sessions[index].takeRecordings()
      guard !recordings.isEmpty else { continue }
      let activity = sessions[index].activity
      let day = calendarDays.day(containing: activity.start).day
      func giving(_ metric: Metric) -> [Activity] {
        recordings.filter { recording in
          recording.contribution == .samples
            || !recorded.contains(sources[Int(recording.source)].provider, metric, day)
        }
      }
      func add(_ metric: Metric, _ body: ([Activity], (Sample) -> Void) -> Void) {
        let recordings = giving(metric)
        guard !recordings.isEmpty else { return }
        var list = samples.removeValue(forKey: metric) ?? SampleList(of: metric)
        body(recordings) { if days.part(of: $0) != nil { list.append($0) } }
        samples[metric] = list
      }
      if let metric = activity.kind.distanceMetric { add(metric, sendDistance) }
      add(.activeEnergy) { sendTotal(of: .kilocalories, $0, $1) }
      add(.steps) { sendTotal(of: .steps, $0, $1) }
      add(.heartRate, sendHeartRates)
    }
    samples[.heartRate]?.dropDuplicates()
  }
}

extension SampleList {
  /// A monitoring file may hold a rate that the activity's points hold, too; see semantics, section 3.
  fileprivate mutating func dropDuplicates() {
    var kept: Sample?
    filterInOrder { sample in
      if let kept, sample.isDuplicate(of: kept) { return false }
      kept = sample
      return true
    }
  }
}

extension ActivityKind {
  /// Where the distance of a session counts; `nil` for nowhere.
  fileprivate var distanceMetric: Metric? {
    switch self {
    case .run, .walk, .hike: .distanceWalkingRunning
    case .cycle: .distanceCycling
    case .swim: .distanceSwimming
    case .row, .strength, .hiit, .yoga, .other: nil
    }
  }
}

/// Sends the first recording's way from point to point, or where its track tells none, the total.
///
/// - Parameter recordings: Of one session, best first; never empty.
private func sendDistance(of recordings: [Activity], _ send: (Sample) -> Void) {
  guard let total = recordings.total(of: .distanceMeters) else { return }
  let track = recordings[0].track
  var length: Int128 = 0
  track.forEachStretch { length += $2 }
  // Beyond what a value may be, products would leave 128 bits; no such track means anything.
  guard length > 0, length <= Int128(Quantity.limit.microUnits) else {
    send(total)
    return
  }
  var (way, sent): (Int128, Int128) = (0, 0)
  track.forEachStretch { start, end, meters in
    way += meters
    // Rounded up to each point, so that all parts together are exactly the total.
    let given = dividedRounding(Int128(total.value.microUnits) * way, by: length)
    send(
      Sample(
        start: start, end: end, value: Quantity(microUnits: Int64(given - sent)),
        source: total.source, isUserEntered: total.isUserEntered))
    sent = given
  }
}

private func sendTotal(
  of field: ActivityField, _ recordings: [Activity], _ send: (Sample) -> Void
) {
  if let total = recordings.total(of: field) { send(total) }
}

/// Sends the first recording's heart rates, each at its instant.
///
/// - Parameter recordings: Of one session, best first; never empty.
private func sendHeartRates(of recordings: [Activity], _ send: (Sample) -> Void) {
  let best = recordings[0]
  for point in best.track {
    guard let rate = point.heartRate else { continue }
    send(
      Sample(
        start: point.at, end: point.at, value: rate, source: best.source,
        isUserEntered: best.isUserEntered))
  }
}

extension [Activity] {
  /// A session's total of a field over the first recording's interval, of the source that gives it.
  ///
  /// That is the first recording that has the field; a distance computed from points comes last.
  fileprivate func total(of field: ActivityField) -> Sample? {
    let stated = first {
      $0.values[field] != nil && !(field == .distanceMeters && $0.isDistanceComputed)
    }
    guard let origin = stated ?? first(where: { $0.values[field] != nil }),
      let value = origin.values[field]
    else { return nil }
    return Sample(
      start: self[0].start, end: self[0].end, value: value, source: origin.source,
      isUserEntered: origin.isUserEntered)
  }
}

extension [TrackPoint] {
  /// Visits each pair of neighbours with a distance in one segment, with the way between them in
  /// micro-meters, in the order of time.
  fileprivate func forEachStretch(_ body: (Instant, Instant, Int128) -> Void) {
    var last: (at: Instant, distance: Quantity)?
    for point in self {
      if point.beginsSegment { last = nil }
      guard let distance = point.distance else { continue }
      if let last {
        let way = Int128(distance.microUnits) - Int128(last.distance.microUnits)
        body(last.at, point.at, Swift.max(0, way))
      }
      last = (point.at, distance)
    }
  }
}
