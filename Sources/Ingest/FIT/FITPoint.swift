import DaymarkModel

#if canImport(Glibc)
  import Glibc
#endif

/// A `record` message, as far as it is needed.
struct FITPoint {
  var time: UInt32
  var position: FITPosition?
  /// `0` when there is none.
  ///
  /// - Units: 10⁻⁶ bpm.
  var heartRate: UInt32
  /// Since the start of the recording.
  ///
  /// - Units: micrometers.
  var distance: Int64?
  var byte: Int
  var beginsSegment = false
}

/// A place on the earth.
///
/// - Units: semicircles, 2³¹ of them are 180°.
struct FITPosition {
  var latitude: Int32
  var longitude: Int32

  /// The way over a sphere of 6,371,008.8 m; see semantics, section 8.
  ///
  /// - Units: micrometers.
  func distance(to other: FITPosition) -> Int64 {
    let unit = Double.pi / 2_147_483_648
    let (a, b) = (Double(latitude) * unit, Double(other.latitude) * unit)
    let rise = sin((b - a) / 2)
    let run = sin((Double(other.longitude) - Double(longitude)) * unit / 2)
    let half = rise * rise + cos(a) * cos(b) * run * run
    return Int64(2e6 * 6_371_008.8 * asin(min(1, half.squareRoot())))
  }
}
