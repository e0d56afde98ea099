import DaymarkModel

/// The export of Gravl, in which efforts are words.
enum GravlFormat: WorkoutTableFormat {
  static let id: FormatID = "gravl"

  static let table = WorkoutTable(
    app: "Gravl", of: "gravl",
    signatures: [
      ["date", "start date", "workout", "exercise", "set type", "effort"]
    ],
    columns: [
      .init("date", is: .date), .init("start date", is: .clock),
      .init("workout duration", is: .sessionDuration),
      .init("exercise", is: .exercise), .init("set type", is: .kind),
      .init("reps", is: .repetitions), .init("weight", is: .load),
      .init("distance", is: .distance), .init("set duration", is: .duration),
    ])
}
