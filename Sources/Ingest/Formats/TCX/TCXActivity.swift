import DaymarkModel

/// The figures of a lap in a TCX activity.
///
/// A missing figure is not zero.
struct TCXLap {
  let position: (line: Int, byte: Int)
  /// The index of the lap's first point in the activity's track.
  var firstPoint: Int
  var start: RecordTime = .missing
  var hasTrack = false
  /// The duration in seconds.
  var time: Quantity?
  /// The distance in meters.
  var distance: Quantity?
  /// The energy in kilocalories.
  var energy: Quantity?
  var steps: Quantity?
  /// The mean heart rate in beats per minute.
  var averageHeartRate: Quantity?
  /// The highest heart rate in beats per minute.
  var maximumHeartRate: Quantity?

}

/// The state of reading a TCX activity.
struct TCXActivity {
  let position: (line: Int, byte: Int)
  private let sport: Sport
  var id: RecordTime = .missing
  var product: String?
  var offsetSeconds: Int?
  var track: RecordedTrack
  /// Whether a point states a speed above zero.
  var hasMoved = false
  private var laps: [TCXLap] = []

  /// Begins an activity whose sport is `Running`, `Biking`, or `Other` for any other sport.
  init(sport name: String, at position: (line: Int, byte: Int)) {
    self.position = position
    sport = Sport(named: name)
    track = RecordedTrack(kind: sport.kind)
  }

  /// Adds a lap.
  ///
  /// A lap without distance is a pause, as some devices write it.
  mutating func append(_ lap: TCXLap) {
    if lap.distance == .zero || laps.last?.distance == .zero { track.pause(before: lap.firstPoint) }
    laps.append(lap)
  }

  /// Returns the activity; `nil` where nothing was recorded.
  mutating func record(_ reader: inout ElementReader) -> ActivityRecord? {
    guard !laps.isEmpty else { return nil }
    let others = track.finish(&reader)
    var gone = 0
    for index in laps.indices {
      while gone < others.count, others[gone] < laps[index].firstPoint { gone += 1 }
      laps[index].firstPoint -= gone
    }
    let time = sum(\.time)
    let start = start(&reader)
    let end = end(from: start, time: time)
    let (distance, points, gaps) = distances(&reader)
    return ActivityRecord(
      kind: sport.kind, sportGap: sport.gap, isIndoor: sport.isIndoor, source: 0, start: start,
      end: end,
      duration: time.map { WrittenAmount($0, .second) }
        ?? .activeTime(from: start.instant, to: end.instant, gaps: gaps ?? 0),
      distance: distance.map { WrittenAmount($0, .meter) }, isDistanceComputed: gaps != nil,
      hasGaps: gaps.map { $0 > 0 } ?? false,
      energy: sum(\.energy).map { WrittenAmount($0, .kilocalorie) },
      steps: sum(\.steps).map { WrittenAmount($0, .count) },
      averageHeartRate: averageHeartRate.map { WrittenAmount($0, .beatsPerMinute) },
      maximumHeartRate: maximumHeartRate.map { WrittenAmount($0, .beatsPerMinute) },
      detail: .laps, contribution: .samples, track: points, line: position.line,
      byte: position.byte)
  }

  // MARK: Time

  /// Returns the start: the activity's id, which is a time, or else the first lap's.
  ///
  /// A time after the first point comes from a wrong zone, and one more than a day before it from
  /// another clock. Neither is used.
  private func start(_ reader: inout ElementReader) -> RecordTime {
    let stated = [id, laps.first?.start ?? .missing]
    let instants = stated.compactMap(\.instant)
    guard let first = track.points.first?.at else {
      return instants.first.map { .at($0) } ?? (stated.contains(.malformed) ? .malformed : .missing)
    }
    let near = instants.filter { first <= $0.advanced(byDays: 1) }
    if near.count < instants.count { reader.find(.timeOtherClock, at: position) }
    return .at(near.first.map { min($0, first) } ?? first)
  }

  /// Returns the later of the last point and the end of the laps' stated time.
  private func end(from start: RecordTime, time: Quantity?) -> RecordTime {
    guard let start = start.instant else { return .missing }
    let run = start.advanced(byMilliseconds: (time?.microUnits ?? 0) / 1000)
    return .at(max(run, track.points.last?.at ?? start))
  }

  // MARK: Totals

  private func sum(_ field: (TCXLap) -> Quantity?) -> Quantity? {
    let stated = laps.compactMap(field)
    return stated.isEmpty ? nil : stated.reduce(into: .zero) { $0.add($1) }
  }

  /// The mean rate of the laps that state one, weighted by their times, or equally where none has a
  /// time.
  private var averageHeartRate: Quantity? {
    let stated = laps.filter { ($0.averageHeartRate ?? .zero) > .zero }
    let isTimed = stated.contains { ($0.time ?? .zero) > .zero }
    var (sum, weights): (Int128, Int128) = (0, 0)
    for lap in stated {
      let weight = isTimed ? Int128(lap.time?.microUnits ?? 0) : 1
      // Both are below 2^63, so that one product is below 2^126, but a second one might overflow
      // the sum.
      let (product, overflow) = weight.multipliedReportingOverflow(
        by: Int128(lap.averageHeartRate?.microUnits ?? 0))
      let (total, isTooMuch) = sum.addingReportingOverflow(product)
      if overflow || isTooMuch { return nil }
      (sum, weights) = (total, weights + weight)
    }
    return weights > 0 ? Quantity(exactly: dividedRounding(sum, by: weights)) : nil
  }

  private var maximumHeartRate: Quantity? {
    laps.compactMap(\.maximumHeartRate).filter { $0 > .zero }.max()
  }

  // MARK: Distance

  /// Returns the distance, and the track with distances from the same source, if the file has any.
  ///
  /// Laps that state 0 m although the wheels turned (TrainerRoad) count as stating none.
  ///
  /// - Returns: The distance and track, and `gaps` where the distance was computed: the
  ///   milliseconds that it leaves out.
  private func distances(
    _ reader: inout ElementReader
  ) -> (total: Quantity?, points: [TrackPoint], gaps: Int64?) {
    let stated = sum(\.distance)
    let byTrack = track.statedDistance(of: 0..<track.points.count)
    let isCounted = byTrack == nil && (stated == nil || stated == .zero && hasMoved)
    let way = byTrack == nil ? track.way(isCounted: isCounted, &reader) : nil
    let points = way.flatMap { $0.distance == nil ? nil : $0.points } ?? track.points
    if let stated, stated > .zero { return (completed(stated), points, nil) }
    if let byTrack { return (byTrack, points, nil) }
    if isCounted, let way, let distance = way.distance { return (distance, points, way.gaps) }
    return (hasMoved ? nil : stated, points, nil)
  }

  /// Returns the stated distance, plus that of the points in laps without one.
  private func completed(_ stated: Quantity) -> Quantity {
    var total = stated
    for (index, lap) in laps.enumerated() where lap.distance == nil {
      let next = index + 1 < laps.count ? laps[index + 1].firstPoint : track.points.count
      // It begins at the last point of the previous lap, because the distance from there belongs to
      // this one.
      let way = track.statedDistance(of: max(0, lap.firstPoint - 1)..<next)
      total.add(way ?? .zero)
    }
    return total
  }
}
