import DaymarkModel
import DaymarkTestSupport
import Testing

struct StrengthSetsTests {
  /// Two exercises, one without a name, and everything that a set can state.
  private static let sets = [
    StrengthSet(exercise: "Squat", ordinal: 1, repetitions: 5, load: StrengthLoad(Quantity(100))),
    StrengthSet(exercise: "Plank", ordinal: 1, duration: Quantity(60)),
    StrengthSet(
      start: Instant(milliseconds: -1), exercise: "Squat", ordinal: 2, kind: .restPause,
      side: .right,
      repetitions: 1_000_000, load: StrengthLoad(Quantity(microUnits: 102_058_283), .assistance),
      distance: Quantity(microUnits: 1), duration: Quantity(0), effort: .reserve(tenths: 0),
      rest: Quantity(180), tempo: Tempo("31X0")),
    StrengthSet(ordinal: 1, kind: .warmUp, side: .left, effort: .perceived(tenths: 85)),
    StrengthSet(exercise: "Squat", ordinal: 3, load: StrengthLoad(nil, .added)),
  ]

  @Test func `what is packed is what was there`() {
    #expect(Array(StrengthSets(Self.sets)) == Self.sets)
    #expect(StrengthSets(Self.sets).count == 5)
    #expect(StrengthSets(Self.sets) == StrengthSets(Self.sets))
    #expect(StrengthSets(Self.sets) != StrengthSets(Self.sets.dropLast()))
    #expect(Array(StrengthSets()) == [] && StrengthSets().isEmpty)
  }

  @Test(arguments: [0, 20, .max])
  func `sets that are moved out of memory are the same, whatever room there is`(room: Int) {
    let store = ByteList(room: room)
    var moved = StrengthSets(exercises: ["Plank", "Squat"])
    for set in Self.sets {
      moved.append(set, exercise: set.exercise.map { $0 == "Squat" ? 1 : 0 })
      moved.move(to: store)
    }
    #expect(Array(moved) == Self.sets)
    #expect(moved == StrengthSets(Self.sets))
    #expect(moved.hashValue == StrengthSets(Self.sets).hashValue)
    #expect((moved.heldBytes == 0) == (room == .max))
  }

  @Test func `the ordinal is the number among those of the exercise, whatever was said`() {
    let sets = ["A", "B", "A", nil].map { StrengthSet(exercise: $0, ordinal: 7) }
    #expect(StrengthSets(sets).map(\.ordinal) == [1, 1, 2, 1])
  }

  @Test func `a set takes about a dozen bytes`() {
    // Two of what is stated, one of its kind, and the numbers: exercise 1, 100 kg 4, 8 repetitions 1, effort 2.
    let set = StrengthSet(
      exercise: "Squat", repetitions: 8, load: StrengthLoad(Quantity(100)),
      effort: .perceived(tenths: 80))
    #expect(StrengthSets([set]).heldBytes == 11)
  }
}
