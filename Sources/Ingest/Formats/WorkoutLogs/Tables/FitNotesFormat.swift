import DaymarkModel

/// The export of FitNotes for Android and of FitNotes 2 for iOS.
///
/// It has days instead of sessions. Equal rows are repeated sets.
enum FitNotesFormat: WorkoutTableFormat {
  static let id: FormatID = "fitnotes"

  static let table = WorkoutTable(
    app: "FitNotes", of: "fitnotes",
    signatures: [
      ["date", "exercise", "category", "reps", "distance", "distance unit", "time"]
    ],
    columns: [
      .init("date", is: .date), .init("exercise", is: .exercise), .init("kind", is: .kind),
      .init("weight", is: .load), .init("weight unit", is: .loadUnit),
      .init("reps", is: .repetitions),
      .init("distance", is: .distance), .init("distance unit", is: .distanceUnit),
      .init("time", is: .duration),
    ])
}
