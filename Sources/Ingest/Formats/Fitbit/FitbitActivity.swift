import DaymarkModel

/// A session as Fitbit lists it, in an export's `exercise-….json` or by the Web API.
///
/// Its figures count only where the minutes of its day have none, for they are part of those.
func fitbitActivity(
  _ element: JSONElement, start: RecordTime, by source: UInt16, assuming unit: Unit? = nil,
  _ reading: inout InputReading
) throws -> ActivityRecord {
  let item = element.item
  let (kind, isIndoor) = fitbitKind(
    (item["activityName"] ?? item["activityParentName"] ?? item["name"])?.text ?? "")
  let length = item["duration"]?.decimal?.scaled(byPowerOfTen: -3)
  let active = item["activeDuration"].map { $0.decimal?.scaled(byPowerOfTen: -3) } ?? length
  return ActivityRecord(
    kind: kind, isIndoor: isIndoor, source: source, start: start, end: end(start, after: length),
    duration: active.map { WrittenAmount($0, .known(.second)) },
    distance: try distance(item, assuming: unit, &reading),
    energy: item.amount("calories", .kilocalorie), steps: item.amount("steps", .count),
    averageHeartRate: item.heartRate("averageHeartRate"),
    elevationGain: elevationGain(item), isUserEntered: item["logType"]?.text == "manual",
    contribution: .samplesWhereNoRecords, line: element.line, byte: element.byte)
}

private func distance(
  _ item: JSONItem, assuming unit: Unit?, _ reading: inout InputReading
) throws -> WrittenAmount? {
  guard let distance = item["distance"] else { return nil }
  if let name = item["distanceUnit"]?.text {
    let known = distanceUnits[name].map { RecordUnit.known($0) }
    return WrittenAmount(distance.decimal, try known ?? reading.unit(name))
  }
  return WrittenAmount(distance.decimal, unit.map { .known($0) } ?? .missing)
}

private let distanceUnits: [String: Unit] = [
  "Kilometer": .kilometer, "Mile": .mile, "Meter": .meter, "Yard": .yard,
]

/// Which unit it has beside miles is not known.
private func elevationGain(_ item: JSONItem) -> WrittenAmount? {
  item["distanceUnit"]?.text == "Kilometer" ? item.amount("elevationGain", .meter) : nil
}

/// The kind of session that Fitbit calls an activity, and whether it is indoors.
func fitbitKind(_ name: String) -> (kind: ActivityKind, isIndoor: Bool) {
  let known = sport(named: name)
  if known.kind != .other { return known }
  let words = name.lowercased().split { !$0.isLetter }.map(String.init)
  let isIndoor = words.contains { ["indoor", "treadmill", "stationary"].contains($0) }
  return (words.lazy.compactMap { kinds[$0] }.first ?? .other, isIndoor)
}

private let kinds: [String: ActivityKind] = [
  "treadmill": .run, "run": .run, "running": .run, "walk": .walk, "walking": .walk, "hike": .hike,
  "hiking": .hike, "bike": .cycle, "biking": .cycle, "bicycling": .cycle, "cycling": .cycle,
  "swim": .swim, "swimming": .swim, "rowing": .row, "rower": .row, "weights": .strength,
  "weightlifting": .strength, "strength": .strength, "interval": .hiit, "hiit": .hiit,
  "yoga": .yoga,
]
