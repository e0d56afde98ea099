import DaymarkModel

/// The way between places, without those that nobody could have reached in the time.
///
/// A place out of reach is held back. When the next one can be reached without it, it was an error of the
/// receiver and has no distance; when the next one can be reached only from it, the recording has moved
/// on, and there is no way to it from the one before.
struct ComputedWay {
  /// The way so far at each point in micrometers, or `.min` where there is no place.
  private(set) var distances: [Int64] = []
  private var sum = Quantity.zero
  private var placeCount = 0
  /// Number of points that were out of reach, and the first of them.
  private(set) var teleports = 0
  private(set) var firstTeleport: Int?
  /// - Units: meters per second.
  private let speedLimit: Int64
  private var last: (place: EarthPosition, at: Instant)?
  private var suspect: (place: EarthPosition, at: Instant, index: Int)?

  /// - Parameter kind: How one moves decides what can be reached.
  init(kind: ActivityKind) { speedLimit = kind.speedLimit }

  /// All of it; `nil` when fewer than two points have a place.
  var total: Quantity? { placeCount > 1 ? sum : nil }

  /// The way to a point; `nil` for one without a place, or out of reach.
  func distance(at index: Int) -> Quantity? {
    distances[index] == .min ? nil : Quantity(microUnits: distances[index])
  }

  /// Adds a point, not before the last.
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
    case .strength, .hiit, .yoga, .other, .learning: 100
    }
  }
}

#if canImport(Glibc)
  import Glibc
#endif

/// A place on the earth, in degrees.
struct EarthPosition: Equatable {
  let latitude: Double
  let longitude: Double

  /// `nil` for what is no place on the earth.
  init?(latitude: DecimalNumber?, longitude: DecimalNumber?) {
    guard let latitude = latitude?.approximation, let longitude = longitude?.approximation
    else { return nil }
    self.init(latitude: latitude, longitude: longitude)
  }

  /// `nil` for what is no place on the earth.
  init?(latitude: Double, longitude: Double) {
    guard abs(latitude) <= 90, abs(longitude) <= 180 else { return nil }
    (self.latitude, self.longitude) = (latitude, longitude)
  }

  /// - Units: meters; Semantics, "Sessions".
  private static let earthRadius = 6_371_008.8

  /// The shortest way over the sphere, by the haversine formula.
  ///
  /// Rounded to a micrometer here, once a pair, so that sums do not depend on their order.
  ///
  /// - Units: micrometers.
  func micrometers(to other: EarthPosition) -> Int64 {
    let radians = Double.pi / 180
    let (phi, otherPhi) = (latitude * radians, other.latitude * radians)
    let north = sin((otherPhi - phi) / 2)
    let east = sin((other.longitude - longitude) * radians / 2)
    let haversine = north * north + cos(phi) * cos(otherPhi) * east * east
    let meters = 2 * Self.earthRadius * asin(min(1, haversine.squareRoot()))
    // At most half the earth's girth, 20,015,115 m.
    return Int64((meters * 1_000_000).rounded())
  }
}

extension DecimalNumber {
  /// The nearest binary fraction or one beside it: for positions only, whose figures are measured.
  fileprivate var approximation: Double {
    var value = Double(coefficient)
    // At most 97: 37 digits, 30 of a written exponent, and as many zeros as 64 bytes hold.
    var scale = 1.0
    for _ in 0..<min(exponent.magnitude, 128) { scale *= 10 }
    value = exponent < 0 ? value / scale : value * scale
    return isNegative ? -value : value
  }
}
