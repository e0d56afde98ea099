import DaymarkDocuments
import DaymarkModel
import DaymarkTestSupport
import Testing

@testable import DaymarkEmit

struct DailyStrengthRowTests {
  private let kind = Members<DailyStrength>.strengthDay.kind

  @Test func `a row is read as it was written`() {
    #expect(kind.value(kind.bytes(.sample)) == .sample)
    let bare = DailyStrength(day: CivilDay(ordinal: 20_332))
    #expect(kind.value(kind.bytes(bare)) == bare)
  }

  @Test func `a row that lacks a figure is none`() throws {
    guard case .object(let members) = kind.json(.sample) else { return }
    #expect(members.count == 16)
    for key in members.keys where !["secondsUnderTension", "setsByBodyWeight"].contains(key) {
      var fewer = members
      fewer[key] = nil
      #expect(kind.value(of: .object(fewer)) == nil, "\(key)")
    }
    var strange = members
    strange["setsByBodyWeight"] = .object(["mother": .number(1)])
    #expect(kind.value(of: .object(strange)) == nil)
  }
}

extension DailyStrength {
  /// A day with every figure that there can be.
  static let sample = DailyStrength(
    day: CivilDay(ordinal: 20_332), sessions: 2, unmetSessions: 1, exercises: 1,
    unmatchedExercises: 1, sets: 5, hardSets: 4, repetitions: 40,
    volume: Quantity(microUnits: 2_345_670_000), setsOfUnknownUnit: 1, setsOfUnknownBodyWeight: 1,
    setsByBodyWeight: [.health: 2, .subject: 1], timeUnderTension: Quantity(90), rests: 3,
    restsKept: 2,
    lifts: [
      DailyLift(
        exercise: "Barbell_Squat", sets: 3, repetitions: 24, mostRepetitions: 8,
        setsOfUnknownUnit: 1, setsOfUnknownBodyWeight: 0,
        heaviest: Quantity(microUnits: 102_058_283), bestEstimate: Quantity(120),
        meanEstimate: Quantity(118))
    ])
}
