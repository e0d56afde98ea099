import DaymarkModel

/// The cases with several sources, people and units on one day.
let mergingCases = [
  "apple-health/phone-and-watch": phoneAndWatch,
  "apple-health/manual-entries": manualEntries,
  "apple-health/kilojoules-and-miles": kilojoulesAndMiles,
  "apple-health/exact-duplicates": exactDuplicates,
]

private let watch = HealthSource.watch()
private let phone = HealthSource.phone()

private let phoneAndWatch = HealthExport(
  exportDate: "2025-06-12 20:00:00 +0200",
  records: [
    .init(.steps, "4000", by: watch, "2025-06-10 08:00:00 +0200", "2025-06-10 09:00:00 +0200"),
    .init(.steps, "3", by: watch, "2025-06-10 18:00:02 +0200", "2025-06-10 18:00:04 +0200"),
    .init(.steps, "1000", by: watch, "2025-06-11 23:50:00 +0200", "2025-06-12 00:10:00 +0200"),
    .init(.steps, "900", by: phone, "2025-06-10 08:10:00 +0200", "2025-06-10 08:20:00 +0200"),
    .init(.steps, "3000", by: phone, "2025-06-10 08:30:00 +0200", "2025-06-10 09:30:00 +0200"),
    .init(.steps, "70", by: phone, "2025-06-10 08:45:00 +0200"),
    .init(.steps, "50", by: phone, "2025-06-10 12:00:00 +0200"),
    .init(.steps, "600", by: phone, "2025-06-10 12:30:00 +0200", "2025-06-10 12:40:00 +0200"),
    .init(.steps, "400", by: phone, "2025-06-10 12:35:00 +0200", "2025-06-10 12:45:00 +0200"),
    .init(.steps, "10", by: phone, "2025-06-10 18:00:00 +0200", "2025-06-10 18:00:07 +0200"),
    .init(.steps, "800", by: phone, "2025-06-11 10:00:00 +0200", "2025-06-11 10:10:00 +0200"),
    .init(.steps, "400", by: phone, "2025-06-12 00:05:00 +0200", "2025-06-12 00:15:00 +0200"),
    .init(
      .distanceWalkingRunning, "3.1", by: watch, "2025-06-10 08:00:00 +0200",
      "2025-06-10 09:00:00 +0200"),
    .init(
      .distanceWalkingRunning, "2.4", by: phone, "2025-06-10 08:30:00 +0200",
      "2025-06-10 09:30:00 +0200"),
    .init(
      .activeEnergy, "210.5", by: watch, "2025-06-10 08:00:00 +0200",
      "2025-06-10 09:00:00 +0200"),
    .init(
      .flightsClimbed, "3", by: watch, "2025-06-11 10:00:00 +0200", "2025-06-11 10:10:00 +0200"),
    .init(.flightsClimbed, "2", by: phone, "2025-06-11 10:05:00 +0200"),
    sleep("Europe/Berlin", "2025-06-11 00:30:00 +0200", "2025-06-11 07:00:00 +0200"),
  ])

private let health = HealthSource.app("Health", version: "17.6.1")
private let scale = HealthSource.app("Scale")

private let manualEntries = HealthExport(
  exportDate: "2025-06-12 20:00:00 +0200",
  records: [
    .init(.steps, "3000", by: phone, "2025-06-10 09:00:00 +0200", "2025-06-10 10:00:00 +0200"),
    .init(
      .steps, "2000", by: health, "2025-06-10 09:00:00 +0200", "2025-06-10 09:30:00 +0200",
      metadata: [.userEntered]),
    .init(
      .steps, "5000", by: health, "2025-06-10 10:00:00 +0200", "2025-06-10 11:00:00 +0200",
      metadata: [.userEntered]),
    .init(
      .steps, "100", by: health, "2025-06-10 12:00:00 +0200",
      metadata: [HealthMetadata("HKWasUserEntered", "0")]),
    .init(
      .steps, "500", by: scale, "2025-06-10 13:00:00 +0200", "2025-06-10 13:10:00 +0200",
      metadata: [.userEntered]),
    .init(.steps, "500", by: scale, "2025-06-10 13:00:00 +0200", "2025-06-10 13:10:00 +0200"),
    .init(
      .steps, "8000", by: health, "2025-06-11 09:00:00 +0200", "2025-06-11 11:00:00 +0200",
      metadata: [.userEntered]),
    .init(
      .activeEnergy, "300", by: health, "2025-06-10 10:00:00 +0200",
      "2025-06-10 11:00:00 +0200", metadata: [.userEntered]),
    .init(.heartRate, "60", by: watch, "2025-06-10 08:00:00 +0200"),
    .init(
      .heartRate, "180", by: health, "2025-06-10 08:05:00 +0200", metadata: [.userEntered]),
  ])

private let kilojoulesAndMiles = HealthExport(
  locale: "en_GB", exportDate: "2025-06-12 20:00:00 +0100", offsetSeconds: 3600,
  records: [
    .init(
      .activeEnergy, "418.4", "kJ", by: watch, "2025-06-10 08:00:00 +0100",
      "2025-06-10 09:00:00 +0100"),
    .init(
      .activeEnergy, "100", "kJ", by: watch, "2025-06-10 09:00:00 +0100",
      "2025-06-10 10:00:00 +0100"),
    .init(
      .activeEnergy, "50.5", "Cal", by: watch, "2025-06-10 10:00:00 +0100",
      "2025-06-10 11:00:00 +0100"),
    .init(
      .activeEnergy, "500000", "J", by: watch, "2025-06-10 11:00:00 +0100",
      "2025-06-10 12:00:00 +0100"),
    .init(
      .activeEnergy, "12345", "cal", by: watch, "2025-06-10 12:00:00 +0100",
      "2025-06-10 13:00:00 +0100"),
    .init(
      .activeEnergy, "100", "KJ", by: watch, "2025-06-10 13:00:00 +0100",
      "2025-06-10 14:00:00 +0100"),
    .init(
      .distanceWalkingRunning, "2", "mi", by: watch, "2025-06-10 08:00:00 +0100",
      "2025-06-10 09:00:00 +0100"),
    .init(
      .distanceWalkingRunning, "100", "yd", by: watch, "2025-06-10 09:00:00 +0100",
      "2025-06-10 10:00:00 +0100"),
    .init(
      .distanceWalkingRunning, "1.5", "km", by: watch, "2025-06-10 10:00:00 +0100",
      "2025-06-10 11:00:00 +0100"),
    .init(
      .distanceWalkingRunning, "1000", "ft", by: watch, "2025-06-10 11:00:00 +0100",
      "2025-06-10 12:00:00 +0100"),
    .init(
      .distanceWalkingRunning, "250", "m", by: watch, "2025-06-10 12:00:00 +0100",
      "2025-06-10 13:00:00 +0100"),
    .init(
      .distanceWalkingRunning, "5000", "cm", by: watch, "2025-06-10 13:00:00 +0100",
      "2025-06-10 14:00:00 +0100"),
    .init(
      .distanceCycling, "10", "mi", by: watch, "2025-06-10 15:00:00 +0100",
      "2025-06-10 15:30:00 +0100"),
    .init(
      .distanceCycling, "3.59009e-05", "km", by: watch, "2025-06-10 15:30:00 +0100",
      "2025-06-10 15:30:01 +0100"),
    .init(
      .distanceSwimming, "500", "yd", by: watch, "2025-06-10 16:00:00 +0100",
      "2025-06-10 16:15:00 +0100"),
    .init(
      .distanceSwimming, "25", "m", by: watch, "2025-06-10 16:15:00 +0100",
      "2025-06-10 16:16:00 +0100"),
    .init(.heartRate, "1.2", "count/s", by: watch, "2025-06-10 17:00:00 +0100"),
  ])

private let miFit = HealthSource.app("Mi Fit", version: "202106281753")
private let pulse = HealthSource.app("Pulse")

private let exactDuplicates = HealthExport(
  exportDate: "2025-06-12 20:00:00 +0200",
  records: [
    .init(.steps, "700", by: phone, "2025-06-10 10:00:00 +0200", "2025-06-10 10:09:59 +0200"),
    .init(.steps, "700", by: miFit, "2025-06-10 10:00:00 +0200", "2025-06-10 10:09:59 +0200"),
    again(
      .init(
        .steps, "700", by: miFit, "2025-06-10 10:00:00 +0200", "2025-06-10 10:09:59 +0200")),
    again(
      .init(
        .steps, "700.0", by: miFit, "2025-06-10 10:00:00 +0200", "2025-06-10 10:09:59 +0200")),
    .init(.steps, "300", by: miFit, "2025-06-10 10:10:00 +0200", "2025-06-10 10:19:59 +0200"),
    again(
      .init(
        .steps, "3e2", by: miFit, "2025-06-10 10:10:00 +0200", "2025-06-10 10:19:59 +0200")),
    .init(.steps, "200", by: miFit, "2025-06-10 10:20:00 +0200", "2025-06-10 10:29:59 +0200"),
    .init(.steps, "250", by: miFit, "2025-06-10 10:20:00 +0200", "2025-06-10 10:29:59 +0200"),
    .init(.steps, "40", by: miFit, "2025-06-10 11:00:00 +0200"),
    again(.init(.steps, "40", by: miFit, "2025-06-10 11:00:00 +0200")),
    .init(
      .distanceWalkingRunning, "0.5", by: miFit, "2025-06-10 10:00:00 +0200",
      "2025-06-10 10:09:59 +0200"),
    again(
      .init(
        .distanceWalkingRunning, "500", "m", by: miFit, "2025-06-10 10:00:00 +0200",
        "2025-06-10 10:09:59 +0200")),
    .init(.heartRate, "80", by: miFit, "2025-06-10 12:00:00 +0200"),
    again(.init(.heartRate, "80", by: miFit, "2025-06-10 12:00:00 +0200")),
    .init(.heartRate, "80", by: pulse, "2025-06-10 12:00:00 +0200"),
  ])

/// Returns the same record as an app writes it at its next synchronization.
///
/// Only the creation date differs.
private func again(_ record: HealthRecord) -> HealthRecord {
  var record = record
  record.created = "2025-06-11 07:00:00 +0200"
  return record
}
