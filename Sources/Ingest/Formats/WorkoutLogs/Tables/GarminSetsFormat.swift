import DaymarkModel

/// The sets of one activity that the web page of Garmin Connect saves.
///
/// Only the file's name states the date.
enum GarminSetsFormat: WorkoutTableFormat {
  static let id: FormatID = "garmin-sets-csv"

  static let table = WorkoutTable(
    app: "Garmin Connect sets", of: .garmin,
    signatures: [
      ["set", "exercise name", "time", "rest", "reps", "volume"]
    ],
    columns: [
      .init("exercise name", is: .exercise), .init("time", is: .duration),
      .init("rest", is: .rest), .init("reps", is: .repetitions), .init("weight", is: .load),
    ],
    isDatedByName: true)
}
