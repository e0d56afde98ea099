import DaymarkModel

/// The export of Fitbod, including that of 2019, whose rows stand for several sets.
///
/// The instant is that of the set. Loads are in kilograms, for one dumbbell where there are two.
enum FitbodFormat: WorkoutTableFormat {
  static let id: FormatID = "fitbod"

  static let table = WorkoutTable(
    app: "Fitbod", of: "fitbod",
    signatures: [["date", "exercise", "reps", "iswarmup"]],
    columns: [
      .init("date", is: .setTime), .init("exercise", is: .exercise),
      .init("sets", is: .setCount), .init("reps", is: .repetitions),
      .init("weight", is: .load), .init("duration", is: .duration),
      .init("distance", is: .distance), .init("iswarmup", is: .isWarmUp),
    ])
}
