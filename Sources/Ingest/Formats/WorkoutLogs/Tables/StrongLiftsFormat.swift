import DaymarkModel

/// The export of StrongLifts: a row for each exercise of a workout, with columns for each set.
///
/// A set without repetitions failed.
enum StrongLiftsFormat: WorkoutTableFormat {
  static let id: FormatID = "stronglifts"

  static let table = WorkoutTable(
    app: "StrongLifts", of: "stronglifts",
    signatures: [
      ["date (yyyy/mm/dd)", "exercise", "set 1 (reps)"]
    ],
    columns: [
      .init("date (yyyy/mm/dd)", is: .date), .init("exercise", is: .exercise),
      .init("body weight", is: .bodyWeight), .init("set # (reps)", is: .repetitions),
      .init("set #", is: .load),
    ])
}
