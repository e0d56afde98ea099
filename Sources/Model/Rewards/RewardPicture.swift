/// What pages show of a subject's books beside the books themselves.
package struct RewardPicture: Hashable, Sendable {
  /// The books.
  package var books: RewardBooks
  /// The version of the programme that is known; `nil` before any was.
  package var programme: Programme?
  /// The days of each streak, by its name.
  package var calendars: [StreakCalendar] = []
  /// The newest verdicts, by challenge.
  package var verdicts: [KnownVerdict] = []

  /// Makes a picture of books alone.
  package init(_ books: RewardBooks) { self.books = books }
}

/// The days of one streak, ascending; without those that do not exist for the programme.
package struct StreakCalendar: Hashable, Sendable {
  /// What a day was to a streak.
  package enum Mark: String, CaseIterable, Hashable, Sendable {
    /// It passed the test.
    case active
    /// It was missed, and a freeze was spent on it.
    case frozen
    /// It was missed.
    case missed
    /// It did not pass, and the streak counts weeks or windows.
    case idle
    /// A day of rest.
    case rest
    case paused
    /// Its figures are not settled.
    case open
  }

  /// One day.
  package struct Day: Hashable, Sendable {
    /// The date.
    package var date: CivilDay
    /// What it was.
    package var mark: Mark

    /// Makes a day.
    package init(_ date: CivilDay, _ mark: Mark) { (self.date, self.mark) = (date, mark) }
  }

  /// The streak's name.
  package var streak: String
  /// The days.
  package var days: [Day] = []

  /// Makes a calendar without days.
  package init(streak: String) { self.streak = streak }
}
