import DaymarkModel

/// The export of Strong in all versions: with the unit in a heading, in a column or not stated.
///
/// Dates are those of a wall clock. A zero means that a figure does not apply. Headings are in the
/// language of the app, in the same order in all languages.
enum StrongFormat: WorkoutTableFormat {
  static let id: FormatID = "strong"

  static let table = WorkoutTable(
    app: "Strong", of: "strong",
    signatures: [["date", "workout name", "exercise name", "set order"]],
    columns: [
      .init("date", is: .date), .init("duration", "workout duration", is: .sessionDuration),
      .init("exercise name", is: .exercise), .init("set order", is: .mark),
      .init("set type", is: .kind), .init("weight", is: .load),
      .init("weight unit", is: .loadUnit), .init("reps", is: .repetitions),
      .init("distance", is: .distance), .init("distance unit", is: .distanceUnit),
      .init("seconds", is: .duration), .init("rpe", is: .perceivedEffort),
    ],
    columnOrders: [
      // These are from iOS, without and with efforts.
      names + ["duration"] + set + ["weight", "reps", "distance", "seconds"] + notes,
      names + ["duration"] + set + ["weight", "reps", "distance", "seconds"] + notes + ["rpe"],
      // This is from Android.
      names + set + ["weight", "reps", "rpe", "distance", "seconds"] + notes + ["workout duration"],
      names + set
        + ["weight", "weight unit", "reps", "rpe", "distance", "distance unit", "seconds"] + notes
        + ["workout duration"],
      ["workout #"] + names + ["duration"] + set
        + ["weight", "reps", "rpe", "distance", "seconds"] + notes,
      // This is the first version.
      names + set + ["weight", "reps", "distance", "seconds", "notes"],
      names + set + ["weight", "reps", "distance", "seconds"] + notes,
    ])

  private static let names = ["date", "workout name"]
  private static let set = ["exercise name", "set order"]
  private static let notes = ["notes", "workout notes"]
}
