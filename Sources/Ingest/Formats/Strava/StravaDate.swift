import DaymarkModel

extension Instant {
  /// The date of a row of Strava's export, which is UTC in the account's language.
  ///
  /// Seen are `2018-09-12 15:02:23` (until June 2019), `May 29, 2022, 3:53:35 PM` with any space before
  /// `PM`, `15 Nov 2025, 13:31:49`, `09.12.2022, 15:24:49` and `24 mai 2012 à 16:27:40`; the others of
  /// its languages are read as their medium date in Unicode's CLDR. A month is a word or a number, a
  /// year has four digits, and time comes after the date. Where that leaves a doubt, as in
  /// `5/9/2022, 3:53 PM`, or a word is not known, there is no answer.
  ///
  /// - Returns: `nil` for a spelling or a language that is not known, and for no real date.
  init?(stravaDate text: String) {
    guard let parts = DateParts(text), let words = DateWords(parts.words) else { return nil }
    var date = parts.numbers
    guard let clock = words.takeClock(from: &date) else { return nil }
    if let month = words.month {
      date.insert((month, 2), at: min(1, date.count))
    } else if parts.hasSlash, words.half != nil, date.first?.digits != 4 {
      // Who writes the halves of a day may write the month first.
      return nil
    }
    guard date.count == 3 else { return nil }
    if date[0].digits == 4 { date.reverse() }
    guard date[2].digits == 4, date[0].digits <= 2, date[1].digits <= 2,
      let day = CivilDay(year: date[2].value, month: date[1].value, day: date[0].value)
    else { return nil }
    self.init(seconds: Int64(day.ordinal) * 86_400 + Int64(clock))
  }
}
