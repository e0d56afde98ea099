import DaymarkModel

/// Garmin's Training Center XML: each `Activity`, including those in a `MultiSportSession`.
///
/// Totals are those of the laps. Courses and workouts are plans.
enum TCXFormat: InputFormat {
  static let id: FormatID = "tcx"
  static let fileExtensions = ["tcx"]
  static let isActivityFile = true

  static func recognise(_ head: DocumentHead) -> Recognition {
    XMLRootName(of: head).recognition(root: "TrainingCenterDatabase")
  }

  static func read(_ document: inout ArchiveReader, into sink: inout InputSink) throws {
    try readTracks(of: TCXDocument.self, from: &document, into: &sink)
  }
}

/// The names in TCX that are read; see TrainingCenterDatabasev2.xsd and ActivityExtensionv2.xsd.
private enum TCXName: Int32, CaseIterable {
  case activity, course, workout, lap, track, trackpoint
  case id, totalTimeSeconds, distanceMeters, calories, time, steps, speed, creator, name, value
  case latitudeDegrees, longitudeDegrees
  case heartRateBpm, averageHeartRateBpm, maximumHeartRateBpm
  case sport, startTime

  /// The name in the file's spelling.
  var text: String { "\(self)".prefix(1).uppercased() + "\(self)".dropFirst() }
}

/// The state of reading a TCX document.
final class TCXDocument: TrackDocument {
  let names = TCXName.allCases.map(\.text)
  private(set) var reader: ElementReader
  var finished: [UnsourcedActivity] = []
  private(set) var skipReason: UnusedContent?

  private var activity: TCXActivity?
  private var lap: TCXLap?
  private var point: PointDraft?

  init(at location: InputLocation) { reader = ElementReader(at: location) }

  func start(_ element: Int32, in parent: Int32, _ tag: XMLTag) {
    switch TCXName(rawValue: element) {
    case .course: skipReason = skipReason ?? .course
    case .workout: skipReason = skipReason ?? .plannedWorkout
    case .activity:
      let sport = tag[TCXName.sport.rawValue].map { $0.trimmed.string }
      activity = TCXActivity(sport: sport ?? "", at: tag.position)
    case .lap where activity != nil: startLap(tag)
    case .track where lap != nil:
      // A second track in a lap follows a pause.
      if lap?.hasTrack == true { activity?.track.pause() }
      lap?.hasTrack = true
    case .trackpoint where lap != nil: point = PointDraft(at: tag.position)
    default: break
    }
  }

  private func startLap(_ tag: XMLTag) {
    var lap = TCXLap(position: tag.position, firstPoint: activity?.track.points.count ?? 0)
    if let text = tag[TCXName.startTime.rawValue] { lap.start = time(text, at: tag.position) }
    self.lap = lap
  }

  func end(_ element: Int32, in parent: Int32, text: AttributeText?) {
    switch TCXName(rawValue: element) {
    case .activity: endActivity()
    case .lap: endLap()
    case .trackpoint: endPoint()
    case .id where TCXName(rawValue: parent) == .activity:
      guard let position = activity?.position else { return }
      let id = time(text, at: position)
      activity?.id = id
    case .name where TCXName(rawValue: parent) == .creator:
      activity?.product = text.map { $0.trimmed.string }
    case let name?:
      if point != nil {
        readPoint(name, in: parent, text)
      } else if lap != nil {
        readLap(name, in: parent, text)
      }
    case nil: break
    }
  }

  private func time(_ text: AttributeText?, at position: (line: Int, byte: Int)) -> RecordTime {
    guard let time = reader.time(text, at: position) else { return .malformed }
    if activity?.offsetSeconds == nil { activity?.offsetSeconds = time.offsetSeconds }
    return .at(time.instant)
  }

  private func readPoint(_ name: TCXName, in parent: Int32, _ text: AttributeText?) {
    guard let position = point?.position else { return }
    switch name {
    case .time: point?.time = time(text, at: position)
    case .distanceMeters: point?.distance = reader.amount(text, at: position)
    case .latitudeDegrees:
      point?.hasPlace = true
      point?.latitude = text.flatMap { DecimalNumber(utf8: $0) }
    case .longitudeDegrees:
      point?.hasPlace = true
      point?.longitude = text.flatMap { DecimalNumber(utf8: $0) }
    case .value where TCXName(rawValue: parent) == .heartRateBpm:
      point?.heartRate = reader.amount(text, at: position)
    case .speed:
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
    case .totalTimeSeconds where parent == .lap: lap?.time = reader.amount(text, at: position)
    case .distanceMeters where parent == .lap: lap?.distance = reader.amount(text, at: position)
    case .calories where parent == .lap: lap?.energy = reader.amount(text, at: position)
    case .steps: lap?.steps = reader.amount(text, at: position)
    case .value where parent == .averageHeartRateBpm:
      lap?.averageHeartRate = reader.amount(text, at: position)
    case .value where parent == .maximumHeartRateBpm:
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
    guard var activity else { return }
    self.activity = nil
    guard let record = activity.record(&reader) else { return }
    finished.append(
      UnsourcedActivity(
        record: record, product: activity.product, offsetSeconds: activity.offsetSeconds))
  }

  func breakOff() {
    point = nil
    endLap()
    endActivity()
  }
}
