import DaymarkAggregate
import DaymarkConfiguration
import DaymarkModel

extension SubjectAggregates {
  /// Sums the strength sessions by day, with the meaning that the operator's files give to names.
  ///
  /// - Throws: `ConfigurationError` when the table that was built in is broken.
  mutating func sumStrength(_ request: ReadingRequest) throws {
    guard !strength.isEmpty else { return }
    let names = ExerciseNames(try loadExercises(settledIn: request.operatorFiles[.exercises]))
    strengthDays = dailyStrength(
      of: strength, exercises: names.exercises(in: strength),
      StrengthTerms(bodyWeight: request.policies.logs.bodyWeight))
  }
}

extension ExerciseNames {
  /// The meaning of each name in sessions that has one.
  func exercises(in sessions: [StrengthSession]) -> [String: Exercise] {
    let written = Set(sessions.flatMap { $0.sets.compactMap(\.exercise) })
    return written.reduce(into: [:]) { $0[$1] = exercise(named: $1) }
  }
}
