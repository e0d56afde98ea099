import DaymarkModel

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
