import DaymarkAggregate
import DaymarkConfiguration
import DaymarkIngest
import DaymarkModel

extension SubjectAggregates {
  /// Sums the strength sessions by day, with the meaning that the operator's files give to names of
  /// exercises.
  ///
  /// - Throws: `ConfigurationError` for a built-in table that is not valid.
  mutating func sumStrength(_ parameters: ReadingParameters) throws {
    guard !strength.isEmpty else { return }
    let names = ExerciseNames(try loadExercises(settledIn: parameters.operatorFiles[.exercises]))
    let written = strength.exerciseNames
    let exercises = names.exercises(named: written)
    strengthDays = dailyStrength(
      of: strength, exercises: exercises,
      StrengthTerms(bodyWeight: parameters.policies.logs.bodyWeight))
    findUnmatched(written, exercises, showsNames: parameters.options.showsNames)
  }

  /// Adds a finding with the number of names that match no exercise.
  ///
  /// - Parameters:
  ///   - names: The names of exercises.
  ///   - exercises: The matched names.
  ///   - showsNames: Whether the first unmatched names may be shown; a person typed them.
  private mutating func findUnmatched(
    _ names: Set<String>, _ exercises: [String: Exercise], showsNames: Bool
  ) {
    let unmatched = names.filter { !$0.isEmpty && exercises[$0] == nil }.sorted()
    if unmatched.isEmpty { return }
    findings.append(
      Finding(.exerciseUnmatched, count: unmatched.count) {
        if showsNames { $0.known = Array(unmatched.prefix(Self.mostNamed)) }
      })
  }

  /// The largest number of names in one message.
  private static let mostNamed = 5
}

extension ExerciseNames {
  /// Returns the exercise of each name that matches one.
  func exercises(named names: Set<String>) -> [String: Exercise] {
    names.reduce(into: [:]) { $0[$1] = exercise(named: $1) }
  }
}
