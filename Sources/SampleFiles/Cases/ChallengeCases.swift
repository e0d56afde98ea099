import DaymarkModel

/// The people of `pipelines/`, in September 2025 in Berlin.
let challengeCases = [
  "challenge/anna": anna,
  "challenge/ben": ben,
  "challenge/clara": clara,
  "challenge/emil": emil,
  "challenge/frida": frida,
]

/// Anna has a watch and a phone, with over 10,000 steps and 400 kcal on every day of the first
/// week.
private let anna: HealthExport = {
  let (watch, phone) = (HealthSource.watch(), HealthSource.phone())
  var export = HealthExport(exportDate: time(9, "21:00:00"))
  for day in 1...7 {
    export.records += [
      .init(.steps, "6000", by: watch, time(day, "08:00:00"), time(day, "09:00:00")),
      .init(.steps, "3000", by: phone, time(day, "08:30:00"), time(day, "09:30:00")),
      .init(
        .steps, "\(5000 + 100 * day)", by: watch, time(day, "17:00:00"), time(day, "18:00:00")),
      .init(
        .activeEnergy, "\(400 + 10 * day)", by: watch, time(day, "17:00:00"),
        time(day, "18:00:00")),
    ]
  }
  export.records += [
    .init(.heartRate, "64", by: watch, time(1, "12:00:00")),
    .init(.heartRate, "148", by: watch, time(6, "17:20:00")),
  ]
  export.workouts = [
    HealthWorkout(
      "Running", by: watch, duration: "32", time(6, "17:10:00"), time(6, "17:43:00"),
      statistics: [
        WorkoutStatistics("HKQuantityTypeIdentifierActiveEnergyBurned", sum: "360", unit: "kcal"),
        WorkoutStatistics(
          "HKQuantityTypeIdentifierDistanceWalkingRunning", sum: "5.1", unit: "km"),
      ],
      metadata: [.timeZone("Europe/Berlin")])
  ]
  return export
}()

/// Ben has a phone and an app.
///
/// Thursday falls short, and 3,000 typed steps do not count.
private let ben: HealthExport = {
  let phone = HealthSource.phone(of: "Ben")
  let app = HealthSource.app("Fit Log")
  var export = HealthExport(exportDate: time(8, "07:30:00"))
  for day in 1...7 {
    let evening = day == 4 ? "3400" : "4500"
    export.records += [
      .init(.steps, "6000", by: phone, time(day, "07:40:00"), time(day, "08:50:00")),
      .init(.steps, evening, by: phone, time(day, "18:00:00"), time(day, "19:10:00")),
      .init(.activeEnergy, "1046", "kJ", by: app, time(day, "18:00:00"), time(day, "19:10:00")),
    ]
  }
  export.records.append(
    .init(
      .steps, "3000", by: .app("Health", version: "17.6.1"), time(4, "20:00:00"),
      time(4, "20:30:00"), metadata: [.userEntered]))
  return export
}()

/// Clara is doing well, but exported on Friday at noon, so that later data is unknown.
private let clara: HealthExport = {
  let watch = HealthSource.watch(of: "Clara")
  var export = HealthExport(exportDate: time(5, "12:00:00"))
  for day in 1...4 {
    export.records.append(
      .init(.steps, "11000", by: watch, time(day, "17:00:00"), time(day, "18:30:00")))
  }
  export.records.append(
    .init(.steps, "4200", by: watch, time(5, "08:00:00"), time(5, "09:00:00")))
  return export
}()

/// Emil covers 4.2 km on each of 25 days.
private let emil: HealthExport = {
  let watch = HealthSource.watch(of: "Emil")
  return HealthExport(
    exportDate: "2025-10-01 01:00:00 +0200",
    records: (1...25).map { day in
      .init(
        .distanceWalkingRunning, "4.2", by: watch, time(day, "17:00:00"), time(day, "18:00:00"))
    })
}()

/// Frida covers 2.5 miles on each of 20 days.
private let frida: HealthExport = {
  let phone = HealthSource.phone(of: "Frida")
  return HealthExport(
    locale: "en_US", exportDate: "2025-10-01 01:00:00 +0200",
    records: (1...20).map { day in
      .init(
        .distanceWalkingRunning, "2.5", "mi", by: phone, time(day, "07:00:00"),
        time(day, "07:45:00"))
    })
}()

private func time(_ day: Int, _ clock: String) -> ExportTime {
  .text("2025-09-\(day < 10 ? "0" : "")\(day) \(clock) +0200")
}
