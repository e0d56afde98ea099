import DaymarkModel

/// The export of GymRun, which states no unit.
///
/// The time is that of the set.
enum GymRunFormat: WorkoutTableFormat {
  static let id: FormatID = "gymrun"

  static let table = WorkoutTable(
    app: "GymRun", of: "gymrun",
    signatures: [
      ["date", "time", "routine", "exercise", "set", "reps", "para6"]
    ],
    columns: [
      .init("date", is: .date), .init("time", is: .setClock), .init("exercise", is: .exercise),
      .init("weight", is: .load), .init("reps", is: .repetitions),
      .init("duration", is: .duration), .init("distance", is: .distance),
    ])
}
