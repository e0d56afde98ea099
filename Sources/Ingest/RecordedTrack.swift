import DaymarkModel

/// A point of a track while it is read.
struct PointReading {
  var position: (line: Int, byte: Int)
  var time: RecordTime = .missing
  var latitude: DecimalNumber?
  var longitude: DecimalNumber?
  /// A latitude or longitude is stated, be it readable or not.
  var hasPlace = false
  /// Since the start of the recording.
  var distance: Quantity?
  var heartRate: Quantity?

  init(at position: (line: Int, byte: Int)) { self.position = position }
}

/// The track of one activity while its points are read: in the order of the file, ascending by time.
struct RecordedTrack {
  /// With the distances that the file states.
  private(set) var points: [TrackPoint] = []
  private var way: ComputedWay
  private var pauseIsDue = false

  init(kind: ActivityKind) { way = ComputedWay(speedLimit: kind.speedLimit) }

  var isEmpty: Bool { points.isEmpty }

  /// The recording pauses before the next point.
  mutating func pause() { pauseIsDue = !points.isEmpty }

  /// The recording paused before a point that was read already.
  mutating func pause(before index: Int) {
    guard points.indices.contains(index), index > 0, !points[index].beginsSegment else { return }
    let point = points[index]
    points[index] = TrackPoint(
      at: point.at, distance: point.distance, heartRate: point.heartRate, beginsSegment: true,
      byte: point.byte)
  }

  /// Adds a point, unless it has no time or one before the last point's.
  mutating func append(_ point: PointReading, _ reader: inout ElementReader) {
    guard case .at(let time) = point.time else {
      reader.find(point.time == .malformed ? .timeMalformed : .timeMissing, at: point.position)
      return
    }
    if let last = points.last, time < last.at {
      return reader.find(.timeReversed, at: point.position)
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
    way.append(place, at: time, beginsSegment: pauseIsDue, position: point.position)
    pauseIsDue = false
  }

  // MARK: Distances

  /// The way between the first and the last of the stated distances.
  ///
  /// What a leg of a triathlon states goes on from the leg before, so the first is taken off; where the
  /// count begins anew, with each lap, what is before and behind is added up.
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

  /// The way between the places of the points; `nil` when fewer than two have one.
  var computedDistance: Quantity? { way.placeCount > 1 ? way.sum : nil }

  /// The points, with the distances that were computed from their places.
  func pointsWithComputedDistances(_ reader: inout ElementReader) -> [TrackPoint] {
    if let first = way.firstTeleport {
      reader.find(.activityTeleport, at: first, count: way.teleports)
    }
    return zip(points, way.distances).map { point, distance in
      TrackPoint(
        at: point.at, distance: distance == .min ? nil : Quantity(microUnits: distance),
        heartRate: point.heartRate, beginsSegment: point.beginsSegment, byte: point.byte)
    }
  }
}

/// The way between places, without those that nobody could have reached in the time.
///
/// A place out of reach is held back. When the next one can be reached without it, it was an error of the
/// receiver and has no distance; when the next one can be reached only from it, the recording has moved
/// on, and there is no way to it from the one before.
private struct ComputedWay {
  /// For each point the way so far, or `.min` where there is no place.
  private(set) var distances: [Int64] = []
  private(set) var sum = Quantity.zero
  private(set) var placeCount = 0
  private(set) var teleports = 0
  private(set) var firstTeleport: (line: Int, byte: Int)?
  private let speedLimit: Int64
  private var last: (place: EarthPosition, at: Instant)?
  private var suspect: (place: EarthPosition, at: Instant, index: Int)?

  /// - Parameter speedLimit: In meters per second.
  init(speedLimit: Int64) { self.speedLimit = speedLimit }

  mutating func append(
    _ place: EarthPosition?, at time: Instant, beginsSegment: Bool, position: (line: Int, byte: Int)
  ) {
    if beginsSegment { (last, suspect) = (nil, nil) }
    guard let place else { return distances.append(.min) }
    placeCount += 1
    guard let before = last else {
      last = (place, time)
      return distances.append(sum.microUnits)
    }
    if let way = reachable(place, at: time, from: before.place, at: before.at) {
      sum.add(way)
      (last, suspect) = ((place, time), nil)
      return distances.append(sum.microUnits)
    }
    if let held = suspect, let way = reachable(place, at: time, from: held.place, at: held.at) {
      distances[held.index] = sum.microUnits
      sum.add(way)
      (last, suspect) = ((place, time), nil)
      return distances.append(sum.microUnits)
    }
    suspect = (place, time, distances.count)
    distances.append(.min)
    teleports += 1
    firstTeleport = firstTeleport ?? position
  }

  /// The way, when the speed limit allows it in the time.
  ///
  /// Times are often whole seconds, so less than one counts as one.
  private func reachable(
    _ place: EarthPosition, at time: Instant, from before: EarthPosition, at then: Instant
  ) -> Quantity? {
    let way = before.micrometers(to: place)
    let milliseconds = max(1000, time.milliseconds - then.milliseconds)
    // One m/s is 1000 micrometers a millisecond.
    let (limit, overflow) = milliseconds.multipliedReportingOverflow(by: speedLimit * 1000)
    return overflow || way <= limit ? Quantity(microUnits: way) : nil
  }
}

extension ActivityKind {
  /// The speed above which two points of a track are an error of the receiver, well above what anyone
  /// has done.
  ///
  /// - Units: meters per second.
  fileprivate var speedLimit: Int64 {
    switch self {
    // Usain Bolt's fastest stretch of 20 m, Berlin 2009: 12.4 m/s.
    case .run, .walk, .hike: 20
    // Descents on the road stay below 36 m/s.
    case .cycle: 50
    // The 50 m freestyle is swum at 2.4 m/s; but a receiver under water errs much.
    case .swim: 10
    // The eight's 2000 m: 6.3 m/s.
    case .row: 12
    // Speed skiers reach 71 m/s.
    case .strength, .hiit, .yoga, .other: 100
    }
  }
}
