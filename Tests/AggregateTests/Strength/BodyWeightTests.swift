import DaymarkModel
import DaymarkTestSupport
import Testing

@testable import DaymarkAggregate

/// The body's weight on the day of a session.
struct BodyWeightTests {
  private func session(
    on text: String, _ weights: [(String, Int)], logged: Quantity? = nil
  ) throws -> StrengthSession {
    var set = subject([])
    set.strength = [
      StrengthSession(
        day: day(text), bodyWeight: logged, sets: [StrengthSet(exercise: "Dip", repetitions: 5)])
    ]
    set.bodyWeights = weights.map { BodyWeight(at: at($0), mass: Quantity($1)) }
    return try #require(aggregate(set, over: nil).strength.first)
  }

  private let weights = [
    ("2025-08-20T07:00:00Z", 80), ("2025-09-05T21:00:00Z", 82), ("2025-09-05T07:00:00Z", 81),
    ("2025-09-10T07:00:00Z", 83),
  ]

  @Test(arguments: [
    ("2025-08-20", 80), ("2025-09-04", 80), ("2025-09-05", 82), ("2025-09-09", 82),
    ("2025-12-01", 83),
    // Before all others the first stands.
    ("2025-08-01", 80),
  ])
  func `the last weight of the nearest day at or before the session counts`(
    day: String, kilograms: Int
  ) throws {
    let found = try session(on: day, weights)
    #expect(found.bodyWeight == Quantity(kilograms))
    #expect(found.bodyWeightOrigin == .health)
  }

  @Test func `a Health export goes before the log, and the log stands without one`() throws {
    #expect(try session(on: "2025-09-05", weights, logged: Quantity(90)).bodyWeight == Quantity(82))
    let logged = try session(on: "2025-09-05", [], logged: Quantity(90))
    #expect(logged.bodyWeight == Quantity(90))
    #expect(logged.bodyWeightOrigin == .log)
    #expect(try session(on: "2025-09-05", []).bodyWeight == nil)
  }

  @Test(arguments: [
    ("2025-08-19", nil), ("2025-08-20", 80), ("2025-10-19", 80), ("2025-10-20", nil),
  ])
  func `for a multiple of it the weight was measured at most sixty days before`(
    day: String, kilograms: Int?
  ) throws {
    let found = try session(on: day, [("2025-08-20T07:00:00Z", 80)])
    #expect(found.measuredWeight == kilograms.map { Quantity($0) })
  }

  @Test func `for a multiple of it what was typed in counts only where all of that does`() throws {
    func measured(includesTypedIn: Bool) throws -> Quantity? {
      var set = subject([])
      set.strength = [
        StrengthSession(
          day: day("2025-09-10"), bodyWeight: Quantity(90),
          sets: [StrengthSet(exercise: "Dip", repetitions: 5)])
      ]
      set.bodyWeights = [
        BodyWeight(at: at("2025-09-01T07:00:00Z"), mass: Quantity(80)),
        BodyWeight(at: at("2025-09-09T07:00:00Z"), mass: Quantity(70), isTypedIn: true),
      ]
      set.includesManualEntries = includesTypedIn
      let found = try #require(aggregate(set, over: nil).strength.first)
      // For all else the last weight stands, whoever says it.
      #expect(found.bodyWeight == Quantity(70))
      return found.measuredWeight
    }
    #expect(try measured(includesTypedIn: false) == Quantity(80))
    #expect(try measured(includesTypedIn: true) == Quantity(70))
  }
}
