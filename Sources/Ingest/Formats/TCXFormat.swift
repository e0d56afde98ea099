import DaymarkModel

/// Garmin's Training Center XML: each `Activity`, also one in a `MultiSportSession`.
///
/// Totals are those that laps state. Courses and workouts are planned.
enum TCXFormat: InputFormat {
  static let id = "tcx"

  static func recognise(_ head: DocumentHead) -> Recognition {
    XMLRootName(of: head).recognition(root: "TrainingCenterDatabase")
  }

  static func read(_ document: inout ArchiveReader, into reading: inout InputReading) throws {
    try readTracks(of: TCXDocument.self, from: &document, into: &reading)
  }
}

/// The names of TCX that are read; TrainingCenterDatabasev2.xsd and ActivityExtensionv2.xsd.
private enum TCXName: Int32, CaseIterable {
  case Activity, Course, Workout, Lap, Track, Trackpoint
  case Id, TotalTimeSeconds, DistanceMeters, Calories, Time, Steps, Speed, Creator, Name, Value
  case LatitudeDegrees, LongitudeDegrees
  case HeartRateBpm, AverageHeartRateBpm, MaximumHeartRateBpm
  case Sport, StartTime
}

/// The state of reading one TCX document.
final class TCXDocument: TrackDocument {
  let names = TCXName.allCases.map { "\($0)" }
  private(set) var reader: ElementReader
  var finished: [FinishedActivity] = []
  private(set) var skipReason: String?

  private var activity: TCXActivity?
  private var lap: TCXLap?
  private var point: PointReading?

  init(at location: InputLocation) { reader = ElementReader(at: location) }

  func start(_ element: Int32, in parent: Int32, _ tag: XMLTag) {
    switch TCXName(rawValue: element) {
    case .Course: skipReason = skipReason ?? "course"
    case .Workout: skipReason = skipReason ?? "plannedWorkout"
    case .Activity:
      let sport = tag[TCXName.Sport.rawValue].map { trimmed($0).string }
      activity = TCXActivity(sport: sport ?? "", at: tag.position)
    case .Lap where activity != nil: startLap(tag)
    case .Track where lap != nil:
      // A second track of a lap is what follows a pause.
      if lap?.hasTrack == true { activity?.track.pause() }
      lap?.hasTrack = true
    case .Trackpoint where lap != nil: point = PointReading(at: tag.position)
    default: break
    }
  }

  private func startLap(_ tag: XMLTag) {
    var lap = TCXLap(at: tag.position, firstPoint: activity?.track.points.count ?? 0)
    if let text = tag[TCXName.StartTime.rawValue] { lap.start = time(text) }
    self.lap = lap
  }

  func end(_ element: Int32, in parent: Int32, text: AttributeText?) {
    switch TCXName(rawValue: element) {
    case .Activity: endActivity()
    case .Lap: endLap()
    case .Trackpoint: endPoint()
    case .Id where TCXName(rawValue: parent) == .Activity:
      let id = time(text)
      activity?.id = id
    case .Name where TCXName(rawValue: parent) == .Creator:
      activity?.product = text.map { trimmed($0).string }
    case let name?:
      if point != nil {
        readPoint(name, in: parent, text)
      } else if lap != nil {
        readLap(name, in: parent, text)
      }
    case nil: break
    }
  }

  private func time(_ text: AttributeText?) -> RecordTime {
    guard let text, let time = xmlTime(text) else { return .malformed }
    if activity?.offsetSeconds == nil { activity?.offsetSeconds = time.offsetSeconds }
    return .at(time.instant)
  }

  private func readPoint(_ name: TCXName, in parent: Int32, _ text: AttributeText?) {
    guard let position = point?.position else { return }
    switch name {
    case .Time: point?.time = time(text)
    case .DistanceMeters: point?.distance = reader.amount(text, at: position)
    case .LatitudeDegrees:
      point?.hasPlace = true
      point?.latitude = text.flatMap { DecimalNumber(utf8: $0) }
    case .LongitudeDegrees:
      point?.hasPlace = true
      point?.longitude = text.flatMap { DecimalNumber(utf8: $0) }
    case .Value where TCXName(rawValue: parent) == .HeartRateBpm:
      point?.heartRate = reader.amount(text, at: position)
    case .Speed:
      if let speed = text.flatMap({ DecimalNumber(utf8: $0) }), speed.coefficient > 0 {
        activity?.hasMoved = true
      }
    default: break
    }
  }

  private func readLap(_ name: TCXName, in parent: Int32, _ text: AttributeText?) {
    guard let position = lap?.position else { return }
    let parent = TCXName(rawValue: parent)
    switch name {
    case .TotalTimeSeconds where parent == .Lap: lap?.time = reader.amount(text, at: position)
    case .DistanceMeters where parent == .Lap: lap?.distance = reader.amount(text, at: position)
    case .Calories where parent == .Lap: lap?.energy = reader.amount(text, at: position)
    case .Steps: lap?.steps = reader.amount(text, at: position)
    case .Value where parent == .AverageHeartRateBpm:
      lap?.averageHeartRate = reader.amount(text, at: position)
    case .Value where parent == .MaximumHeartRateBpm:
      lap?.maximumHeartRate = reader.amount(text, at: position)
    default: break
    }
  }

  private func endPoint() {
    guard let point else { return }
    self.point = nil
    // Some programs begin a track with an empty point.
    let isEmpty = point.time == .missing && !point.hasPlace && point.distance == nil
    if !isEmpty { activity?.track.append(point, &reader) }
  }

  private func endLap() {
    guard let lap else { return }
    self.lap = nil
    activity?.append(lap)
  }

  private func endActivity() {
    guard let activity else { return }
    self.activity = nil
    guard let record = activity.record(&reader) else { return }
    finished.append(
      FinishedActivity(
        record: record, product: activity.product, offsetSeconds: activity.offsetSeconds))
  }

  func breakOff() {
    point = nil
    endLap()
    endActivity()
  }
}
