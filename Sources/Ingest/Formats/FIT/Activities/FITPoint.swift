/// A `record` message, as far as it is needed.
struct FITPoint {
  var time: UInt32
  var position: FITPosition?
  /// `0` when there is none.
  ///
  /// - Units: 10⁻⁶ bpm.
  var heartRate: UInt32
  /// The distance since the start of the recording.
  ///
  /// - Units: micrometers.
  var distance: Int64?
  var byte: Int
  var beginsSegment = false
}

/// A place on the earth, in the eight bytes that it has in the file.
///
/// - Units: semicircles, 2³¹ of them are 180°.
struct FITPosition {
  var latitude: Int32
  var longitude: Int32

  /// `nil` for what is no place on the earth.
  var place: EarthPosition? {
    let degrees = 180.0 / 2_147_483_648
    return EarthPosition(
      latitude: Double(latitude) * degrees, longitude: Double(longitude) * degrees)
  }
}
