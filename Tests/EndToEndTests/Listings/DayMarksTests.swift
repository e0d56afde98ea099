import DaymarkModel
import DaymarkReport
import DaymarkTestSupport
import Testing

@testable import daymark

/// Days as signs.
struct DayMarksTests {
  private let marks = DayMarks(terminal: Terminal(environment: ["NO_COLOR": "1"]))

  private func days(_ first: String, _ count: Int) throws -> ArraySlice<CivilDay> {
    let first = try #require(CivilDay(first))
    return (0..<count).map(first.advanced(by:))[...]
  }

  @Test func `without colour each standing is a letter of its own`() {
    #expect(marks.row(DayStanding.allCases) == "MS–I·×")
  }

  @Test func `a ruler names the first day and each Monday`() throws {
    // 1 September 2025 was a Monday.
    #expect(
      DayMarks.ruler(try days("2025-09-01", 16)) == "1      8      15")
    #expect(DayMarks.ruler(try days("2025-09-27", 10)) == "27       6")
    // The 28th is a Sunday: its number leaves no room for that of the Monday.
    #expect(DayMarks.ruler(try days("2025-09-28", 9)) == "28      6")
    #expect(DayMarks.ruler([]) == "")
  }

  @Test func `one day is told as one`() throws {
    let day = try #require(CivilDay("2025-09-20"))
    #expect(day.words(through: day) == "2025-09-20")
    #expect(day.words(through: day.advanced(by: 2)) == "2025-09-20 to 2025-09-22")
    #expect(Period.days(from: day, to: day).words == "2025-09-20")
  }

  @Test func `the legend says what is there, within the width`() {
    let shown: Set<DayStanding> = [.met, .short, .incomplete, .notAsked]
    #expect(
      marks.legend(shown, width: 80)
        == "M as the rule asks   S short of it   I incomplete or damaged")
    #expect(
      marks.legend(shown, width: 40)
        == """
        M as the rule asks   S short of it
        I incomplete or damaged
        """)
  }
}
