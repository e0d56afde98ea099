import DaymarkModel

/// The sessions of a part, each with what was recorded in its window.
///
/// A session reaches from its start over its elapsed time: devices write the summary before or after
/// the records, and its timestamp is its end or the time of writing. What it does not say, its laps
/// do together, else its records.
struct FITSessions {
  private struct Window {
    var totals: FITTotals
    var start: Int64
    var end: Int64
    /// Nothing is in two windows.
    var nextStart = Int64.max
    var points = 0..<0
    /// The distance that was reached before it.
    var distanceBefore: Int64 = 0
    var laps: [FITTotals] = []
    var sets: [StrengthSet] = []
  }

  /// Clocks of records and of sessions are rounded apart, and the first fix comes late.
  private static let slackMilliseconds: Int64 = 60_000
  /// Records further apart than this are not of one session, where nothing says where it ends.
  private static let longestGapSeconds: UInt32 = 86_400

  private let part: FITActivityPart
  private var windows: [Window] = []
  /// Sessions whose time is no date, in a part whose records have none either.
  private var undated: [FITTotals] = []

  /// - Parameter part: Sorted.
  init(of part: FITActivityPart) {
    self.part = part
    if part.sessions.isEmpty {
      windows = [windowOfRecords].compactMap(\.self)
    } else {
      windows = windowsOfSessions
      undated = part.sessions.filter { self.start(of: $0) == nil }
    }
    for (index, next) in windows.dropFirst().enumerated() { windows[index].nextStart = next.start }
    assignPoints()
    for lap in part.laps {
      guard let at = lap.start.flatMap(FITTime.instant), let index = index(at: at.milliseconds)
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
    Self.milliseconds(session.start) ?? Self.milliseconds(part.points.first?.time)
      ?? Self.milliseconds(session.timestamp)
  }

  private var windowsOfSessions: [Window] {
    let last = Self.milliseconds(part.points.last?.time)
    var windows = part.sessions.compactMap { totals -> Window? in
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

  /// A file without a session is one: that of its records, or of its beats.
  private var windowOfRecords: Window? {
    var totals = FITTotals()
    totals.sport = part.sport ?? part.laps.first?.sport ?? FITSport()
    let main = longestRun
    if let first = part.points[main].first, let last = part.points[main].last,
      let start = Self.milliseconds(first.time), let end = Self.milliseconds(last.time)
    {
      totals.byte = first.byte
      return Window(totals: totals, start: start, end: end)
    }
    guard let first = part.heartRates.samples.first, let last = part.heartRates.samples.last
    else { return nil }
    totals.byte = first.byte
    return Window(totals: totals, start: first.at.milliseconds, end: last.at.milliseconds)
  }

  /// The most points without a long gap: a clock that was wrong must not stretch a session.
  private var longestRun: Range<Int> {
    var (longest, start) = (0..<0, 0)
    for end in part.points.indices.map({ $0 + 1 }) {
      let isLast = end == part.points.count
      guard isLast || part.points[end].time - part.points[end - 1].time > Self.longestGapSeconds
      else { continue }
      if end - start > longest.count { longest = start..<end }
      start = end
    }
    return longest
  }

  /// The window that was begun last at a time.
  private func index(at milliseconds: Int64) -> Int? {
    var (low, high) = (0, windows.count)
    while low < high {
      let middle = (low + high) / 2
      if windows[middle].start <= milliseconds { low = middle + 1 } else { high = middle }
    }
    return low == 0 ? (windows.isEmpty ? nil : 0) : low - 1
  }

  /// Gives each window the points in it; those that are in none are of no session.
  private mutating func assignPoints() {
    guard !windows.isEmpty else { return }
    var (window, distance) = (0, Int64(0))
    for (index, point) in part.points.enumerated() {
      guard let time = Self.milliseconds(point.time) else { continue }
      while window + 1 < windows.count, windows[window + 1].start <= time { window += 1 }
      if time >= windows[window].start - Self.slackMilliseconds,
        time <= windows[window].end + Self.slackMilliseconds
      {
        let isFirst = windows[window].points.isEmpty
        if isFirst { windows[window].distanceBefore = distance }
        let first = isFirst ? index : windows[window].points.lowerBound
        windows[window].points = first..<(index + 1)
      }
      distance = point.distance ?? distance
    }
  }

  // MARK: Activities

  /// - Parameter sink: Receives what is found out about places.
  func activities(source: UInt16, _ sink: inout InputSink) -> [ActivityRecord] {
    let dated = windows.map { activity($0, source: source, &sink) }
    return dated
      + undated.map { totals in
        let window = Window(totals: totals, start: 0, end: 0)
        var activity = activity(window, source: source, &sink)
        // Normalize counts it among those that it rejects.
        activity.start = totals.start == nil ? .missing : .malformed
        activity.end = .missing
        return activity
      }
  }

  private func activity(
    _ window: Window, source: UInt16, _ sink: inout InputSink
  ) -> ActivityRecord {
    var totals = window.totals
    totals.fill(from: window.laps)
    let points = part.points[window.points]
    var computed: ComputedWay?
    var isComputed = false
    if let last = points.last(where: { $0.distance != nil })?.distance {
      // Counters go on from one session to the next, or begin again.
      let before = last >= window.distanceBefore ? window.distanceBefore : 0
      totals.distance = totals.distance ?? last - before
    } else {
      let way = way(along: points, totals.sport.kind, &sink)
      computed = way
      isComputed = totals.distance == nil && way.total != nil
      totals.distance = totals.distance ?? way.total?.microUnits
    }
    typealias Field = FITProfile.Session
    typealias Totals = FITProfile.Totals
    let steps = totals.sport.countsStrides ? totals.cycles.map { $0 * 2 } : nil
    return ActivityRecord(
      kind: totals.sport.kind, isIndoor: totals.sport.isIndoor, source: source,
      start: .at(Instant(milliseconds: window.start)),
      end: .at(Instant(milliseconds: window.end)),
      duration: amount(totals.timer, exponent: -3, Totals.timerTime),
      distance: amount(totals.distance, Totals.distance), isDistanceComputed: isComputed,
      energy: amount(totals.energy, Totals.calories),
      // Nobody runs without a stride: the device did not count them.
      steps: amount(steps == 0 ? nil : steps, exponent: 0, Totals.cycles),
      averageHeartRate: amount(totals.averageHeartRate, Field.averageHeartRate),
      maximumHeartRate: amount(totals.maximumHeartRate, Field.maximumHeartRate),
      elevationGain: amount(totals.ascent, Field.totalAscent), detail: .device,
      contribution: .samples,
      track: trackPoints(points, computed?.distances, in: window), sets: window.sets,
      line: 0, byte: totals.byte)
  }

  /// A total in the unit of its field.
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

  /// The way from point to point, never across a pause.
  private func way(
    along points: ArraySlice<FITPoint>, _ kind: ActivityKind, _ sink: inout InputSink
  ) -> ComputedWay {
    var way = ComputedWay(kind: kind)
    for point in points {
      // Points without a date are no longer among them.
      let at = FITTime.instant(point.time) ?? Instant(seconds: FITTime.epoch)
      way.append(point.position?.place, at: at, beginsSegment: point.beginsSegment)
    }
    if let first = way.firstTeleport {
      sink.find(
        .activityTeleport, byte: points[points.startIndex + first].byte, count: way.teleports)
    }
    return way
  }

  /// Records and beats in the order of time, with the distances of a computed way where there is one.
  ///
  /// Beats replace the rates of records around them: a strap that sends its own beats later was out
  /// of reach, and what was recorded then is old or a guess of the wrist's.
  private func trackPoints(
    _ points: ArraySlice<FITPoint>, _ distances: [Int64]?, in window: Window
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
          // `.min` is no distance in `ComputedWay` and in `TrackPoint` alike.
          distance: (distances?[index] ?? point.distance).map(Quantity.init(microUnits:)),
          heartRate: rate.map(Quantity.init(microUnits:)), beginsSegment: point.beginsSegment,
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
