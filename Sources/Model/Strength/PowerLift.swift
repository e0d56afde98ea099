/// The three lifts of a powerlifting contest.
package enum PowerLift: String, CaseIterable, Hashable, Sendable {
  case squat, bench, deadlift

  /// The exercises of the table that are this lift with a barbell.
  private var exercises: Set<String> {
    switch self {
    case .squat: ["Barbell_Squat", "Barbell_Full_Squat", "Olympic_Squat"]
    case .bench: ["Barbell_Bench_Press_-_Medium_Grip", "Bench_Press_-_Powerlifting"]
    case .deadlift: ["Barbell_Deadlift", "Sumo_Deadlift"]
    }
  }

  /// The heaviest load of this lift in a history, by any of its ``exercises``, or its greatest
  /// estimate.
  ///
  /// - Parameter figure: The load or the estimate.
  /// - Returns: Kilograms, in micro-units; `nil` without a figure.
  package func best(
    in history: StrengthHistory, _ figure: KeyPath<StrengthFigures, Quantity?>
  ) -> Quantity? {
    history.lifts.filter { $0.lift.exercise.map { exercises.contains($0.id) } ?? false }
      .compactMap { $0.record(figure)?.figures[keyPath: figure] }.max()
  }
}
