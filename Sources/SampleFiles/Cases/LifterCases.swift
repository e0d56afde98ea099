import DaymarkModel

/// The inbox of `pipelines/strength-month`: four weeks of March 2026 in Berlin, of people who train on Mondays and
/// Thursdays.
///
/// What each must come to stands in the pipeline's `README.md`, worked out by a person.
package enum SampleLifters {
  /// Its files: contents by path under `samples/`.
  package static func files() throws -> [String: [UInt8]] {
    let watched = [0, 3, 7, 10]
    let folders: [String: [(name: String, content: [UInt8])]] = [
      "paula": [
        ("strong.csv", strong(Training(firstSquat: 825))),
        ("export.zip", try watch(of: "Paula", steps: 6000, on: watched)),
      ],
      "quirin": [
        ("strong.csv", strong(Training(firstSquat: 750))),
        ("export.zip", try watch(of: "Quirin", steps: 6250, on: watched)),
      ],
      "rosa": [
        ("strong.csv", strongWithoutUnit(Training(firstSquat: 825))),
        ("export.zip", try watch(of: "Rosa", steps: 6500, on: watched)),
      ],
      "sven": [
        ("strong.csv", strong(Training(name: "Cellar", firstSquat: 825))),
        ("export.zip", try watch(of: "Sven", steps: 6750, on: [])),
      ],
      "tilda": [
        ("FitNotes_Export.csv", fitNotes(Training(firstSquat: 900))),
        ("export.zip", try watch(of: "Tilda", steps: 7000, on: watched)),
      ],
      "ulf": [
        ("strong.csv", strong(Training(squat: "Rack 3", firstSquat: 825))),
        ("export.zip", try watch(of: "Ulf", steps: 7250, on: watched)),
      ],
      "vera": [
        ("strong.csv", strong(Training(squat: "Rack 4", firstSquat: 825))),
        ("export.zip", try watch(of: "Vera", steps: 7500, on: watched)),
      ],
    ]
    var files: [String: [UInt8]] = [:]
    for (subject, contents) in folders {
      for (name, content) in contents { files["lifters/\(subject)/\(name)"] = content }
    }
    files["lifters/tilda.yaml"] = Array("bodyWeight: 60 kg\n".utf8)
    return files
  }
}

/// Nine sessions: Mondays and Thursdays of four weeks, and the Monday after the period, which shows that the log goes
/// beyond it.
private struct Training {
  var name = "Gym"
  var squat = "Squat (Barbell)"
  /// Of the first week, in tenths of a kilogram; 2.5 kg more each week.
  var firstSquat: Int

  /// The days from 2 March on.
  static let days = [0, 3, 7, 10, 14, 17, 21, 24, 28]

  func squat(on day: Int) -> String { tenths(firstSquat + 25 * (day / 7)) }
}

private func tenths(_ amount: Int) -> String { "\(amount / 10).\(amount % 10)" }

/// 2 March 2026, and so many days later.
private func day(_ offset: Int) -> String { "\(CivilDay(ordinal: 20_514 + Int32(offset)))" }

// MARK: Logs

/// A warm-up, three sets of five squats, three of eight presses; the notes must never leave the log.
private func strong(_ training: Training) -> [UInt8] {
  let rows = Training.days.flatMap { offset -> [String] in
    func row(_ exercise: String, _ order: String, _ load: String, _ repetitions: Int) -> String {
      """
      "1";"\(day(offset)) 18:00:00";"\(training.name)";"3600";"\(exercise)";"\(order)";"\(load)";\
      "\(repetitions)";"";"";"";"ask coach@example.org";"knee hurts"

      """
    }
    let squat = training.squat(on: offset)
    return [row(training.squat, "W", "40.0", 5)]
      + (1...3).map { row(training.squat, "\($0)", squat, 5) }
      + (1...3).map { row("Bench Press (Barbell)", "\($0)", "60.0", 8) }
  }
  return Array((strongHeadings + rows.joined()).utf8)
}

private let strongHeadings = """
  "Workout #";"Date";"Workout Name";"Duration (sec)";"Exercise Name";"Set Order";"Weight (kg)";\
  "Reps";"RPE";"Distance (meters)";"Seconds";"Notes";"Workout Notes"

  """

/// The same in the older form of Strong, which says no unit.
private func strongWithoutUnit(_ training: Training) -> [UInt8] {
  let rows = Training.days.flatMap { offset -> [String] in
    func row(_ exercise: String, _ order: Int, _ load: String, _ repetitions: Int) -> String {
      "\(day(offset)) 18:00:00,\(training.name),1h,\(exercise),\(order),\(load),\(repetitions),0,0,,,\n"
    }
    return (1...3).map { row(training.squat, $0, training.squat(on: offset), 5) }
      + (1...3).map { row("Bench Press (Barbell)", $0, "60.0", 8) }
  }
  let headings =
    "Date,Workout Name,Duration,Exercise Name,Set Order,Weight,Reps,Distance,Seconds,Notes,"
    + "Workout Notes,RPE\n"
  return Array((headings + rows.joined()).utf8)
}

/// Days without times; three sets of five squats, three of eight pull-ups.
private func fitNotes(_ training: Training) -> [UInt8] {
  let rows = Training.days.flatMap { offset in
    (1...3).map { _ in
      "\(day(offset)),Barbell Squat,Legs,\(training.squat(on: offset)),kgs,5,,,,\n"
    } + (1...3).map { _ in "\(day(offset)),Pull Up,Back,,,8,,,,\n" }
  }
  return Array(
    ("Date,Exercise,Category,Weight,Weight Unit,Reps,Distance,Distance Unit,Time,Comment\n"
      + rows.joined()).utf8)
}

// MARK: Watches

/// Steps on every day, and an hour of strength training from 18:00 on some.
private func watch(of name: String, steps: Int, on days: [Int]) throws -> [UInt8] {
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
  return try export.zip()
}
