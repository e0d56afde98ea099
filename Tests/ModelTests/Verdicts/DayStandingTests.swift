import DaymarkModel
import Testing

struct DayStandingTests {
  /// A day that is short of what is asked for, of a condition whose results have this unit.
  private func standing(_ value: Int, unit: String) -> DayStanding {
    let day = Explanation.Day(
      day: CivilDay(ordinal: 0), value: Quantity(value), standing: .short)
    return Explanation(key: "days", answer: .fail, unit: unit, days: [day]).standing(of: day)
  }

  @Test func `a day of rest is nothing, and a session that is too short is short`() {
    #expect(standing(0, unit: "day") == .nothing)
    #expect(standing(1, unit: "day") == .short)
    #expect(standing(0, unit: "session") == .short)
  }
}
