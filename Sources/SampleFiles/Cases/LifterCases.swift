import DaymarkModel

/// Returns the exports in the inbox of `pipelines/strength-month`: four weeks of March 2026 in
/// Berlin.
///
/// The people train on Mondays and Thursdays. The expected results are in the pipeline's
/// `README.md`, worked out by a person.
func lifterFiles() throws -> [String: [UInt8]] {
  var files: [String: [UInt8]] = [:]
  for (index, name) in ["Paula", "Quirin", "Rosa", "Sven", "Tilda", "Ulf", "Vera"].enumerated() {
    // Sven's watch records no workout.
    let export = watch(
      of: name, steps: 6000 + 250 * index, on: name == "Sven" ? [] : [0, 3, 7, 10])
    files["lifters/\(name.lowercased())/export.zip"] = try export.zip()
  }
  return files
}

/// Returns the day with an offset from 2 March 2026.
private func day(_ offset: Int) -> String { "\(CivilDay(ordinal: 20_514 + Int32(offset)))" }

/// Returns an export with steps on every day, and an hour of strength training from 18:00 on some
/// days.
private func watch(of name: String, steps: Int, on days: [Int]) -> HealthExport {
  let source = HealthSource.watch(of: name)
  func time(_ offset: Int, _ clock: String) -> ExportTime {
    // Summer time begins on 29 March.
    .text("\(day(offset)) \(clock) +0\(offset < 27 ? 1 : 2)00")
  }
  var export = HealthExport(exportDate: "2026-04-01 08:00:00 +0200")
  for offset in 0..<28 {
    export.records.append(
      .init(
        .steps, "\(steps)", by: source, time(offset, "12:00:00"), time(offset, "13:00:00")))
  }
  export.workouts = days.map { offset in
    HealthWorkout(
      "TraditionalStrengthTraining", by: source, duration: "60", time(offset, "18:00:00"),
      time(offset, "19:00:00"), metadata: [.timeZone("Europe/Berlin")])
  }
  return export
}
