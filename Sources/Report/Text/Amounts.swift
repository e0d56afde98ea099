import DaymarkModel

// Amounts, days and instants as people read them.

extension Quantity {
  /// The exact amount, as tables have it: `8,012.31 m`, `10,412`.
  func exactWords(_ unit: Unit) -> String { words(in: unit) }

  /// The amount in short, as pictures have it: `8.0 km`, `10,412`, `512 kcal`.
  func shortWords(_ unit: Unit, withUnit: Bool = true) -> String {
    switch unit {
    case .meter where self >= Quantity(1000):
      let tenths = dividedRounding(Int128(microUnits), by: 100_000_000)
      let text = "\(grouped(tenths / 10)).\(tenths % 10)"
      return withUnit ? "\(text) km" : text
    case .count: return grouped(rounded(Quantity(1).microUnits))
    case .bodyWeight: return withUnit ? words(in: unit) : "\(self)"
    default:
      let text = grouped(rounded(Quantity(1).microUnits))
      return withUnit ? "\(text) \(unit.rawValue)" : text
    }
  }

  private func rounded(_ step: Int64) -> Int128 {
    dividedRounding(Int128(microUnits), by: Int128(step))
  }
}

/// A number with thousands set apart: `10,412`.
func grouped(_ number: Int128) -> String {
  let digits = Array(String(number.magnitude))
  var text = number < 0 ? "-" : ""
  for (index, digit) in digits.enumerated() {
    if index > 0, (digits.count - index) % 3 == 0 { text += "," }
    text.append(digit)
  }
  return text
}

func grouped(_ number: Int) -> String { grouped(Int128(number)) }

extension Int {
  /// The number with a noun: `1 day`, `3 days`.
  package func counting(_ noun: String) -> String {
    "\(grouped(self)) \(self == 1 ? noun : noun.plural)"
  }
}

private let months = [
  "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
]

extension CivilDay {
  /// The day without its year: `1 Sep`.
  var shortWords: String {
    let (_, month, day) = yearMonthDay
    return "\(day) \(months[month - 1])"
  }

  /// The day in words: `1 Sep 2025`.
  var words: String { "\(shortWords) \(yearMonthDay.year)" }

  /// The day with its weekday: `Mon 1 Sep`.
  var weekdayWords: String { "\(weekday.shortName) \(shortWords)" }

  /// The short name of the day's month: `Sep`.
  var monthName: String { months[yearMonthDay.month - 1] }
}

extension CivilDay.Weekday {
  /// The short name of the weekday: `Mon`.
  var shortName: String {
    switch self {
    case .monday: "Mon"
    case .tuesday: "Tue"
    case .wednesday: "Wed"
    case .thursday: "Thu"
    case .friday: "Fri"
    case .saturday: "Sat"
    case .sunday: "Sun"
    }
  }
}

extension ClosedRange<CivilDay> {
  /// The days in words, as briefly as possible: `1 to 7 Sep 2025`.
  var words: String {
    let (a, b) = (lowerBound.yearMonthDay, upperBound.yearMonthDay)
    if lowerBound == upperBound { return lowerBound.words }
    if a.year != b.year { return "\(lowerBound.words) to \(upperBound.words)" }
    if a.month != b.month { return "\(lowerBound.shortWords) to \(upperBound.words)" }
    return "\(a.day) to \(upperBound.words)"
  }
}

extension Instant {
  /// The instant in UTC: `15 Oct 2025, 00:00 UTC`.
  var words: String { words(in: .utc) }

  /// The instant by the clocks of a zone, such as `15 Oct 2025, 02:00 in Europe/Berlin`.
  func words(in zone: Zone) -> String {
    "\(wordsBeside(zone)) \(zone == .utc ? "UTC" : "in \(zone.id)")"
  }

  /// The instant by the clocks of a zone that stands beside it: `15 Oct 2025, 02:00`.
  func wordsBeside(_ zone: Zone) -> String {
    let calendar = DayCalendar(zone: zone)
    return "\(calendar.day(containing: self).words), \(clock(calendar))"
  }

  /// The time of day: `07:05`.
  func clock(_ calendar: DayCalendar) -> String {
    let minutes = calendar.clockMilliseconds(at: self) / 60_000
    let (hour, minute) = ((minutes / 60 % 24 + 24) % 24, (minutes % 60 + 60) % 60)
    return "\(hour < 10 ? "0" : "")\(hour):\(minute < 10 ? "0" : "")\(minute)"
  }
}

extension Period {
  var words: String {
    switch self {
    case .days(let from, let to): (from...max(from, to)).words
    case .instants(let interval): "\(interval.start.words) to \(interval.end.words)"
    }
  }
}

extension String {
  /// The text as a sentence: with a capital letter, and without backticks.
  var asSentence: String {
    let text = split(separator: "`", omittingEmptySubsequences: false).joined()
    return text.prefix(1).uppercased() + text.dropFirst()
  }
}

extension Digest {
  /// The first 12 digits, which are enough to find the file.
  var short: String { String(hex.prefix(12)) }
}
