import DaymarkModel

/// The figures of a lap of a TCX activity; a missing one is no zero.
struct TCXLap {
  let position: (line: Int, byte: Int)
  /// Index of its first point in the activity's track.
  var firstPoint: Int
  var start: RecordTime = .missing
  var hasTrack = false
  /// - Units: seconds.
  var time: Quantity?
  /// - Units: meters.
  var distance: Quantity?
  /// - Units: kilocalories.
  var energy: Quantity?
  var steps: Quantity?
  /// - Units: beats per minute.
  var averageHeartRate: Quantity?
  var maximumHeartRate: Quantity?

}

/// A TCX activity while it is read.
struct TCXActivity {
  let position: (line: Int, byte: Int)
  private let sport: Sport
  var id: RecordTime = .missing
  var product: String?
  var offsetSeconds: Int?
  var track: RecordedTrack
  /// A point states a speed above zero.
  var hasMoved = false
  private var laps: [TCXLap] = []

  /// - Parameter sport: `Running`, `Biking` or `Other`, which may be any sport.
  init(sport name: String, at position: (line: Int, byte: Int)) {
    self.position = position
    sport = Sport(named: name)
    track = RecordedTrack(kind: sport.kind)
  }

  /// A lap without way is a pause, as some devices write it.
  mutating func append(_ lap: TCXLap) {
    if lap.distance == .zero || laps.last?.distance == .zero { track.pause(before: lap.firstPoint) }
    laps.append(lap)
  }

  /// `nil` when nothing was recorded.
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

  /// The activity's id, which is a time, else its first lap's; but not behind the first point, where a
  /// wrong zone has put it, and not more than a day before it, which is of another clock.
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

  /// The last point, or when the time that laps state has run; whichever is later.
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

  /// Over the laps that state one, each weighted with its time; all alike where none has a time.
  private var averageHeartRate: Quantity? {
    let stated = laps.filter { ($0.averageHeartRate ?? .zero) > .zero }
    let isTimed = stated.contains { ($0.time ?? .zero) > .zero }
    var (sum, weights): (Int128, Int128) = (0, 0)
    for lap in stated {
      let weight = isTimed ? Int128(lap.time?.microUnits ?? 0) : 1
      // Both are below 2^63, so a product is below 2^126: a second such lap might overflow.
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

  /// The distance, and the track with distances of the same origin where the file gives any.
  ///
  /// Laps that state 0 m although the wheels turned (TrainerRoad) state nothing.
  ///
  /// - Returns: `gaps` where the distance was computed: the milliseconds that it leaves out.
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

  /// The distance with the way of those laps that state none, as their points state it.
  private func completed(_ stated: Quantity) -> Quantity {
    var total = stated
    for (index, lap) in laps.enumerated() where lap.distance == nil {
      let next = index + 1 < laps.count ? laps[index + 1].firstPoint : track.points.count
      // From the last point of the lap before, for the way from there belongs to this one.
      let way = track.statedDistance(of: max(0, lap.firstPoint - 1)..<next)
      total.add(way ?? .zero)
    }
    return total
  }
}
