/// A date of the proleptic Gregorian calendar, independent of any zone.
public struct CivilDay: Hashable, Comparable, Sendable {
  /// The number of days since 1970-01-01.
  public var ordinal: Int32

  @inlinable
  package init(ordinal: Int32) {
    self.ordinal = ordinal
  }

  /// The day of a year, month and day of month, or `nil` when there is no such date, such as 30
  /// February.
  package init?(year: Int, month: Int, day: Int) {
    guard (1...9999).contains(year), (1...12).contains(month), day >= 1,
      day <= CivilDay.length(ofMonth: month, year: year)
    else { return nil }
    ordinal = Int32(daysSince1970(year: year, month: month, day: day))
  }

  /// Reads `yyyy-MM-dd`; `nil` for any other text and for dates that do not exist.
  public init?(_ text: some StringProtocol) {
    let bytes = Array(text.utf8)
    guard bytes.count == 10, bytes[4] == UInt8(ascii: "-"), bytes[7] == UInt8(ascii: "-") else {
      return nil
    }
    func number(_ range: Range<Int>) -> Int? {
      var value = 0
      for byte in bytes[range] {
        guard byte >= 48, byte <= 57 else { return nil }
        value = value * 10 + Int(byte - 48)
      }
      return value
    }
    guard let year = number(0..<4), let month = number(5..<7), let day = number(8..<10) else {
      return nil
    }
    self.init(year: year, month: month, day: day)
  }

  /// Orders days by date.
  public static func < (a: CivilDay, b: CivilDay) -> Bool { a.ordinal < b.ordinal }

  /// The day `days` later, or earlier where negative.
  @inlinable
  package func advanced(by days: Int) -> CivilDay {
    CivilDay(ordinal: ordinal + Int32(days))
  }

  /// The number of days from this day to `other`; negative when `other` is earlier.
  package func distance(to other: CivilDay) -> Int { Int(other.ordinal) - Int(ordinal) }

  /// The days of a week, Monday first.
  package enum Weekday: Int, CaseIterable, Sendable {
    case monday = 1
    case tuesday, wednesday, thursday, friday, saturday, sunday
  }

  /// The ISO weekday; 1970-01-01 was a Thursday.
  package var weekday: Weekday {
    let index = ((Int(ordinal) + 3) % 7 + 7) % 7
    return Weekday.allCases[index]
  }

  /// The Monday of the day's ISO week.
  package var monday: CivilDay { advanced(by: 1 - weekday.rawValue) }

  /// The first day of the day's week, for weeks that begin on a given weekday.
  package func week(beginningOn first: Weekday) -> CivilDay {
    advanced(by: -((weekday.rawValue - first.rawValue + 7) % 7))
  }

  /// The number of days of a month.
  package static func length(ofMonth month: Int, year: Int) -> Int {
    switch month {
    case 2: isLeap(year) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }
}

extension CivilDay: CustomStringConvertible {
  /// The day as `yyyy-MM-dd`.
  public var description: String {
    let (year, month, day) = yearMonthDay
    return "\(padded(year, 4))-\(padded(month, 2))-\(padded(day, 2))"
  }

  /// The date's parts; month and day count from 1.
  package var yearMonthDay: (year: Int, month: Int, day: Int) {
    // Howard Hinnant's algorithm `civil_from_days`, with eras of 400 years that begin on 1 March.
    let shifted = Int(ordinal) + 719_468
    let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
    let dayOfEra = shifted - era * 146_097
    let yearOfEra =
      (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let monthFromMarch = (5 * dayOfYear + 2) / 153
    let day = dayOfYear - (153 * monthFromMarch + 2) / 5 + 1
    let month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
    return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, day)
  }
}

private func isLeap(_ year: Int) -> Bool {
  year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
}

/// The number of days from 1970-01-01 to a date, which is not checked to exist.
@inlinable
package func daysSince1970(year: Int, month: Int, day: Int) -> Int {
  let shiftedYear = month <= 2 ? year - 1 : year
  let era = (shiftedYear >= 0 ? shiftedYear : shiftedYear - 399) / 400
  let yearOfEra = shiftedYear - era * 400
  let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
  let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
  return era * 146_097 + dayOfEra - 719_468
}
