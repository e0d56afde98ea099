import DaymarkModel

/// The cases of documents with more than plain records, and of a malformed one.
let documentCases = [
  "apple-health/ios16-dtd": brokenDocumentType,
  "apple-health/workouts": workouts,
]

private let watch = HealthSource.watch()
private let strava = HealthSource.app("Strava", version: "31590")

private let brokenDocumentType = HealthExport(
  .version12, locale: "en_US", exportDate: "2022-10-05 20:00:00 -0700", offsetSeconds: -25_200,
  records: [
    .init(.steps, "3200", by: watch, "2022-10-01 09:00:00 -0700", "2022-10-01 09:30:00 -0700"),
    .init(.steps, "400", by: watch, "2022-10-02 23:50:00 -0700", "2022-10-03 00:10:00 -0700"),
    .init(
      .distanceWalkingRunning, "1.5", "mi", by: watch, "2022-10-01 09:00:00 -0700",
      "2022-10-01 09:30:00 -0700"),
    .init(
      .activeEnergy, "134.4", "Cal", by: watch, "2022-10-01 09:00:00 -0700",
      "2022-10-01 09:30:00 -0700"),
  ],
  workouts: [
    HealthWorkout(
      "Walking", by: watch, duration: "29.5", "2022-10-01 09:00:00 -0700",
      "2022-10-01 09:30:00 -0700",
      statistics: [
        WorkoutStatistics("HKQuantityTypeIdentifierActiveEnergyBurned", sum: "134.4", unit: "Cal"),
        WorkoutStatistics(
          "HKQuantityTypeIdentifierDistanceWalkingRunning", sum: "1.5", unit: "mi"),
      ],
      metadata: [.timeZone("America/Los_Angeles"), HealthMetadata("HKIndoorWorkout", "0")])
  ],
  summaries: [
    ActivitySummary(
      date: "2022-10-01", activeEnergy: HealthAmount("134.4", "Cal"), exerciseMinutes: 29)
  ])

private let pressure = HealthRecord(
  .heartRate, "150", by: watch, "2025-06-10 18:10:00 +0200")

private let workouts = HealthExport(
  exportDate: "2025-06-12 20:00:00 +0200",
  records: [
    .init(.steps, "5100", by: watch, "2025-06-10 18:00:00 +0200", "2025-06-10 18:31:00 +0200"),
    .init(
      .distanceWalkingRunning, "2.5", by: watch, "2025-06-10 18:00:00 +0200",
      "2025-06-10 18:15:00 +0200"),
    .init(
      .distanceWalkingRunning, "2.5", by: watch, "2025-06-10 18:15:00 +0200",
      "2025-06-10 18:31:00 +0200"),
    .init(
      .activeEnergy, "340", by: watch, "2025-06-10 18:00:00 +0200",
      "2025-06-10 18:31:00 +0200"),
    pressure,
    .init(
      .exerciseTime, "30", by: watch, "2025-06-10 18:00:00 +0200", "2025-06-10 18:30:00 +0200"),
    .init(
      .distanceCycling, "12.4", by: watch, "2025-06-11 07:00:00 +0200",
      "2025-06-11 07:50:00 +0200"),
    .init(
      .activeEnergy, "95", by: watch, "2025-06-11 07:00:00 +0200", "2025-06-11 07:50:00 +0200"),
  ],
  correlations: [
    HealthCorrelation(
      type: "HKCorrelationTypeIdentifierBloodPressure", source: watch,
      start: "2025-06-10 18:10:00 +0200", end: "2025-06-10 18:10:00 +0200", records: [pressure])
  ],
  workouts: [run, sameRun, strength, ride, ride, typedWalk],
  summaries: [
    ActivitySummary(
      date: "2025-06-10", activeEnergy: HealthAmount("560", "kcal"), exerciseMinutes: 70)
  ])

private let run = HealthWorkout(
  "Running", by: watch, duration: "30.5", "2025-06-10 18:00:00 +0200",
  "2025-06-10 18:31:00 +0200",
  statistics: [
    WorkoutStatistics("HKQuantityTypeIdentifierActiveEnergyBurned", sum: "350", unit: "kcal"),
    WorkoutStatistics("HKQuantityTypeIdentifierDistanceWalkingRunning", sum: "5.02", unit: "km"),
    WorkoutStatistics(
      "HKQuantityTypeIdentifierHeartRate", average: "152", minimum: "98", maximum: "171",
      unit: "count/min"),
  ],
  metadata: [
    .timeZone("Europe/Berlin"), HealthMetadata("HKIndoorWorkout", "0"),
    HealthMetadata("HKElevationAscended", "4210 cm"),
  ])

/// Strava's copy of the run, which has only a duration.
private let sameRun = HealthWorkout(
  "Running", by: strava, duration: "29", "2025-06-10 18:02:00 +0200",
  "2025-06-10 18:31:00 +0200")

private let strength = HealthWorkout(
  "TraditionalStrengthTraining", by: watch, duration: "40", "2025-06-10 19:00:00 +0200",
  "2025-06-10 19:40:00 +0200", totalEnergy: HealthAmount("210", "kcal"),
  metadata: [HealthMetadata("HKIndoorWorkout", "1")])

private let ride = HealthWorkout(
  "Cycling", by: watch, duration: "45", "2025-06-11 07:00:00 +0200",
  "2025-06-11 07:50:00 +0200", totalDistance: HealthAmount("12.5", "km"),
  totalEnergy: HealthAmount("1673.6", "kJ"))

private let typedWalk = HealthWorkout(
  "Walking", by: .app("Health", version: "17.6.1"), duration: "60", "2025-06-11 12:00:00 +0200",
  "2025-06-11 13:00:00 +0200", totalDistance: HealthAmount("6", "km"), metadata: [.userEntered])
