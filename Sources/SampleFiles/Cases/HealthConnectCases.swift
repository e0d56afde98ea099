/// Returns the export of an Android phone on which two apps write to Health Connect.
func healthConnectFiles() throws -> [String: [UInt8]] {
  [
    "health-connect-export/two-apps/input/Health Connect.zip": try zip([
      ("health_connect_export.db", twoApps.bytes())
    ])
  ]
}

/// Returns the milliseconds of a time on 2 March 2026 in Berlin, an hour ahead of UTC.
private func at(_ hour: Int, _ minute: Int, _ second: Int = 0, day: Int = 2) -> Int64 {
  // In Berlin, 2 March 2026 begins at 2026-03-01T23:00:00Z.
  let midnight = 1_772_406_000 + (day - 2) * 86_400
  return Int64(midnight + hour * 3600 + minute * 60 + second) * 1000
}

private let interval = [
  "uuid BLOB NOT NULL UNIQUE", "app_info_id INTEGER", "device_info_id INTEGER",
  "recording_method INTEGER", "start_time INTEGER", "start_zone_offset INTEGER",
  "end_time INTEGER", "local_date INTEGER",
]

/// Makes a row of a table of records, with the values of the columns in their order.
///
/// - Parameters:
///   - app: The app: 1 is Google Fit on the phone, 2 is Samsung Health on the watch.
///   - method: The recording method; 3 means typed in.
private func row(
  _ app: Int64, _ start: Int64, _ end: Int64, _ value: SQLiteWriter.Value, method: Int64 = 2
) -> [SQLiteWriter.Value] {
  [
    .null, .integer(app), .integer(app), .integer(method), .integer(start), .integer(3600),
    .integer(end), .integer(20_514), value,
  ]
}

private let twoApps: SQLiteWriter = {
  var database = SQLiteWriter()
  database.add(
    "application_info_table", columns: ["package_name TEXT NOT NULL UNIQUE", "app_name TEXT"],
    rows: [
      [.text("com.google.android.apps.fitness"), .text("Fit")],
      [.text("com.sec.android.app.shealth"), .text("Samsung Health")],
    ])
  database.add(
    "device_info_table",
    columns: ["manufacturer TEXT", "model TEXT", "device_type INTEGER"],
    rows: [
      [.text("Google"), .text("Pixel"), .integer(2)], [.text("Samsung"), .null, .integer(1)],
    ])
  database.add(
    "steps_record_table", columns: interval + ["count INTEGER"],
    rows: [
      row(2, at(8, 0), at(8, 10), .integer(1000)), row(1, at(8, 5), at(8, 20), .integer(900)),
      row(1, at(12, 0), at(13, 0), .integer(5000), method: 3),
    ])
  database.add(
    "distance_record_table", columns: interval + ["distance REAL"],
    rows: [
      row(2, at(8, 0), at(8, 10), .real(750)), row(2, at(17, 0), at(18, 0), .real(20_000)),
      row(1, at(9, 0), at(9, 1), .real(.leastNonzeroMagnitude)),
    ])
  database.add(
    "active_calories_burned_record_table", columns: interval + ["energy REAL"],
    rows: [row(2, at(17, 0), at(18, 0), .real(400_000))])
  database.add(
    "total_calories_burned_record_table", columns: interval + ["energy REAL"],
    rows: [row(2, at(0, 0), at(12, 0), .real(900_000))])
  database.add(
    "floors_climbed_record_table", columns: interval + ["floors REAL"],
    rows: [row(1, at(9, 0), at(9, 5), .real(3))])
  database.add(
    "exercise_session_record_table", columns: interval + ["exercise_type INTEGER"],
    rows: [
      row(2, at(16, 59), at(18, 1), .integer(4)),
      row(1, at(19, 0, day: 3), at(20, 0, day: 3), .integer(33), method: 3),
    ])
  database.add(
    "heart_rate_record_table", columns: interval,
    rows: [Array(row(2, at(9, 0), at(9, 1), .null).dropLast())])
  // The table needs many rows to have several pages.
  database.add(
    "heart_rate_record_series_table",
    columns: ["parent_key INTEGER", "beats_per_minute INTEGER", "epoch_millis INTEGER"],
    rows: (0..<60).map { [.integer(1), .integer($0 < 30 ? 80 : 100), .integer(at(9, 0, $0))] })
  return database
}()
