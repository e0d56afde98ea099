import DaymarkModel

/// The times of sessions, in which heart rates are counted by themselves.
struct SessionIntervals {
  let intervals: [Interval]
  /// The sessions that reach into each day, by their index.
  let byDay: [CivilDay: [Int]]

  /// Collects the times of sessions.
  ///
  /// Sessions of logs have no heart rate, and one that is longer than any day is no single effort:
  /// both are left out.
  init(of sessions: [MergedSession], _ days: ClippedDays) {
    intervals = sessions.map { Interval($0.activity.start, $0.activity.end) }
    var byDay: [CivilDay: [Int]] = [:]
    for (index, interval) in intervals.enumerated()
    where !sessions[index].activity.kind.isLogged && interval.start < interval.end
      && interval.duration <= HeartRateTimes.longestDay
      && days.bounds.map({ $0.shared(with: interval) != nil }) ?? true
    {
      let last = days.calendar.day(
        containing: interval.end.advanced(byMilliseconds: -1))
      var day = days.calendar.day(containing: interval.start)
      while day <= last {
        byDay[day, default: []].append(index)
        day = day.advanced(by: 1)
      }
    }
    self.byDay = byDay
  }

  /// The sessions with the time at each rate, and the minutes that rejected records leave open.
  ///
  /// - Parameter open: The times in which rejected records may have changed which rate counts,
  ///   disjoint.
  func heartRates(_ times: [Int: HeartRateTimes], open: [Interval]) -> [Int: SessionHeartRate] {
    var rates = times.mapValues { SessionHeartRate(times: $0) }
    guard !open.isEmpty else { return rates }
    for index in rates.keys {
      let shared = open.compactMap { $0.shared(with: intervals[index])?.duration }
      rates[index]?.openMinutes = .minutes(ofMilliseconds: shared.reduce(0, +))
    }
    return rates
  }
}

extension Interval {
  /// The time that two intervals share; `nil` where there is none.
  func shared(with other: Interval) -> Interval? {
    let (start, end) = (max(start, other.start), min(end, other.end))
    return start < end ? Interval(start, end) : nil
  }
}
