import DaymarkAggregate
import DaymarkModel
import DaymarkTestSupport
import Testing

struct DailyStrengthTests {
  private static let bench = Exercise(id: "bench", name: "Bench Press", isCompound: true)
  private static let pullUp = Exercise(id: "pull-up", name: "Pullups", bodyWeightPercent: 100)
  private static let exercises = ["Bench": bench, "Pull Up": pullUp, "Assisted": assisted]
  private static let assisted = Exercise(
    id: "assisted", name: "Assisted Pull-Up", bodyWeightPercent: 100, loadIsHelp: true)
  private static let day = CivilDay(ordinal: 20_332)

  private func days(_ sets: [StrengthSet], bodyWeight: Int? = nil) -> [DailyStrength] {
    var sets = sets
    sets.number()
    return dailyStrength(
      of: [StrengthSession(day: Self.day, sets: sets)], exercises: Self.exercises,
      StrengthTerms(bodyWeight: bodyWeight.map { Quantity($0) }))
  }

  private func set(_ exercise: String, _ repetitions: Int, _ kilograms: Int?) -> StrengthSet {
    StrengthSet(
      exercise: exercise, repetitions: repetitions,
      load: kilograms.map { StrengthLoad(Quantity($0)) })
  }

  @Test func `a day has the sums of its sets and the best of each exercise`() throws {
    var warmUp = set("Bench", 10, 40)
    warmUp.kind = .warmUp
    // 8 × 60 + 5 × 66 = 810; by Epley 60 × 38/30 = 76 and 66 × 35/30 = 77.
    let day = try #require(
      days([warmUp, set("Bench", 8, 60), set("Bench", 5, 66), set("Machine 7", 12, 30)]).first)
    #expect(day.sessions == 1)
    #expect(day.unmetSessions == 1)
    #expect([day.exercises, day.unmatchedExercises] == [1, 1])
    #expect([day.sets, day.hardSets, day.repetitions] == [3, 3, 25])
    // 12 × 30 = 360 more of an exercise that nobody knows: its load is a load all the same.
    #expect(day.volume == Quantity(1170))
    var bench = DailyLift(
      exercise: "bench", sets: 2, repetitions: 13, mostRepetitions: 8, heaviest: Quantity(66),
      bestEstimate: Quantity(77), meanEstimate: Quantity(microUnits: 76_500_000))
    bench.setsWithoutBodyWeight = 2
    #expect(day.lifts == [bench])
  }

  @Test func `what is not known is counted, and the rest is a sum all the same`() throws {
    var unknown = set("Bench", 5, nil)
    unknown.load = StrengthLoad(nil)
    let day = try #require(days([set("Bench", 8, 60), unknown, set("Pull Up", 8, nil)]).first)
    #expect(day.volume == Quantity(480))
    #expect([day.setsOfUnknownUnit, day.setsOfUnknownBodyWeight] == [1, 1])
    #expect(day.lifts.map(\.setsOfUnknownUnit) == [1, 0])
    #expect(day.lifts.map(\.setsOfUnknownBodyWeight) == [0, 1])
    // 8 × 80 = 640 with the body's weight.
    #expect(days([set("Pull Up", 8, nil)], bodyWeight: 80).first?.volume == Quantity(640))
  }

  @Test func `a load is told as a multiple of the body's weight, rounded down`() throws {
    func multiple(_ sets: [StrengthSet], of bodyWeight: Int?) throws -> DailyLift {
      try #require(days(sets, bodyWeight: bodyWeight).first?.lifts.first)
    }
    #expect(
      try multiple([set("Bench", 5, 60), set("Bench", 1, 90)], of: 60).mostBodyWeights
        == Quantity(microUnits: 1_500_000))
    // 100 / 70 = 1.428571428...
    #expect(
      try multiple([set("Bench", 1, 100)], of: 70).mostBodyWeights
        == Quantity(microUnits: 1_428_571))
    // The body itself, and 20 kg: 100 / 80.
    #expect(
      try multiple([set("Pull Up", 1, 20)], of: 80).mostBodyWeights
        == Quantity(microUnits: 1_250_000))
    let unknown = try multiple([set("Bench", 1, 100), set("Bench", 5, nil)], of: nil)
    #expect(unknown.mostBodyWeights == nil)
    // A set without a load has no multiple.
    #expect(unknown.setsWithoutBodyWeight == 1)
    #expect(
      try multiple([set("Bench", 0, 100), set("Bench", 1, 50)], of: 50).mostBodyWeights
        == Quantity(1))
  }

  /// Apps write the help of a machine as a number above zero.
  @Test func `the help of an assisted exercise is taken off, whatever its sign`() {
    // 8 × (80 − 30) = 400; nobody says how much the machine helps in the other set.
    let sets = [set("Assisted", 8, 30), set("Assisted", 10, nil)]
    #expect(days(sets, bodyWeight: 80).first?.volume == Quantity(400))
    #expect(days([set("Assisted", 8, 90)], bodyWeight: 80).first?.volume == .zero)
    #expect(days(sets).first?.setsOfUnknownBodyWeight == 1)
    #expect(days(sets).first?.lifts.first?.mostRepetitions == 10)
    var helped = set("Pull Up", 20, 30)
    helped.load?.meaning = .assistance
    #expect(days([helped, set("Pull Up", 6, nil)]).first?.lifts.first?.mostRepetitions == 6)
  }

  @Test func `sets that lift the body are counted by who says its weight`() throws {
    let pull = [set("Pull Up", 8, nil), set("Bench", 5, 60)]
    let day = Self.day
    var health = StrengthSession(day: day, bodyWeight: Quantity(80), sets: pull)
    health.bodyWeightOrigin = .health
    let sessions = [
      health, StrengthSession(day: day, bodyWeight: Quantity(81), sets: pull + pull),
      StrengthSession(day: day, sets: pull),
    ]
    func counts(_ bodyWeight: Quantity?) -> [BodyWeightOrigin: Int]? {
      dailyStrength(
        of: sessions, exercises: Self.exercises, StrengthTerms(bodyWeight: bodyWeight)
      ).first?.setsByBodyWeight
    }
    #expect(counts(Quantity(90)) == [.health: 1, .log: 2, .subject: 1])
    #expect(counts(nil) == [.health: 1, .log: 2])
  }
}
