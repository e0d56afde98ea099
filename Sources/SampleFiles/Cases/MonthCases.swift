import DaymarkModel

/// Returns the inbox of the challenge templates in `pipelines/`: September 2025 in Berlin, for
/// three people.
///
/// Lena satisfies every template, Mats is below every threshold, and Nora exported on the 16th. The
/// expected verdicts are in `pipelines/README.md`, worked out by a person.
func monthFiles() throws -> [String: [UInt8]] {
  [
    "month/lena/export.zip": try lena.export.zip(),
    "month/mats/export.zip": try mats.export.zip(),
    "month/nora/export.zip": try nora.export.zip(),
  ]
}

/// The records of one watch, which are the same on every day, with workouts.
private struct Month {
  var name: String
  /// The days with data.
  var days: ClosedRange<Int>
  var exported: ExportTime
  var steps: Int
  var kilometers: Int
  var kilocalories: Int
  var exerciseMinutes: Int
  var workouts: [Workouts]
}

/// Equal workouts of one kind, one on each of some days.
private struct Workouts {
  /// The kind, as named in an export.
  var kind: String
  var days: [Int]
  /// The hour of the day, which differs between kinds.
  var hour: Int
  var minutes: Int
  /// The distance in kilometers, or in meters for a swim; `nil` for none.
  var distance: Int?
  var climbMeters: Int?

  init(
    _ kind: String, on days: [Int], hour: Int, minutes: Int, distance: Int? = nil,
    climbMeters: Int? = nil
  ) {
    (self.kind, self.days, self.hour, self.minutes) = (kind, days, hour, minutes)
    (self.distance, self.climbMeters) = (distance, climbMeters)
  }
}

private let lena = Month(
  name: "Lena", days: 1...30, exported: "2025-10-01 09:00:00 +0200", steps: 9000, kilometers: 7,
  kilocalories: 500, exerciseMinutes: 40,
  workouts: [
    .init(
      "Running", on: [1, 4, 7, 10, 13, 16, 19, 22, 25, 28], hour: 7, minutes: 36, distance: 6),
    .init(
      "TraditionalStrengthTraining", on: [1, 3, 5, 7, 9, 11, 13, 15, 17, 19, 21, 23], hour: 8,
      minutes: 30),
    .init("Swimming", on: [3, 6, 9, 12, 15, 18, 21, 24], hour: 9, minutes: 35, distance: 1500),
    .init("Yoga", on: [2, 4, 6, 8, 10, 12, 14, 16], hour: 10, minutes: 45),
    .init(
      "HighIntensityIntervalTraining", on: [16, 18, 20, 22, 24, 26, 28, 30], hour: 11, minutes: 20),
    .init("Rowing", on: [1, 5, 9, 13, 17, 21, 25, 29], hour: 12, minutes: 25, distance: 5),
    .init("Cycling", on: [2, 5, 8, 11, 14, 17, 20, 23], hour: 13, minutes: 75, distance: 30),
    .init("Hiking", on: [6, 13, 20, 27], hour: 15, minutes: 150, distance: 6, climbMeters: 600),
    .init("Walking", on: [7, 14, 21, 28], hour: 18, minutes: 40, distance: 3),
  ])

private let mats = Month(
  name: "Mats", days: 1...30, exported: "2025-10-01 20:00:00 +0200", steps: 6000, kilometers: 3,
  kilocalories: 300, exerciseMinutes: 25,
  workouts: [
    .init("Running", on: [3, 13, 23], hour: 7, minutes: 18, distance: 3),
    .init("TraditionalStrengthTraining", on: [1, 8, 15, 22], hour: 8, minutes: 30),
    .init(
      "TraditionalStrengthTraining", on: [4, 6, 11, 13, 18, 20, 25, 27], hour: 8, minutes: 15),
    .init("Swimming", on: [4, 11, 18, 25], hour: 9, minutes: 25, distance: 1000),
    .init("Yoga", on: [6, 13, 20, 27], hour: 10, minutes: 20),
    .init("HighIntensityIntervalTraining", on: [7, 14, 21, 28], hour: 11, minutes: 10),
    .init("Rowing", on: [9, 19], hour: 12, minutes: 25, distance: 5),
    .init("Cycling", on: [5, 15, 25], hour: 13, minutes: 50, distance: 20),
    .init("Hiking", on: [20], hour: 15, minutes: 90, distance: 3, climbMeters: 300),
    .init("Walking", on: [10, 24], hour: 18, minutes: 25, distance: 2),
  ])

private let nora = Month(
  name: "Nora", days: 1...15, exported: "2025-09-16 05:00:00 +0200", steps: 7000, kilometers: 5,
  kilocalories: 450, exerciseMinutes: 35,
  workouts: [
    .init("Running", on: [2, 8, 14], hour: 7, minutes: 25, distance: 4),
    .init("TraditionalStrengthTraining", on: [4, 8, 11, 15], hour: 8, minutes: 30),
    .init("Swimming", on: [1, 7, 13], hour: 9, minutes: 30, distance: 1200),
    .init("Yoga", on: [5, 10, 14], hour: 10, minutes: 40),
    .init("HighIntensityIntervalTraining", on: [6, 12], hour: 11, minutes: 20),
    .init("Rowing", on: [2, 11], hour: 12, minutes: 25, distance: 5),
    .init("Cycling", on: [3, 9, 15], hour: 13, minutes: 65, distance: 25),
    .init("Hiking", on: [13], hour: 15, minutes: 120, distance: 5, climbMeters: 500),
    .init("Walking", on: [7], hour: 18, minutes: 40, distance: 3),
  ])

extension Month {
  /// The export.
  ///
  /// Walking and energy, including those of workouts, are in one record a day from 6 to 21 o'clock.
  /// Rides and swims have records of their own, as long as the workout.
  var export: HealthExport {
    let watch = HealthSource.watch(of: name)
    var export = HealthExport(exportDate: exported)
    for day in days {
      let (start, end) = (time(day, 6 * 60), time(day, 21 * 60))
      export.records += [
        .init(.steps, "\(steps)", by: watch, start, end),
        .init(.distanceWalkingRunning, "\(kilometers)", by: watch, start, end),
        .init(.activeEnergy, "\(kilocalories)", by: watch, start, end),
        .init(.exerciseTime, "\(exerciseMinutes)", by: watch, start, end),
      ]
    }
    for workouts in workouts {
      for day in workouts.days { workouts.add(to: &export, on: day, by: watch) }
    }
    return export
  }
}

extension Workouts {
  fileprivate func add(to export: inout HealthExport, on day: Int, by watch: HealthSource) {
    let (start, end) = (time(day, hour * 60), time(day, hour * 60 + minutes))
    var metadata = [HealthMetadata.timeZone("Europe/Berlin")]
    if let climbMeters {
      metadata.append(HealthMetadata("HKElevationAscended", "\(climbMeters * 100) cm"))
    }
    export.workouts.append(
      HealthWorkout(
        kind, by: watch, duration: "\(minutes)", start, end,
        statistics: distance.map {
          [WorkoutStatistics(distanceType, sum: "\($0)", unit: kind == "Swimming" ? "m" : "km")]
        } ?? [], metadata: metadata))
    guard let distance else { return }
    switch kind {
    case "Cycling":
      export.records.append(.init(.distanceCycling, "\(distance)", by: watch, start, end))
    case "Swimming":
      export.records.append(.init(.distanceSwimming, "\(distance)", by: watch, start, end))
    default: break
    }
  }

  private var distanceType: String {
    let name =
      ["Cycling": "Cycling", "Swimming": "Swimming", "Rowing": "Rowing"][kind] ?? "WalkingRunning"
    return "HKQuantityTypeIdentifierDistance" + name
  }
}

/// Returns a time on a day of September 2025.
///
/// - Parameter minutes: The minutes since midnight.
private func time(_ day: Int, _ minutes: Int) -> ExportTime {
  func digits(_ number: Int) -> String { (number < 10 ? "0" : "") + "\(number)" }
  return .text(
    "2025-09-\(digits(day)) \(digits(minutes / 60)):\(digits(minutes % 60)):00 +0200")
}
