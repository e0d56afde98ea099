import DaymarkConfiguration
import DaymarkModel
import Testing

struct ExerciseFilesTests {
  @Test func `the shipped table is whole`() throws {
    let table = try loadExercises()
    #expect(table.exercises.count == 753)
    #expect(Set(table.exercises.map(\.id)).count == 753)
    #expect(table.muscles.count == 17)
    #expect(Set(table.muscles.map(\.group)).count == 7)
    #expect(table.aliases.count > 300)
    #expect(table.exercises.allSatisfy { $0.shares.map(\.perMille).reduce(0, +) == 1000 })
    let bench = try #require(
      table.exercises.first { $0.id == "Barbell_Bench_Press_-_Medium_Grip" })
    #expect(bench.isCompound == true)
    #expect(bench.primaryMuscles == ["chest"])
    #expect(bench.secondaryMuscles == ["shoulders", "triceps"])
    #expect(bench.bodyWeightPercent == 0)
    #expect(table.exercises.first { $0.id == "Pullups" }?.bodyWeightPercent == 100)
    #expect(
      table.exercises.filter(\.loadIsHelp).map(\.id)
        == ["Assisted_Chin-Up", "Assisted_Dip", "Assisted_Pull-Up", "Band_Assisted_Pull-Up"])
    #expect(table.exercises.first { $0.id == "Pushups" }?.bodyWeightPercent == 64)
  }

  @Test func `the shipped landmarks have a source each`() throws {
    let landmarks = try loadLandmarks(of: loadExercises().muscles)
    let back = try #require(landmarks.first { $0.name == "back" })
    #expect(back.muscles == ["lats", "middle back"])
    #expect(
      [back.maintenance, back.leastEffective, back.mostRecoverable] == [8, 10, 25])
    #expect(back.mostAdaptive == 14...22)
    #expect(landmarks.allSatisfy { !$0.source.isEmpty })
  }

  @Test func `a file settles names`() throws {
    let files = try Files([
      "exercises.yaml": """
      exercises:
        - {name: "Machine 7", is: Leg_Press}
        - {name: Bench Press, is: Dumbbell_Bench_Press}

      """
    ])
    let table = try loadExercises(settledAt: "\(files.folder)/exercises.yaml")
    #expect(
      table.settled == [
        ExerciseAlias(name: "Machine 7", id: "Leg_Press"),
        ExerciseAlias(name: "Bench Press", id: "Dumbbell_Bench_Press"),
      ])
  }

  @Test func `every error of a file has its place`() throws {
    let files = try Files([
      "exercises.yaml": """
      exercises:
        - {name: Machine 7, is: Leg_Pres}
        - {name: Machine 7, is: Leg_Press}
        - {name: Machine 8}

      """
    ])
    let error = try #require(throws: ConfigurationError.self) {
      try loadExercises(settledAt: "\(files.folder)/exercises.yaml")
    }
    #expect(error.findings.map(\.code) == [.configBadValue, .configDuplicate, .configMissingKey])
    #expect(error.findings.map(\.location?.line) == [2, 3, 4])
    #expect(error.findings.first?.facts.suggestion == "Leg_Press")
  }

  private static let headings = "name\tmuscles\tmv\tmev\tmavFrom\tmavTo\tmrv\tsource\n"

  @Test func `a table of landmarks may be another`() throws {
    let files = try Files([
      "own.tsv": Self.headings + "# mine\nlegs\tquadriceps,hamstrings\t2\t4\t6\t10\t12\tme\n"
    ])
    let landmarks = try loadLandmarks(
      at: "\(files.folder)/own.tsv", of: loadExercises().muscles)
    #expect(
      landmarks == [
        Landmark(
          name: "legs", muscles: ["quadriceps", "hamstrings"], maintenance: 2, leastEffective: 4,
          mostAdaptive: 6...10, mostRecoverable: 12, source: "me")
      ])
  }

  @Test(arguments: [
    ("legs\tquadricep\t2\t4\t6\t10\t12\tme", 2, 6), ("legs\tcalves\t2\t4\t6\t5\t12\tme", 2, 19),
    ("legs\tcalves\t2\t4\t6", 2, 1), ("\tcalves\t2\t4\t6\t10\t12\tme", 2, 1),
    ("legs\tcalves\t2\tfour\t6\t10\t12\tme", 2, 15), ("legs\tcalves\t2\t4\t6\t10\t12\t", 2, 25),
  ])
  func `an error of a table has line and column`(row: String, line: Int, column: Int) throws {
    let files = try Files(["own.tsv": Self.headings + row + "\n"])
    let muscles = try loadExercises().muscles
    let error = try #require(throws: ConfigurationError.self) {
      try loadLandmarks(at: "\(files.folder)/own.tsv", of: muscles)
    }
    let finding = try #require(error.findings.first)
    #expect([finding.location?.line, finding.location?.column] == [line, column])
  }

  @Test func `a table with other headings is refused`() throws {
    let files = try Files(["own.tsv": "muscle,mev\n", "empty.tsv": ""])
    let muscles = try loadExercises().muscles
    for name in ["own.tsv", "empty.tsv", "missing.tsv"] {
      #expect(throws: ConfigurationError.self) {
        try loadLandmarks(at: "\(files.folder)/\(name)", of: muscles)
      }
    }
  }
}
