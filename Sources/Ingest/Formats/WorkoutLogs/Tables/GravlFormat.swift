import DaymarkModel

/// The export of Gravl; its efforts are words.
enum GravlFormat: WorkoutTableFormat {
  static let id: FormatID = "gravl"

  static let table = WorkoutTable(
    app: "Gravl", of: "gravl",
    signatures: [
      ["date", "start date", "workout", "exercise", "set type", "effort"]
    ],
    columns: [
      .init("date", is: .date), .init("start date", is: .clock),
      .init("workout duration (min)", is: .sessionDuration, in: .minute),
      .init("exercise", is: .exercise), .init("set type", is: .kind),
      .init("reps", is: .repetitions), .init("weight (kg)", is: .load, in: .kilogram),
      .init("weight (lbs)", "weight (lb)", is: .load, in: .pound),
      .init("distance (km)", is: .distance, in: .kilometer),
      .init("distance (mi)", is: .distance, in: .mile),
      .init("set duration (sec)", is: .duration),
    ])
}
