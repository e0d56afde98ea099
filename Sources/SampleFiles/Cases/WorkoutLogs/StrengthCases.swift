import DaymarkModel

/// A lifter's nine weeks, for the picture that `daymark strength` prints.
let strengthCases = [
  SampleCase("strong/nine-weeks") { ["strong.csv": Array(nineWeeks.utf8)] }
]

/// Mondays and Thursdays from 5 January 2026: the fifth week is light, the seventh has no session.
private let nineWeeks =
  """
  "Workout #";"Date";"Workout Name";"Duration (sec)";"Exercise Name";"Set Order";"Weight (kg)";\
  "Reps";"RPE";"Distance (meters)";"Seconds";"Notes";"Workout Notes"

  """ + (0..<9).filter { $0 != 6 }.flatMap(sessions).joined()

/// One exercise of a session.
private struct Work {
  var name: String
  var sets: Int
  var repetitions: Int
  /// Of the first week, in tenths of a kilogram; `nil` without a load.
  var load: Int?
  /// In tenths of a kilogram.
  var gainOfWeek = 0
  var effort = ""
  var warmsUp = false
}

private let mondays = [
  Work(
    name: "Squat (Barbell)", sets: 3, repetitions: 5, load: 1000, gainOfWeek: 25, effort: "8",
    warmsUp: true),
  Work(
    name: "Bench Press (Barbell)", sets: 4, repetitions: 8, load: 700, effort: "8", warmsUp: true),
  Work(name: "Lat Pulldown (Cable)", sets: 3, repetitions: 10, load: 550),
]

private let thursdays = [
  Work(
    name: "Deadlift (Barbell)", sets: 3, repetitions: 5, load: 1200, gainOfWeek: 25, effort: "8.5",
    warmsUp: true),
  Work(name: "Bench Press (Barbell)", sets: 4, repetitions: 8, load: 700, effort: "8.5"),
  Work(name: "Pull Up", sets: 3, repetitions: 8),
  Work(name: "Bicep Curl (Dumbbell)", sets: 3, repetitions: 12, load: 140),
  Work(name: "Machine 7", sets: 3, repetitions: 12, load: 400),
]

private func sessions(ofWeek week: Int) -> [String] {
  [(0, mondays), (3, thursdays)].flatMap { offset, works in
    let day = CivilDay(ordinal: firstMonday + Int32(7 * week + offset))
    return works.flatMap { rows($0, week: week, start: "\(day) 18:00:00") }
  }
}

/// 5 January 2026.
private let firstMonday: Int32 = 20_458

private func rows(_ work: Work, week: Int, start: String) -> [String] {
  let isLight = week == 4
  let load = work.load.map { $0 + work.gainOfWeek * week }
  func row(_ order: String, _ load: Int?, _ repetitions: Int, _ effort: String) -> String {
    let weight = load.map { "\($0 / 10).\($0 % 10)" } ?? ""
    return """
      "1";"\(start)";"Training";"3600";"\(work.name)";"\(order)";"\(weight)";"\(repetitions)";\
      "\(effort)";"";"";"";""

      """
  }
  let warmUp = work.warmsUp ? [row("W", load.map { $0 / 2 }, work.repetitions, "")] : []
  return warmUp
    + (1...(isLight ? 1 : work.sets)).map { row("\($0)", load, work.repetitions, work.effort) }
}
