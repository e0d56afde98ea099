import DaymarkModel

/// GPX 1.0 and 1.1: each track with times is an activity.
///
/// Distances are computed from the points, and there are no calories or steps. Routes and tracks
/// without times are plans, and waypoints are not recordings.
enum GPXFormat: InputFormat {
  static let id: FormatID = "gpx"
  static let fileExtensions = ["gpx"]
  static let isActivityFile = true

  static func recognise(_ head: DocumentHead) -> Recognition {
    XMLRootName(of: head).recognition(root: "gpx")
  }

  static func read(_ document: inout ArchiveReader, into sink: inout InputSink) throws {
    try readTracks(of: GPXDocument.self, from: &document, into: &sink)
  }
}

/// The names in GPX and its extensions that are read.
///
/// Prefixes vary: `gpxtpx:hr` in Garmin's TrackPointExtension, `gpxdata:hr`, or `heartrate` alone.
private enum GPXName: Int32, CaseIterable {
  case gpx, trk, trkseg, trkpt, rte, wpt, time, type, lat, lon, creator
  case hr, heartrate, heartRate, bpm
}

/// The state of reading a GPX document.
final class GPXDocument: TrackDocument {
  let names = GPXName.allCases.map { "\($0)" }
  private(set) var reader: ElementReader
  var finished: [UnsourcedActivity] = []
  private(set) var skipReason: UnusedContent?

  private var product: String?
  /// The place of the track that is being read.
  private var trackPosition: (line: Int, byte: Int)?
  private var sportName = ""
  /// The track; `nil` until a point has a time, because a track without times is a plan.
  private var track: RecordedTrack?
  private var offsetSeconds: Int?
  private var point: PointDraft?

  init(at location: InputLocation) { reader = ElementReader(at: location) }

  func start(_ element: Int32, in parent: Int32, _ tag: XMLTag) {
    switch GPXName(rawValue: element) {
    case .gpx: product = tag[GPXName.creator.rawValue].map { $0.trimmed.string }
    case .wpt: skipReason = skipReason ?? .waypoints
    case .rte: skipReason = skipReason == .plannedTrack ? skipReason : .route
    case .trk:
      (trackPosition, sportName, track, offsetSeconds) = (tag.position, "", nil, nil)
    case .trkseg: track?.pause()
    case .trkpt where trackPosition != nil: startPoint(tag)
    default: break
    }
  }

  private func startPoint(_ tag: XMLTag) {
    var point = PointDraft(at: tag.position)
    point.hasPlace = true
    point.latitude = tag[GPXName.lat.rawValue].flatMap { DecimalNumber(utf8: $0) }
    point.longitude = tag[GPXName.lon.rawValue].flatMap { DecimalNumber(utf8: $0) }
    self.point = point
  }

  func end(_ element: Int32, in parent: Int32, text: AttributeText?) {
    switch GPXName(rawValue: element) {
    case .type where GPXName(rawValue: parent) == .trk:
      sportName = text.map { $0.trimmed.string } ?? ""
    case .time where GPXName(rawValue: parent) == .trkpt:
      guard let position = point?.position else { return }
      let time = reader.time(text, at: position)
      point?.time = time.map { .at($0.instant) } ?? .malformed
      offsetSeconds = offsetSeconds ?? time?.offsetSeconds
    case .hr, .heartrate, .heartRate, .bpm:
      if let position = point?.position { point?.heartRate = reader.amount(text, at: position) }
    case .trkpt: endPoint()
    case .trk: endTrack()
    default: break
    }
  }

  private func endPoint() {
    guard let point else { return }
    self.point = nil
    if track == nil {
      if point.time == .missing { return }
      track = RecordedTrack(kind: Sport(named: sportName).kind)
    }
    track?.append(point, &reader)
  }

  private func endTrack() {
    guard let position = trackPosition else { return }
    defer { (trackPosition, track) = (nil, nil) }
    guard var track else {
      skipReason = .plannedTrack
      return
    }
    let sport = Sport(named: sportName)
    _ = track.finish(&reader)
    let way = track.way(isCounted: true, &reader)
    // The track has times. If none is valid, Normalize rejects and counts it.
    let (first, last) = (track.points.first?.at, track.points.last?.at)
    let record = ActivityRecord(
      kind: sport.kind, sportGap: sport.gap, isIndoor: sport.isIndoor, source: 0,
      start: first.map { .at($0) } ?? .malformed, end: last.map { .at($0) } ?? .missing,
      duration: .activeTime(from: first, to: last, gaps: way.gaps),
      distance: way.distance.map { WrittenAmount($0, .meter) }, isDistanceComputed: true,
      hasGaps: way.gaps > 0,
      detail: .track, contribution: .samples, track: way.points,
      line: position.line, byte: position.byte)
    finished.append(
      UnsourcedActivity(record: record, product: product, offsetSeconds: offsetSeconds))
  }

  func breakOff() {
    point = nil
    endTrack()
  }
}
