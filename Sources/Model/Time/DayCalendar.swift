import Synchronization

/// The civil days of one zone: their first instants, and the day of an instant.
///
/// A day runs from its first instant to the next day's: 23, 24 or 25 hours, and nothing at all
/// where a zone skipped a date. See Semantics, "Time".
package struct DayCalendar: Sendable {
  /// The zone that decides where days begin.
  package let zone: Zone
  private let starts: [Int64]
  private let offsets: [Int64]
  /// The calendars that were made before; there are as many as zones, which are few.
  private static let known = Mutex<[Zone: DayCalendar]>([:])

  package init(zone: Zone) {
    self =
      Self.known.withLock { $0[zone] }
      ?? {
        // A century of a zone's changes takes a millisecond to look up.
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

  /// The first instant whose local date is `day` or, where that date was skipped, a later one.
  package func start(of day: CivilDay) -> Instant {
    instant(ofWallClock: Instant(milliseconds: Int64(day.ordinal) * 86_400_000))
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

  /// The day's bounds; half-open.
  package func interval(of day: CivilDay) -> Interval {
    Interval(start(of: day), start(of: day.advanced(by: 1)))
  }

  /// The day between whose bounds `instant` lies.
  package func day(containing instant: Instant) -> CivilDay {
    let local = instant.milliseconds + offsets[segment(at: instant.milliseconds)]
    var day = CivilDay(ordinal: Int32(clamping: floorDivided(local, by: 86_400_000)))
    while start(of: day.advanced(by: 1)) <= instant { day = day.advanced(by: 1) }
    while start(of: day) > instant { day = day.advanced(by: -1) }
    return day
  }

  /// Milliseconds of the wall clock since its midnight at `instant`.
  package func clockMilliseconds(at instant: Instant) -> Int64 {
    let local = instant.milliseconds + offsets[segment(at: instant.milliseconds)]
    return local - floorDivided(local, by: 86_400_000) * 86_400_000
  }

  /// Index of the last segment that begins at or before `milliseconds`.
  private func segment(at milliseconds: Int64) -> Int {
    var (low, high) = (0, starts.count)
    while high - low > 1 {
      let middle = (low + high) / 2
      if starts[middle] <= milliseconds { low = middle } else { high = middle }
    }
    return low
  }
}
