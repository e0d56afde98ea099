/// A month of a year, in no zone.
public struct CalendarMonth: Hashable, Sendable {
  /// The year, 1 to 9999.
  public let year: Int
  /// The month, 1 to 12.
  public let month: Int

  /// The month that a day belongs to.
  public init(of day: CivilDay) {
    let parts = day.yearMonthDay
    (year, month) = (parts.year, parts.month)
  }

  /// Reads `yyyy-MM`, seven ASCII characters.
  public init?(_ text: some StringProtocol) {
    guard text.utf8.count == 7, let first = CivilDay("\(text)-01") else { return nil }
    self.init(of: first)
  }

  /// The first day.
  public var firstDay: CivilDay {
    CivilDay(ordinal: Int32(daysSince1970(year: year, month: month, day: 1)))
  }

  /// The last day.
  public var lastDay: CivilDay {
    firstDay.advanced(by: CivilDay.length(ofMonth: month, year: year) - 1)
  }
}

extension CalendarMonth: CustomStringConvertible {
  /// `2025-09`.
  public var description: String { String("\(firstDay)".prefix(7)) }
}
