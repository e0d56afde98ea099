import DaymarkModel
import Testing

struct ExerciseNamesTests {
  private static let table = ExerciseTable(
    exercises: [
      Exercise(id: "bench", name: "Barbell Bench Press - Medium Grip"),
      Exercise(id: "squat", name: "Barbell Squat"),
      Exercise(id: "rdl", name: "Romanian Deadlift"),
      Exercise(id: "row", name: "Bent Over Barbell Row"),
      Exercise(id: "pull-up", name: "Pullups"),
      Exercise(id: "fly", name: "Dumbbell Flyes"),
      Exercise(id: "twin-1", name: "Cable Press"),
      Exercise(id: "twin-2", name: "Press, Cable"),
    ],
    aliases: [
      ExerciseAlias(name: "Bench Press (Barbell)", id: "bench"),
      ExerciseAlias(name: "Kniebeuge (Langhantel)", id: "squat"),
      ExerciseAlias(name: "Жим лёжа", id: "bench"),
    ],
    settled: [ExerciseAlias(name: "My Romanian Deadlift", id: "squat")])

  private let names = ExerciseNames(table)

  @Test(arguments: [
    ("Bench Press (Barbell)", "bench"), ("  barbell   BENCH press ", "bench"),
    ("BARBELL_BENCH_PRESS", "bench"), ("BB Bench Press", "bench"), ("Squat (Barbell)", "squat"),
    ("Kniebeuge Langhantel", "squat"), ("RDL", "rdl"), ("Bent-Over Barbell Row", "row"),
    ("Bent Over Rows (Barbell)", "row"), ("Pull Up", "pull-up"), ("Pull-ups", "pull-up"),
    ("Fly (Dumbbell)", "fly"), ("DB Flye", "fly"), ("жим лёжа", "bench"),
    ("My Romanian Deadlift", "squat"),
  ])
  func `a name means an exercise by its words`(name: String, id: String) {
    #expect(names.exercise(named: name)?.id == id)
  }

  @Test(arguments: [
    "Bench Press", "Incline Bench Press", "Bänch Préss (Bärbell)", "", "()", "Squat",
  ])
  func `a name with other words means none`(name: String) {
    #expect(names.exercise(named: name) == nil)
  }

  @Test func `words that mean two exercises mean none`() {
    #expect(names.exercise(named: "Cable Press") == nil)
    #expect(names.ambiguous == ["cable press"])
  }

  @Test func `the nearest share most words`() {
    #expect(names.nearest(to: "Barbell Bench").map(\.id) == ["bench", "squat", "row"])
    #expect(names.nearest(to: "Zumba").isEmpty)
  }
}
