import DaymarkModel
import DaymarkTestSupport
import Foundation

/// A line of a made `export.xml`: one record or workout, or a part of the frame around them.
struct MadeLine {
  /// What it is about, the same in every export of one person; `nil` of the frame.
  var id: Int?
  var text: String

  /// The text of an attribute; empty where it has none.
  subscript(attribute: String) -> String {
    get { parts(around: attribute)?.value ?? "" }
    set {
      guard let parts = parts(around: attribute) else { return }
      text = parts.before + newValue + parts.after
    }
  }

  private func parts(around attribute: String) -> (before: String, value: String, after: String)? {
    guard let name = text.range(of: " \(attribute)=\""),
      let end = text.range(of: "\"", range: name.upperBound..<text.endIndex)
    else { return nil }
    return (
      String(text[..<name.upperBound]), String(text[name.upperBound..<end.lowerBound]),
      String(text[end.lowerBound...])
    )
  }

  /// Seconds since 1970 of an attribute that is a time.
  func time(_ attribute: String) -> Int { secondsOf(self[attribute]) }

  /// Moves all of its times but the named ones.
  mutating func shift(bySeconds seconds: Int, _ attributes: [String]) {
    for attribute in attributes {
      self[attribute] = timeText(time(attribute) + seconds, offsetHours: 1)
    }
  }
}

/// A made `export.xml` as lines, which are edited as a forger edits a text.
struct MadeExport {
  var lines: [MadeLine]

  var text: String { lines.map { $0.text + "\n" }.joined() }

  /// The number of the line with an id, from 1.
  func number(of id: Int) -> Int? { lines.firstIndex { $0.id == id }.map { $0 + 1 } }

  func indices(where isMeant: (MadeLine) -> Bool) -> [Int] {
    lines.indices.filter { lines[$0].id != nil && isMeant(lines[$0]) }
  }
}

/// The devices and apps of a made person.
enum MadeDevice: String, CaseIterable {
  case phone, newPhone, watch, app, otherApp, health
  /// Apps that name the watch, or the phone, as their device.
  case watchApp, phoneApp

  /// The attributes that name it.
  func attributes(watchName: String = "Mia’s Watch", software: String = "18.1") -> String {
    func device(_ name: String, _ hardware: String) -> String {
      "&lt;&lt;HKDevice: 0x2\(rawValue.count)>, name:\(name), manufacturer:Apple Inc., model:\(name), "
        + "hardware:\(hardware), software:\(software)>"
    }
    return switch self {
    case .phone: source("Mia’s iPhone", software, device("iPhone", "iPhone14,5"))
    case .newPhone: source("Mia’s iPhone", software, device("iPhone", "iPhone17,1"))
    case .watch: source(watchName, software, device("Watch", "Watch6,2"))
    case .watchApp: source("Hillwalk", "5.1", device("Watch", "Watch6,2"))
    case .phoneApp: source("Hourly", "2.0.3", device("iPhone", "iPhone14,5"))
    case .app: source("Runmeter", "18.1", nil)
    case .otherApp: source("Trailbook", "18.1", nil)
    case .health: source("Health", "18.1", nil)
    }
  }

  private func source(_ name: String, _ version: String, _ device: String?) -> String {
    "sourceName=\"\(name)\" sourceVersion=\"\(version)\""
      + (device.map { " device=\"\($0)\"" } ?? "")
  }
}

/// A record or workout of a made person's life, as it may stand in several exports.
struct MadeItem {
  var id: Int
  var device: MadeDevice
  /// The type behind `HKQuantityTypeIdentifier`, or of a workout behind `HKWorkoutActivityType`.
  var type: String
  var isWorkout = false
  var unit = "count"
  var value: Double
  /// Seconds since 1970.
  var start: Int
  var end: Int
  var created: Int
  var isTypedIn = false
  /// The workout that it was recorded in, or that it is.
  var workout: Int?

  /// - Parameter form: How the phone that exports writes.
  func line(_ form: ExportForm) -> MadeLine {
    let source = device.attributes(watchName: form.watchName, software: form.software)
    func time(_ seconds: Int) -> String { timeText(seconds, offsetHours: form.offsetHours) }
    let times =
      "creationDate=\"\(time(created))\" startDate=\"\(time(start))\" endDate=\"\(time(end))\""
    var (shown, shownUnit) = (value, unit)
    if form.isInMiles, unit == "km" { (shown, shownUnit) = (value / 1.609344, "mi") }
    let number = unit == "count" ? "\(Int(shown))" : String(format: "%.5f", shown)
    let text: String
    if isWorkout {
      text =
        " <Workout workoutActivityType=\"HKWorkoutActivityType\(type)\" duration=\"\((end - start) / 60)\" "
        + "durationUnit=\"min\" totalDistance=\"\(number)\" totalDistanceUnit=\"\(shownUnit)\" \(source) \(times)"
        + (form.writesClimbs && device == .watch ? Self.climb(ofCentimeters: 1200) : "/>")
    } else {
      let head =
        " <Record type=\"HKQuantityTypeIdentifier\(type)\" \(source) unit=\"\(shownUnit)\" \(times) value=\"\(number)\""
      text =
        isTypedIn
        ? head + "><MetadataEntry key=\"HKWasUserEntered\" value=\"1\"/></Record>" : head + "/>"
    }
    return MadeLine(id: id, text: text)
  }
}

extension MadeItem {
  /// The end of a workout's line that states a climb.
  static func climb(ofCentimeters climb: Int) -> String {
    "><MetadataEntry key=\"HKElevationAscended\" value=\"\(climb) cm\"/></Workout>"
  }
}

/// How the phone that exports writes.
struct ExportForm {
  var offsetHours = 1
  var isInMiles = false
  var watchName = "Mia’s Watch"
  var software = "18.1"
  var writesClimbs = false
}

extension MadeExport {
  /// The export of some items at an instant: those of one type together, by start.
  init(of items: [MadeItem], at exported: Int, _ form: ExportForm = ExportForm()) {
    let sorted = items.sorted {
      ($0.isWorkout ? 1 : 0, $0.type, $0.start, $0.id)
        < ($1.isWorkout ? 1 : 0, $1.type, $1.start, $1.id)
    }
    lines =
      [
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>", "<HealthData locale=\"en_DE\">",
        " <ExportDate value=\"\(timeText(exported, offsetHours: form.offsetHours))\"/>",
      ].map { MadeLine(id: nil, text: $0) }
      + sorted.map { $0.line(form) } + [MadeLine(id: nil, text: "</HealthData>")]
  }
}

/// The life of a made person: what phone, watch and an app recorded from 5 January 2026 on, and what was typed in.
struct MadeLife {
  static let firstDay = secondsOf("2026-01-05 00:00:00 +0100")
  /// The first export: 14:07 on the 24th day, so that 23 days are whole.
  static let earlierExport = firstDay + 23 * 86_400 + 14 * 3600 + 7 * 60

  private(set) var items: [MadeItem] = []
  private var random: SeededGenerator
  private var nextID = 1

  /// - Parameters:
  ///   - days: How many days it has.
  ///   - step: Of the days behind the first export one in so many has anything.
  init(seed: UInt64, days: Int, step: Int = 1) {
    random = SeededGenerator(seed: seed)
    for day in 0..<days where day < 25 || day % step == 0 {
      let midnight = Self.firstDay + day * 86_400
      addWalks(midnight)
      addHeartRates(midnight)
      if day % 3 == 1 { addRun(midnight + 18 * 3600) }
      if day % 5 == 2 { addAppWalk(midnight + 7 * 3600) }
      if day % 7 == 3 { addTypedIn(midnight + 21 * 3600) }
    }
  }

  private mutating func add(
    _ device: MadeDevice, _ type: String, _ value: Double, unit: String = "count", _ start: Int,
    _ end: Int, workout: Int? = nil
  ) {
    items.append(
      MadeItem(
        id: nextID, device: device, type: type, unit: unit, value: value, start: start, end: end,
        created: end + Int.random(in: 5...300, using: &random), workout: workout))
    nextID += 1
  }

  private mutating func addWalks(_ midnight: Int) {
    for hour in [8, 10, 12, 15, 20] where Int.random(in: 0..<10, using: &random) > 1 {
      let start = midnight + hour * 3600 + Int.random(in: 0..<2400, using: &random)
      let end = start + Int.random(in: 240...720, using: &random)
      let steps = Double(Int.random(in: 200...1100, using: &random))
      add(.phone, "StepCount", steps, start, end)
      add(.phone, "DistanceWalkingRunning", steps * 0.000_71, unit: "km", start, end)
      add(.watch, "StepCount", steps + Double(hour), start + 9, end - 7)
      add(.watch, "ActiveEnergyBurned", steps * 0.04, unit: "kcal", start + 9, end - 7)
    }
  }

  private mutating func addHeartRates(_ midnight: Int) {
    for hour in [3, 9, 14] {
      let at = midnight + hour * 3600 + Int.random(in: 0..<3000, using: &random)
      let rate = Double(Int.random(in: 52...104, using: &random))
      add(.watch, "HeartRate", rate, unit: "count/min", at, at)
    }
  }

  private mutating func addRun(_ start: Int) {
    let workout = nextID
    nextID += 1
    var total = 0.0
    for minute in stride(from: 0, to: 30, by: 3) {
      let kilometers = Double(Int.random(in: 400...560, using: &random)) / 1000
      total += kilometers
      let (from, to) = (start + minute * 60, start + minute * 60 + 180)
      add(.watch, "DistanceWalkingRunning", kilometers, unit: "km", from, to, workout: workout)
      let rate = Double(Int.random(in: 130...168, using: &random))
      add(.watch, "HeartRate", rate, unit: "count/min", from + 60, from + 60, workout: workout)
    }
    items.append(
      MadeItem(
        id: workout, device: .watch, type: "Running", isWorkout: true, unit: "km", value: total,
        start: start, end: start + 1800, created: start + 1830, workout: workout))
  }

  private mutating func addAppWalk(_ start: Int) {
    let workout = nextID
    nextID += 1
    let kilometers = Double(Int.random(in: 1800...3200, using: &random)) / 1000
    add(
      .app, "DistanceWalkingRunning", kilometers, unit: "km", start, start + 2100, workout: workout)
    items.append(
      MadeItem(
        id: workout, device: .app, type: "Walking", isWorkout: true, unit: "km",
        value: kilometers, start: start, end: start + 2100, created: start + 2160,
        workout: workout))
  }

  private mutating func addTypedIn(_ at: Int) {
    add(.app, "StepCount", 1500, at, at + 600)
    items[items.count - 1].isTypedIn = true
  }

  /// What an export at an instant has: all that was written by then.
  func written(by instant: Int) -> [MadeItem] { items.filter { $0.created <= instant } }

  /// An id that no item has.
  static let firstFreeID = 1_000_000
}

/// Seconds since 1970 of a time as the Health app writes it.
func secondsOf(_ text: String) -> Int {
  let iso = text.prefix(10) + "T" + text.dropFirst(11).prefix(8)
  let offset = text.suffix(5)
  let instant = Instant(rfc3339: "\(iso)\(offset.prefix(3)):\(offset.suffix(2))")
  return Int((instant?.milliseconds ?? 0) / 1000)
}

/// The text of an instant as the Health app writes it.
func timeText(_ seconds: Int, offsetHours: Int) -> String {
  let local = Instant(seconds: Int64(seconds + offsetHours * 3600))
  let text = "\(local)"
  let sign = offsetHours < 0 ? "-" : "+"
  let hours = abs(offsetHours) < 10 ? "0\(abs(offsetHours))" : "\(abs(offsetHours))"
  return "\(text.prefix(10)) \(text.dropFirst(11).prefix(8)) \(sign)\(hours)00"
}
