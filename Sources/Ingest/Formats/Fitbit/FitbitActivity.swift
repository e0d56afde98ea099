import DaymarkModel

/// A session in Fitbit's lists: an export's `exercise-….json`, or the Web API.
struct FitbitActivity {
  private let element: JSONElement
  private var item: JSONItem { element.item }

  init(_ element: JSONElement) { self.element = element }

  /// Returns the session as a record.
  ///
  /// Its figures count only if the minutes of its day have none, because they are included in
  /// those.
  ///
  /// - Parameter unit: The unit of a distance that states none.
  func record(
    start: RecordTime, by source: UInt16, assuming unit: Unit? = nil,
    _ sink: inout InputSink
  ) throws -> ActivityRecord {
    let name = item["activityName"] ?? item["activityParentName"] ?? item["name"]
    let sport = Sport(fitbit: name?.text ?? "")
    let length = item["duration"]?.decimal?.scaled(byPowerOfTen: -3)
    let active = item["activeDuration"].map { $0.decimal?.scaled(byPowerOfTen: -3) } ?? length
    return ActivityRecord(
      kind: sport.kind, sportGap: sport.gap, isIndoor: sport.isIndoor, source: source,
      start: start, end: start.endOfSession(lasting: length),
      duration: active.map { WrittenAmount($0, .known(.second)) },
      distance: try distance(assuming: unit, &sink),
      energy: item.amount("calories", .kilocalorie), steps: item.amount("steps", .count),
      averageHeartRate: item.heartRate("averageHeartRate"), elevationGain: elevationGain,
      isUserEntered: item["logType"]?.text == "manual", contribution: .samplesWhereNoRecords,
      line: element.line, byte: element.byte)
  }

  private func distance(
    assuming unit: Unit?, _ sink: inout InputSink
  ) throws -> WrittenAmount? {
    guard let distance = item["distance"] else { return nil }
    if let name = item["distanceUnit"]?.text {
      let known = Self.distanceUnits[name].map { RecordUnit.known($0) }
      return WrittenAmount(distance.decimal, try known ?? sink.unit(name))
    }
    return WrittenAmount(distance.decimal, unit.map { .known($0) } ?? .missing)
  }

  private static let distanceUnits: [String: Unit] = [
    "Kilometer": .kilometer, "Mile": .mile, "Meter": .meter, "Yard": .yard,
  ]

  /// The elevation gain, which is read only if the unit of distance is kilometers.
  ///
  /// Otherwise its unit is unknown.
  private var elevationGain: WrittenAmount? {
    item["distanceUnit"]?.text == "Kilometer" ? item.amount("elevationGain", .meter) : nil
  }
}

extension Sport {
  /// Makes the sport for Fitbit's name of an activity.
  init(fitbit name: String) {
    self.init(named: name)
    if kind != .other { return }
    let words = name.lowercased().split { !$0.isLetter }.map(String.init)
    isIndoor = words.contains { ["indoor", "treadmill", "stationary"].contains($0) }
    kind = words.lazy.compactMap { Self.fitbitKinds[$0] }.first ?? .other
    if kind != .other { gap = nil }
  }

  private static let fitbitKinds: [String: ActivityKind] = [
    "treadmill": .run, "run": .run, "running": .run, "walk": .walk, "walking": .walk,
    "hike": .hike, "hiking": .hike, "bike": .cycle, "biking": .cycle, "bicycling": .cycle,
    "cycling": .cycle, "swim": .swim, "swimming": .swim, "rowing": .row, "rower": .row,
    "weights": .strength, "weightlifting": .strength, "strength": .strength,
    "interval": .hiit, "hiit": .hiit, "yoga": .yoga,
  ]
}
