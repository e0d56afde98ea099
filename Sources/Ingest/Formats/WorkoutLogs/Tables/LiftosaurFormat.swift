import DaymarkModel

/// The export of Liftosaur, with the instants of sessions and sets.
enum LiftosaurFormat: WorkoutTableFormat {
  static let id: FormatID = "liftosaur"

  static let table = WorkoutTable(
    app: "Liftosaur", of: "liftosaur",
    signatures: [
      ["workout datetime", "exercise", "is warmup set?", "completed reps"]
    ],
    columns: [
      .init("workout datetime", is: .date), .init("exercise", is: .exercise),
      .init("is warmup set?", is: .isWarmUp), .init("completed reps", is: .repetitions),
      .init("completed rpe", is: .perceivedEffort), .init("completed weight value", is: .load),
      .init("completed weight unit", is: .loadUnit), .init("completed reps time", is: .setTime),
    ])
}
