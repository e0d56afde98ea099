import DaymarkModel
import DaymarkTestSupport

/// A TCX document of the activities' XML given.
func tcx(_ activities: String...) -> String {
  declaration + "<TrainingCenterDatabase><Activities>\n" + activities.joined()
    + "</Activities></TrainingCenterDatabase>\n"
}

/// A GPX document whose tracks are given.
func gpx(_ tracks: String..., creator: String = "StravaGPX") -> String {
  declaration + "<gpx version=\"1.1\" creator=\"\(creator)\">\n" + tracks.joined() + "</gpx>\n"
}

/// Minute and second of the hour that all test tracks are in, as the files write it.
func clock(_ minute: Int, _ second: Int = 0) -> String {
  func two(_ number: Int) -> String { (number < 10 ? "0" : "") + "\(number)" }
  return "2025-06-01T10:\(two(minute)):\(two(second))Z"
}

/// The same as an instant; 2025-06-01 is day 20240: 55 x 365 + 14 leap days + 151.
func at(_ minute: Int, _ second: Int = 0) -> RecordTime {
  .at(Instant(seconds: Int64(20_240 * 86_400 + 36_000 + minute * 60 + second)))
}

/// A point of a GPX track on the equator, where a degree is 2π x 6,371,008.8 m / 360 = 111,195.0797 m.
func trackPoint(_ longitude: String, _ time: String, _ more: String = "") -> String {
  "<trkpt lat=\"0\" lon=\"\(longitude)\"><time>\(time)</time>\(more)</trkpt>\n"
}

func trackpoint(_ time: String, _ more: String = "") -> String {
  "<Trackpoint><Time>\(time)</Time>\(more)</Trackpoint>\n"
}

func meters(_ value: String) -> String { "<DistanceMeters>\(value)</DistanceMeters>" }

extension IngestedInput {
  /// Of a track file that stands alone.
  init(track text: String, named name: String = "track.xml") throws {
    try self.init(track: Array(text.utf8), named: name)
  }

  init(
    track bytes: [UInt8], named name: String = "track.xml", chunkBytes: Int = 1 << 16,
    blockBytes: Int = 1 << 16
  ) throws {
    let folder = try ScratchFolder()
    let path = try folder.write(bytes, to: name)
    try self.init(of: path, chunkBytes: chunkBytes, blockBytes: blockBytes)
  }
}

extension WrittenAmount {
  /// Decimal text of the value in its own unit.
  var text: String? {
    (try? value?.quantity(times: UnitRatio(1)))?.description
  }
}
