import DaymarkModel

/// The export of RepCount, which states no unit.
enum RepCountFormat: WorkoutTableFormat {
  static let id: FormatID = "repcount"

  static let table = WorkoutTable(
    app: "RepCount", of: "repcount",
    signatures: [
      ["workout start", "workout end", "exercise", "reps"]
    ],
    columns: [
      .init("workout start", is: .date), .init("workout end", is: .end),
      .init("exercise", is: .exercise), .init("weight", is: .load),
      .init("reps", is: .repetitions), .init("distance", is: .distance),
      .init("duration", is: .duration), .init("bodyweight", is: .bodyWeight),
    ])
}
