import DaymarkModel
import DaymarkTestSupport
import Testing

@testable import DaymarkAggregate

/// A Monday with three sets on the bench and one at the bar, worked out by hand.
struct StrengthHistoryTests {
  private static let exercises = [
    "Bench": Exercise(
      id: "bench", name: "Bench Press", isCompound: true, primaryMuscles: ["chest"],
      secondaryMuscles: ["shoulders", "triceps"]),
    "Bar": Exercise(
      id: "pull-up", name: "Pull-Up", isCompound: true, primaryMuscles: ["lats"],
      secondaryMuscles: ["biceps", "middle back"], bodyWeightPercent: 100),
    "Curl": Exercise(
      id: "curl", name: "Curl", isCompound: false, primaryMuscles: ["biceps"],
      secondaryMuscles: ["forearms"]),
  ]

  private static let muscles = [
    "chest", "shoulders", "triceps", "lats", "biceps", "middle back", "calves",
  ]

  private static let terms = StrengthTerms(
    muscles: muscles.map { Muscle(name: $0, group: "") },
    landmarks: [
      Landmark(
        name: "back", muscles: ["lats", "middle back"], maintenance: 8, leastEffective: 10,
        mostAdaptive: 14...22, mostRecoverable: 25, source: "test")
    ])

  private static let monday = CivilDay(ordinal: 20_332)

  private static func kilograms(_ number: Int) -> StrengthLoad { StrengthLoad(Quantity(number)) }

  private static let sets = [
    StrengthSet(
      exercise: "Bench", kind: .warmUp, repetitions: 10, load: kilograms(20), rest: Quantity(60)),
    StrengthSet(
      exercise: "Bench", repetitions: 5, load: kilograms(100), effort: .perceived(tenths: 80),
      rest: Quantity(180)),
    StrengthSet(
      exercise: "Bench", repetitions: 5, load: kilograms(100), rest: Quantity(60),
      tempo: Tempo("3-1-X-0")),
    StrengthSet(exercise: "Bench", kind: .drop, repetitions: 8, load: kilograms(80)),
    StrengthSet(exercise: "Bar", repetitions: 8),
  ]

  private func history(
    _ sets: [StrengthSet], bodyWeight: Int? = 80, _ terms: StrengthTerms = terms
  ) -> StrengthHistory {
    let session = StrengthSession(
      day: Self.monday, bodyWeight: bodyWeight.map { Quantity($0) }, sets: sets)
    return strengthHistory(of: [session], exercises: Self.exercises, terms)
  }

  @Test func `a day sums its sets, without the warm-up`() throws {
    let day = try #require(history(Self.sets).days.first)
    #expect(day.day == Self.monday)
    #expect([day.figures.sessions, day.figures.exercises, day.figures.sets] == [1, 2, 4])
    #expect([day.figures.hardSets, day.figures.hardSetsOfUnknownEffort] == [4, 3])
    #expect(day.figures.repetitions == 26)
    // 100 x 5 twice, 80 x 8, and the body's 80 kg x 8.
    #expect(day.figures.volume == Quantity(2280))
    // 4 s x 5; as fast as possible counts as none.
    #expect(day.figures.timeUnderTension == Quantity(20))
    #expect([day.figures.rests, day.figures.restsKept] == [2, 1])
  }

  @Test func `estimates are of single sets`() throws {
    let day = try #require(history(Self.sets).days.first)
    let bench = try #require(day.lifts.first { $0.lift.name == "Bench Press" }).figures
    #expect(bench.heaviest == Quantity(100))
    // 100 x 35/30, not the estimate of mean load and mean repetitions.
    #expect(bench.bestEstimate == Quantity(microUnits: 116_667_000))
    // 116.667 twice and 80 x 38/30 = 101.333.
    #expect(bench.meanEstimate == Quantity(microUnits: 111_556_000))
    #expect(day.figures.bestEstimate == nil)
    #expect(day.figures.heaviest == Quantity(100))
  }

  @Test func `the heaviest load for so many repetitions is that of as many or more`() throws {
    let bench = try #require(history(Self.sets).lifts.first { $0.lift.name == "Bench Press" })
    #expect(bench.heaviest == [5: Quantity(100), 8: Quantity(80)])
    #expect(
      [1, 5, 6, 8, 9].map { bench.heaviest(repetitions: $0) }
        == [100, 100, 80, 80, nil].map {
          $0.map { Quantity($0) }
        })
  }

  @Test func `an unknown body weight leaves the volume unknown, and says so`() throws {
    let day = try #require(history(Self.sets, bodyWeight: nil).days.first)
    #expect(day.figures.volume == nil)
    #expect([day.figures.setsOfUnknownBodyWeight, day.figures.setsOfUnknownUnit] == [1, 0])
    #expect(day.lifts.map(\.figures.volume) == [Quantity(1640), nil])
    var terms = Self.terms
    terms.bodyWeight = Quantity(80)
    #expect(history(Self.sets, bodyWeight: nil, terms).days.first?.figures.volume == Quantity(2280))
  }

  @Test func `a load without a unit leaves the volume unknown, not zero`() throws {
    let day = try #require(
      history([StrengthSet(exercise: "Bench", repetitions: 5, load: StrengthLoad(nil))]).days.first)
    #expect(day.figures.volume == nil)
    #expect([day.figures.setsOfUnknownUnit, day.figures.hardSets] == [1, 1])
    #expect(day.lifts.first?.figures.bestEstimate == nil)
  }

  @Test func `help goes off the body's weight, and a load comes to it`() {
    func mass(_ load: StrengthLoad?, _ exercise: String = "Bar") -> LiftedMass? {
      let session = StrengthSession(
        day: Self.monday, bodyWeight: Quantity(80),
        sets: [StrengthSet(exercise: exercise, repetitions: 1, load: load)])
      var mass: LiftedMass?
      session.forEachLift(number: 0, Self.exercises, Self.terms) { mass = $0.mass }
      return mass
    }
    #expect(mass(nil) == .known(Quantity(80)))
    #expect(mass(StrengthLoad(Quantity(20), .assistance)) == .known(Quantity(60)))
    #expect(mass(StrengthLoad(Quantity(90), .assistance)) == .known(.zero))
    #expect(mass(StrengthLoad(Quantity(10), .added)) == .known(Quantity(90)))
    #expect(mass(StrengthLoad(Quantity(10))) == .known(Quantity(90)))
    // Of an exercise that the table does not have, too.
    #expect(mass(StrengthLoad(Quantity(10), .added), "Odd") == .known(Quantity(90)))
    #expect(mass(nil, "Odd") == LiftedMass.none)
  }

  @Test func `easy, endless and failed sets are not hard`() throws {
    func set(_ repetitions: Int?, _ effort: Effort? = nil, _ duration: Int? = nil) -> StrengthSet {
      StrengthSet(
        exercise: "Curl", repetitions: repetitions, duration: duration.map { Quantity($0) },
        effort: effort)
    }
    let day = try #require(
      history([
        set(10, .reserve(tenths: 40)), set(10, .reserve(tenths: 45)), set(30), set(31), set(0),
        set(nil, nil, 60),
      ]).days.first)
    // The failed attempt is no set; the timed one is, but a hard one only by its repetitions.
    #expect([day.figures.sets, day.figures.hardSets] == [5, 2])
  }

  @Test func `a week has the work of its muscles by three methods`() throws {
    let week = try #require(history(Self.sets).weeks.first)
    #expect(week.muscles.map(\.muscle) == Self.muscles)
    // Four sets: of three a half to the chest, of one a half to the lats; 187.5 and 62.5 are rounded so
    // that the sum is 1000.
    #expect(week.muscles.map(\.shareOfEffort) == [375, 188, 188, 125, 62, 62, 0])
    #expect(week.muscles.map(\.shareOfEffort).reduce(0, +) == 1000)
    #expect(
      week.muscles.map { $0.volumeByShare?.description }
        == ["820", "410", "410", "320", "160", "160", "0"])
    #expect(
      week.muscles.map { "\($0.fractionalSets)" } == ["3", "1.5", "1.5", "1", "0.5", "0.5", "0"])
    // Of several joints 0.85; the third set after a third of the full rest 0.8: 4.25 + 4.25 + 5.44.
    #expect(
      week.muscles.map { "\($0.effectiveRepetitions)" }
        == ["6.97", "3.485", "3.485", "3.4", "1.7", "1.7", "0"])
    // A set that works both muscles of a landmark counts once.
    #expect(week.landmarkSets.map(\.sets) == [Quantity(1)])
  }

  @Test func `sets of an unknown exercise count for no muscle, and are counted`() throws {
    let week = try #require(history([StrengthSet(exercise: "Odd", repetitions: 8)]).weeks.first)
    #expect(week.unmatchedHardSets == 1)
    #expect(week.muscles.allSatisfy { $0.shareOfEffort == 0 && $0.fractionalSets == .zero })
  }

  @Test func `weeks without training are zeros`() {
    let sessions = [0, 21].map {
      StrengthSession(day: Self.monday.advanced(by: $0), sets: Self.sets)
    }
    var terms = Self.terms
    terms.lastDay = Self.monday.advanced(by: 22)
    let weeks = strengthHistory(of: sessions, exercises: Self.exercises, terms).weeks
    #expect(weeks.map { Self.monday.distance(to: $0.monday) } == [0, 7, 14, 21])
    #expect(weeks.map(\.figures.sets) == [4, 0, 0, 4])
    #expect(weeks.map(\.figures.volume) == [nil, Quantity.zero, Quantity.zero, nil])
    #expect(weeks.map(\.isComplete) == [true, true, true, false])
    terms.lastDay = Self.monday.advanced(by: 13)
    let cut = strengthHistory(of: sessions, exercises: Self.exercises, terms)
    #expect(cut.days.count == 1)
    #expect(cut.weeks.map(\.isComplete) == [true, true])
  }

  @Test func `a lift is told from session to session`() throws {
    let sessions = [0, 2].map {
      StrengthSession(day: Self.monday.advanced(by: $0), sets: Self.sets)
    }
    let history = strengthHistory(of: sessions, exercises: Self.exercises, Self.terms)
    let bench = try #require(history.lifts.first)
    #expect(bench.lift.name == "Bench Press")
    #expect(bench.sessions.map(\.day) == sessions.map(\.day))
    #expect(bench.sessions.map(\.figures.volume) == [Quantity(1640), Quantity(1640)])
  }

  @Test func `no sessions give no weeks`() {
    #expect(
      strengthHistory(of: [], exercises: [:], Self.terms) == StrengthHistory(formula: .epley))
  }
}
