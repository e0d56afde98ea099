/// A month of a year, independent of any zone.
package struct CalendarMonth: Hashable, Sendable {
  /// The year, 1 to 9999.
  package let year: Int
  /// The month, 1 to 12.
  package let month: Int

  /// The month that a day belongs to.
  package init(of day: CivilDay) {
    let parts = day.yearMonthDay
    (year, month) = (parts.year, parts.month)
  }

  /// Reads `yyyy-MM`, such as `2025-09`; `nil` for any other text.
  package init?(_ text: some StringProtocol) {
    guard text.utf8.count == 7, let first = CivilDay("\(text)-01") else { return nil }
    self.init(of: first)
  }

  package var firstDay: CivilDay {
    CivilDay(ordinal: Int32(daysSince1970(year: year, month: month, day: 1)))
  }

  package var lastDay: CivilDay {
    firstDay.advanced(by: CivilDay.length(ofMonth: month, year: year) - 1)
  }
}

extension CalendarMonth: CustomStringConvertible {
  /// The month as `yyyy-MM`, such as `2025-09`.
  package var description: String { String("\(firstDay)".prefix(7)) }
}
