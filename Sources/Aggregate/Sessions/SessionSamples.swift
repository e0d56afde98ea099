import DaymarkModel

extension SampleSet {
  /// The days on which the sessions of some providers add nothing, because there are records.
  func recordedDays(where sessions: [MergedSession], _ calendar: DayCalendar) -> RecordedDays {
    RecordedDays(of: self, where: sessions, calendar)
  }

  /// Adds the amounts and heart rates of sessions to the samples of records; see Semantics,
  /// "Sessions".
  ///
  /// The memory of each track is freed as soon as it was turned into samples.
  ///
  /// - Parameters:
  ///   - sessions: The sessions, which lose their tracks.
  ///   - recorded: The days on which the sessions of some providers add nothing.
  ///   - days: The period; samples outside are not added.
  mutating func addSamples(
    of sessions: inout [MergedSession], _ recorded: RecordedDays, _ days: ClippedDays
  ) {
    var calendarDays = ClippedDays(calendar: days.calendar, bounds: nil)
    let recordedRates = samples[.heartRate]?.count ?? 0
    for index in sessions.indices {
      guard let recording = sessions[index].takeRecording() else { continue }
      let activity = sessions[index].activity
      let day = calendarDays.day(containing: activity.start).day
      let provider = sources[Int(recording.source)].provider
      func add(_ metric: Metric, _ body: (Activity, (Sample) -> Void) -> Void) {
        let yields = recording.contribution == .samplesWhereNoRecords
        guard !yields || !recorded.contains(provider, metric, day) else { return }
        var list = samples.removeValue(forKey: metric) ?? SampleList(of: metric)
        body(recording) { if days.part(of: $0) != nil { list.append($0) } }
        samples[metric] = list
      }
      if let metric = activity.kind.distanceMetric { add(metric, sendDistance) }
      add(.activeEnergy) { sendTotal(of: .kilocalories, $0, $1) }
      add(.steps) { sendTotal(of: .steps, $0, $1) }
      add(.heartRate, sendHeartRates)
    }
    // Without heart rates from sessions there are no new duplicates; `Normalize` has removed all
    // others.
    guard samples[.heartRate]?.count ?? 0 > recordedRates else { return }
    samples[.heartRate]?.dropDuplicates()
  }
}

extension SampleList {
  /// Removes duplicates, because a monitoring file may have a rate that the points of an activity
  /// have, too; see Semantics, "What is rejected".
  fileprivate mutating func dropDuplicates() {
    var kept: Sample?
    filterInOrder { sample in
      if let kept, sample.isDuplicate(of: kept) { return false }
      kept = sample
      return true
    }
  }
}

/// Passes on the distance of a recording as samples: one from each point to the next or, where its
/// track states none, one of its total.
private func sendDistance(of recording: Activity, _ send: (Sample) -> Void) {
  guard let total = recording.values[.distanceMeters] else { return }
  var length: Int128 = 0
  recording.track.forEachStretch { length += $2 }
  // Beyond what a value may be, products would overflow 128 bits, and no real track is so long.
  guard length > 0, length <= Int128(Quantity.limit.microUnits) else {
    return spread(total, of: recording, send)
  }
  var (way, sent): (Int128, Int128) = (0, 0)
  recording.track.forEachStretch { start, end, meters in
    way += meters
    // The distance up to each point is rounded, so that the parts add up to exactly the total.
    let given = dividedRounding(Int128(total.microUnits) * way, by: length)
    send(recording.sample(of: Quantity(microUnits: Int64(given - sent)), from: start, to: end))
    sent = given
  }
}

private func sendTotal(
  of field: ActivityField, _ recording: Activity, _ send: (Sample) -> Void
) {
  if let total = recording.values[field] { spread(total, of: recording, send) }
}

/// Spreads a total evenly over the time of a recording, except over gaps of more than a day, in
/// which only the clock was changed.
private func spread(_ total: Quantity, of recording: Activity, _ send: (Sample) -> Void) {
  let times = recording.recordedTimes
  let length = times.reduce(0) { $0 + Int128($1.duration) }
  var (time, sent): (Int128, Int128) = (0, 0)
  for part in times {
    time += Int128(part.duration)
    let given =
      part == times.last
      ? Int128(total.microUnits)
      : dividedRounding(Int128(total.microUnits) * time, by: length)
    send(
      recording.sample(
        of: Quantity(microUnits: Int64(given - sent)), from: part.start, to: part.end))
    sent = given
  }
}

/// Passes on the heart rates of a recording as samples, each at its instant.
private func sendHeartRates(of recording: Activity, _ send: (Sample) -> Void) {
  for point in recording.track {
    guard let rate = point.heartRate else { continue }
    send(recording.sample(of: rate, from: point.at, to: point.at))
  }
}

extension Activity {
  /// The time from start to end, without gaps of more than a day between segments of the track.
  fileprivate var recordedTimes: [Interval] {
    var (times, first, last) = ([Interval](), start, start)
    for point in track {
      if point.beginsSegment, point.at > last.advanced(byDays: 1), first < last {
        times.append(Interval(first, last))
        first = point.at
      }
      last = max(last, point.at)
    }
    return times + [Interval(first, max(first, end))]
  }

  fileprivate func sample(of value: Quantity, from start: Instant, to end: Instant) -> Sample {
    Sample(start: start, end: end, value: value, source: source, isUserEntered: isUserEntered)
  }
}

extension [TrackPoint] {
  /// Visits each pair of neighbouring points of one segment that have a distance, in the order of
  /// time, with the distance between them in micro-meters.
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
