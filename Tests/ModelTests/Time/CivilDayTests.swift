import DaymarkDocuments
import DaymarkModel
import Testing

struct CivilDayTests {
  @Test(arguments: [
    ("1970-01-01", 0), ("1969-12-31", -1), ("2000-03-01", 11_017), ("2000-02-29", 11_016),
    // 30 years of 365 days and 7 leap days (1972 to 1996).
    ("2000-01-01", 10_957), ("0001-01-01", -719_162), ("9999-12-31", 2_932_896),
  ])
  func `date has its place on the line of days`(text: String, ordinal: Int32) {
    #expect(CivilDay(text) == CivilDay(ordinal: ordinal))
    #expect("\(CivilDay(ordinal: ordinal))" == text)
  }

  @Test(arguments: [
    "2025-02-29", "1900-02-29", "2025-04-31", "2025-13-01", "2025-00-01", "2025-01-00",
    "2025-1-01", "20250101", "2025-01-01 ", "2025/01/01", "0000-01-01", "-025-01-01", "",
    "２025-01-01", "2025-01-1x",
  ])
  func `other text is no date`(text: String) {
    #expect(CivilDay(text) == nil)
  }

  @Test func `every day of 800 years follows the one before`() throws {
    var (year, month, day) = (1600, 1, 1)
    var current = try #require(CivilDay(year: 1600, month: 1, day: 1))
    // Two cycles of 146,097 days.
    for _ in 0..<292_194 {
      let found = current.yearMonthDay
      guard found == (year, month, day) else {
        Issue.record("\(current) is not \(year)-\(month)-\(day)")
        return
      }
      day += 1
      if CivilDay(year: year, month: month, day: day) == nil { (month, day) = (month + 1, 1) }
      if month > 12 { (year, month) = (year + 1, 1) }
      current = current.advanced(by: 1)
    }
    #expect((year, month, day) == (2400, 1, 1))
  }

  @Test func `leap years are those of the Gregorian calendar`() {
    for (year, days) in [(2000, 29), (1900, 28), (2024, 29), (2025, 28), (2100, 28), (2400, 29)] {
      #expect(CivilDay.length(ofMonth: 2, year: year) == days)
    }
  }

  @Test func `weekdays count from Monday also before 1970`() throws {
    let days = ["1970-01-01", "1969-12-29", "2025-09-01", "2000-02-29", "0001-01-01"]
    let expected: [CivilDay.Weekday] = [.thursday, .monday, .monday, .tuesday, .monday]
    #expect(try days.map { try #require(CivilDay($0)).weekday } == expected)
    #expect(CivilDay.Weekday.allCases.map(\.key).joined() == "montuewedthufrisatsun")
  }

  @Test func `distance is the inverse of advancing`() throws {
    let day = try #require(CivilDay("2024-02-28"))
    let later = try #require(CivilDay("2024-03-01"))
    #expect(day.advanced(by: 2) == later && day < later)
    #expect(day.distance(to: later) == 2 && later.distance(to: day) == -2)
  }
}
