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

/// The track of one activity while its points are read: in the order of the file, ascending by time.
struct RecordedTrack {
  /// The points with the distances that the file states.
  private(set) var points: [TrackPoint] = []
  private var way: ComputedWay
  private var pauseIsDue = false
  /// The place of the first point that nobody could have reached.
  private var teleportPosition: (line: Int, byte: Int)?

  init(kind: ActivityKind) { way = ComputedWay(kind: kind) }

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
  mutating func append(_ point: PointDraft, _ reader: inout ElementReader) {
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
    way.append(place, at: time, beginsSegment: pauseIsDue)
    if way.firstTeleport == points.count - 1 { teleportPosition = point.position }
    pauseIsDue = false
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

  /// The way between the places of the points; `nil` when fewer than two have one.
  var computedDistance: Quantity? { way.total }

  /// The points, with the distances that were computed from their places.
  func pointsWithComputedDistances(_ reader: inout ElementReader) -> [TrackPoint] {
    if let first = teleportPosition {
      reader.find(.activityTeleport, at: first, count: way.teleports)
    }
    return points.enumerated().map { index, point in
      TrackPoint(
        at: point.at, distance: way.distance(at: index), heartRate: point.heartRate,
        beginsSegment: point.beginsSegment, byte: point.byte)
    }
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
