/// The needed figures of a `record` message.
///
/// A day on a bicycle has a hundred thousand of them, so that missing figures take no memory of
/// their own.
struct FITPoint {
  var time: UInt32
  /// The heart rate; `0` where there is none.
  ///
  /// - Units: 10⁻⁶ bpm.
  var heartRate: UInt32
  private var latitude = Int32.max
  private var longitude = Int32.max
  private var micrometers = Int64.min
  /// The byte offset, with two lowest bits for the start of a segment and for being out of order.
  private var packed: Int

  init(time: UInt32, heartRate: UInt32 = 0, distance: Int64? = nil, byte: Int) {
    (self.time, self.heartRate, packed) = (time, heartRate, byte << 2)
    self.distance = distance
  }

  /// The offset of the message in the document.
  var byte: Int { packed >> 2 }

  /// Whether there is a pause before the point.
  var beginsSegment: Bool {
    get { packed & 1 == 1 }
    set { packed = packed & ~1 | (newValue ? 1 : 0) }
  }

  /// Whether the file has the point among records of other times.
  var isOutOfOrder: Bool {
    get { packed & 2 == 2 }
    set { packed = packed & ~2 | (newValue ? 2 : 0) }
  }

  /// The distance since the start of the recording.
  ///
  /// - Units: micrometers.
  var distance: Int64? {
    get { micrometers == .min ? nil : micrometers }
    set { micrometers = newValue ?? .min }
  }

  /// The position; `nil` also for the number that means none in the file.
  var position: FITPosition? {
    get {
      latitude == .max ? nil : FITPosition(latitude: latitude, longitude: longitude)
    }
    set { (latitude, longitude) = newValue.map { ($0.latitude, $0.longitude) } ?? (.max, .max) }
  }
}

/// A position on the earth, in eight bytes as in the file.
///
/// - Units: semicircles, 2³¹ of them are 180°.
struct FITPosition {
  var latitude: Int32
  var longitude: Int32

  /// The position in degrees; `nil` for values out of range.
  var place: EarthPosition? {
    let degrees = 180.0 / 2_147_483_648
    return EarthPosition(
      latitude: Double(latitude) * degrees, longitude: Double(longitude) * degrees)
  }
}
