import DaymarkModel

/// The id of the exercise that a key names, by its id or by any name that means it alone; a name that means
/// none, or several, is reported with the nearest.
func readExercise(_ key: String, of mapping: YAMLMapping) -> String? {
  guard let value = mapping[key], let table = readExercises(settledIn: nil, mapping.findings) else {
    return nil
  }
  let text = value.text ?? ""
  if table.exercises.contains(where: { $0.id == text }) { return text }
  let names = ExerciseNames(table)
  if let exercise = names.exercise(named: text) { return exercise.id }
  let nearest = names.nearest(to: text).map(\.name)
  mapping.reject(key, value, expected: .exerciseName(nearest: nearest))
  return nil
}
