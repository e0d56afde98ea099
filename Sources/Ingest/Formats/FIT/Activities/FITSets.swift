import DaymarkModel

/// The strength sets of a file, and its names of exercises.
///
/// The names may follow the sets.
struct FITSets {
  /// The numbers of an exercise: its category, and its number in the category.
  private struct Exercise: Hashable {
    var category: Int64
    var name: Int64?
  }

  private var sets: [StrengthSet] = []
  private var exercises: [Exercise?] = []
  private var titles: [Exercise: String] = [:]

  /// The sets with the names of their exercises.
  ///
  /// One without a title is named by its category.
  var named: [StrengthSet] {
    zip(sets, exercises).map { set, exercise in
      var set = set
      set.exercise = exercise.flatMap { titles[$0] ?? FITExerciseCategory.name($0.category) }
      return set
    }
  }

  /// Adds a `set` message.
  ///
  /// A rest is not a set, but belongs to the set before it.
  mutating func add(set message: FITMessage) {
    typealias Field = FITProfile.Set
    let duration = message.microUnits(Field.duration).map(Quantity.init(microUnits:))
    if message.integer(Field.setType) == FITSetType.rest.rawValue {
      if !sets.isEmpty { sets[sets.count - 1].rest = duration }
      return
    }
    let start = message.time(Field.startTime) ?? message.time(Field.timestamp)
    // A watch writes zero for a set without a weight.
    let weight = message.microUnits(Field.weight).flatMap {
      $0 > 0 ? Quantity(microUnits: $0) : nil
    }
    var set = StrengthSet()
    set.start = start.flatMap(FITTime.instant)
    set.repetitions = message.integer(Field.repetitions).map { Int($0) }
    set.load = weight.map { StrengthLoad($0) }
    set.duration = duration
    sets.append(set)
    exercises.append(
      message.integer(Field.category).map {
        Exercise(category: $0, name: message.integer(Field.subtype))
      })
  }

  /// Adds an `exercise_title` message.
  mutating func add(title message: FITMessage) {
    typealias Field = FITProfile.ExerciseTitle
    guard let category = message.integer(Field.category),
      let title = message.text(Field.title)?.trimmed, !title.isEmpty
    else { return }
    titles[Exercise(category: category, name: message.integer(Field.name))] = title
  }
}
