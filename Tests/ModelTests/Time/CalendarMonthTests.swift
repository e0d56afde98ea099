import DaymarkModel
import Testing

struct CalendarMonthTests {
  @Test(arguments: [
    ("2024-02", "2024-02-01", "2024-02-29"), ("2025-02", "2025-02-01", "2025-02-28"),
    ("2025-12", "2025-12-01", "2025-12-31"),
  ])
  func `a month has its days`(text: String, first: String, last: String) throws {
    let month = try #require(CalendarMonth(text))
    #expect("\(month)" == text)
    #expect("\(month.firstDay)" == first)
    #expect("\(month.lastDay)" == last)
    #expect(CalendarMonth(of: month.firstDay) == month)
    #expect(CalendarMonth(of: month.lastDay) == month)
    #expect(CalendarMonth(of: month.lastDay.advanced(by: 1)) != month)
  }

  @Test(arguments: ["2025", "2025-13", "2025-00", "2025-1", "25-01", "2025-01-01", ""])
  func `other text is no month`(text: String) {
    #expect(CalendarMonth(text) == nil)
  }
}
