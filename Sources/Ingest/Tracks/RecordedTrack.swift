import DaymarkModel

/// A point of a track while it is being read.
struct PointDraft {
  var position: (line: Int, byte: Int)
  var time: RecordTime = .missing
  var latitude: DecimalNumber?
  var longitude: DecimalNumber?
  /// Whether a latitude or longitude is stated, even an unreadable one.
  var hasPlace = false
  /// The distance since the start of the recording.
  var distance: Quantity?
  var heartRate: Quantity?

  init(at position: (line: Int, byte: Int)) { self.position = position }
}

/// The track of an activity while its points are read.
///
/// They are in file order, and in order of time after ``finish(_:)``.
struct RecordedTrack {
  /// The points, with the distances that the file states.
  private(set) var points: [TrackPoint] = []
  /// The places of the points.
  private var places: [EarthPosition?] = []
  private var positions: [(line: Int, byte: Int)] = []
  private let kind: ActivityKind
  private var pauseIsDue = false

  init(kind: ActivityKind) { self.kind = kind }

  /// Marks a pause before the next point.
  mutating func pause() { pauseIsDue = !points.isEmpty }

  /// Marks a pause before a point that was already read.
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

  /// Removes the points whose clock differs from that of most points.
  ///
  /// - Returns: Their former indices, ascending.
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

  /// Returns the distance between the first and the last stated one.
  ///
  /// The distance of a triathlon leg may continue from the leg before, so the first is subtracted.
  /// Where the count starts again, for example with each lap, the parts are added.
  ///
  /// - Returns: The distance; `nil` where fewer than two points state one, or it never grows.
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

  /// The distance from place to place along a track.
  struct Way {
    /// The distance; `nil` where fewer than two points have a place.
    var distance: Quantity?
    /// The points with their distances along the way.
    var points: [TrackPoint]
    /// The total time of gaps, over which there is no distance.
    ///
    /// - Units: milliseconds.
    var gaps: Int64
  }

  /// Returns the distance along the places of the points.
  ///
  /// - Parameter isCounted: Whether it is the session's distance, which excludes gaps. Otherwise it
  ///   only determines how the session's distance is spread over time.
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
  /// The same point after a pause.
  fileprivate var beginningSegment: TrackPoint {
    TrackPoint(at: at, distance: distance, heartRate: heartRate, beginsSegment: true, byte: byte)
  }
}

extension RecordTime {
  /// Returns the end of a session that begins at this time; missing where the length is invalid.
  ///
  /// - Parameter seconds: The length of the session.
  func endOfSession(lasting seconds: DecimalNumber?) -> RecordTime {
    guard let instant, let length = try? seconds?.quantity(times: UnitRatio(1)) else {
      return .missing
    }
    return .at(instant.advanced(byMilliseconds: length.microUnits / 1000))
  }
}
