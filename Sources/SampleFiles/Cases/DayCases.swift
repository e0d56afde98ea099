import DaymarkModel

/// The cases about the day of a sample, and about a day of heart rate.
let dayCases = [
  "apple-health/dst-change": clockChange,
  "apple-health/day-totals": dayTotals,
  "apple-health/heart-rate": heartRate,
]

private let watch = HealthSource.watch()
private let phone = HealthSource.phone()

/// An export in winter, in which times in summer have the winter offset, as a phone prints them.
private let clockChange = HealthExport(
  exportDate: "2025-11-15 10:00:00 +0100", offsetSeconds: 3600,
  records: [
    .init(.steps, "1000", by: watch, "2025-03-30 22:30:00 +0100", "2025-03-30 23:30:00 +0100"),
    .init(.steps, "300", by: watch, "2025-03-30 23:40:00 +0100", "2025-03-30 23:50:00 +0100"),
    .init(.steps, "700", by: watch, "2025-07-01 23:30:00 +0100", "2025-07-01 23:40:00 +0100"),
    .init(.steps, "400", by: watch, "2025-10-25 23:10:00 +0100", "2025-10-25 23:20:00 +0100"),
    .init(.steps, "600", by: watch, "2025-10-26 01:30:00 +0100", "2025-10-26 02:30:00 +0100"),
    .init(.steps, "100", by: watch, "2025-10-26 23:55:00 +0100", "2025-10-27 00:05:00 +0100"),
    .init(
      .activeEnergy, "240", by: watch, "2025-03-30 00:00:00 +0100",
      "2025-03-31 00:00:00 +0100"),
    .init(
      .activeEnergy, "250", by: watch, "2025-10-25 23:00:00 +0100",
      "2025-10-27 00:00:00 +0100"),
    sleep("America/New_York", "2025-05-10 05:00:00 +0100", "2025-05-10 11:00:00 +0100"),
    sleep("America/New_York", "2025-05-11 05:00:00 +0100", "2025-05-11 11:00:00 +0100"),
    sleep("Europe/Berlin", "2025-10-28 23:00:00 +0100", "2025-10-29 06:00:00 +0100"),
  ])

private let garmin = HealthSource.app("Connect", version: "5.17")
private let pedometer = HealthSource.app("Pedometer")

private let dayTotals = HealthExport(
  exportDate: "2025-06-18 10:00:00 +0200",
  records: [
    .init(.steps, "3000", by: phone, "2025-06-10 09:00:00 +0200", "2025-06-10 10:00:00 +0200"),
    .init(.steps, "60", by: phone, "2025-06-16 23:59:59 +0200"),
    .init(.steps, "0", by: phone, "2025-06-17 08:00:00 +0200", "2025-06-17 08:10:00 +0200"),
    .init(.steps, "8000", by: garmin, "2025-06-10 23:59:59 +0200"),
    .init(.steps, "9000", by: garmin, "2025-06-11 23:59:59 +0200"),
    .init(.steps, "7000", by: garmin, "2025-06-12 23:59:59 +0200"),
    .init(.steps, "7500", by: garmin, "2025-06-12 23:59:59 +0200"),
    .init(.steps, "500", by: garmin, "2025-06-13 12:00:00 +0200"),
    .init(.steps, "5000", by: garmin, "2025-06-16 23:59:59 +0200"),
    .init(.steps, "6000", by: garmin, "2025-06-17 23:59:59 +0200"),
    .init(.steps, "200", by: pedometer, "2025-06-14 10:00:00 +0200"),
    .init(.steps, "300", by: pedometer, "2025-06-14 11:00:00 +0200"),
    .init(.steps, "4000", by: pedometer, "2025-06-14 23:59:59 +0200"),
    .init(.steps, "250", by: pedometer, "2025-06-15 10:00:00 +0200"),
    .init(.activeEnergy, "410.25", by: garmin, "2025-06-10 23:59:59 +0200"),
    sleep("Europe/Berlin", "2025-06-11 00:30:00 +0200", "2025-06-11 07:00:00 +0200"),
  ])

private let strap = HealthSource.app("Polar Beat", version: "3.5.8")

private let heartRate = HealthExport(
  locale: "zh_CN", exportDate: "2025-06-14 10:00:00 +0200",
  records: [
    .init(.heartRate, "60", by: watch, "2025-06-10 10:00:00 +0200"),
    .init(.heartRate, "90", by: watch, "2025-06-10 10:05:00 +0200"),
    .init(.heartRate, "110", by: strap, "2025-06-10 10:05:00 +0200"),
    .init(.heartRate, "72", by: watch, "2025-06-10 10:20:00 +0200"),
    .init(.heartRate, "50", by: watch, "2025-06-11 23:45:00 +0200"),
    .init(.heartRate, "80", by: watch, "2025-06-11 23:55:00 +0200"),
    .init(.heartRate, "19.99", by: watch, "2025-06-12 07:59:00 +0200"),
    .init(.heartRate, "20", by: strap, "2025-06-12 08:00:00 +0200", "2025-06-12 08:00:59 +0200"),
    .init(.heartRate, "300", by: strap, "2025-06-12 08:00:20 +0200"),
    .init(.heartRate, "300.01", by: strap, "2025-06-12 08:00:30 +0200"),
    .init(.heartRate, "1.5", "count/s", by: watch, "2025-06-13 07:00:00 +0200"),
    .init(.heartRate, "91", by: watch, "2025-06-13 07:00:30 +0200"),
    sleep("Europe/Berlin", "2025-06-11 00:30:00 +0200", "2025-06-11 07:00:00 +0200"),
  ])
