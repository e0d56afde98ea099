import DaymarkModel

/// The sessions of a part, each with the records in its time window.
///
/// A session extends from its start over its elapsed time. Devices write the summary before or
/// after the records, and its timestamp is the session's end or the time of writing. Missing
/// figures come from the laps together, or else from the records. Without a session message, laps
/// of one sport form one session.
struct FITSessions {
  private struct Window {
    var totals: FITTotals
    var start: Int64
    var end: Int64
    /// The start of the next window, so that no record is in two.
    var nextStart = Int64.max
    var points = 0..<0
    /// The distance at the end of the previous session.
    var distanceBefore: Int64 = 0
    var laps: [FITTotals] = []
    var sets: [StrengthSet] = []
    /// The indices of points before which the clock was set.
    var jumps: Set<Int> = []

    /// The tolerance for the rounding of the clocks of records and sessions, and for a late first
    /// fix.
    private static let slackMilliseconds: Int64 = 60_000

    init(totals: FITTotals, start: Int64, end: Int64) {
      (self.totals, self.start, self.end) = (totals, start, end)
    }

    func meets(_ first: Int64, _ last: Int64) -> Bool {
      last >= start - Self.slackMilliseconds && first <= end + Self.slackMilliseconds
    }

    /// Whether the laps cover the counted time.
    ///
    /// Laps without a stated time are assumed to cover it.
    func lapsReach(_ milliseconds: Int64?) -> Bool {
      guard let milliseconds, let end = laps.compactMap(\.end).max() else { return true }
      return milliseconds <= end + Self.slackMilliseconds
    }

    /// Extends the only session over its records, because it may have lasted longer than it states.
    ///
    /// The records of its stated time count, and those of a clock with more than half of all
    /// records. The clock may have been set in between, but the distance in time must not exceed
    /// the longest session.
    mutating func take(_ clock: FITClock) {
      if let timer = totals.timer, !meets(start + timer, .max) { end = start + timer }
      var runs = clock.runs.filter { meets($0.start, $0.end) }
      if let main = clock.main, !meets(main.start, main.end) {
        let length = max(end, main.end) - min(start, main.start)
        if length > Int64(ActivityRecord.longestDays) * 86_400_000 {
          (start, end, runs) = (main.start, main.end, [main])
        } else {
          runs = (runs + [main]).sorted { $0.start < $1.start }
        }
        jumps = Set((runs.count > 1 ? runs.dropFirst() : runs[...]).map(\.points.lowerBound))
      }
      for run in runs {
        if !meets(run.start, run.start) { start = min(start, run.start) }
        if !meets(run.end, run.end) { end = max(end, run.end) }
      }
    }
  }

  private let part: FITActivityPart
  private var windows: [Window] = []
  /// The sessions whose time is not a date, in a part whose records have no dates either.
  private var undated: [FITTotals] = []
  private let clock: FITClock

  /// Assigns the points, laps and sets of a part to its sessions by their times.
  ///
  /// - Parameter part: The part, sorted by time.
  init(of part: FITActivityPart) {
    self.part = part
    clock = FITClock(of: part.points)
    let sessions = part.sessions.isEmpty ? part.sessionsOfLaps : part.sessions
    if sessions.isEmpty {
      windows = [windowOfRecords].compactMap(\.self)
    } else {
      windows = self.windows(of: sessions)
      undated = sessions.filter { self.start(of: $0) == nil }
    }
    if windows.count == 1, undated.isEmpty { windows[0].take(clock) }
    for (index, next) in windows.dropFirst().enumerated() { windows[index].nextStart = next.start }
    assignPoints()
    for lap in part.laps {
      guard let at = Self.milliseconds(lap.start), let index = index(at: at),
        windows[index].meets(at, at)
      else { continue }
      windows[index].laps.append(lap)
    }
    for set in part.sets.named {
      guard let index = set.start.flatMap({ index(at: $0.milliseconds) }) else { continue }
      windows[index].sets.append(set)
    }
    for index in windows.indices { windows[index].sets.number() }
  }

  // MARK: Windows

  private static func milliseconds(_ time: UInt32?) -> Int64? {
    time.flatMap(FITTime.instant)?.milliseconds
  }

  private func start(of session: FITTotals) -> Int64? {
    Self.milliseconds(session.start) ?? clock.longest?.start
      ?? Self.milliseconds(session.timestamp)
  }

  private func windows(of sessions: [FITTotals]) -> [Window] {
    let last = (part.laps.map(\.end) + [clock.longest?.end]).compactMap(\.self).max()
    var windows = sessions.compactMap { totals -> Window? in
      guard let start = start(of: totals) else { return nil }
      let length = totals.elapsed ?? totals.timer
      return Window(totals: totals, start: start, end: length.map { start + max(0, $0) } ?? .max)
    }
    windows.sort { ($0.start, $0.totals.byte) < ($1.start, $1.totals.byte) }
    for index in windows.indices where windows[index].end == .max {
      let next = index + 1 < windows.count ? windows[index + 1].start : last
      windows[index].end = max(windows[index].start, next ?? .min)
    }
    return windows
  }

  /// The window of a file without sessions and laps: the time of its records, or of its heart
  /// rates.
  private var windowOfRecords: Window? {
    var totals = FITTotals()
    totals.sport = part.sport ?? FITSport()
    if let longest = clock.longest {
      totals.byte = part.points[longest.points.lowerBound].byte
      return Window(totals: totals, start: longest.start, end: longest.end)
    }
    guard let first = part.heartRates.samples.first, let last = part.heartRates.samples.last
    else { return nil }
    totals.byte = first.byte
    return Window(totals: totals, start: first.at.milliseconds, end: last.at.milliseconds)
  }

  /// Returns the window that began last before or at a time.
  private func index(at milliseconds: Int64) -> Int? {
    var (low, high) = (0, windows.count)
    while low < high {
      let middle = (low + high) / 2
      if windows[middle].start <= milliseconds { low = middle + 1 } else { high = middle }
    }
    return low == 0 ? (windows.isEmpty ? nil : 0) : low - 1
  }

  /// Assigns points to windows.
  ///
  /// Points outside of all windows belong to no session.
  private mutating func assignPoints() {
    guard !windows.isEmpty else { return }
    var (window, distance) = (0, Int64(0))
    for (index, point) in part.points.enumerated() {
      guard let time = Self.milliseconds(point.time) else { continue }
      while window + 1 < windows.count, windows[window + 1].start <= time { window += 1 }
      if windows[window].meets(time, time) {
        let isFirst = windows[window].points.isEmpty
        if isFirst { windows[window].distanceBefore = distance }
        let first = isFirst ? index : windows[window].points.lowerBound
        windows[window].points = first..<(index + 1)
      }
      distance = point.distance ?? distance
    }
  }

  // MARK: Activities

  /// Returns the sessions as activities.
  ///
  /// - Parameter sink: The sink, which receives findings about places and clocks.
  func activities(source: UInt16, _ sink: inout InputSink) -> [ActivityRecord] {
    tellClock(to: &sink)
    let dated = windows.map { activity($0, source: source, &sink) }
    return dated
      + undated.map { totals in
        let window = Window(totals: totals, start: 0, end: 0)
        var activity = activity(window, source: source, &sink)
        // Normalize rejects this session and counts it.
        activity.start = totals.start == nil ? .missing : .malformed
        activity.end = .missing
        return activity
      }
  }

  /// Reports the records with another clock in a file with one session.
  private func tellClock(to sink: inout InputSink) {
    guard windows.count == 1, undated.isEmpty, let window = windows.first else { return }
    if let jump = window.jumps.min() { sink.find(.timeClockSet, byte: part.points[jump].byte) }
    let others = part.points.indices.filter { !window.points.contains($0) }
    guard let first = others.first.map({ part.points[$0].byte }) else { return }
    if clock.main != nil {
      return sink.find(.timeOtherClock, byte: first, count: others.count)
    }
    sink.find(.timeClocksDiffer, byte: first, count: others.count)
    sink.facts.damagedSpans += intervals(
      of: part.points.compactMap { Self.milliseconds($0.time) })
  }

  private func activity(
    _ window: Window, source: UInt16, _ sink: inout InputSink
  ) -> ActivityRecord {
    var totals = window.totals
    let points = part.points[window.points]
    let last = points.last { $0.distance != nil }
    // A device's counter continues from one session to the next, or restarts; only a counter that
    // has not fallen contains the distance before.
    let counted = last?.distance.map {
      $0 - ($0 >= window.distanceBefore ? window.distanceBefore : 0)
    }
    let areWhole = window.lapsReach(Self.milliseconds(last?.time))
    if !areWhole { totals.distance = totals.distance ?? counted }
    totals.fill(from: window.laps, areWhole: areWhole)
    var computed: ComputedWay?
    var gaps = TrackGaps()
    if let counted {
      totals.distance = totals.distance ?? counted
    } else {
      if totals.distance == nil { gaps = self.gaps(in: points) }
      computed = way(along: points, gaps, totals.sport.kind, &sink)
    }
    let isComputed = totals.distance == nil && computed?.total != nil
    if isComputed, let first = gaps.ends.first {
      sink.find(.trackGap, byte: part.points[first].byte, count: gaps.ends.count)
    }
    totals.distance = totals.distance ?? computed?.total?.microUnits
    let (start, end) = (Instant(milliseconds: window.start), Instant(milliseconds: window.end))
    let jumps = window.jumps.union(gaps.ends)
    // If the clock was set, the time from start to end is not the session's time.
    if !window.jumps.isEmpty { totals.timer = totals.timer ?? totals.elapsed }
    typealias Field = FITProfile.Session
    typealias Totals = FITProfile.Totals
    let steps = totals.sport.countsStrides ? totals.cycles.map { $0 * 2 } : nil
    return ActivityRecord(
      kind: totals.sport.kind, sportGap: totals.sport.gap, isIndoor: totals.sport.isIndoor,
      source: source,
      start: .at(start), end: .at(end),
      duration: amount(totals.timer, exponent: -3, Totals.timerTime)
        ?? .activeTime(from: start, to: end, gaps: gaps.milliseconds),
      distance: amount(totals.distance, Totals.distance), isDistanceComputed: isComputed,
      hasGaps: isComputed && !gaps.ends.isEmpty,
      energy: amount(totals.energy, Totals.calories),
      // Nobody runs without strides, so the device did not count them.
      steps: amount(steps == 0 ? nil : steps, exponent: 0, Totals.cycles),
      averageHeartRate: amount(totals.averageHeartRate, Field.averageHeartRate),
      maximumHeartRate: amount(totals.maximumHeartRate, Field.maximumHeartRate),
      elevationGain: amount(totals.ascent, Field.totalAscent), detail: .device,
      contribution: .samples,
      track: trackPoints(points, computed?.distances, jumps, in: window), sets: window.sets,
      line: 0, byte: totals.byte)
  }

  /// Returns a total in the unit of its field.
  private func amount(
    _ value: Int64?, exponent: Int = -6, _ field: FITProfileField
  ) -> WrittenAmount? {
    value.map {
      WrittenAmount(
        DecimalNumber(
          isNegative: $0 < 0, coefficient: UInt128($0.magnitude), exponent: exponent),
        field.unit.map { .known($0) } ?? .missing)
    }
  }

  /// Returns the distance from point to point, except across pauses.
  private func way(
    along points: ArraySlice<FITPoint>, _ gaps: TrackGaps, _ kind: ActivityKind,
    _ sink: inout InputSink
  ) -> ComputedWay {
    var way = ComputedWay(kind: kind)
    let ends = Set(gaps.ends)
    for (index, point) in zip(points.indices, points) {
      // Points without a date were already removed.
      let at = FITTime.instant(point.time) ?? Instant(seconds: FITTime.epoch)
      way.append(
        point.position?.place, at: at, beginsSegment: point.beginsSegment || ends.contains(index))
    }
    if let first = way.firstTeleport {
      sink.find(
        .activityTeleport, byte: points[points.startIndex + first].byte, count: way.teleports)
    }
    return way
  }

  private func gaps(in points: ArraySlice<FITPoint>) -> TrackGaps {
    var gaps = TrackGaps()
    var isDue = false
    for (index, point) in zip(points.indices, points) {
      isDue = isDue || point.beginsSegment
      guard point.position?.place != nil, let time = Self.milliseconds(point.time) else { continue }
      gaps.add(index, at: time, beginsSegment: isDue)
      isDue = false
    }
    gaps.endSegment()
    return gaps
  }

  /// Returns records and heart rates in order of time, with computed distances if there are any.
  ///
  /// Heart rates from a strap replace those of records around them. A strap that sends them later
  /// was out of reach, so that the recorded rates are old, or estimates at the wrist.
  private func trackPoints(
    _ points: ArraySlice<FITPoint>, _ distances: [Int64]?, _ jumps: Set<Int>, in window: Window
  ) -> [TrackPoint] {
    let beats = beats(in: window)
    var track: [TrackPoint] = []
    track.reserveCapacity(points.count + beats.count)
    var next = beats.startIndex
    for (index, point) in points.enumerated() {
      guard let at = FITTime.instant(point.time) else { continue }
      while next < beats.endIndex, beats[next].at <= at {
        track.append(Self.trackPoint(beats[next]))
        next += 1
      }
      let isNear = { (beat: FITHeartRates.Sample) in
        abs(beat.at.milliseconds - at.milliseconds) <= 5000
      }
      let hasBeat =
        next > beats.startIndex && isNear(beats[next - 1])
        || next < beats.endIndex && isNear(beats[next])
      let rate = hasBeat || point.heartRate == 0 ? nil : Int64(point.heartRate)
      track.append(
        TrackPoint(
          at: at,
          // `.min` means no distance in both `ComputedWay` and `TrackPoint`.
          distance: (distances?[index] ?? point.distance).map(Quantity.init(microUnits:)),
          heartRate: rate.map(Quantity.init(microUnits:)),
          beginsSegment: point.beginsSegment || jumps.contains(points.startIndex + index),
          byte: point.byte))
    }
    for beat in beats[next...] { track.append(Self.trackPoint(beat)) }
    return track
  }

  private static func trackPoint(_ beat: FITHeartRates.Sample) -> TrackPoint {
    TrackPoint(
      at: beat.at, heartRate: Quantity(microUnits: Int64(beat.rate)), byte: beat.byte)
  }

  private func beats(in window: Window) -> ArraySlice<FITHeartRates.Sample> {
    let samples = part.heartRates.samples
    func firstIndex(from milliseconds: Int64) -> Int {
      var (low, high) = (0, samples.count)
      while low < high {
        let middle = (low + high) / 2
        if samples[middle].at.milliseconds < milliseconds {
          low = middle + 1
        } else {
          high = middle
        }
      }
      return low
    }
    let first = firstIndex(from: window.start)
    let end = firstIndex(from: min(window.end + 1, window.nextStart))
    return samples[first..<max(first, end)]
  }
}
