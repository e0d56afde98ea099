import Synchronization

/// The civil days of one zone: their first instants, and the day of an instant.
///
/// A day lasts from its first instant to that of the next day: 23, 24 or 25 hours, and no time at
/// all where a zone skipped the date. See Semantics, "Time".
package struct DayCalendar: Sendable {
  /// The zone that decides where days begin.
  package let zone: Zone
  /// The time between midnight and the beginning of a day, in milliseconds; 0 for civil days.
  private var beginning: Int64 = 0
  private let starts: [Int64]
  private let offsets: [Int64]
  /// Cached calendars, one for each zone, of which there are few.
  private static let known = Mutex<[Zone: DayCalendar]>([:])

  package init(zone: Zone) {
    self =
      Self.known.withLock { $0[zone] }
      ?? {
        // Looking up the changes of a zone over a century takes a millisecond.
        let calendar = DayCalendar(zone, zone.offsets())
        Self.known.withLock { $0[zone] = calendar }
        return calendar
      }()
  }

  private init(_ zone: Zone, _ table: [(from: Instant, seconds: Int)]) {
    self.zone = zone
    starts = table.map { $0.from.milliseconds }
    offsets = table.map { Int64($0.seconds) * 1000 }
  }

  /// The calendar of nights, in which a day lasts from 18:00 of the day before until 18:00; see
  /// Semantics, "Sleep".
  package var nights: DayCalendar {
    var nights = self
    nights.beginning = -6 * 3_600_000
    return nights
  }

  /// The first instant whose local date is `day` or, where the zone skipped that date, the first
  /// instant after it.
  package func start(of day: CivilDay) -> Instant {
    instant(ofWallClock: Instant(milliseconds: Int64(day.ordinal) * 86_400_000 + beginning))
  }

  /// The first instant at which the zone's clocks show `wall`, which is written as if it were UTC.
  ///
  /// If a clock set back showed the time twice, that is the earlier instant. If a clock set forward
  /// left the time out, it is the first instant after the gap.
  package func instant(ofWallClock wall: Instant) -> Instant {
    // No offset exceeds 26 hours either way, so the answer lies in this segment or a later one.
    var index = segment(at: wall.milliseconds &- 26 * 3_600_000)
    while true {
      let candidate = max(starts[index], wall.milliseconds &- offsets[index])
      if index + 1 == starts.count || candidate < starts[index + 1] {
        return Instant(milliseconds: candidate)
      }
      index += 1
    }
  }

  /// The interval of a day, from its first instant to that of the next day.
  package func interval(of day: CivilDay) -> Interval {
    Interval(start(of: day), start(of: day.advanced(by: 1)))
  }

  /// The day to which an instant belongs.
  package func day(containing instant: Instant) -> CivilDay {
    let local = instant.milliseconds - beginning + offsets[segment(at: instant.milliseconds)]
    var day = CivilDay(ordinal: Int32(clamping: floorDivided(local, by: 86_400_000)))
    while start(of: day.advanced(by: 1)) <= instant { day = day.advanced(by: 1) }
    while start(of: day) > instant { day = day.advanced(by: -1) }
    return day
  }

  /// The time that the zone's clocks show at `instant`, in milliseconds since midnight.
  package func clockMilliseconds(at instant: Instant) -> Int64 {
    let local = instant.milliseconds + offsets[segment(at: instant.milliseconds)]
    return local - floorDivided(local, by: 86_400_000) * 86_400_000
  }

  /// Index of the last segment, a time with one offset, that begins at or before `milliseconds`.
  private func segment(at milliseconds: Int64) -> Int {
    var (low, high) = (0, starts.count)
    while high - low > 1 {
      let middle = (low + high) / 2
      if starts[middle] <= milliseconds { low = middle } else { high = middle }
    }
    return low
  }
}
