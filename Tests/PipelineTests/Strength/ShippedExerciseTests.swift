import DaymarkConfiguration
import DaymarkModel
import Testing

/// The shipped table and names, asked as logs ask.
struct ShippedExerciseTests {
  private let table: ExerciseTable
  private let names: ExerciseNames

  init() throws {
    table = try loadExercises()
    names = ExerciseNames(table)
  }

  @Test func `every shipped name means its exercise`() {
    for alias in table.aliases {
      #expect(names.exercise(named: alias.name)?.id == alias.id, "\(alias.name)")
    }
  }

  @Test func `nearly every exercise is found by its own name`() {
    let lost = table.exercises.filter { names.exercise(named: $0.name) == nil }
    #expect(lost.count <= 10, "\(lost.map(\.id))")
  }

  /// As Strong, Hevy, FitNotes, Fitbod, StrongLifts, Garmin and others write them.
  @Test(arguments: [
    ("Bench Press (Barbell)", "Barbell_Bench_Press_-_Medium_Grip"),
    ("Flat Barbell Bench Press", "Barbell_Bench_Press_-_Medium_Grip"),
    ("BENCH_PRESS", "Barbell_Bench_Press_-_Medium_Grip"),
    ("Développé couché (barre)", "Barbell_Bench_Press_-_Medium_Grip"),
    ("Panca piana", "Barbell_Bench_Press_-_Medium_Grip"),
    ("Жим лёжа", "Barbell_Bench_Press_-_Medium_Grip"),
    ("Kniebeuge (Langhantel)", "Barbell_Squat"), ("スクワット", "Barbell_Squat"),
    ("Back Squat", "Barbell_Squat"), ("Barbell Back Squat", "Barbell_Squat"),
    ("Deadlift (Barbell)", "Barbell_Deadlift"), ("RDL", "Romanian_Deadlift"),
    ("Румынская тяга", "Romanian_Deadlift"),
    ("Overhead Press (Barbell)", "Standing_Military_Press"),
    ("OHP", "Standing_Military_Press"), ("Bent Over Row (Barbell)", "Bent_Over_Barbell_Row"),
    ("Lat Pulldown (Cable)", "Wide-Grip_Lat_Pulldown"), ("Pull Up", "Pullups"),
    ("Chin Up", "Chin-Up"), ("Bicep Curl (Dumbbell)", "Dumbbell_Bicep_Curl"),
    ("Triceps Pushdown", "Triceps_Pushdown"), ("Hammer Curl (Dumbbell)", "Hammer_Curls"),
    ("Bulgarian Split Squat", "Split_Squat_with_Dumbbells"), ("Face Pull", "Face_Pull"),
    ("Pull Up (Assisted)", "Assisted_Pull-Up"), ("Assisted Pull Up", "Assisted_Pull-Up"),
    ("Chest Dip (Assisted)", "Assisted_Dip"), ("Chin Up (Assisted)", "Assisted_Chin-Up"),
    ("Pull Up (Band)", "Band_Assisted_Pull-Up"),
  ])
  func `names of apps mean their exercise`(name: String, id: String) {
    #expect(names.exercise(named: name)?.id == id)
  }

  @Test(arguments: ["Machine 7", "Bänch Préss (Bärbell)", "Press (Cable, own)", "1h"])
  func `a name that nobody knows means none`(name: String) {
    #expect(names.exercise(named: name) == nil)
  }
}
