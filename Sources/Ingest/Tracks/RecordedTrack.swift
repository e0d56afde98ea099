import DaymarkModel

/// A point of a track while it is read.
struct PointDraft {
  var position: (line: Int, byte: Int)
  var time: RecordTime = .missing
  var latitude: DecimalNumber?
  var longitude: DecimalNumber?
  /// A latitude or longitude is stated, be it readable or not.
  var hasPlace = false
  /// The distance since the start of the recording.
  var distance: Quantity?
  var heartRate: Quantity?

  init(at position: (line: Int, byte: Int)) { self.position = position }
}

/// The track of one activity while its points are read: in the order of the file; ascending by time once it is finished.
struct RecordedTrack {
  /// The points with the distances that the file states.
  private(set) var points: [TrackPoint] = []
  /// The places of the points.
  private var places: [EarthPosition?] = []
  private var positions: [(line: Int, byte: Int)] = []
  private let kind: ActivityKind
  private var pauseIsDue = false

  init(kind: ActivityKind) { self.kind = kind }

  /// The recording pauses before the next point.
  mutating func pause() { pauseIsDue = !points.isEmpty }

  /// The recording paused before a point that was read already.
  mutating func pause(before index: Int) {
    if points.indices.contains(index), index > 0 { points[index] = points[index].beginningSegment }
  }

  /// Adds a point, unless it has no time.
  mutating func append(_ point: PointDraft, _ reader: inout ElementReader) {
    guard case .at(let time) = point.time else {
      reader.find(point.time == .malformed ? .timeMalformed : .timeMissing, at: point.position)
      return
    }
    var place: EarthPosition?
    if point.hasPlace {
      place = EarthPosition(latitude: point.latitude, longitude: point.longitude)
      if place == nil { reader.find(.valueNotANumber, at: point.position) }
    }
    points.append(
      TrackPoint(
        at: time, distance: point.distance, heartRate: point.heartRate, beginsSegment: pauseIsDue,
        byte: point.position.byte))
    places.append(place)
    positions.append(point.position)
    pauseIsDue = false
  }

  /// Takes out the points that go by another clock than most.
  ///
  /// - Returns: The indices that they had, ascending.
  mutating func finish(_ reader: inout ElementReader) -> [Int] {
    let clock = TrackClock(of: points)
    guard let first = clock.others.first else { return [] }
    let code: FindingCode = clock.hasMain ? .timeOtherClock : .timeClocksDiffer
    reader.find(code, at: positions[first], count: clock.others.count)
    if !clock.hasMain {
      reader.damagedSpans += intervals(of: points.map(\.at.milliseconds).sorted())
    }
    let others = Set(clock.others)
    for index in clock.others where index + 1 < points.count && points[index].beginsSegment {
      points[index + 1] = points[index + 1].beginningSegment
    }
    let kept = points.indices.filter { !others.contains($0) }
    (points, places, positions) = (
      kept.map { points[$0] }, kept.map { places[$0] }, kept.map { positions[$0] }
    )
    return clock.others
  }

  // MARK: Distances

  /// The way between the first and the last of the stated distances.
  ///
  /// A leg of a triathlon states a distance that goes on from the leg before, so the first is taken
  /// off. Where the count begins anew, with each lap, the parts before and behind are added up.
  ///
  /// - Returns: `nil` when fewer than two points state one, or they never grow.
  func statedDistance(of range: Range<Int>) -> Quantity? {
    var sum = Quantity.zero
    var last: Quantity?
    for distance in points[range].lazy.compactMap(\.distance) {
      if let last, distance > last {
        sum.add(Quantity(microUnits: distance.microUnits - last.microUnits))
      }
      last = distance
    }
    return sum > .zero ? sum : nil
  }

  /// The way from place to place.
  struct Way {
    /// `nil` when fewer than two points have a place.
    var distance: Quantity?
    /// The points with their distances along the way.
    var points: [TrackPoint]
    /// The time of gaps, in which there is none.
    ///
    /// - Units: milliseconds.
    var gaps: Int64
  }

  /// The way between the places of the points.
  ///
  /// - Parameter isCounted: Whether it is the session's distance, in which a gap has no part; else it only tells how
  ///   that is spread over time.
  func way(isCounted: Bool, _ reader: inout ElementReader) -> Way {
    var gaps = TrackGaps()
    var isDue = false
    for (index, point) in points.enumerated() where isCounted {
      isDue = isDue || point.beginsSegment
      guard places[index] != nil else { continue }
      gaps.add(index, at: point.at.milliseconds, beginsSegment: isDue)
      isDue = false
    }
    gaps.endSegment()
    var points = points
    for index in gaps.ends { points[index] = points[index].beginningSegment }
    var way = ComputedWay(kind: kind)
    for (point, place) in zip(points, places) {
      way.append(place, at: point.at, beginsSegment: point.beginsSegment)
    }
    if let first = way.firstTeleport {
      reader.find(.activityTeleport, at: positions[first], count: way.teleports)
    }
    if let first = gaps.ends.first {
      reader.find(.trackGap, at: positions[first], count: gaps.ends.count)
    }
    let measured = points.enumerated().map { index, point in
      TrackPoint(
        at: point.at, distance: way.distance(at: index), heartRate: point.heartRate,
        beginsSegment: point.beginsSegment, byte: point.byte)
    }
    return Way(distance: way.total, points: measured, gaps: gaps.milliseconds)
  }
}

extension TrackPoint {
  /// The same point behind a pause.
  fileprivate var beginningSegment: TrackPoint {
    TrackPoint(at: at, distance: distance, heartRate: heartRate, beginsSegment: true, byte: byte)
  }
}

extension RecordTime {
  /// The end of a session that starts at this time; missing where its length is no sensible number.
  ///
  /// - Parameter seconds: Its length.
  func endOfSession(lasting seconds: DecimalNumber?) -> RecordTime {
    guard let instant, let length = try? seconds?.quantity(times: UnitRatio(1)) else {
      return .missing
    }
    return .at(instant.advanced(byMilliseconds: length.microUnits / 1000))
  }
}
