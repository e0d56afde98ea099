import DaymarkModel

/// The export of StrongLifts: a row for each exercise of a workout, with columns for each set.
///
/// A set of no repetitions failed.
enum StrongLiftsFormat: WorkoutTableFormat {
  static let id: FormatID = "stronglifts"

  static let table = WorkoutTable(
    app: "StrongLifts", of: "stronglifts",
    signatures: [
      ["date (yyyy/mm/dd)", "exercise", "set 1 (reps)"]
    ],
    columns: [
      .init("date (yyyy/mm/dd)", is: .date), .init("exercise", is: .exercise),
      .init("body weight (kg)", is: .bodyWeight, in: .kilogram),
      .init("body weight (lb)", is: .bodyWeight, in: .pound),
      .init("set # (reps)", is: .repetitions), .init("set # (kg)", is: .load, in: .kilogram),
      .init("set # (lb)", is: .load, in: .pound),
    ])
}
