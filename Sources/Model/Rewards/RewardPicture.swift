/// The content of a subject's pages of rewards: the books, with calendars and verdicts.
package struct RewardPicture: Hashable, Sendable {
  package var books: RewardBooks
  /// The version of the programme that was known; `nil` before there was any.
  package var programme: Programme?
  /// The days of each streak, by its name.
  package var calendars: [StreakCalendar] = []
  /// The newest verdicts, by challenge.
  package var verdicts: [KnownVerdict] = []

  package init(_ books: RewardBooks) { self.books = books }
}

/// The mark of each day for one streak, in ascending order of days.
///
/// Days outside the programme are left out.
package struct StreakCalendar: Hashable, Sendable {
  /// The effect of a day on a streak.
  package enum Mark: String, CaseIterable, Hashable, Sendable {
    /// The day has what the streak needs.
    case active
    /// The day was missed, and a freeze covers it.
    case frozen
    /// The day was missed.
    case missed
    /// The day is not active, which alone does not matter to a streak of weeks or windows.
    case idle
    /// The day is a rest day of the streak.
    case rest
    case paused
    /// The day's figures are not settled.
    case open
  }

  /// A day of the calendar.
  package struct Day: Hashable, Sendable {
    package var date: CivilDay
    package var mark: Mark

    package init(_ date: CivilDay, _ mark: Mark) { (self.date, self.mark) = (date, mark) }
  }

  /// The streak's name.
  package var streak: String
  package var days: [Day] = []

  package init(streak: String) { self.streak = streak }
}
