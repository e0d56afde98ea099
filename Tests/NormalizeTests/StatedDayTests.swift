import DaymarkModel
import DaymarkNormalize
import DaymarkTestSupport
import Testing

/// What exports state of whole days; see Semantics, "What an archive says of itself".
struct StatedDayTests {
  private let day = CivilDay("2025-09-01")

  /// One export that states minutes of exercise and active energy.
  private func input(
    _ name: String, exported: String, minutes: String?, kilojoules: String? = nil
  ) -> Input {
    var input = Input(facts: inputFacts(name, exported: at(exported)))
    if let minutes {
      input.statedDays.append(
        StatedDayRecord(day: day, metric: .exerciseTime, amount: written(minutes, .minute)))
    }
    if let kilojoules {
      input.statedDays.append(
        StatedDayRecord(day: day, metric: .activeEnergy, amount: written(kilojoules, .kilojoule)))
    }
    return input
  }

  @Test func `amounts are in the metric's unit, rounded like a day's value`() throws {
    // 500 / 4.184 = 119.5028...
    let stated = normalise([
      input("a", exported: "2025-09-20T00:00:00Z", minutes: "31", kilojoules: "500")
    ]).statedDays
    let day = try #require(day)
    #expect(
      stated == [
        StatedDay(day: day, metric: .activeEnergy, amount: Quantity(microUnits: 119_500_000)),
        StatedDay(day: day, metric: .exerciseTime, amount: Quantity(31)),
      ])
  }

  @Test func `the newest export that states a day counts, in any order`() {
    let inputs = [
      input("a", exported: "2025-09-20T00:00:00Z", minutes: "31", kilojoules: "500"),
      input("b", exported: "2025-09-21T00:00:00Z", minutes: "12"),
      input("c", exported: "2025-09-22T00:00:00Z", minutes: nil),
    ]
    for inputs in [inputs, inputs.reversed()] {
      #expect(
        normalise(inputs).statedDays.map(\.amount)
          == [Quantity(microUnits: 119_500_000), Quantity(12)])
    }
  }

  @Test func `what is no figure of a day is left out, and is no finding`() {
    var input = input("a", exported: "2025-09-20T00:00:00Z", minutes: "-1", kilojoules: "many")
    input.statedDays += [
      StatedDayRecord(day: nil, metric: .exerciseTime, amount: written("5", .minute)),
      StatedDayRecord(
        day: CivilDay("1969-12-30"), metric: .exerciseTime, amount: written("5", .minute)),
      StatedDayRecord(day: day, metric: .activeEnergy, amount: written("5", .minute)),
    ]
    let set = normalise([input])
    #expect(set.statedDays.isEmpty)
    #expect(set.rejectCodes.isEmpty)
  }
}
