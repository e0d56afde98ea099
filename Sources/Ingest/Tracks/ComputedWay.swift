import DaymarkModel

/// The distance between consecutive places of a track, without places that nobody could reach in
/// the time.
///
/// A place out of reach is set aside. If the next place can be reached without it, it was an error
/// of the receiver and adds no distance. If the next place can be reached only from it, the
/// recording has moved on, and no distance is added for the jump.
struct ComputedWay {
  /// The distance so far at each point, in micrometers; `.min` where a point has no place.
  private(set) var distances: [Int64] = []
  private var sum = Quantity.zero
  private var placeCount = 0
  /// The number of points that were out of reach.
  ///
  /// ``firstTeleport`` is the first of them.
  private(set) var teleports = 0
  private(set) var firstTeleport: Int?
  /// The speed above which a place is out of reach, in meters per second.
  private let speedLimit: Int64
  private var last: (place: EarthPosition, at: Instant)?
  private var suspect: (place: EarthPosition, at: Instant, index: Int)?

  /// Begins a track; the kind of its session determines the speed limit.
  init(kind: ActivityKind) { speedLimit = kind.speedLimit }

  /// The total distance; `nil` where fewer than two points have a place.
  var total: Quantity? { placeCount > 1 ? sum : nil }

  /// Returns the distance at a point; `nil` for a point without a place or out of reach.
  func distance(at index: Int) -> Quantity? {
    distances[index] == .min ? nil : Quantity(microUnits: distances[index])
  }

  /// Adds a point, which must not be earlier than the last one.
  mutating func append(_ place: EarthPosition?, at time: Instant, beginsSegment: Bool) {
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
    firstTeleport = firstTeleport ?? distances.count
    distances.append(.min)
    teleports += 1
  }

  /// Returns the distance, if the speed limit allows it in the time.
  ///
  /// Times are often whole seconds, so that less than one second counts as one.
  private func reachable(
    _ place: EarthPosition, at time: Instant, from before: EarthPosition, at then: Instant
  ) -> Quantity? {
    let way = before.micrometers(to: place)
    let milliseconds = max(1000, time.milliseconds - then.milliseconds)
    // 1 m/s is 1000 micrometers per millisecond.
    let (limit, overflow) = milliseconds.multipliedReportingOverflow(by: speedLimit * 1000)
    return overflow || way <= limit ? Quantity(microUnits: way) : nil
  }
}

extension ActivityKind {
  /// The speed beyond which two points of a track are an error of the receiver.
  ///
  /// It is well above any record.
  ///
  /// - Units: meters per second.
  fileprivate var speedLimit: Int64 {
    switch self {
    // Usain Bolt ran his fastest 20 m at 12.4 m/s, in Berlin in 2009.
    case .run, .walk, .hike: 20
    // Descents on the road stay below 36 m/s.
    case .cycle: 50
    // The 50 m freestyle is swum at 2.4 m/s, but receivers are inaccurate under water.
    case .swim: 10
    // The record of an eight over 2000 m is 6.3 m/s.
    case .row: 12
    // Speed skiers reach 71 m/s.
    case .strength, .hiit, .yoga, .other, .learning: 100
    }
  }
}

#if canImport(Glibc)
  import Glibc
#endif

/// A position on the earth, in degrees.
struct EarthPosition: Equatable {
  let latitude: Double
  let longitude: Double

  /// Makes a position; `nil` for values out of range.
  init?(latitude: DecimalNumber?, longitude: DecimalNumber?) {
    guard let latitude = latitude?.approximation, let longitude = longitude?.approximation
    else { return nil }
    self.init(latitude: latitude, longitude: longitude)
  }

  /// Makes a position; `nil` for values out of range.
  init?(latitude: Double, longitude: Double) {
    guard abs(latitude) <= 90, abs(longitude) <= 180 else { return nil }
    (self.latitude, self.longitude) = (latitude, longitude)
  }

  /// The radius of the earth; see Semantics, "Sessions".
  ///
  /// - Units: meters.
  private static let earthRadius = 6_371_008.8

  /// Returns the shortest distance on the sphere, by the haversine formula.
  ///
  /// It is rounded to a micrometer for each pair, so that sums do not depend on their order.
  ///
  /// - Units: micrometers.
  func micrometers(to other: EarthPosition) -> Int64 {
    let radians = Double.pi / 180
    let (phi, otherPhi) = (latitude * radians, other.latitude * radians)
    let north = sin((otherPhi - phi) / 2)
    let east = sin((other.longitude - longitude) * radians / 2)
    let haversine = north * north + cos(phi) * cos(otherPhi) * east * east
    let meters = 2 * Self.earthRadius * asin(min(1, haversine.squareRoot()))
    // This is at most half the circumference of the earth, 20,015,115 m.
    return Int64((meters * 1_000_000).rounded())
  }
}

extension DecimalNumber {
  /// The nearest binary fraction or one beside it.
  ///
  /// This is used only for positions, which are measured with less precision.
  fileprivate var approximation: Double {
    var value = Double(coefficient)
    // This is at most 97: 37 digits, 30 of a written exponent, and as many zeros as 64 bytes hold.
    var scale = 1.0
    for _ in 0..<min(exponent.magnitude, 128) { scale *= 10 }
    value = exponent < 0 ? value / scale : value * scale
    return isNegative ? -value : value
  }
}
