import DaymarkModel

/// The export of Hevy, in kilograms or pounds.
///
/// Months are in the language of the app.
///
/// A set with body weight has no load.
enum HevyFormat: WorkoutTableFormat {
  static let id: FormatID = "hevy"

  static let table = WorkoutTable(
    app: "Hevy", of: "hevy",
    signatures: [
      ["start_time", "exercise_title", "set_index", "reps"]
    ],
    columns: [
      .init("start_time", is: .date), .init("end_time", is: .end),
      .init("exercise_title", is: .exercise), .init("set_type", is: .kind),
      .init("weight", is: .load), .init("reps", is: .repetitions),
      .init("distance", is: .distance), .init("duration", is: .duration),
      .init("rpe", is: .perceivedEffort),
    ])
}
