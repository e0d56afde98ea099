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
}
