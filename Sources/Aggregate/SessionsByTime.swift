import DaymarkModel

/// Finds standing sessions by the days they touch: holding each activity against all of them would
/// take the square of their number, and years of three trackers are ten thousand.
struct SessionsByTime {
  private static let dayMilliseconds: Int64 = 86_400_000
  /// Longer ones are not entered day by day: a wrong clock would make one of decades.
  private static let mostDays = 8

  private var byDay: [Int64: [Int]] = [:]
  private var long: [Int] = []
  private var count = 0

  /// Enters the session that stands next.
  mutating func append(_ interval: Interval) {
    if let days = days(of: interval) {
      for day in days { byDay[day, default: []].append(count) }
    } else {
      long.append(count)
    }
    count += 1
  }

  /// Index of the first session for which `isSame` is true, of those that may overlap an interval.
  func firstIndex(near interval: Interval, where isSame: (Int) -> Bool) -> Int? {
    guard let days = days(of: interval) else { return (0..<count).first(where: isSame) }
    let inDays = days.compactMap { byDay[$0]?.first(where: isSame) }
    return (inDays + [long.first(where: isSame)].compactMap { $0 }).min()
  }

  /// Days of UTC, the end included; `nil` for an interval that is too long.
  private func days(of interval: Interval) -> ClosedRange<Int64>? {
    let first = interval.start.milliseconds / Self.dayMilliseconds
    let last = max(first, interval.end.milliseconds / Self.dayMilliseconds)
    return last - first < Int64(Self.mostDays) ? first...last : nil
  }
}
